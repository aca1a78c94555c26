package target

import (
	"fmt"
	"math"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// summary says what the knob has to be, and what that gives.
func (sol Solution) summary(s knob.Scenario, w want) string {
	kind, name := w.Kind(s), Called(sol.Knob)
	gives := w.gives(kind.Apart(sol.Achieved, s.Wanted))
	if sol.All {
		return fmt.Sprintf("Any %s does it: whatever it is, %s.", name, gives)
	}
	gives = w.then(kind.Apart(sol.Achieved, s.Wanted))
	if sol.Unit != unit.Count && math.IsInf(sol.Value, 1) {
		return fmt.Sprintf("No %s: %s.", name, gives)
	}
	if sol.Unit != unit.Count {
		return fmt.Sprintf("%s of %s: %s.", answer.Sentence(article(name)), sol.place(sol.Value), gives)
	}
	text := fmt.Sprintf("%s %s: %s", answer.Sentence(name), sol.place(sol.Value), gives)
	if sol.Knob.Name == "retries" && !math.IsInf(sol.Value, 1) {
		text = fmt.Sprintf("%s (%s): %s", answer.Counted(sol.Value, "retry", "retries"), answer.Counted(sol.Value+1, "attempt", "attempts"), gives)
	}
	if !math.IsNaN(sol.Past) {
		text += fmt.Sprintf("; with %s it would be %s", sol.place(sol.Next), kind.Apart(sol.Past, s.Wanted))
	}
	return text + "."
}

// whatSummary is the value, or why there is none.
func whatSummary(a answer.Answer, r answer.Result) string {
	say := func(i int) string {
		if text := a.Says(r.Called(), i); text != "" {
			if share := a.Says(r.Called()+" relative", i); share != "" {
				text += " (" + share + " of the time before)"
			}
			return text
		}
		if v := a.Value(r.Called(), i); v.Why != "" {
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
	if mean, most := a.Says("reconnect delay mean", 0), a.Says("reconnect delay max", 0); most != "" && mean != "" {
		text += fmt.Sprintf("back %s after an outage of %s on average, %s at most", mean, s.As("at"), most)
	} else {
		text += fmt.Sprintf("no wait is longer than %s", a.Says("longest wait", 0))
	}
	n := a.Says("retries of mean delays", 0)
	if n == "" {
		n = a.Says("retries", 0)
	}
	return text + ", for " + n + " retries meanwhile."
}
