package elapsed

import "math"

// memoryless returns the share of all clients of an outage with an exponential end of the
// given mean, 1/lambda, where the policy has no deadline. What is left of the outage at a
// retry is as long as all of it, so that
//
//	P(T_k < X)  = M_k, the product of E e^(-lambda t) of the intervals t before retry k
//	P(w <= y)   = sum over k < n of M_k (E e^(-lambda (t-y)+) - E e^(-lambda t)),  t after k
//
// Intervals that are alike make a geometric series, and so do those of a run, about the one in
// the middle of it.
func (e *independent) memoryless(mean float64) share {
	type interval struct {
		d      *delay
		weight float64
		left   float64 // E e^(-lambda t)
	}
	var list []interval
	r := share{all: 1, mean: -mean, gaveUp: 1}
	n := e.policy.Retries
	for k := 1.0; k <= n && r.gaveUp > 1e-17 && e.ctx.Err() == nil; {
		m := e.alike(k, n-k+1)
		d := e.delay(k + (m-1)/2)
		t := interval{d: d, weight: r.gaveUp, left: d.discounted(0, e.policy.AttemptTime, mean)}
		t.weight *= geometric(t.left, m)
		r.gaveUp *= math.Pow(t.left, m)
		r.mean += t.weight * (e.policy.AttemptTime + d.mean)
		r.wasted += t.weight * t.left
		list, k = append(list, t), k+m
	}
	r.mean += mean * r.gaveUp
	r.by = func(y float64) (total float64) {
		for i, t := range list {
			if i&15 == 15 && e.ctx.Err() != nil {
				break
			}
			total += t.weight * (t.d.discounted(y, e.policy.AttemptTime, mean) - t.left)
		}
		return total
	}
	return r
}
