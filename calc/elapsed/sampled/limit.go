package sampled

import (
	"math"

	"retune/calc/num"
)

// limited works out how a limit of the starts ends the clients that go on after the walk.
// Where the delays have settled, the intervals of the limit that open follow each other as
// independent ones alike: each client is ended with one probability per retry, that of the
// second half of the walk, and until then its delays are those of the clients that the
// limit has not ended there. A limit that ended nobody there ends nobody.
//
//	error    0.4/sqrt(e) of a CDF for e clients ended: those still there after n retries are
//	         exp(-n h), which changes by n h exp(-n h) <= 0.37 times the relative error of h
func (r *rest) limited() {
	r.unlimited = r.policy
	r.unlimited.Rule.Starts.Most = 0
	free := r.policy
	free.Retries, free.Deadline = math.Inf(1), math.Inf(1)
	half := r.k / 2
	ended, asked, left := 0.0, 0.0, 0.0
	var early, late num.Mean
	r.work.Did(4 * r.clients * r.k)
	for i := range r.clients {
		x := crossing{goal: math.Inf(1), policy: &free}
		for k := 1; k <= r.k && !x.retry(float64(k), r.at[k][i], r.delay[k][i]); k++ {
		}
		switch made := x.retries - float64(half); {
		case !x.over:
			left++
			early.Add(r.at[half][i])
			late.Add(r.at[r.k][i])
			asked += made
		case made >= 0:
			ended++
			asked += made + 1
		}
	}
	if ended == 0 || !r.settled {
		return
	}
	r.limit = ended / asked
	r.error += 0.4 / math.Sqrt(ended) * left / float64(r.clients)
	if left > 1 {
		n := float64(r.k - half)
		r.mean = (late.Value()-early.Value())/n - r.policy.AttemptTime
		r.variance = max(0, late.Variance()-early.Variance()) / n
	}
}
