package elapsed

import (
	"math"

	"retune/calc/numeric"
)

// A leap moves clients over retries before X that do not affect the state at X, once delays are alike.
//
//	spread over some intervals before X: their phase there is lost
//	synchronized: the number of retries that brings them next to X, with their mean and variance
type leap struct {
	rate
	deadline float64
}

// over moves the time at of a client towards x, seconds, and returns the number of retries that takes, at most room. u
// is uniform in [0, 1), z standard normal, and spread the variance of T_k now, seconds squared.
func (l leap) over(at *float64, x, room, spread, u, z float64) (retries float64) {
	left := min(x, l.deadline) - *at
	n := left / l.mean
	if !(n > 2*mostWalk) || math.IsInf(n, 1) {
		return 0
	}
	sd := math.Sqrt(l.variance * n)
	if math.Sqrt(spread+sd*sd) >= 1.5*l.mean && room > n+6*sd/l.mean+16 {
		left -= l.mean * (8 + 8*u)
		*at += left
		return left / l.mean
	}
	retries = math.Floor(min(n, room) - 6*sd/l.mean - 16)
	if retries <= 0 {
		return 0
	}
	*at += retries*l.mean + math.Sqrt(l.variance*retries)*z
	return retries
}

// leap moves the active clients of a crowd by a leap.
func (c *crowd) leap(l leap, retries float64, most []float64, active []int32, ends, made []float64) {
	var spread numeric.Mean
	for _, i := range active {
		spread.Add(c.at[i])
	}
	u, z := c.strata(), c.strata()
	for _, i := range active {
		room := min(retries, most[i]) - made[i]
		made[i] += l.over(&c.at[i], ends[i], room, spread.Variance(), u(int(i)), numeric.NormalQuantile(z(int(i))))
	}
}
