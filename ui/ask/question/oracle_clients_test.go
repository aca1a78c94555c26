package question_test

import (
	"math"
	"math/rand/v2"
	"slices"

	"retune/calc/jitter"
	"retune/calc/oracle"
	"retune/ui/ask/setting"
)

// A policy is one policy of a scenario with its simulated clients.
type policy struct {
	s     setting.Scenario
	p     jitter.Policy
	seed  uint64
	steps int // limit of the simulated steps for one figure
	e     slack

	unplayed bool // a figure would have taken too many steps
	memo     map[string][]float64
}

func newPolicy(s *setting.Scenario, seed uint64, steps int) *policy {
	x := &policy{s: *s, p: s.Policy, seed: seed, steps: steps, memo: map[string][]float64{}}
	x.e = slack{share: 1e-3, probability: 1e-4, least: 1} // documented accuracy
	if s.Stateful() {
		x.e = slack{share: 5e-3, probability: 5e-4, least: 1}
	}
	return x
}

// least and most are random sources that always return the smallest and the largest number.
type least struct{}
type most struct{}

func (least) Uint64() uint64 { return 0 }
func (most) Uint64() uint64  { return math.MaxUint64 }

// draws reports whether the policy has jitter.
func (x *policy) draws() bool { return x.p.Jitter.Type != jitter.None }

func (x *policy) normal() bool {
	return x.p.Jitter.Type == jitter.NormalRelative || x.p.Jitter.Type == jitter.NormalAbsolute
}

// clients simulates clients one after the other until the steps run out. one returns the number of steps it took, at
// most most. Without randomness it simulates one client.
func (x *policy) clients(one func(r *rand.Rand, most int) int) {
	most := 20_000
	if !x.draws() && x.s.Outage.IsFixed() && x.s.FailureRate == 0 {
		most = 1
	}
	done := 0
	for i := 0; i < most && (done < x.steps || i < 40); i++ {
		n := one(rand.New(rand.NewPCG(x.seed, uint64(i))), x.steps)
		done += n + 1
		if n >= x.steps {
			x.unplayed = true
			return
		}
	}
}

// bare returns the policy without jitter.
func (x *policy) bare() jitter.Policy {
	p := x.p
	p.Jitter, p.Feedback, p.Rule.AtCap = jitter.Jitter{}, false, jitter.ByPlace
	return p
}

// endless returns the policy without its limits.
func endless(p jitter.Policy) jitter.Policy {
	p.Retries, p.Deadline, p.TotalTimeout, p.Rule.Starts = math.Inf(1), math.Inf(1), 0, jitter.Starts{}
	return p
}

// schedule returns the delays and the elapsed times of the first n retries of a client, regardless of the limits.
func schedule(p jitter.Policy, n int, r *rand.Rand) (delays, elapsed []float64) {
	forever := endless(p)
	c := oracle.NewClient(&forever, r)
	for range n {
		c.Wait()
		delays, elapsed = append(delays, c.Delay), append(elapsed, c.Elapsed)
	}
	return delays, elapsed
}

// of returns the delay or the start of retry n for many clients.
func (x *policy) of(what string, n int) []float64 {
	if xs, ok := x.memo[what]; ok && len(x.memo) > 0 && x.memo["n"][0] == float64(n) {
		return xs
	}
	var delays, elapsed []float64
	x.clients(func(r *rand.Rand, _ int) int {
		d, t := schedule(x.p, n, r)
		delays, elapsed = append(delays, d[n-1]), append(elapsed, t[n-1])
		return n
	})
	slices.Sort(delays)
	slices.Sort(elapsed)
	x.memo = map[string][]float64{"delay": delays, "elapsed": elapsed, "n": {float64(n)}}
	return x.memo[what]
}

// limits returns the ends of the support of retry n, from clients that always draw the least or the most.
func (x *policy) limits(what string, n int) (lo, hi float64) {
	lowest, high := schedule(x.p, n, rand.New(least{}))
	highest, latest := schedule(x.p, n, rand.New(most{}))
	if what == "elapsed" {
		return high[n-1], latest[n-1]
	}
	return lowest[n-1], highest[n-1]
}

// A life is what a client does until its policy ends.
type life struct {
	retries    float64
	last       float64 // start of the last retry, seconds; 0 without one
	end        float64 // end of the call, seconds
	byDeadline bool    // the deadline ended it
}

// lives simulates clients to the end of their policy. It returns nil for an endless policy.
func (x *policy) lives() (list []life) {
	if math.IsInf(x.p.Retries, 1) && math.IsInf(x.p.CallLimit(), 1) {
		return nil
	}
	x.clients(func(r *rand.Rand, most int) int {
		c := oracle.NewClient(&x.p, r)
		for {
			if due, starts := c.Wait(); !starts || c.Retry >= most {
				end := c.Elapsed + x.p.AttemptTime
				if math.IsInf(due, 1) && x.p.WaitAfterLast { // no retry is left, and no delay was drawn
					due = end + c.Next()
				}
				if x.p.WaitAfterLast {
					end = math.Min(due, x.p.Deadline)
				}
				list = append(list, life{float64(c.Retry), c.Elapsed, end, float64(c.Retry) < x.p.Retries})
				return c.Retry
			}
		}
	})
	return list
}

// calls returns the sorted call times. The retries do not depend on the total timeout, which only ends the call.
func (x *policy) calls() []float64 {
	y := newPolicy(&x.s, x.seed, x.steps)
	y.p.TotalTimeout = 0
	list := column(y.lives(), func(l life) float64 { return min(l.end, x.p.TotalTimeout) })
	if x.unplayed = x.unplayed || y.unplayed; list == nil && !y.unplayed {
		return []float64{x.p.TotalTimeout, x.p.TotalTimeout}
	}
	return list
}

func column[L any](list []L, of func(L) float64) []float64 {
	var xs []float64
	for _, l := range list {
		xs = append(xs, of(l))
	}
	slices.Sort(xs)
	return xs
}

// A moment is the state of a client at an elapsed time.
type moment struct {
	retries float64 // retries started by then
	waiting bool    // it is between two attempts
	delay   float64 // the current delay if it is waiting, seconds
}

// at simulates clients up to an elapsed time.
func (x *policy) at(t float64) (list []moment) {
	x.clients(func(r *rand.Rand, most int) int {
		c := oracle.NewClient(&x.p, r)
		for {
			n := float64(c.Retry)
			next, starts := c.Wait()
			if !starts || next > t || c.Retry >= most {
				list = append(list, moment{n, starts, c.Delay})
				return c.Retry
			}
		}
	})
	return list
}

// through simulates clients through an outage.
func (x *policy) through(end func(*rand.Rand) float64) (list []oracle.Outage, ends []float64) {
	x.clients(func(r *rand.Rand, most int) int {
		t := end(r)
		o := oracle.Through(&x.p, t, most, r)
		list, ends = append(list, o), append(ends, t)
		return int(o.Wasted)
	})
	return list, ends
}

// tries simulates clients whose attempts fail at random.
func (x *policy) tries() (list []oracle.Try) {
	x.clients(func(r *rand.Rand, _ int) int {
		t := oracle.WithFailures(&x.p, x.s.FailureRate, r)
		list = append(list, t)
		return int(t.Attempts)
	})
	return list
}
