package policy

import (
	"fmt"
	"math"
	"strings"

	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A clause is the part of a sentence about policy i of an answer.
type clause struct {
	timeline
	a answer.Answer
	i int
}

// says returns a figure of the policy as text, or "" if it has no value.
func (c clause) says(name string) string { return c.a.FigureText(name, c.i) }

// perPolicy returns a sentence that begins with lead and has a clause for each policy: see [answer.Answer.EachPolicy].
func perPolicy(a answer.Answer, lines []timeline, lead, verb string, of func(clause) string) string {
	return a.Sentence(lead+a.EachPolicy(verb, "; ", func(i int) string { return of(clause{lines[i], a, i}) })) + "."
}

// lasts describes how long the clients keep trying: the mean, then the 99th percentile and the maximum in parentheses.
// Absent figures are left out; "" means that all are absent.
func (c clause) lasts() (text string) {
	var more []string
	for _, p := range []struct{ name, alone, after string }{{"call time mean", "%s on average", ""},
		{"call time p99", "up to %s for 99 of 100 clients", "p99 %s"}, {"call time max", "at most %s", "at most %s"}} {
		switch long := c.says(p.name); {
		case long == "":
		case text == "":
			text = fmt.Sprintf(p.alone, long)
		default:
			more = append(more, fmt.Sprintf(p.after, long))
		}
	}
	if more != nil {
		text += " (" + strings.Join(more, ", ") + ")"
	}
	return text
}

// keepsTrying describes how long the clients of a policy keep trying, and with how many attempts.
func keepsTrying(c clause) string {
	s := c.policy
	n := s.RetriesMade()
	if c.hasRandomEnd() && (unit.Finite(s.MostRetries()) || s.Rule.Starts.Most > 0) {
		n = float64(c.atLeast(1e-6))
	}
	switch {
	case n == 0:
		return "makes one attempt and no retry"
	case math.IsInf(n, 1) && math.IsInf(s.Retries, 1) && math.IsInf(s.CallLimit(), 1):
		text := "never gives up: there is no limit on retries or time"
		if from := c.says("cap from"); from != "" && !c.draws() {
			text += fmt.Sprintf(", every %s from %s on", unit.Duration.Format(s.Cap+s.AttemptTime), from)
		}
		return text
	case c.draws() || !curved(&s):
		return c.triesFor(c.lasts(), n)
	}
	text := fmt.Sprintf("keeps trying for %s: %s", unit.Duration.Format(s.CallTime()), attempts(n))
	switch {
	case n < s.Retries && s.CallTime() > s.Deadline:
		text += "; the last one starts before " + ender(&s) + " and runs past it"
	case n < s.Retries:
		text += " by " + ender(&s)
	}
	return text
}

// triesFor describes the number of attempts within a random time. time is "" if it was not computed.
func (l timeline) triesFor(time string, n float64) string {
	s, text := l.policy, "keeps trying for "+time
	switch {
	case time == "" && s.Rule.Starts.Most > 0:
		return "never gives up, unless the limit of starts ends it early"
	case time == "":
		return "keeps trying; the time was not computed"
	case s.Rule.Stop == jitter.CountAndAge && unit.Finite(s.Deadline) && unit.Finite(s.Retries) &&
		!unit.Finite(s.TotalTimeout):
		return text + ", until " + attempts(s.Retries) + " and " + s.SentenceText("deadline") + " have both passed"
	case !l.hasRandomEnd():
		return text + ": " + attempts(s.Retries)
	case n == mostStarts || !unit.Finite(s.Retries) && s.Rule.Starts.Most == 0:
		return text + ", until " + ender(&s)
	case l.StartedBy(int(n), math.Inf(1)) < 1: // the number of retries by a deadline is random
		return text + ": up to " + attempts(n)
	}
	return text + ": " + attempts(n)
}

// attempts returns n retries in words, with the number of attempts.
func attempts(n float64) string {
	return answer.Counted(n+1, "attempt", "attempts") + ", " + answer.Counted(n, "retry", "retries")
}

// elapsedAt returns T as the user typed it, and for long times also as people read it.
func elapsedAt(s *setting.Scenario) string {
	typed, read := s.SentenceText("at"), unit.Duration.Format(s.AskAt)
	if typed == read || s.AskAt < 600 {
		return typed
	}
	return typed + " (" + read + ")"
}

// whereAt describes the state of the clients of a policy at T.
func whereAt(c clause) string {
	s := c.policy
	if c.draws() {
		done, wait := c.says("retries expected"), c.says("current delay mean")
		if wait == "" {
			return answer.Singulars(fmt.Sprintf("the policy has ended, after %s retries on average", done))
		}
		clients := "clients that are waiting"
		if s.AttemptTime > 0 { // the others are in an attempt
			clients = "clients that will retry"
		}
		return answer.Singulars(fmt.Sprintf("%s retries done on average; %s have a mean delay of %s (p99 %s)", done, clients,
			wait, c.says("current delay p99")))
	}
	n, ends := s.RetriesMade(), s.CallTime()
	done := min(s.RetriesBy(s.AskAt), n)
	if math.IsInf(done, 1) {
		return "any number of retries done, because there is no delay"
	}
	last, until := done == n, min(s.StartOf(done)+s.AttemptTime, ends)
	text := answer.Counted(done, "retry", "retries") + " done"
	under := text + ", an attempt in progress until " + unit.Duration.Format(until)
	next := fmt.Sprintf("%s for the next retry, at %s", c.says("current delay"), c.says("next retry at"))
	switch {
	case last && until <= s.AskAt && s.AskAt < ends:
		return text + "; waiting for the end of the call at " + unit.Duration.Format(ends)
	case last && s.AskAt < until:
		return under + " (the last)"
	case last:
		return fmt.Sprintf("the policy has ended; it gave up at %s, after %s", unit.Duration.Format(ends),
			answer.Counted(n, "retry", "retries"))
	case s.AskAt < until:
		return under + "; then waiting " + next
	}
	return text + "; waiting " + next
}

// reconnectsAfter describes how soon clients reconnect after the outage.
func reconnectsAfter(c clause) string {
	mean, wasted := c.says("reconnect delay mean"), c.says("wasted retries")+" wasted retries"
	gaveUp := c.a.Value("gave up", c.i).Number
	if mean == "" && !(gaveUp > 0) {
		return "the reconnect delay is unknown"
	}
	if mean == "" {
		who := "every client gives"
		if gaveUp < 1 {
			who = "all but " + unit.Share.Rounded(1-gaveUp, 3) + " of the clients give"
		}
		text := who + " up before it ends, after " + wasted
		var limits []string
		for _, k := range c.policy.PolicyLimits() {
			limits = append(limits, "--"+k.Name)
		}
		if limits != nil {
			text += "; raise " + strings.Join(limits, " or ")
		}
		return text
	}
	p99, most := c.says("reconnect delay p99"), c.says("reconnect delay max")
	text := fmt.Sprintf("clients reconnect %s later", mean)
	switch {
	case mean == p99 && mean == most: // all wait as long
	case most != "":
		text += fmt.Sprintf(" on average (p99 %s, at most %s)", p99, most)
	default:
		text += " on average (p99 " + p99 + ")"
	}
	text += ", with " + wasted
	if gaveUp > 0.001 {
		text += fmt.Sprintf("; %s give up before it ends", c.says("gave up"))
	}
	return text
}

// succeedsAt describes the success probability of a request, and its time.
func succeedsAt(c clause) string {
	share := c.says("success probability")
	if share == "" {
		return "the share of requests that succeed was not computed"
	}
	text := answer.Singulars(fmt.Sprintf("%s of requests succeed, with %s attempts on average", share,
		c.says("mean attempts")))
	if mean := c.says("time to success mean"); mean != "" {
		text += fmt.Sprintf("; success takes %s on average (p99 %s)", mean, c.says("time to success p99"))
	}
	return text
}

// toFactorSummary says how many times more retries another factor makes.
func toFactorSummary(a answer.Answer, s *setting.Scenario) string {
	from, to := unit.Factor.Format(s.Factor), unit.Factor.Format(s.ToFactor)
	if ratio := a.FigureText("retries ratio", 0); ratio != "" {
		return fmt.Sprintf("A factor of %s makes %s times the retries of %s by %s: %s instead of %s.", to, ratio, from,
			elapsedAt(s),
			a.FigureText("retries to", 0), a.FigureText("retries", 0))
	}
	if ratio := a.FigureText("retries ratio approx", 0); ratio != "" {
		return fmt.Sprintf("A factor of %s makes about %s times the retries of %s in the long run.", to, ratio, from)
	}
	return fmt.Sprintf("In the long run the ratio of retries with a factor of %s to retries with %s has no limit.", to,
		from)
}
