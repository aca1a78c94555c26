package jitter

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"retune/calc"
)

// mostKept is how many retries are told apart; clients that retry more often go on as by the last.
const mostKept = 1 << 15

// Draw draws the delay before retry k, and what the client has to remember for the next one, as
// Follow says; of sorted delays it is one before they are sorted.
func (s *Sampler) Draw(k, memory float64, uniform, normal func() float64) (delay, next float64) {
	if s.follows {
		return s.Follow(k, memory, uniform, normal)
	}
	if s.usual {
		return s.Around(s.grownTo(k), uniform, normal), 0
	}
	k = min(k, mostKept, s.same)
	for n := len(s.dists) + 1; n <= int(k); n++ {
		s.dists = append(s.dists, s.policy.Retry(float64(n)))
	}
	return s.dists[int(k)-1].Quantile(uniform()), 0
}

// grownTo returns the delay before jitter of retry k, seconds.
func (s *Sampler) grownTo(k float64) float64 {
	k = min(k, mostKept)
	for n := len(s.grown) + 1; n <= int(k); n++ {
		s.grown = append(s.grown, s.policy.Grown(float64(n)))
	}
	return s.grown[int(k)-1]
}

// DrawEach draws as Draw does for many clients at once, which costs less than one by one.
//
//	u       of each client a number from [0, 1)
//	memory  of each what DrawEach left there before the last retry; not read for k = 1
//	delay   before retry k, which DrawEach sets, seconds
//	normal  the number of the standard normal distribution at u
func (s *Sampler) DrawEach(k float64, u, memory, delay []float64, normal func(u float64) float64) {
	p := &s.policy
	if s.usual && !s.follows {
		if lo, width, ok := s.Span(s.grownTo(k)); ok && !math.IsInf(width, 1) {
			for i, u := range u {
				delay[i] = min(s.after, lo+width*u)
			}
			return
		}
	}
	switch x := p.Around(k, p.InitialDelay); {
	case s.follows && s.row.Path != nil: // remembered is the place on the path, not the number
		limit := p.CapOf(k)
		for i, u := range u {
			place := s.row.Path(x, k-1+u)
			d := place
			if k > 1 {
				d -= memory[i]
			}
			if math.IsNaN(d) { // both have overflowed
				d = math.Inf(1)
			}
			delay[i], memory[i] = min(limit, d), place
		}
	case s.follows && s.usual && s.row.After != nil:
		x.Retry = min(k, 2)
		for i, u := range u {
			lo, hi := s.row.After(x, memory[i])
			d := min(p.Cap, lo+u*(hi-lo))
			delay[i], memory[i] = d, d
		}
	default:
		var at float64
		uniform, gauss := func() float64 { return at }, func() float64 { return normal(at) }
		for i := range u {
			at = u[i]
			delay[i], memory[i] = s.Draw(k, memory[i], uniform, gauss)
		}
	}
}

// Sorted draws the delays of all retries of a policy whose delays are sorted, the shortest first.
func (s *Sampler) Sorted(uniform func() float64) []float64 {
	all := make([]float64, int(s.policy.Retries))
	for i := range all {
		all[i], _ = s.Draw(float64(i+1), 0, uniform, nil)
	}
	slices.Sort(all)
	return all
}

// Follow draws the delay before retry k of a stateful policy whose delays are not sorted,
// and what the client has to remember for the next one: the delay itself, or, of a type
// with a path, the number that was drawn.
//
//	k         retry, whole, >= 1
//	memory    what Follow said last; not read for k = 1
//	uniform   a number from [0, 1)
//	normal    a number of the standard normal distribution
func (s *Sampler) Follow(k, memory float64, uniform, normal func() float64) (delay, next float64) {
	p, first := &s.policy, k == 1
	switch {
	case s.row.Path != nil:
		next = uniform()
		delay = s.row.Path(p.Around(k, p.InitialDelay), k-1+next)
		if !first {
			delay -= s.row.Path(p.Around(k, p.InitialDelay), k-2+memory)
		}
		if math.IsNaN(delay) { // both have overflowed
			delay = math.Inf(1)
		}
		return min(p.CapOf(k), delay), next
	case !s.usual && first:
		delay = s.first.Quantile(uniform())
	case !s.usual && p.Rule.AtCap == Redraw: // which does not rise with what was drawn
		delay = p.Next(memory, false).Quantile(uniform())
	case !s.usual:
		delay = s.ruled(memory, uniform, normal)
	case s.row.After != nil:
		lo, hi := s.row.After(p.Around(min(k, 2), p.InitialDelay), memory)
		delay = min(p.Cap, lo+uniform()*(hi-lo))
	case first:
		delay = s.Around(p.InitialDelay, uniform, normal)
	default:
		delay = s.Around(p.Factor*memory, uniform, normal)
	}
	return delay, delay
}

// ruled draws the delay that follows one of memory, of a policy that is not Usual, as Next
// has it. Plus, cap and floor rise with what was drawn, so they are taken of the draw, and
// none of the distributions that follow every delay has to be made.
func (s *Sampler) ruled(memory float64, uniform, normal func() float64) float64 {
	p, c := &s.policy, s.policy.CapOf(2)
	d, after := p.Factor*memory, p.after(c)
	x, drawn := p.Around(2, d), 0.0
	if s.row.After != nil {
		if after = c; p.Rule.AtCap == Range {
			after = math.Inf(1)
		}
		lo, hi := s.row.After(p.Around(2, p.InitialDelay), memory)
		lo, hi = p.Rule.ends(lo, hi, c)
		return max(p.Floor, min(after, p.Rule.tooth(lo, hi, uniform())+p.Rule.Plus))
	}
	if p.Rule.AtCap == Pinned && d >= c {
		return c
	}
	if p.before() {
		d = min(d, c)
	}
	if s.row.Deviation != nil {
		d = min(d, 1e20*after)
	}
	switch x.Delay = d; {
	case math.IsInf(d, 1):
		drawn = d
	case s.row.Bounds != nil:
		lo, hi := s.row.Bounds(x)
		lo, hi = p.Rule.ends(lo, hi, c)
		drawn = p.Rule.tooth(lo, hi, uniform())
	default:
		drawn = s.boundless(x, uniform, normal)
	}
	return max(p.Floor, min(after, drawn+p.Rule.Plus))
}

// validateState returns what of the rule does not go with what the policy remembers, or
// nil: Validate asks it last.
func (p Policy) validateState() error {
	row := p.Jitter.Type.Row()
	chain := row.After != nil || row.Path != nil
	switch {
	case (chain || p.Feedback && p.Jitter.Draws()) && p.Growth != (calc.Growth{}):
		return errors.New("each delay is made of the one before: there is no other growth than by the factor")
	case row.ByK && p.Feedback && p.Jitter.Draws():
		return fmt.Errorf("%s jitter draws by the number of the retry: it does not go with feedback, which draws by the delay before", row.Name)
	case row.Jumps && p.Feedback && p.Jitter.Draws():
		return fmt.Errorf("%s jitter can draw less of a longer delay: it does not go with feedback, which multiplies the delay that was drawn", row.Name)
	case p.Stateful() && p.Poll.Every > 0:
		return errors.New("ticks do not go with delays that depend on the one before")
	case (chain || p.Feedback && p.Jitter.Draws()) && p.Quantum.Size > 0:
		return errors.New("quanta do not go with delays that are made of the one before")
	case p.Poll.Unknown && p.Poll.Every > 0 && (p.Jitter.Draws() || p.Rule.Plus > 0):
		return errors.New("ticks of an unknown phase are chance enough: they go without jitter only")
	case p.Rule.Sorted && (chain || p.Feedback):
		return errors.New("only independent delays can be sorted")
	case p.Rule.Sorted && !(p.Retries <= 1000):
		return fmt.Errorf("the delays of %g retries cannot be sorted, but those of 1000 at most", p.Retries)
	case row.Path != nil && (p.First != calc.Usual || p.Floor > 0 || p.Quantum.Size > 0 || p.Rule.Least > 0 || p.Rule.Plus > 0 || p.Rule.Teeth > 0):
		return fmt.Errorf("of a rule for single delays %s jitter takes the cap alone", row.Name)
	case p.Rule.Reset > 0 && (p.Rule.Starts.Most > 0 || p.Rule.Sorted):
		return errors.New("a count of retries that outlives a success goes neither with a limit of the starts nor with sorted delays")
	}
	return nil
}
