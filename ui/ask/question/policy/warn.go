package policy

import (
	"context"
	"fmt"
	"math"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// warnJitter warns about surprising effects of jitter and of the total timeout.
func warnJitter(a *answer.Answer, lines []timeline) {
	for i, l := range lines {
		if w := l.policy.TotalTimeout; unit.Finite(w) && l.policy.CallTime() >= w {
			a.WarnOf(i, answer.Input, fmt.Sprintf("the total timeout ends the call at %s, an attempt in progress included; "+
				"--deadline %[1]s would let it finish", unit.Duration.Format(w)), "total_timeout_s")
		}
		warnTraits(a, i, l)
	}
}

// Traits returns the surprising effects of the jitter of one policy.
func Traits(ctx context.Context, s *setting.Scenario, effort answer.Effort) []answer.Warning {
	var a answer.Answer
	warnTraits(&a, 0, newTimeline(ctx, s, effort))
	return a.Warnings
}

// warnTraits warns about effects of the jitter type of policy i that its name does not reveal.
func warnTraits(a *answer.Answer, i int, l timeline) {
	s := l.policy
	if !l.draws() {
		return
	}
	if err := l.why(); err != nil {
		a.WarnOf(i, answer.Absent, err.Error(), "jitter")
	}
	if l.n == 0 { // no retries
		return
	}
	trait := func(format string, args ...any) {
		a.WarnOf(i, answer.JitterTrait, fmt.Sprintf(format, args...), "jitter")
	}
	row := s.Jitter.Type.Row()
	switch {
	case row.After != nil && !row.DependsOnFactor():
		trait("%s jitter: delays grow %s-fold per retry on average, not %s-fold; the factor is not used",
			row.Name, unit.Number.Format(s.Jitter.Amount/2), unit.Number.Format(s.Jitter.Amount))
	case row.Deviation != nil && (!s.CapAfter || math.IsInf(s.Cap, 1)):
		trait("%s jitter has no upper limit", row.Name)
	case row.Bounds != nil:
		first := s.Retry(1)
		half := first.Quantile(0.5)
		if lo, hi := first.Support(); lo == 0 && hi > 0 && half < 0.99*s.InitialDelay {
			trait("with %s jitter half of the clients wait at most %s before their first retry",
				setting.JitterText(s.Jitter), unit.Duration.Format(half))
		}
	}
	if text := atTheCap(&s); text != "" {
		trait("%s", text)
	}
}

// atTheCap describes what happens to independent jitter at the cap, or returns "".
func atTheCap(s *setting.Scenario) string {
	row := s.Jitter.Type.Row()
	if !unit.Finite(s.Cap) || s.CapRetry() > s.Retries || row.After != nil || row.Path != nil {
		return ""
	}
	far := s.One(math.Inf(1))
	if !s.ByDelayAlone() {
		far = s.Retry(min(s.SameFrom(), max(1, s.Retries), 1<<20))
	}
	switch _, worst := far.Support(); {
	case far.Atom(s.Cap) == 1:
		return "jitter vanishes at the cap: all clients end up waiting exactly " + unit.Duration.Format(s.Cap) +
			", in lock-step again"
	case s.CapAfter || worst <= s.Cap:
		return ""
	case unit.Finite(worst):
		return "jitter is applied after the cap, so delays exceed it by up to " + unit.Duration.Format(worst-s.Cap) +
			" (--cap-after prevents this)"
	}
	return "jitter is applied after the cap, so delays exceed it (--cap-after prevents this)"
}
