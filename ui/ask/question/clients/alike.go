package clients

import (
	"math"
	"strconv"

	"retune/calc"
	"retune/calc/jitter"
	"retune/ui/ask/setting"
)

// alike returns the policy of s written with other jitter types, if its delays are uniform in [lo d, hi d] for a delay
// before jitter d. With m d instead of d they are uniform in [lo/m, hi/m]: full jitter of 1s is spread=1 of 500ms.
func alike(s *setting.Scenario) (list []setting.Scenario) {
	row := s.Jitter.Type.Row()
	simple := jitter.Policy{
		Policy:   calc.Policy{InitialDelay: s.InitialDelay, Factor: s.Factor, Cap: s.Cap, AttemptTime: s.AttemptTime},
		Jitter:   s.Jitter,
		Retries:  s.Retries,
		Deadline: s.Deadline,

		ZeroDeadline: s.ZeroDeadline,
		TotalTimeout: s.TotalTimeout,

		Rule: jitter.Rule{Stop: s.Rule.Stop, Starts: s.Rule.Starts, Reset: s.Rule.Reset},
	}
	if s.Policy != simple || !s.Jitter.Draws() || row.Bounds == nil ||
		row.Unit != jitter.NoAmount && row.Unit != jitter.Share {
		return nil
	}
	lo, hi := row.Bounds(s.DrawArgs(1, 1))
	with := func(m float64, kind jitter.Type, amount float64) {
		t := *s
		t.Library = setting.Default().Library
		t.InitialDelay, t.Cap = short(m*s.InitialDelay), short(m*s.Cap)
		t.Jitter = jitter.Jitter{Type: kind, Amount: short(amount)}
		if kind != s.Jitter.Type && t.Policy.Validate() == nil {
			list = append(list, t)
		}
	}
	with((lo+hi)/2, jitter.Spread, (hi-lo)/(hi+lo))
	with(hi, jitter.Down, 1-lo/hi)
	switch {
	case lo == 0:
		with(hi, jitter.Full, 0)
	case 2*lo == hi:
		with(hi, jitter.Equal, 0)
	}
	if lo > 0 {
		with(lo, jitter.Up, hi/lo-1)
	}
	return list
}

// sameWaits reports whether a few retries have the same delays, even if they differ in a cap that is not reached.
func sameWaits(p, q jitter.Policy) bool {
	const few = 40
	return p.Retries <= few && p.Retries == q.Retries && p.Deadline == q.Deadline && sameDelays(p, q, 0)
}

// sameDelays reports whether two policies have the same delays up to the rounding of the second, in milliseconds or
// finer, and up to share of the longest delay. Coarser rounding is a different rule.
func sameDelays(p, q jitter.Policy, share float64) bool {
	if p.Stateful() || q.Stateful() || p.Rule.Starts != q.Rule.Starts || p.Rule.Reset != q.Rule.Reset ||
		!math.IsInf(p.Deadline, 1) && p.Rule.Stop != q.Rule.Stop {
		return false
	}
	counted := 0.0
	if size := math.Max(q.Quantum.Size, q.Growth.Step); size <= 1e-3 {
		counted = size * (1 + 1e-9)
	}
	for k := 1.0; k <= math.Min(p.Retries, 40); k += math.Max(1, math.Floor(k/4)) {
		a, b := p.Retry(k), q.Retry(k)
		_, longest := a.Support()
		for _, u := range []float64{0, 0.1, 0.3, 0.5, 0.7, 0.9, 1} {
			x, y := a.Quantile(u), b.Quantile(u)
			if !(x == y || math.Abs(x-y) <= math.Max(1e-9*x, math.Min(counted, longest*share))) {
				return false
			}
		}
	}
	return true
}

// short removes the rounding error of an operation.
func short(x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 14, 64), 64)
	if err != nil {
		return x
	}
	return y
}
