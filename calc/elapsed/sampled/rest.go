package sampled

import (
	"math"
	"math/bits"

	"retune/calc/jitter"
	"retune/calc/num"
)

// A rest is what follows the last retry K of a walk, as its second half shows it. With
// nearly normal sums of m terms, T_(K+m) is T_K and a sum of delays where these have
// settled. Where not, t_(K+m) is t_K times e to a sum of growths of ln t, and so is
// elapsed time, if that is more, but for the attempts. A delay of 0 may be followed by
// nothing else: a client comes to that with probability hazard per retry.
type rest struct {
	*walk
	k              int // K
	settled        bool
	growing        bool    // for ever
	error          float64 // of a CDF: 0.003 settled and what the second half was off from the first, 0.02 growing for ever, 0 died out
	mean, variance float64 // of the delay, or of the growth, per retry
	hazard         float64

	limit     float64       // probability per retry that a limit of the starts does not let it start
	unlimited jitter.Policy // the policy without that limit
}

// unknown is the error of a rest that has done neither.
const unknown = 0.05

func newRest(w *walk) *rest {
	p, k, half := w.policy, len(w.at)-1, (len(w.at)-1)/2
	r := &rest{walk: w, k: k, error: unknown}
	if p.Chained() && p.Next(0, false).Atom(0) == 1 {
		r.hazard = p.Next(p.InitialDelay, false).Atom(0)
	}
	var sums, growths, early, late num.Mean
	for i, d := range w.delay[k] {
		early.Add(w.at[half][i])
		late.Add(w.at[k][i])
		if d > 0 || r.hazard == 0 {
			sums.Add(max(0, w.at[k][i]-w.at[half][i]-float64(k-half)*p.AttemptTime))
		}
		if g := math.Log(d / w.delay[half][i]); !math.IsInf(g, 0) {
			growths.Add(g)
		}
	}
	before, after := newSample(w.work, w.delay[half], 0, math.Inf(1)), newSample(w.work, w.delay[k], 0, math.Inf(1))
	use := growths
	switch {
	case growths.Count() < 2 || growths.Value()+3*math.Sqrt(growths.Variance()) < -7: // died out
		r.error = 0
	case before.apart(after) <= 0.05:
		if r.settled, use, r.error = true, sums, 0.003; r.hazard > 0 {
			r.error += after.Atom(0)
		} else if off := r.forecast(half, sums); off > 1.6/math.Sqrt(float64(w.clients)) { // beyond what chance does
			r.error += off
		}
	case math.IsInf(p.Cap, 1) && growths.Value() > 5:
		r.growing, r.error = true, 0.02
	}
	if use.Count() > 1 {
		r.mean, r.variance = use.Value()/float64(k-half), use.Variance()/float64(k-half)
	}
	if r.steady() { // with what a sum has in common with the one before
		r.variance = max(0, late.Variance()-early.Variance()) / float64(k-half)
	}
	return r
}

// forecast returns how far off T_K is if it is T_half and normal sums of those moments,
// independent of it: much, where delays remember for long.
func (r *rest) forecast(half int, sums num.Mean) float64 {
	x := make([]float64, r.clients)
	for i := range x {
		_, u := math.Modf(float64(i+1) * math.Phi)
		y := sums.Value() + math.Sqrt(sums.Variance())*normal(u)
		x[i] = r.at[half][i] + float64(r.k-half)*r.policy.AttemptTime + max(0, y)
	}
	return newSample(r.work, x, 0, math.Inf(1)).apart(newSample(r.work, r.at[r.k], 0, math.Inf(1)))
}

// steady reports whether all delays from here on have one distribution, and go on.
func (r *rest) steady() bool { return r.settled && r.hazard == 0 }

// lasts returns how many retries a client makes before it stops, at u of all clients, where
// each is the last with the probability hazard.
func lasts(u, hazard float64) float64 { return math.Floor(math.Log1p(-u) / math.Log1p(-hazard)) }

// most returns the longest delay of a stateful policy after the walk, seconds.
func (r *rest) most() float64 {
	if !r.policy.Chained() {
		return r.policy.Cap
	}
	_, hi := r.policy.Next(math.Inf(1), false).Support()
	return hi
}

// after returns delays before retry k > K, or starts of it, from the distribution at
// K. Quantile j of many is moved by numbers at j of the van der Corput sequence and of
// the multiples of the golden ratio.
func (r *rest) after(last *sample, k float64, delay bool) []float64 {
	list := make([]float64, min(1024, r.clients))
	r.work.Did(15 * len(list))
	hi := r.most()
	m, before := k-float64(r.k), float64(r.k)*r.policy.AttemptTime
	for j := range list {
		x := last.Quantile((float64(j) + 0.5) / float64(len(list)))
		_, u := math.Modf(float64(j+1) * math.Phi)
		n := min(m, lasts(u, r.hazard))
		y := n*r.mean + math.Sqrt(n*r.variance)*normal(float64(bits.Reverse32(uint32(j)))*0x1p-32+0.5/float64(len(list)))
		switch {
		case delay && n < m:
			x = 0
		case delay && !r.settled:
			x = min(hi, x*math.Exp(y))
		case !delay && r.settled:
			x += m*r.policy.AttemptTime + max(0, y)
		case !delay:
			x = before + m*r.policy.AttemptTime + (x-before)*max(1, math.Exp(y))
		}
		list[j] = x
	}
	return list
}
