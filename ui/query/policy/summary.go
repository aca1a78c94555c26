package policy

import (
	"fmt"
	"math"
	"strings"

	"retune/calc/jitter"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// perPolicy is what is said of each policy, in one sentence for two.
func perPolicy(lines []timeline, of func(i int, l timeline) string) string {
	if len(lines) == 1 {
		return answer.Sentence(of(0, lines[0])) + "."
	}
	return "A " + of(0, lines[0]) + "; B " + of(1, lines[1]) + "."
}

// lasts is how long the clients of policy i keep trying, of which some figures may be absent: the
// mean, or else the next, and those that come then in brackets; "" if there is none.
func lasts(a answer.Answer, i int, attemptTime float64) (text string) {
	var more []string
	for _, p := range []struct{ name, alone, after string }{{"last retry mean", "%s on average", ""}, {"last retry p99", "up to %s, 99 of 100 of them", "p99 %s"}, {"last retry max", "at most %s", "at most %s"}} {
		v := a.Value(p.name, i)
		if v.Status != "" {
			continue
		}
		if long := unit.Duration.Format(v.Number + attemptTime); text == "" {
			text = fmt.Sprintf(p.alone, long)
		} else {
			more = append(more, fmt.Sprintf(p.after, long))
		}
	}
	if more != nil {
		text += " (" + strings.Join(more, ", ") + ")"
	}
	return text
}

// keepsTrying says how long a policy's clients keep trying, and how often.
func keepsTrying(a answer.Answer, i int, l timeline) string {
	s := l.policy
	attempts := func(n float64) string {
		return fmt.Sprintf("%s, %s", answer.Counted(n+1, "attempt", "attempts"), answer.Counted(n, "retry", "retries"))
	}
	n, most := s.Total(), ""
	if l.cutShort() && (finite(s.MostRetries()) || s.Rule.Starts.Most > 0) {
		n = float64(l.atLeast(1e-6))
	}
	switch {
	case n == 0:
		return "makes one attempt and no retry"
	case math.IsInf(s.Retries, 1) && math.IsInf(s.Deadline, 1) && math.IsInf(n, 1):
		text := "never gives up: it retries without end"
		if from := a.Says("cap from", i); from != "" && !l.draws() {
			text += fmt.Sprintf(", every %s from %s on", unit.Duration.Format(s.Cap+s.AttemptTime), from)
		}
		return text
	case l.draws() || !curved(s):
		most = lasts(a, i, s.AttemptTime)
		if most == "" && s.Rule.Starts.Most > 0 {
			return "never gives up, unless the limit of starts ends it early"
		}
		if most == "" {
			return "keeps trying; for how long was not computed"
		}
		most = "keeps trying for " + most
		if s.Rule.Stop == jitter.CountAndAge && finite(s.Deadline) && finite(s.Retries) {
			return most + ", until " + attempts(s.Retries) + " and " + s.As("deadline") + " are both passed"
		}
		switch upTo := map[bool]string{true: "up to "}[l.times.StartedBy(int(n), math.Inf(1)) < 1]; {
		case !l.cutShort():
			return most + ": " + attempts(s.Retries)
		case s.Rule.Starts.Most > 0 && n == mostStarts:
			return most + ", until the limit of starts"
		case s.Rule.Starts.Most > 0 && n < s.Retries:
			return most + ": " + upTo + attempts(n) + " by the limit of starts"
		case finite(s.Retries): // how many retries a deadline leaves is up to chance
			return most + ": " + upTo + attempts(n)
		}
		return most + ", until the deadline of " + s.As("deadline")
	}
	text := fmt.Sprintf("keeps trying for %s: %s", unit.Duration.Format(s.StartOf(n)+s.AttemptTime), attempts(n))
	switch {
	case n < s.Retries && math.IsInf(s.Deadline, 1):
		text += " by the limit of starts"
	case n < s.Retries:
		text += fmt.Sprintf(" by the deadline of %s", s.As("deadline"))
	}
	return text
}

// elapsedAt is T as it was typed and, where it is long, as people read it.
func elapsedAt(s knob.Scenario) string {
	typed, read := s.As("at"), unit.Duration.Format(s.AskAt)
	if typed == read || s.AskAt < 600 {
		return typed
	}
	return typed + " (" + read + ")"
}

// whereAt says where the clients of a policy are at T.
func whereAt(a answer.Answer, i int, l timeline) string {
	s := l.policy
	if l.draws() {
		done := unit.Number.Format(a.Value("retries expected", i).Number)
		retries := map[bool]string{true: "retry", false: "retries"}[done == "1"]
		if wait := a.Says("current delay mean", i); wait != "" {
			waits := map[bool]string{true: "retries again", false: "still waits"}[s.AttemptTime > 0] // or is in an attempt
			return fmt.Sprintf("%s %s done on average; a client that %s has a delay of %s on average (p99 %s)", done, retries, waits, wait, a.Says("current delay p99", i))
		}
		return fmt.Sprintf("the policy has ended: no client is waiting, after %s %s on average", done, retries)
	}
	n := s.Total()
	done := min(s.RetriesBy(s.AskAt), n)
	last, until := !math.IsInf(n, 1) && done == n, s.StartOf(done)+s.AttemptTime
	if math.IsInf(done, 1) {
		return "any number of retries done: they follow at once, as there is no wait"
	}
	text := answer.Counted(done, "retry", "retries") + " done"
	next := fmt.Sprintf("%s for the next, at %s", a.Says("current delay", i), a.Says("next retry at", i))
	switch under := text + ", an attempt under way until " + unit.Duration.Format(until); {
	case last && s.AskAt < until:
		return under + ", which is the last"
	case last:
		return fmt.Sprintf("the policy has ended: it gave up at %s, after %s", unit.Duration.Format(until), answer.Counted(n, "retry", "retries"))
	case s.AskAt < until:
		return under + "; then waiting " + next
	}
	return text + "; waiting " + next
}

// atSummary is where the clients of each policy are at T.
func atSummary(a answer.Answer, s knob.Scenario, lines []timeline) string {
	at := "At " + elapsedAt(s)
	if len(lines) == 1 {
		return at + ": " + whereAt(a, 0, lines[0]) + "."
	}
	return fmt.Sprintf("%s: A: %s. B: %s.", at, whereAt(a, 0, lines[0]), whereAt(a, 1, lines[1]))
}

// pairSummary says which policy gives up sooner, and which retries more.
func pairSummary(a answer.Answer, lines []timeline) string {
	name, verbs := "gives up at", []string{"gives up", "give up"}
	if some(lines, timeline.draws) {
		if name = "last retry mean"; some(lines, func(l timeline) bool { return l.policy.AttemptTime > 0 }) {
			verbs = []string{"starts the last retry", "start the last retry"}
		}
	}
	on := map[bool]string{true: " on average"}[name == "last retry mean"]
	x, y := a.Value(name, 0), a.Value(name, 1)
	endless := func(i int) bool { return math.IsInf(lines[i].policy.Total(), 1) }
	made := func(i int) string { return a.Says("retries made", i) }
	text := ""
	switch ratio := y.Number / x.Number; {
	case endless(0) && endless(1):
		return "Neither A nor B ever gives up."
	case endless(0):
		return "A never gives up, B does" + after(y, on) + "."
	case endless(1):
		return "B never gives up, A does" + after(x, on) + "."
	case x.Status != "" || y.Status != "":
		return retriesOfBoth(made)
	case x.Number == 0 || y.Number == 0:
		return fmt.Sprintf("A %s%s, B%s.", verbs[0], after(x, on), after(y, on))
	case math.Abs(ratio-1) <= answer.Near:
		text = fmt.Sprintf("Both %s%s", verbs[1], after(x, on))
	case ratio < 1:
		text = fmt.Sprintf("B %s %sx sooner (%s against %s%s)", verbs[0], unit.Number.Rounded(1/ratio, 3), a.Says(name, 1), a.Says(name, 0), on)
	default:
		text = fmt.Sprintf("B keeps trying %sx as long (%s against %s%s)", unit.Number.Rounded(ratio, 3), a.Says(name, 1), a.Says(name, 0), on)
	}
	switch m, n := made(0), made(1); {
	case m == "" || n == "":
		return text + "."
	case m == n:
		return text + ", with the same " + answer.Counted(a.Value("retries made", 0).Number, "retry", "retries") + "."
	default:
		return text + answer.Agreed(", with "+n+" retries against "+m+".")
	}
}

// after is when a policy gives up.
func after(v answer.Value, on string) string {
	if v.Status != "" {
		return ""
	}
	return " after " + unit.Duration.Format(v.Number) + on
}

// retriesOfBoth says how many retries each makes.
func retriesOfBoth(made func(i int) string) string {
	if made(0) == "" || made(1) == "" {
		return ""
	}
	return "A makes " + made(0) + " retries and B " + made(1) + "."
}

// reconnects says how soon clients are back after the outage.
func reconnects(a answer.Answer, i int, _ timeline) string {
	mean, gaveUp := a.Says("reconnect delay mean", i), a.Value("gave up", i).Number
	if mean == "" {
		who := "every client gives"
		if gaveUp < 1 {
			who = "all but " + unit.Share.Format(1-gaveUp) + " of the clients give"
		}
		return who + " up before it ends, after " + unit.Number.Format(a.Value("wasted retries", i).Number) + " wasted retries: raise --retries or --deadline"
	}
	text := fmt.Sprintf("clients are back %s after it on average (p99 %s", mean, a.Says("reconnect delay p99", i))
	if most := a.Says("reconnect delay max", i); most != "" {
		text += ", at most " + most
	}
	text += "), with " + unit.Number.Format(a.Value("wasted retries", i).Number) + " wasted retries"
	if gaveUp > 0.001 {
		text += fmt.Sprintf("; %s gave up before", unit.Share.Format(gaveUp))
	}
	return text
}

// reconnectSummary is that of each policy.
func reconnectSummary(a answer.Answer, s knob.Scenario, lines []timeline) string {
	text := "After an outage of " + ofBoth(s, knob.Scenario.OutageSays)
	if len(lines) == 1 {
		return text + " " + reconnects(a, 0, lines[0]) + "."
	}
	return fmt.Sprintf("%s: A: %s. B: %s.", text, reconnects(a, 0, lines[0]), reconnects(a, 1, lines[1]))
}

// succeedsAt says how likely a request succeeds, and how soon.
func succeedsAt(a answer.Answer, i int, _ timeline) string {
	if a.Says("success probability", i) == "" {
		return "how many requests succeed was not computed"
	}
	text := answer.Agreed(fmt.Sprintf("%s of requests succeed, with %s attempts on average", a.Says("success probability", i), a.Says("mean attempts", i)))
	if mean := a.Says("time to success mean", i); mean != "" {
		text += fmt.Sprintf("; success takes %s on average (p99 %s)", mean, a.Says("time to success p99", i))
	}
	return text
}

// jitterSummary names the types of the lowest peak and of the shortest time.
func jitterSummary(names []string, rows [][]float64) string {
	peak, soon := 0, 0
	for i, row := range rows {
		if row[len(row)-1] < rows[peak][len(row)-1] {
			peak = i
		}
		if row[1] < rows[soon][1] {
			soon = i
		}
	}
	last, than := len(rows[0])-1, ""
	if rows[peak][last] < rows[0][last] {
		than = "; " + names[0] + " " + unit.Rate.Format(rows[0][last])
	}
	return fmt.Sprintf("Lowest peak: %s (%s%s). Soonest done: %s (p99 %s).", names[peak], unit.Rate.Format(rows[peak][last]), than,
		names[soon], unit.Duration.Format(rows[soon][1]))
}

// toFactorSummary says how many times more retries another factor makes.
func toFactorSummary(a answer.Answer, s knob.Scenario) string {
	from, to := unit.Factor.Format(s.Factor), unit.Factor.Format(s.ToFactor)
	if ratio := a.Says("retries ratio", 0); ratio != "" {
		return fmt.Sprintf("A factor of %s makes %s times the retries of %s by %s: %s instead of %s.", to, ratio, from, elapsedAt(s),
			a.Says("retries to", 0), a.Says("retries", 0))
	}
	if ratio := a.Says("retries ratio approx", 0); ratio != "" {
		return fmt.Sprintf("A factor of %s makes about %s times the retries of %s in the long run.", to, ratio, from)
	}
	return fmt.Sprintf("In the long run the ratio of the retries with a factor of %s to those with %s has no limit.", to, from)
}
