package jitter

import "math"

// An Effort says how long to compute.
type Effort uint8

// Sums of uniforms that no cap cuts are exact to rounding either way. For the
// others Coarse aims at errors of a CDF below 1e-9 and Fine below 1e-12, where
// up to 2^9 or 2^12 terms reach that; Schedule.Bound says.
const (
	Coarse Effort = iota // for the screen, while a knob turns
	Fine                 // for print
)

// A Schedule is the law of every retry of a plan, computed once. It does not
// change and may be used by several goroutines at once.
type Schedule struct {
	plan    Policy
	effort  Effort
	delays  []Dist // before retry 1, 2, ...
	elapsed []Dist // T_1, T_2, ...
	bound   float64
}

// New returns the laws of retries 1 to n of a plan.
//
//	p  passes Validate, its amount in the range that Law states
//	n  retries, >= 0
//
// Independent delays are added up one by one; the elapsed time of each retry is
// then a sum of which law.go and sum.go have the parts. For a stateful plan the
// law of delay and elapsed time together is carried from retry to retry.
func New(p Policy, n int, effort Effort) *Schedule {
	s := &Schedule{plan: p, effort: effort}
	if p.Stateful() {
		s.delays, s.elapsed, s.bound = chain(p, n, effort)
		return s
	}
	s.delays = make([]Dist, n)
	s.elapsed = make([]Dist, n)
	free := p.Policy
	free.Cap = math.Inf(1)
	b := newBuilder(p.cut(), p.Jitter.Type == NormalRelative || p.Jitter.Type == NormalAbsolute, effort)
	for i := range n {
		d := p.One(free.Delay(float64(i + 1)))
		s.delays[i] = d
		if !p.Jitter.Draws() {
			s.elapsed[i] = constant(p.Policy.Elapsed(float64(i + 1)))
			continue
		}
		b.pause(p.AttemptTime)
		b.add(d)
		t := b.law()
		if t, ok := t.(*sum); ok {
			t.delays, t.calls = s.delays[:i+1], float64(i+1)*p.AttemptTime
			s.bound = math.Max(s.bound, t.errors)
		}
		s.elapsed[i] = t
	}
	return s
}

// Len returns the number of retries.
func (s *Schedule) Len() int { return len(s.delays) }

// Delay returns the law of the delay before retry k, whatever the delays
// before it were: k = 1 to Len.
func (s *Schedule) Delay(k int) Dist { return s.delays[k-1] }

// Elapsed returns the law of T_k, the time at which retry k starts: k = 1 to
// Len.
//
//	T_k = k s + t_1 + ... + t_k
//
//	s  call time, seconds
//
// For independent delays mean and variance are the sums. Without jitter, or
// with an amount of 0, T_k is the Elapsed of package calc, to the last bit.
func (s *Schedule) Elapsed(k int) Dist { return s.elapsed[k-1] }

// Bound returns how far a CDF of Elapsed can be from the truth, a probability:
// the largest over all retries. It is 0 without jitter.
func (s *Schedule) Bound() float64 { return s.bound }

// Started returns for each retry the probability that it has started by time t.
//
//	P(T_k <= t),  k = 1 to Len
//
//	t  seconds, >= 0
//
// Without jitter it is 1 up to the RetriesBy of package calc, whose tolerance
// for times that are next to a retry holds here, too.
func (s *Schedule) Started(t float64) []float64 {
	started := make([]float64, s.Len())
	by := math.NaN()
	if !s.plan.Jitter.Draws() {
		by = s.plan.RetriesBy(t)
	}
	for i, d := range s.elapsed {
		switch {
		case math.IsNaN(by):
			started[i] = d.CDF(t)
		case float64(i+1) <= by:
			started[i] = 1
		}
	}
	return started
}

// Expected returns the expected number of retries started by time t, of Len.
//
//	E N(t) = sum over k of P(T_k <= t)
//
//	t  seconds, >= 0
func (s *Schedule) Expected(t float64) float64 {
	total := 0.0
	for _, p := range s.Started(t) {
		total += p
	}
	return total
}
