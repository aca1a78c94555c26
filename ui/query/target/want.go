package target

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/calc/jitter"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// A want is a result that a scenario wants to have some value.
type want struct{ answer.Result }

// along is the value of the want as a function of a knob, NaN once ctx has ended, so that a
// search ends soon.
func (w want) along(ctx context.Context, s knob.Scenario, k knob.Knob, effort answer.Effort) func(x float64) float64 {
	return func(x float64) float64 {
		if ctx.Err() != nil {
			return math.NaN()
		}
		return w.Value(ctx, k.At(s, x), effort).Number
	}
}

// once asks f for each x one time only.
func once(f func(float64) float64) func(float64) float64 {
	known := map[float64]float64{}
	return func(x float64) float64 {
		y, ok := known[x]
		if !ok {
			y = f(x)
			known[x] = y
		}
		return y
	}
}

// reads tells whether the want depends on the knob at all: that of a policy on what belongs to
// a fleet only where it says so.
func (w want) reads(k knob.Knob) bool {
	return w.Simulated() || !k.Fleet || slices.Contains(answer.Results{w.Result}.Takes(), k.Name)
}

// slow reports whether each value of the want is computed from distributions.
func (w want) slow(s knob.Scenario) bool { return w.Drawn() && s.Jitter.Type != jitter.None }

// noise is how far a value may be off, relatively.
func (w want) noise(s knob.Scenario) float64 {
	if w.Noise == nil {
		return 0
	}
	return w.Noise(s)
}

// nearOne reports whether 1 - P is solved for rather than the probability P, which is close to 1.
func (w want) nearOne(s knob.Scenario) bool {
	return w.Unit == unit.Share && s.Wanted > 0.5 && s.Wanted <= 1 && w.noise(s) == 0
}

// scale is what an error of the result is relative to.
func (w want) scale(s knob.Scenario) float64 {
	if w.nearOne(s) {
		return 1 - s.Wanted
	}
	return math.Abs(s.Wanted)
}

// far is how far off a solution may be, relatively, however steep the result is there.
func (w want) far(s knob.Scenario) float64 { return max(w.noise(s), 1e-6) }

// tolerance is how far off a solution is, relatively, without a note.
func (w want) tolerance(s knob.Scenario, effort answer.Effort) float64 {
	switch {
	case w.slow(s):
		return max(w.far(s), sketchy)
	case effort == answer.Rough:
		return sketchy
	}
	return answer.Exact
}

// phrase is what s wants, in words: "a next delay of 1m40s".
func (w want) phrase(s knob.Scenario) string {
	format := w.Phrase
	if format == "" {
		format = article(w.Called()) + " of %s"
	}
	return answer.Agreed(fmt.Sprintf(format, w.text(s)))
}

// then is what comes out, of a setting just named.
func (w want) then(value string) string {
	if w.Gives == "" {
		return fmt.Sprintf("the %s is then %s", w.Called(), value)
	}
	return "then " + w.Clause(value)
}

// making is what turning the knob shall do.
func (w want) making(s knob.Scenario, k knob.Knob) string {
	if w.Making != nil {
		if text := w.Making(s, k, w.text(s)); text != "" {
			return text
		}
	}
	return "gives " + w.phrase(s)
}

// text is the value that is wanted, as it is typed; one with an exponent as people read it.
func (w want) text(s knob.Scenario) string {
	text := strings.TrimLeft(w.Knob().Typed(s), "<>=")
	if text != "" && w.Kind(s).Readable(s.Wanted) == w.Kind(s).Exact(s.Wanted) {
		return text
	}
	return w.Kind(s).Readable(s.Wanted)
}
