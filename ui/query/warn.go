package query

import (
	"fmt"
	"math"

	"retune/calc/jitter"
	"retune/ui/answer"
	"retune/ui/unit"
)

// warnLaws says what surprises people about the types of jitter in use.
func warnLaws(a *answer.Answer, lines []timeline) {
	for i, l := range lines {
		name := ""
		if a.Pair {
			name = string("AB"[i]) + ": "
		}
		for _, w := range surprises(l) {
			a.Warnings = append(a.Warnings, name+w)
		}
	}
}

// surprises is what one policy's law does that its name does not say.
func surprises(l timeline) (list []string) {
	s := l.policy
	if q := s.Factor - 1; q > 0 && q < 1e-12 {
		list = append(list, fmt.Sprintf("the factor is 1 + %.3g, the number nearest to it that the computer has", q))
	}
	if !l.draws() {
		return list
	}
	if b := l.times.Error(); b >= 0.005 && l.effort == answer.Full {
		list = append(list, fmt.Sprintf("the probabilities of elapsed times may be off by up to %s", unit.Share.Format(b)))
	}
	j := s.Jitter.Amount
	capped := s.CapRetry() <= s.Retries
	switch s.Jitter.Type {
	case jitter.Full:
		list = append(list, fmt.Sprintf("full jitter: half of the first waits are below %s", unit.Duration.Format(s.InitialDelay/2)))
	case jitter.Decorrelated:
		list = append(list, fmt.Sprintf("decorrelated jitter: the mean wait grows %s times per retry, not %s, and the factor does not count",
			unit.Number.Format(j/2), unit.Number.Format(j)))
	case jitter.NormalRelative, jitter.NormalAbsolute:
		first := s.One(s.InitialDelay)
		if p := first.Atom(0); p >= 0.001 {
			list = append(list, fmt.Sprintf("normal jitter: %s of the first waits are cut at 0", unit.Share.Format(p)))
		}
		if !s.CapAfter || math.IsInf(s.Cap, 1) {
			list = append(list, "normal jitter: there is no longest wait")
		}
	}
	if s.Feedback && s.Jitter.Type == jitter.Full && s.Factor < math.E {
		list = append(list, "full jitter with feedback: the typical delay shrinks, as each is multiplied by r/e on the way")
	}
	if s.Jitter.Type == jitter.Decorrelated {
		if finite(s.Cap) && l.effort == answer.Full {
			if n := min(l.n, 100); n > 0 {
				if p := l.times.Delay(n).Atom(s.Cap); p >= 0.01 {
					list = append(list, fmt.Sprintf("decorrelated jitter piles up at the cap: %s of the waits before retry %d are exactly %s",
						unit.Share.Format(p), n, unit.Duration.Format(s.Cap)))
				}
			}
		}
		return list
	}
	if !capped {
		return list
	}
	switch _, worst := s.One(math.Inf(1)).Support(); {
	case s.CapAfter && s.One(math.Inf(1)).Atom(s.Cap) == 1:
		list = append(list, fmt.Sprintf("jitter vanishes at the cap: in the end everybody waits exactly %s, in step again", unit.Duration.Format(s.Cap)))
	case !s.CapAfter && worst > s.Cap:
		over := ""
		if finite(worst) {
			over = " by up to " + unit.Duration.Format(worst-s.Cap)
		}
		list = append(list, fmt.Sprintf("the wait may exceed the cap%s: jitter comes after it", over))
	}
	return list
}
