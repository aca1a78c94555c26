package estimate

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// An Outcome is how an attempt ended.
type Outcome uint8

// The outcomes.
const (
	Unknown Outcome = iota
	Failed
	Succeeded
)

// An Attempt is one attempt of a request. Times are seconds since any origin.
type Attempt struct {
	Start   float64
	End     float64 // NaN: not in the log
	Outcome Outcome
	Asked   float64 // wait that its answer asks for (Retry-After), seconds; 0: none
}

// A Request has its attempts in the order of their starts.
type Request struct {
	Attempts []Attempt
	Ended    bool // no further attempt follows: the client is known to be done
}

// A Log has the attempts of requests by one policy.
type Log struct {
	Requests []Request
	Tick     float64 // step of its clock, seconds; 0: unknown
}

// A delay is a measured delay.
type delay struct {
	retry   int     // k, >= 1
	y       float64 // end of the attempt before to the start of this one, seconds; start to start without ends
	before  float64 // y of retry k-1
	elapsed float64 // sum of y of the retries before
	left    float64 // time that the deadline left for the delay, seconds
	request int
}

// mostRetries is the number of retries of a request that are read.
const mostRetries = 64

// end returns when the attempt ended, or started if that is all the log has.
func (a Attempt) end() float64 {
	if math.IsNaN(a.End) {
		return a.Start
	}
	return a.End
}

// delays returns the delays of a request that its policy chose, which leaves out those that a server asked for.
func (r Request) delays(request int) (list []delay) {
	d := delay{request: request, left: math.Inf(1)}
	for k := 1; k < len(r.Attempts) && k <= mostRetries; k++ {
		last := r.Attempts[k-1]
		d.retry, d.y = k, r.Attempts[k].Start-last.end()
		if last.Asked == 0 {
			list = append(list, d)
		}
		d.before, d.elapsed = d.y, d.elapsed+d.y
	}
	return list
}

// delays returns all delays. A clock with steps shows whole steps, and a density needs times between them: each delay
// gets the difference of two random parts of a step, as its two readings have lost them.
func (l Log) delays() (list []delay) {
	r := rand.New(rand.NewPCG(1, 2))
	for i, q := range l.Requests {
		list = append(list, q.delays(i)...)
	}
	for i := range list {
		list[i].y += l.Tick * (r.Float64() - r.Float64())
	}
	return list
}

// ends reports whether the log has the ends of attempts.
func (l Log) ends() bool {
	for _, r := range l.Requests {
		for _, a := range r.Attempts {
			if !math.IsNaN(a.End) {
				return true
			}
		}
	}
	return false
}

// told reports whether the log says how attempts ended.
func (l Log) told() bool {
	for _, r := range l.Requests {
		for _, a := range r.Attempts {
			if a.Outcome != Unknown {
				return true
			}
		}
	}
	return false
}

// last returns the time of the last event of the log, seconds.
func (l Log) last() float64 {
	last := math.Inf(-1)
	for _, r := range l.Requests {
		for _, a := range r.Attempts {
			last = max(last, a.end())
		}
	}
	return last
}

// check returns why nothing can be estimated from a log, or nil.
func (l Log) check() error {
	n, back := 0, 0
	for _, d := range l.delays() {
		n++
		if d.y < -max(l.Tick, mostNoise) {
			back++
		}
	}
	several := slices.ContainsFunc(l.Requests, func(r Request) bool { return len(r.Attempts) > 1 })
	switch {
	case len(l.Requests) == 0:
		return errors.New("the log has no attempts")
	case !several:
		return errors.New("no request of the log has a second attempt: it shows no retries")
	case n < 3:
		return fmt.Errorf("the log has %d delays between attempts, but at least 3 are needed", n)
	case back > n/100:
		return fmt.Errorf("%d of %d retries start before the attempt before them has ended: the clocks of the log go back, "+
			"or its requests are not told apart", back, n)
	}
	return nil
}

// sample returns about most delays, all those of some requests that are chosen at random.
func (l Log) sample(list []delay, most int) []delay {
	if len(list) <= most {
		return list
	}
	place := rand.New(rand.NewPCG(47, 48)).Perm(len(l.Requests))
	share := place[:0:0]
	counts := make([]int, len(l.Requests))
	for _, d := range list {
		counts[d.request]++
	}
	taken := make([]bool, len(l.Requests))
	for total := 0; total < most; {
		i := place[len(share)]
		share = append(share, i)
		taken[i] = true
		total += counts[i]
	}
	return slices.DeleteFunc(slices.Clone(list), func(d delay) bool { return !taken[d.request] })
}
