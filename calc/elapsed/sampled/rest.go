package sampled

import (
	"math"
	"math/bits"
	"slices"

	"retune/calc/num"
)

// A rest is what follows the last retry K of a walk.
//
//	settled      the delays have one distribution: T_(K+m) is T_K and a sum of m of
//	             them, nearly normal with mean m mu and variance m v
//	not settled  ln t_(K+m) is ln t_K and a sum of m growths of it, nearly normal,
//	             with a straight line between
//
// A delay of 0 is followed by nothing else where the deviation of a normal jitter is
// a share of it. A client that has come so far stops there: all that is said is of the
// others, and each stops with probability hazard per retry.
type rest struct {
	*walk
	k              int // K
	settled        bool
	error          float64 // of a CDF
	mean, variance float64 // of the delay, seconds, or of the growth of its logarithm, per retry
	hazard         float64
	going          []int // clients that have not stopped
	points         []int // a few clients, evenly by T_K
}

// unknown is the error of a rest that neither has settled nor grows for ever.
const unknown = 0.05

func newRest(w *walk) *rest {
	p, k := w.policy, len(w.at)-1
	half, back := k/2, float64(k-k/2)
	r := &rest{walk: w, k: k}
	if p.Next(0, false).Atom(0) == 1 {
		r.hazard = p.Next(p.InitialDelay, false).Atom(0)
	}
	var before, after []float64 // delays
	var sums, growths num.Mean
	moved := 0
	for i, d := range w.delay[k] {
		if !r.stopped(w.delay[half][i]) {
			before = append(before, w.delay[half][i])
		}
		if r.stopped(d) {
			continue
		}
		r.going, after = append(r.going, i), append(after, d)
		sum := w.at[k][i] - w.at[half][i] - back*p.AttemptTime
		sums.Add(max(0, sum))
		if !(sum <= 1e-3*w.at[k][i]) {
			moved++
		}
		if g := math.Log(d / w.delay[half][i]); !math.IsInf(g, 0) && !math.IsNaN(g) {
			growths.Add(g)
		}
	}
	r.error = unknown
	before, after = sorted(before), sorted(after)
	switch {
	case moved <= w.clients/500: // delays have died out
		r.error = 0
	case gap(before, after) <= 0.06:
		r.settled, r.error = true, 0.003
		r.mean, r.variance = sums.Value()/back, sums.Variance()/back
	case math.IsInf(p.Cap, 1) && !(after[len(after)/2] <= 1e9*before[len(before)/2]):
		r.error = 0.02
	}
	if !r.settled && growths.Count() > 1 {
		r.mean, r.variance = growths.Value()/back, growths.Variance()/back
	}
	return r
}

// stopped reports whether a client whose last delay is d makes no other delay.
func (r *rest) stopped(d float64) bool { return d == 0 && r.hazard > 0 }

// gap returns the greatest difference of the CDFs of two sorted samples.
func gap(a, b []float64) (most float64) {
	j := 0
	for i, x := range a {
		for j < len(b) && b[j] < x*(1-rounding) {
			j++
		}
		below := float64(j) / float64(len(b))
		upTo := below
		for n := j; n < len(b) && b[n] <= x*(1+rounding); n++ {
			upTo = float64(n+1) / float64(len(b))
		}
		f := (float64(i) + 0.5) / float64(len(a))
		most = max(most, below-f, f-upTo)
	}
	return most
}

// stop returns how many retries a client makes, at u of the distribution, before it
// stops; d is its last delay.
func (r *rest) stop(d, u float64) float64 {
	switch {
	case r.hazard == 0:
		return math.Inf(1)
	case d == 0:
		return 0
	}
	return math.Floor(math.Log1p(-u) / math.Log1p(-r.hazard))
}

// at returns delays before retry k > K and starts of it, of the points. Point j of n
// is moved by numbers at j of the van der Corput sequence and of the multiples of the
// golden ratio.
func (r *rest) at(k float64) (delay, at []float64) {
	last := r.walk.at[r.k]
	if r.points == nil {
		order := make([]int, r.clients)
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(i, j int) int {
			if last[i] < last[j] {
				return -1
			}
			return 1
		})
		n := min(2048, r.clients)
		for j := range n {
			r.points = append(r.points, order[(2*j+1)*r.clients/(2*n)])
		}
	}
	for j, i := range r.points {
		d, t, m := r.delay[r.k][i], last[i], k-float64(r.k)
		z := num.NormalQuantile((float64(bits.Reverse32(uint32(j))) + 0.5) * 0x1p-32)
		_, u := math.Modf(float64(j) * math.Phi)
		n := min(m, r.stop(d, u))
		y := n*r.mean + math.Sqrt(n*r.variance)*z
		t += m * r.policy.AttemptTime
		if r.settled {
			t += max(0, y)
		} else {
			if _, hi := r.policy.Next(math.Inf(1), false).Support(); d > 0 {
				y = min(y, max(0, math.Log(hi/d)))
			}
			t += d * powers(y/max(1, n), n)
			d *= math.Exp(y)
		}
		if n < m {
			d = 0
		}
		delay, at = append(delay, d), append(at, t)
	}
	return delay, at
}

// powers returns e^g + e^2g + ... + e^ng.
func powers(g, n float64) float64 {
	if math.Abs(g)*n < 1e-12 {
		return n
	}
	if s := math.Expm1(g*n) / -math.Expm1(-g); !math.IsNaN(s) {
		return s
	}
	return math.Inf(1)
}
