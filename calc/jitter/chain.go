package jitter

import (
	"math"

	"retune/calc"
)

// An accuracy is the grids of an effort.
type accuracy struct {
	delays resolution
	rungs  int     // of the ladder of elapsed time
	pieces int     // of the integral for the second retry
	least  float64 // error of the CDFs that the comparison of two grids does not see
}

func (e Effort) accuracy() accuracy {
	if e == Coarse {
		return accuracy{resolution{6, 1.4, 0.1, 1, 0.05, 4}, 96, 40, 5e-4}
	}
	return accuracy{resolution{10, 0.5, 1e-3, 3, 1e-3, 8}, 800, 120, 2e-5}
}

// half returns the accuracy with grids half as fine.
func (a accuracy) half() accuracy {
	a.delays.width *= 2
	a.delays.panels /= 2
	a.rungs /= 2
	return a
}

// chain returns the laws of a stateful plan: of the delays before retries 1 to
// n, and of the elapsed times T_1 to T_n. Bound is the largest error of the
// CDFs of the elapsed times, an absolute probability.
//
//	t_1      drawn around a
//	t_(k+1)  drawn around min(c, r t_k), or cut at c: feedback
//	t_(k+1)  min(c, U(a, m t_k)), t_0 = a: decorrelated
//	T_k      k s + t_1 + ... + t_k
//
// Nothing is sampled. The law of the delay goes from retry to retry as weights
// on a grid of Gauss's nodes between the points where it or what follows from
// it is not smooth; a uniform draw is integrated in closed form. Means and
// variances, of the delays and of T_k, come from the same weights: to about
// 1e-8, and to 1e-5 for normal draws of a standard deviation far below the
// delay. The elapsed time is carried along on a grid of its own for each node.
//
// Bound is twice the largest difference to the same computation on grids half
// as fine, which was larger than the true error wherever a finer grid or
// sampling told that error. The laws of T_1 and T_2 are one integral. Where a
// delay can be exactly 0 or exactly the cap, the laws have atoms.
//
// Full and Equal with feedback may shrink, as their delays grow by r times less
// than 1 on the whole: by r/e for Full. A delay of 0, which NormalRelative can
// draw, is followed by 0 for ever, and by draws around 0 if NormalAbsolute. With
// an amount of 0 the laws are those of the policy, to the last bit.
//
// Sources: decorrelated jitter from Brooker, "Exponential Backoff And Jitter",
// AWS Architecture Blog, 2015; feedback from smira's exponential-backoff.
func chain(p Policy, n int, effort Effort) (delays, elapsed []Dist, bound float64) {
	if t, ok := p.certain(); ok {
		for k := range n {
			delays = append(delays, constant(t.Delay(float64(k+1))))
			elapsed = append(elapsed, constant(t.Elapsed(float64(k+1))))
		}
		return delays, elapsed, 0
	}
	return chained(p, n, effort.accuracy())
}

// certain returns the policy that waits what the plan waits, if that leaves
// nothing to chance: no law, an amount of 0, or decorrelated jitter whose every
// draw is a, as its multiplier is 1 or its cap a.
//
// So does a draw narrower than 1e-11 of the delay: on so narrow a grid times
// would differ by their rounding alone. A delay is then right to n times that.
func (p Policy) certain() (t calc.Policy, ok bool) {
	const narrow = 1e-11
	t = p.Policy
	width := p.Jitter.Amount // relative to the delay
	switch p.Jitter.Type {
	case None:
		width = 0
	case Full, Equal:
		return t, false
	case Decorrelated:
		t.Factor = 1
		width = min(width, p.Cap/p.InitialDelay) - 1
	case Add, NormalAbsolute:
		width /= p.InitialDelay
	}
	return t, width <= narrow
}

// chained is chain on given grids.
func chained(p Policy, n int, a accuracy) (delays, elapsed []Dist, bound float64) {
	w, j := newWalk(newStep(p), a.delays), newJoint(a.rungs)
	b := a.half()
	check, other := newWalk(newStep(p), b.delays), newJoint(b.rungs)
	bound = a.least
	for k := range n {
		w.advance()
		check.advance()
		j.advance(w, j.mix(w), j.paths(w))
		other.advance(check, other.mix(check), other.paths(check))
		delay := w.law()
		t := delay
		switch k {
		case 0:
		case 1:
			t = w.second(a.pieces)
		default:
			t = j.law(w)
			bound = max(bound, 2*apart(t, other.law(check)))
		}
		delays = append(delays, delay)
		elapsed = append(elapsed, t.moved(float64(k+1)*p.AttemptTime))
	}
	return delays, elapsed, min(1, bound)
}

// apart returns the largest difference of two CDFs at the points of the first.
func apart(a, b table) (d float64) {
	for i, x := range a.x {
		d = math.Max(d, math.Abs(a.f[i]-b.smooth(x)))
	}
	return d
}
