package query

import (
	"context"
	"fmt"
	"iter"
	"math"
	"strings"

	"retune/calc/jitter"
	"retune/calc/num"
	"retune/ui/knob"
	"retune/ui/unit"
)

// exact is how near what a solved knob gives must come to what is wanted,
// relatively, to be given without a warning.
const exact = 1e-9

// sketchy is the same of rough laws that are computed on a grid, whose own
// error is no less.
const sketchy = 3e-5

// A Solution is where one knob must stand for a want to have its value.
type Solution struct {
	Knob     knob.Knob
	Unit     unit.Kind // of the knob's number
	Reached  bool      // some place gives the value
	Value    float64   // that place, or where the result is nearest; NaN if there is no result at all
	Achieved float64   // what the policy gives there
	Before   float64   // of a whole number, what it gives one below, or NaN
	From, To float64   // every place between gives the same; both are Value if no other does
	More     bool      // places apart from those give it too
	Closed   bool      // found in closed form, not by the root finder
	Why      string    // if no place does: the reason
}

// Solve looks for the place of one knob at which the want has the value that s
// wants: by the closed form where there is one and otherwise by the root finder.
func Solve(ctx context.Context, s knob.Scenario, w Want, k knob.Knob, effort Effort) Solution {
	sol := Solution{Knob: k, Unit: k.Unit(s), Value: math.NaN(), Achieved: math.NaN(), Before: math.NaN()}
	span, ok := k.Span(s)
	if !ok {
		sol.Why = "the law of jitter has no amount"
		return sol
	}
	if w.laws && span.Whole {
		span.Hi = min(span.Hi, most(s))
	}
	give := w.along(ctx, s, k, effort)
	if w.closed != nil {
		if x, ok := w.closed(k.Name, s, s.Wanted); ok && x >= span.Lo && x <= span.Hi {
			if y := give(x); meets(y, s.Wanted) || span.Whole {
				sol.Reached, sol.Closed, sol.Value, sol.Achieved, sol.From, sol.To = true, true, x, y, x, x
			}
		}
	}
	if !sol.Reached || !span.Whole && (!w.steady(s) || sol.flat(give, span)) {
		found := turn(ctx, s, w, k, span, effort)
		if !sol.Reached {
			sol.Value, sol.Achieved = found.X, give(found.X)
			const far = 1e-6 // what is farther off is no solution, however steep the place
			sol.Reached = found.OK && (span.Whole || effort == Rough || math.Abs(sol.Achieved-s.Wanted) <= far*math.Abs(s.Wanted))
		}
		sol.From, sol.To, sol.More = min(found.From, sol.Value), max(found.To, sol.Value), found.More
		if sol.Closed && !sol.flat(give, span) { // what the scan has found is another place, if it is one
			sol.More = found.More || found.OK && !meets(found.X, sol.Value)
			sol.From, sol.To = sol.Value, sol.Value
		}
	}
	if span.Whole && sol.Reached && sol.Value > span.Lo {
		sol.Before = give(sol.Value - 1)
	}
	now := sol.Achieved
	if (w.steady(s) || !sol.Reached) && now == w.Value(s, effort) && now == give(span.Lo) && now == give(span.Hi) {
		sol.Reached, sol.Why = false, fmt.Sprintf("the %s has no part in it: it stays %s", Called(k), wantedKind(s, w).Format(now))
		if math.IsInf(now, 1) {
			sol.Why = fmt.Sprintf("the %s is infinite whatever the %s", w.called(), Called(k))
		}
	} else if !sol.Reached {
		sol.Why = unreached(s, w, sol)
	}
	return sol
}

// along is the value of the want as a function of a knob. It has none once ctx has
// ended, so that a search ends soon.
func (w Want) along(ctx context.Context, s knob.Scenario, k knob.Knob, effort Effort) func(x float64) float64 {
	return func(x float64) float64 {
		if ctx.Err() != nil {
			return math.NaN()
		}
		return w.Value(k.At(s, x), effort)
	}
}

// steady tells whether the want never turns round while a knob is turned.
func (w Want) steady(s knob.Scenario) bool { return w.Turns == nil || !w.Turns(s) }

// flat tells whether places next to that of a closed form give the same.
func (sol Solution) flat(give func(float64) float64, span knob.Span) bool {
	const next = 1e-6
	below, above := max(span.Lo, sol.Value*(1-next)), min(span.Hi, sol.Value*(1+next))
	return below < sol.Value && give(below) == sol.Achieved || above > sol.Value && give(above) == sol.Achieved
}

// Offers is where each knob that has a number would have to stand, one by one:
// who leaves the loop spares the rest, which for slow laws can take seconds. Those
// roughly take a quarter of that.
func Offers(ctx context.Context, s knob.Scenario, w Want, effort Effort) iter.Seq[Solution] {
	return func(yield func(Solution) bool) {
		for _, k := range knob.Turnable() {
			if _, ok := k.Span(s); ok && (ctx.Err() != nil || !yield(Solve(ctx, s, w, k, effort))) {
				return
			}
		}
	}
}

// meets tells whether y is x to within exact.
func meets(y, x float64) bool { return math.Abs(y-x) <= exact*math.Abs(x) }

// turn turns the knob until the want has its value. Where laws are computed it
// does so with quick ones first and with exact ones close to the place.
func turn(ctx context.Context, s knob.Scenario, w Want, k knob.Knob, span knob.Span, effort Effort) num.Found {
	now, _ := k.Number(s)
	g := num.Goal{F: w.along(ctx, s, k, effort), Want: s.Wanted, Lo: span.Lo, Hi: span.Hi, Near: max(span.Lo, min(span.Hi, now)),
		Whole: span.Whole, Monotone: w.steady(s)}
	laws := w.laws && s.Jitter.Type != jitter.None
	if laws && effort == Rough && s.Stateful() {
		g.Rough = sketchy
	}
	if !laws || effort == Rough || span.Whole {
		return g.Seek()
	}
	g.F = w.along(ctx, s, k, Rough)
	found := g.Seek()
	if !found.OK || found.From < found.To {
		return found
	}
	const about = 0.02 // the laws of a rough schedule are nearer than that
	g.F, g.Monotone, g.Near = w.along(ctx, s, k, Full), true, found.X
	g.Lo, g.Hi = max(span.Lo, found.X*(1-about)), min(span.Hi, found.X*(1+about))
	if fine := g.Seek(); fine.OK {
		fine.More = found.More
		return fine
	}
	return found
}

// unreached says why no place of the knob gives the want its value, and what
// the nearest is that can be had.
func unreached(s knob.Scenario, w Want, sol Solution) string {
	kind := wantedKind(s, w)
	if math.IsNaN(sol.Achieved) {
		return fmt.Sprintf("there is no %s whatever the %s", w.called(), Called(sol.Knob))
	}
	word := "nearest"
	if w.steady(s) {
		words := []string{"greatest", "least"}
		if kind == unit.Duration {
			words = []string{"longest", "shortest"}
		}
		word = words[0]
		if sol.Achieved > s.Wanted {
			word = words[1]
		}
	}
	return fmt.Sprintf("no %s %s: the %s is %s, at %s %s", Called(sol.Knob), w.making(s, sol.Knob), word,
		kind.Format(sol.Achieved), Called(sol.Knob), sol.Unit.Format(sol.Value))
}

// phrases is how a wanted value is said where "a next delay of 10s" is not
// English.
var phrases = map[string]string{
	"next-retry-at":             "a next retry at %s",
	"retries-by":                "%s retries by T",
	"gives-up-at":               "a policy that gives up at %s",
	"starts-by":                 "a chance of %s that the last retry starts by T",
	"retries-expected":          "%s retries expected by T",
	"cap-from":                  "a cap from %s on",
	"cap-from-retry":            "a cap from retry %s on",
	"retries-made":              "%s retries",
	"retries-by-deadline-alone": "%s retries by the deadline",
	"unused-by-deadline":        "%s unused before the deadline",
	"ended-by-deadline":         "a chance of %s that the deadline ends it",
	"retries-in-vain":           "%s retries in vain",
	"never-noticed":             "a chance of %s that the policy ends before the fault",
}

// phrase is what s wants, in words: "a next delay of 1m40s".
func (w Want) phrase(s knob.Scenario) string {
	format, ok := phrases[w.Name]
	if !ok {
		format = "a " + w.called() + " of %s"
		if strings.ContainsRune("aeiou", rune(w.Name[0])) {
			format = "an " + w.called() + " of %s"
		}
	}
	return fmt.Sprintf(format, wantedText(s, w))
}

// making is what turning the knob shall do: "makes 10 retries last 5s with a
// first delay of 1s".
func (w Want) making(s knob.Scenario, k knob.Knob) string {
	n := s.Total()
	if w.Name != "elapsed" || !finite(n) {
		return "gives " + w.phrase(s)
	}
	with := " with a first delay of " + unit.Duration.Exact(s.InitialDelay)
	if k.Name == "first" {
		with = " with a factor of " + unit.Factor.Exact(s.Factor)
	}
	retries := unit.Count.Format(n) + " retries"
	if k.Name == "retries" {
		retries = "the retries"
	}
	return "makes " + retries + " last " + wantedText(s, w) + with
}

// called is the want's name for people.
func (w Want) called() string {
	name := strings.ReplaceAll(w.Name, "-", " ")
	if rest, ok := strings.CutPrefix(name, "elapsed"); ok {
		return "elapsed time" + rest
	}
	return name
}

// Called is the knob's name for people.
func Called(k knob.Knob) string {
	switch k.Name {
	case "first":
		return "first delay"
	case "amount":
		return "amount of jitter"
	case "retries":
		return "number of retries"
	}
	return strings.ReplaceAll(k.Name, "-", " ")
}

// wantedKind is the unit of the value that is wanted.
func wantedKind(s knob.Scenario, w Want) unit.Kind {
	if k, _ := knob.Find(w.Name); !s.Relative {
		return k.Kind()
	}
	return unit.Share
}

// wantedText is that value as it is typed.
func wantedText(s knob.Scenario, w Want) string { return wantedKind(s, w).Exact(s.Wanted) }
