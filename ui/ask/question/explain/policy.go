// Package explain writes worked examples: the formulas of an answer with the numbers of a scenario, so that a reader
// can check them with a pocket calculator.
//
// Each function is the Worked field of the question with its name, and returns the lines for --explain. Results without
// a short formula are left out. The lines do not compute printed results in another way.
package explain

import (
	"fmt"
	"math"
	"strings"

	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// The texts of numbers.
var (
	span   = unit.Duration.Format
	number = unit.Number.Format
	factor = unit.Factor.Format
	rate   = unit.Rate.Format
	share  = unit.Share.Format
)

// lines are the lines of an example.
type lines []string

func (l *lines) add(format string, args ...any) { *l = append(*l, fmt.Sprintf(format, args...)) }

// delay explains the delay before jitter of retry n.
func delay(given *setting.Scenario, n float64) string {
	s := *given
	d := s.Delay(n)
	if !s.Exponential() {
		return fmt.Sprintf("delay before retry %s: %s, x = %[1]s - 1 and what the client shifts, and its limits, = %s",
			number(n), s.Growth.Kind.Row().Formula, span(d))
	}
	text := fmt.Sprintf("%s × %s^%s", span(s.InitialDelay), factor(s.Factor), number(n-1))
	switch {
	case s.Factor == 1:
		return "delay before retry " + number(n) + ": always " + span(d)
	case s.CapRetry() <= n:
		return fmt.Sprintf("delay before retry %s: min(%s, %s) = %s", number(n), span(s.Cap), text, span(d))
	}
	return fmt.Sprintf("delay before retry %s: %s = %s", number(n), text, span(d))
}

// sum explains the start of retry n without jitter.
func sum(given *setting.Scenario, n float64) string {
	s := *given
	if !s.Exponential() {
		return fmt.Sprintf("retry %s starts at %s without jitter: the sum of %[1]s delays and attempts", number(n),
			span(s.Policy.Elapsed(n)))
	}
	var parts lines
	below := math.Min(n, s.CapRetry()-1) // delays below the cap
	switch {
	case below >= 1 && s.Factor == 1:
		parts.add("%s × %s", number(below), span(s.InitialDelay))
	case below >= 1:
		parts.add("%s × (%s^%s - 1)/(%[2]s - 1)", span(s.InitialDelay), factor(s.Factor), number(below))
	}
	if n > below {
		parts.add("%s × %s at the cap", number(n-below), span(s.Cap))
	}
	if s.AttemptTime > 0 {
		parts.add("%s attempts × %s", number(n), span(s.AttemptTime))
	}
	return fmt.Sprintf("retry %s starts at %s = %s without jitter", number(n), strings.Join(parts, " + "),
		span(s.Policy.Elapsed(n)))
}

// mean returns the mean delay for a delay before jitter of d. ok is false if it depends on more than d.
func mean(s *setting.Scenario, d float64) (float64, bool) {
	if s.Stateful() || !unit.Finite(d) {
		return 0, false
	}
	return s.One(d).Mean(), true
}

// jitterEffect explains the effect of jitter on the delays and on their sum up to retry n.
func jitterEffect(s *setting.Scenario, n float64) (list lines) {
	row := s.Jitter.Type.Row()
	if !s.Jitter.Draws() {
		return nil
	}
	name := setting.JitterText(s.Jitter)
	if row.After != nil && !row.DependsOnFactor() {
		list.add("%s jitter: each delay is U(%s, %s × the previous delay), so the mean grows by about %[3]s/2 = %[4]s per "+
			"retry; the factor is not used", name, span(s.InitialDelay), number(s.Jitter.Amount), number(s.Jitter.Amount/2))
		return list
	}
	m, ok := mean(s, s.Grown(n))
	if !ok || !s.ByDelayAlone() {
		return lines{name + " jitter: each delay is " + row.Formula}
	}
	list.add("%s jitter makes %s of a delay d: %s on average before retry %s", name, row.Formula, span(m), number(n))
	if total := s.Policy.Elapsed(n); row.Unit != jitter.Seconds && n <= 1e4 && unit.Finite(total) {
		all := 0.0
		for k := 1.0; k <= n; k++ {
			m, _ := mean(s, s.Grown(k))
			all += m + s.AttemptTime
		}
		list.add("the mean of the sum is the sum of the means: retry %s starts at %s on average", number(n), span(all))
	}
	return list
}

// last returns the last retry without jitter, or 20 for an endless policy.
func last(s *setting.Scenario) float64 {
	if n := s.RetriesMade(); unit.Finite(n) {
		return n
	}
	return 20
}

// fixed explains the last delay before jitter and the sum. It returns nil if the jitter does not use them.
func fixed(s *setting.Scenario, n float64) []string {
	if s.Jitter.Type.Row().After != nil {
		return nil
	}
	return []string{delay(s, n), sum(s, n)}
}

// Schedule explains the last retry.
func Schedule(s *setting.Scenario, _ answer.Answer) []string {
	n := last(s)
	if n < 1 {
		return []string{"no retry starts: there is one attempt"}
	}
	list := append(lines(fixed(s, n)), jitterEffect(s, n)...)
	if unit.Finite(s.RetriesMade()) {
		list.add("%s retries and the first attempt are %s attempts", number(n), number(n+1))
	}
	return list
}

// At explains the retries before and after T, and the smooth curve at T.
func At(given *setting.Scenario, _ answer.Answer) []string {
	s := *given
	t := s.AskAt
	n := s.RetriesBy(t)
	var list lines
	if n >= 1 {
		list = append(list, sum(&s, n))
	}
	list = append(list, sum(&s, n+1), delay(&s, n+1))
	if r := s.Factor - 1; s.AttemptTime == 0 && s.Exponential() {
		list.add("delay after a retry at exactly T: %s + (%s - 1) × %s = %s%s", span(s.InitialDelay), factor(s.Factor),
			span(t), span(s.InitialDelay+r*t), upTo(&s, s.InitialDelay+r*t))
		if t > 0 {
			list.add("ratio: %s / %s = %s", span(s.NextDelay(t)), span(t), number(s.Policy.Ratio(t)))
		}
	}
	return append(list, jitterEffect(&s, n+1)...)
}

// upTo notes that the cap limits a delay.
func upTo(s *setting.Scenario, d float64) string {
	if d > s.Cap {
		return ", limited by the cap of " + span(s.Cap)
	}
	return ""
}

// Compare explains each policy, and for two how many times more retries B makes.
func Compare(s *setting.Scenario, a answer.Answer) []string {
	var list lines
	names := s.Names()
	for i, p := range s.Policies() {
		of := Schedule
		if unit.Finite(s.AskAt) {
			of = At
		}
		for _, line := range of(&p, a) {
			list = append(list, names[i]+": "+line)
		}
	}
	if len(names) > 2 {
		return list
	}
	return append(list, moreRetries(s.Factor, s.B().Factor)...)
}

// moreRetries explains the long-run ratio of retries of factors r2 and r.
func moreRetries(r, r2 float64) (list lines) {
	if r > 1 && r2 > 1 {
		list.add("retries of factor %[1]s for one of %[2]s in the long run, without caps: log %[2]s / log %[1]s = %[3]s",
			factor(r2), factor(r), number(math.Log(r)/math.Log(r2)))
	}
	return list
}

// ToFactor explains how many more retries another factor makes by T.
func ToFactor(s *setting.Scenario, _ answer.Answer) []string {
	b := *s
	b.Factor = s.ToFactor
	list := moreRetries(s.Factor, b.Factor)
	for _, p := range []setting.Scenario{*s, b} {
		if unit.Finite(s.AskAt) && p.Factor > 1 && p.AttemptTime == 0 && p.NextDelay(s.AskAt) < p.Cap {
			list.add("retries by %[1]s with factor %[2]s: log(1 + (%[2]s - 1) × %[1]s / %[3]s) / log %[2]s = %[4]s",
				span(s.AskAt), factor(p.Factor), span(p.InitialDelay), number(p.RetryAt(s.AskAt)))
		}
	}
	return list
}

// Ratio explains the factor for a ratio.
func Ratio(s *setting.Scenario, _ answer.Answer) []string {
	var list lines
	list.add("in the long run the factor is 1 + %s = %s", number(s.Wanted), factor(1+s.Wanted))
	if unit.Finite(s.AskAt) && s.AskAt > 0 && s.AttemptTime == 0 {
		list.add("at %s it is 1 + %s - %s / %[1]s = %[4]s", span(s.AskAt), number(s.Wanted), span(s.InitialDelay),
			factor(1+s.Wanted-s.InitialDelay/s.AskAt))
	}
	return list
}

// Success explains the success probability of a request.
func Success(s *setting.Scenario, _ answer.Answer) []string {
	var list lines
	q, n := s.FailureRate, s.Retries
	if !unit.Finite(n) || unit.Finite(s.Deadline) {
		list.add("an attempt fails with probability %[1]s; retry k is made with probability %[1]s^k, "+
			"unless the deadline is over", share(q))
		return list
	}
	fails := math.Pow(q, n+1)
	list.add("all %[1]s attempts fail with probability %[2]s^%[1]s = %[3]s, and one succeeds with probability %[4]s",
		number(n+1), share(q), share(fails), share(1-fails))
	list.add("attempts per request: (1 - %[1]s^%[2]s) / (1 - %[1]s) = %[3]s", share(q), number(n+1),
		number((1-fails)/(1-q)))
	return list
}
