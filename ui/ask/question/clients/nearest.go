package clients

import (
	"math"

	"retune/calc"
	"retune/calc/client"
	"retune/calc/jitter"
)

// nearest returns the value of the parameter for which is(policy) is nearest to want.
func nearest(v client.Values, p client.Parameter, want float64, is func(jitter.Policy) float64) float64 {
	best, least := v.At(p.Name), math.Inf(1)
	if now, err := v.With(p.Name, best).Policy(); err == nil && now.Growth.Kind != calc.Listed {
		least = apart(is(now), want)
	}
	for i, x := range tries(v, p, want, is) {
		if p.Grain > 0 {
			x = p.Nearest(x)
		}
		q, err := v.With(p.Name, x).Policy()
		if err != nil || q.Growth.Kind == calc.Listed && p.Role != client.Limit { // the policy does not wait
			continue
		}
		if off := apart(is(q), want); off < least*(1-1e-12) || i == 0 && off == 0 && least > 0 {
			best, least = x, off
		}
	}
	if p.Role == client.Limit {
		return leastLimit(v, p, best)
	}
	return best
}

// tries returns values of the parameter that may give what is wanted.
func tries(v client.Values, p client.Parameter, want float64, is func(jitter.Policy) float64) []float64 {
	now := v.At(p.Name)
	list := []float64{want, want + 1, want / 2, math.Inf(1), -1, 0, p.Grain, p.Least, p.Default, now}
	if c, err := v.Policy(); err == nil && is(c) > 0 && !math.IsInf(is(c), 1) && now > 0 {
		list = append(list, now*want/is(c)) // is may be proportional to the parameter
	}
	if p.Unit == client.Count {
		list = append(list, math.Round(want))
	}
	return list
}

// apart returns the distance of a number from the wanted one. If +Inf is wanted, larger numbers are nearer.
func apart(is, want float64) float64 {
	off := math.Abs(is - want)
	switch {
	case is == want: // both may be infinite
		return 0
	case math.IsInf(want, 1):
		return 1 / (1 + is)
	case math.IsNaN(off) || math.IsInf(off, 1):
		return math.MaxFloat64
	}
	return off
}

// leastLimit returns the smallest value of a limit that leaves as many retries as limit does.
func leastLimit(v client.Values, p client.Parameter, limit float64) float64 {
	q, err := v.With(p.Name, limit).Policy()
	if err != nil {
		return limit
	}
	for _, x := range []float64{q.Retries, q.Retries + 1} {
		if r, err := v.With(p.Name, x).Policy(); err == nil && r.Retries == q.Retries && x < limit {
			return x
		}
	}
	return limit
}
