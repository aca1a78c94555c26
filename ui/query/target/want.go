package target

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/calc/num"
	"retune/ui/answer"
	"retune/ui/knob"
)

// A want is a result of which s wants a value.
type want struct {
	answer.Result
	left *float64 // seconds that searches for it may still take
}

// within is the want of a result in a search of so many seconds.
func within(r answer.Result, seconds float64) want { return want{r, &seconds} }

// along is the value of the want as a function of a knob. It has none once ctx has
// ended or the time for it is up, so that a search ends soon. That time is the work done,
// or what is estimated of a closed form, where nothing is counted.
func (w want) along(ctx context.Context, s knob.Scenario, k knob.Knob, effort answer.Effort) func(x float64) float64 {
	return func(x float64) float64 {
		at := k.At(s, x)
		if ctx.Err() != nil || w.ended() {
			return math.NaN()
		}
		y, seconds := w.timed(ctx, at, effort, *w.left)
		if *w.left -= seconds; w.ended() {
			return math.NaN()
		}
		return y
	}
}

// timed is the value of the want and how many seconds it takes, of which it may take so many.
func (w want) timed(ctx context.Context, s knob.Scenario, effort answer.Effort, most float64) (y, seconds float64) {
	ctx, work, release := num.Within(ctx, most)
	defer release()
	y = w.Value(ctx, s, effort).Number
	if seconds = work.Seconds(); seconds == 0 {
		seconds = w.Seconds(s, effort)
	}
	return y, seconds
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

// ended tells whether the time for searches is up.
func (w want) ended() bool { return *w.left < 0 }

// reads tells whether the want depends on the knob at all: that of a policy on what belongs to
// a fleet only where it says so.
func (w want) reads(k knob.Knob) bool {
	return w.Simulated() || !k.Fleet || slices.Contains(answer.Results{w.Result}.Takes(), k.Name)
}

// sooner is with how many retries there is time for a search, in words, or "".
func (w want) sooner(ctx context.Context, s knob.Scenario) string {
	const values = 100
	most := searchSeconds / 2 / values
	k, _ := knob.Find("retries")
	for n := min(s.Total(), 1<<20); n >= 2; n = math.Floor(n / 2) {
		at := k.At(s, n)
		if at.Check() != nil {
			continue
		}
		if _, seconds := w.timed(ctx, at, answer.Full, most); seconds <= most {
			if n == s.Total() { // it is not the retries
				return ""
			}
			return fmt.Sprintf("--retries %g or fewer", n)
		}
	}
	return ""
}

// slow tells whether the want takes a computation for every value of a knob.
func (w want) slow(s knob.Scenario) bool { return w.Seconds(s, answer.Full) > 0 }

// noise is how far a value may be off, relatively.
func (w want) noise(s knob.Scenario) float64 {
	if w.Noise == nil {
		return 0
	}
	return w.Noise(s)
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

// late is why there is no solution where the time for it was up.
func (w want) late(s knob.Scenario, k knob.Knob) string {
	return fmt.Sprintf("no %s was found that %s before the time for it was up", k.Says(), w.making(s, k))
}

// text is the value that is wanted, as it is typed; one with an exponent as people read it.
func (w want) text(s knob.Scenario) string {
	if text := strings.TrimLeft(w.Knob().Typed(s), "<>="); text != "" && w.Kind(s).Readable(s.Wanted) == w.Kind(s).Exact(s.Wanted) {
		return text
	}
	return w.Kind(s).Readable(s.Wanted)
}

// byFormula solves for the factor of a closed form, if one within the span gives it.
func (sol *Solution) byFormula(ctx context.Context, s knob.Scenario, w want, span knob.Span) bool {
	x, ok := w.Factor(s)
	if !ok || !(x >= span.Lo && x <= span.Hi) {
		return false
	}
	y := w.Value(ctx, sol.Knob.At(s, x), answer.Full).Number
	sol.Reached = meets(y, s.Wanted)
	sol.Value, sol.Achieved, sol.From, sol.To = x, y, x, x
	return sol.Reached
}
