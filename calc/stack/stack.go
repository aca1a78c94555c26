package stack

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sort"

	"retune/calc/jitter"
)

// A Layer is one layer of retries.
type Layer struct {
	Name          string
	jitter.Policy         // TotalTimeout is W; AttemptTime is not used
	Timeout       float64 // p, of one attempt, seconds; 0 and +Inf: none
	Cancel        bool    // a timeout ends the call below
}

// limit returns x, or +Inf if x is 0, which is no limit.
func limit(x float64) float64 {
	if x == 0 {
		return math.Inf(1)
	}
	return x
}

// whole returns W, the timeout of the whole call, seconds.
func (l *Layer) whole() float64 { return limit(l.TotalTimeout) }

// attempt returns p, the timeout of one attempt, seconds.
func (l *Layer) attempt() float64 { return limit(l.Timeout) }

// latest returns the latest start of retry k after a failure at failed and a wait of delay, all in seconds.
func (l *Layer) latest(k, failed, delay float64) float64 {
	switch {
	case l.Rule.Stop == jitter.LookBehind:
		return min(failed, l.WithDefaults().Deadline) + delay
	case l.Rule.Stop == jitter.CountAndAge && k <= l.Retries:
		return failed + delay
	}
	return min(failed+delay, l.WithDefaults().Deadline)
}

// A Stack is a list of nested layers, outermost first, and the attempts at the bottom.
type Stack struct {
	Layers      []Layer
	AttemptTime float64 // s, seconds; +Inf: an attempt that fails hangs
	FailureRate float64 // q, in [0, 1]
}

// Most is the largest number of layers of a stack.
const Most = 8

// Validate returns nil if the formulas hold for s, otherwise what is wrong.
func (s Stack) Validate() error {
	for _, l := range s.Layers {
		err := l.Validate()
		if l.WaitAfterLast || l.Rule.Starts.Most > 0 {
			err = errors.New("a wait after the last attempt and a limit of starts are not modelled in layers")
		}
		if !(l.Timeout >= 0) {
			err = fmt.Errorf("the timeout of an attempt is %gs, but must be above 0s", l.Timeout)
		}
		if err != nil {
			return fmt.Errorf("layer %s: %w", l.Name, err)
		}
	}
	return nil
}

// Around returns the shortest timeout around a call of layer i in seconds, or +Inf, and the outermost layer that has
// it.
func (s Stack) Around(i int) (limit float64, layer int) {
	limit = math.Inf(1)
	for j := range s.Layers[:i] {
		if x := min(s.Layers[j].attempt(), s.Layers[j].whole()); x < limit {
			limit, layer = x, j
		}
	}
	return limit, layer
}

// Inverted reports whether a call of layer i can outlast the timeout around it. A layer with one attempt and no
// timeout of its own does not count, because it has no retry to lose.
func (s Stack) Inverted(reach []Reach, i int) bool {
	limit, _ := s.Around(i)
	over := reach[i].Longest > limit*(1+rounding)
	return over && (!math.IsInf(reach[i].Longest, 1) || s.Layers[i].Retries > 0)
}

// Fitting returns the largest number of attempts with which a call of layer i ends within limit seconds, at most those
// that it makes; 0: not even one fits.
func (s Stack) Fitting(ctx context.Context, i int, limit float64) float64 {
	inner := s
	inner.Layers = append([]Layer(nil), s.Layers[i:]...)
	most := min(s.Layers[i].Retries, 1e6)
	return float64(sort.Search(int(most)+1, func(n int) bool {
		inner.Layers[0].Retries = float64(n)
		return inner.Reach(ctx)[0].Longest > limit*(1+rounding)
	}))
}

// rounding is the relative error up to which a time beyond a limit counts as at the limit.
const rounding = 1e-12
