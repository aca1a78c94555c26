package target

import (
	"context"
	"fmt"
	"math"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// summary says what the knob has to be, and what that gives.
func (sol Solution) summary(s knob.Scenario, w want) string {
	kind, name := w.Kind(s), sol.Knob.Says()
	if sol.All {
		return sol.any(s, w)
	}
	gives := w.then(sol.achieved(s, w))
	if w.Simulated() && !math.IsNaN(sol.Past) {
		gives += fmt.Sprintf("; with %s %s", sol.place(sol.Next), sol.past(s, w))
	}
	if sol.Unit != unit.Count && math.IsInf(sol.Value, 1) {
		return fmt.Sprintf("No %s: %s.", name, gives)
	}
	if sol.Unit != unit.Count {
		return fmt.Sprintf("%s of %s: %s.", answer.Sentence(article(name)), sol.place(sol.Value), gives)
	}
	text := fmt.Sprintf("%s %s: %s", answer.Sentence(name), sol.place(sol.Value), gives)
	if things := sol.Knob.Things; things[0] != "" && !math.IsInf(sol.Value, 1) {
		text = answer.Counted(sol.Value, things[0], things[1])
		if more := sol.Knob.OneMore; more[0] != "" {
			text += " (" + answer.Counted(sol.Value+1, more[0], more[1]) + ")"
		}
		text += ": " + gives
	}
	if !math.IsNaN(sol.Past) && !w.Simulated() {
		text += fmt.Sprintf("; with %s it would be %s", sol.place(sol.Next), kind.Apart(sol.Past, s.Wanted))
	}
	return text + "."
}

// any says that any value of the knob does it.
func (sol Solution) any(s knob.Scenario, w want) string {
	name, gives, without := sol.Knob.Says(), w.Clause(sol.achieved(s, w)), ""
	if math.IsInf(sol.Next, 1) {
		without = fmt.Sprintf("; with %s it would be %s", sol.place(sol.Next), w.Kind(s).Apart(sol.Past, s.Wanted))
	}
	switch {
	case w.Simulated():
		return fmt.Sprintf("Any %s from %s to %s does it: as it is, %s.", name, sol.place(sol.From), sol.place(sol.To), gives)
	case sol.Knob.Stands(s) == sol.Value:
		return fmt.Sprintf("Any %s does it: as it is, %s%s.", name+sol.since(s), gives, without)
	}
	return fmt.Sprintf("Any %s does it: with %s %s%s.", name+sol.since(s), sol.place(sol.Value), gives, without)
}

// since is the whole number from which on there is a result, " from 32 on", where that is more
// than one of them; or "".
func (sol Solution) since(s knob.Scenario) string {
	if limits, _ := sol.Knob.Span(s); sol.Unit == unit.Count && sol.From > max(limits.Lo, 1) {
		return " " + sol.span(s)
	}
	return ""
}

// achieved is what comes out, with its standard error if it has one: what is wanted, in
// full, where it differs from that by no more than a computation is off.
func (sol Solution) achieved(s knob.Scenario, w want) string {
	root := sol.Reached && !sol.All && sol.Unit != unit.Count && math.IsNaN(sol.Next)
	if root && math.Abs(sol.Achieved-s.Wanted) <= max(sketchy, w.far(s))*w.scale(s) {
		text := w.Kind(s).Format(s.Wanted)
		if x, err := w.Kind(s).Parse(text); err == nil && x == s.Wanted {
			return text
		}
		return w.text(s)
	}
	return w.withError(s, sol.Achieved, sol.AchievedError)
}

// past is what would come out on the other side, as a clause.
func (sol Solution) past(s knob.Scenario, w want) string {
	if math.IsInf(sol.Past, 1) && !w.Floor {
		return "there would be none within the simulated time"
	}
	return "it would be " + w.withError(s, sol.Past, sol.PastError)
}

// Sides is what comes out for a result of a fleet with the solution, and what with the next
// value: "149.3/s ± 1.8/s; with 13% it would be 151/s".
func (sol Solution) Sides(s knob.Scenario, r answer.Result) string {
	w := want{Result: r}
	text := sol.achieved(s, w)
	if !math.IsNaN(sol.Past) {
		text += fmt.Sprintf("; with %s %s", sol.place(sol.Next), sol.past(s, w))
	}
	return text
}

// withError is a value with its standard error, if it has one.
func (w want) withError(s knob.Scenario, x, se float64) string {
	kind := w.Kind(s)
	switch {
	case math.IsInf(x, 1):
		return "without limit"
	case se > 0:
		return kind.Apart(x, s.Wanted) + " " + kind.Error(se)
	}
	return kind.Apart(x, s.Wanted)
}

// whatSummary is the value of that name, or why there is none.
func whatSummary(a answer.Answer, name string, r answer.Result) string {
	say := func(i int) string {
		if text := a.Says(name, i); text != "" {
			if share := a.Says(name+" relative", i); share != "" {
				text += " (" + share + " of the time before)"
			}
			return text
		}
		if v := a.Value(name, i); v.Why != "" {
			return "none: " + v.Why
		}
		return "none"
	}
	if a.Pair {
		return fmt.Sprintf("%s: A %s, B %s.", answer.Sentence(r.Called()), say(0), say(1))
	}
	return fmt.Sprintf("%s: %s.", answer.Sentence(r.Called()), say(0))
}

// proposalSummary is the command of the proposal, and what it costs.
func proposalSummary(a answer.Answer, s knob.Scenario) string {
	text := a.Says("command", 0) + ": "
	if mean, most := a.Says("reconnect delay mean", 0), a.Says("reconnect delay max", 0); mean != "" {
		text += fmt.Sprintf("back %s after an outage of %s on average", mean, s.As("at"))
		if most != "" {
			about := "" // of a client that comes to T by mean delays
			if s.Jitter.Draws() && !s.Stateful() &&
				a.Value("longest wait", 0).Number > a.Value("reconnect delay max", 0).Number*(1+answer.Exact) {
				about = "about "
			}
			text += ", " + about + most + " at most"
		}
	} else {
		text += fmt.Sprintf("no wait is longer than %s", a.Says("longest wait", 0))
	}
	return text + ", for " + a.Says("retries", 0) + " retries meanwhile."
}

// unreached says why no place of the knob keeps the bound, and what the nearest is
// that can be had.
func unreached(ctx context.Context, s knob.Scenario, w want, sol Solution) string {
	kind := w.Kind(s)
	if math.IsNaN(sol.Achieved) {
		if why := w.Value(ctx, s, answer.Rough).Why; why != "" {
			return fmt.Sprintf("there is no %s: %s, whatever the %s", w.Called(), why, sol.Knob.Says())
		}
		return fmt.Sprintf("there is no %s whatever the %s", w.Called(), sol.Knob.Says())
	}
	word := "nearest"
	if w.Steady(s, sol.Knob) {
		words := []string{"greatest", "least"}
		if kind == unit.Duration {
			words = []string{"longest", "shortest"}
		}
		word = words[0]
		if sol.Achieved > s.Wanted {
			word = words[1]
		}
	}
	value := kind.Apart(sol.Achieved, s.Wanted)
	if value == w.text(s) { // both are beyond what is written in digits
		value = map[bool]string{true: "more", false: "less"}[sol.Achieved > s.Wanted]
	}
	return fmt.Sprintf("no %s %s: the %s is %s, at %s %s", sol.Knob.Says(), w.making(s, sol.Knob), word,
		value, sol.Knob.Says(), sol.place(sol.Value))
}
