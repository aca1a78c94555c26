package policy

import (
	"context"
	"errors"
	"fmt"
	"math"

	"retune/calc"
	"retune/ui/ask/answer"
	"retune/ui/ask/question/explain"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// Ratio answers with the factor for a ratio of the delay to the elapsed time.
var Ratio = answer.Question{
	Command: answer.Command{
		Examples: []string{"retune --ratio 0.1 -T 1000s"},
		Name:     "ratio",
		Flag:     "ratio",
		Short:    "find the factor for a ratio of delay to elapsed time",
		Long: `The reconnect delay is at most the delay after a retry at T, so the ratio of that delay to the
elapsed time limits the reconnect delay relative to the length of the outage.

    for long times        r = 1 + ratio
    at elapsed T, s = 0   r = 1 + ratio - a/T
    with attempt time s   r solves  n s + (ratio T - a)/(r - 1) = T,  n = log_r(ratio T/a)

No factor gives a delay below the initial delay or above the cap.

` + answer.Sources,
	},
	Scope:        answer.Scope{Takes: []string{"at"}, Needs: []string{"ratio"}},
	SettingsRead: answer.SettingsRead{OwnSettings: ownRatio, NoAssumptions: true},
	Computation:  answer.Computation{Worked: explain.Ratio, Ask: askRatio},
}

func ownRatio() []setting.Setting {
	r, _ := Figures().Find("ratio")
	return []setting.Setting{r.Setting()}
}

func askRatio(_ context.Context, s *setting.Scenario, _ answer.Effort) answer.Answer {
	if s.InitialDelay == 0 {
		return answer.Answer{None: answer.NoGrowth}
	}
	list := []answer.Quantity{{Name: "factor", Symbol: "r",
		Value: answer.Amount(calc.FactorForRatio(s.Wanted), unit.Factor)}}
	if unit.Finite(s.AskAt) {
		f, err := s.FactorForRatioAt(s.Wanted, s.AskAt)
		if none := (*calc.NoAnswer)(nil); errors.As(err, &none) {
			return answer.Answer{None: noFactor(s, none)}
		}
		list = append(list,
			answer.Quantity{Name: "factor at elapsed", Symbol: "r(T)", Value: answer.Amount(f, unit.Factor)},
			answer.Quantity{Name: "delay after retry", Symbol: "t(T)", Value: answer.Amount(s.Wanted*s.AskAt, unit.Duration)})
	}
	a := answer.Answer{Groups: []answer.Group{{Title: "for a ratio of " + unit.Number.Format(s.Wanted), Quantities: list}}}
	a.Summary = fmt.Sprintf("A factor of %s gives a ratio of %s in the long run", unit.Factor.Format(list[0].Number),
		unit.Number.Format(s.Wanted))
	if unit.Finite(s.AskAt) {
		a.Summary += fmt.Sprintf("; for that ratio at %s the factor is %s, with a delay of %s", elapsedAt(s),
			unit.Factor.Format(list[1].Number), unit.Duration.Format(list[2].Number))
	}
	a.Summary += "."
	if unit.Finite(s.Cap) && s.Wanted > 0 {
		a.Warn(answer.CapBinds, fmt.Sprintf("the cap limits the delay to %s, so the ratio is lower from T = %s on",
			s.SentenceText("cap"), unit.Duration.Format(s.Cap/s.Wanted)), "cap_s")
	}
	return a
}

// noFactor explains why no factor gives the ratio at T, and gives the nearest possible ratio.
func noFactor(s *setting.Scenario, no *calc.NoAnswer) *answer.None {
	at := s.SentenceText("at")
	if s.AskAt == 0 {
		return &answer.None{Reason: "at " + at + " no time has passed, so the ratio is infinite with any factor",
			Hint: "choose a later T"}
	}
	wanted := fmt.Sprintf("a ratio of %s at %s is a delay of %s, ", unit.Number.Exact(s.Wanted), at,
		unit.Duration.Format(s.Wanted*s.AskAt))
	least := fmt.Sprintf("the least ratio at %s is %s, with factor 1", at, unit.Number.Rounded(roundedUp(no.Ratio), 4))
	switch no.Miss {
	case calc.TooShort:
		return &answer.None{Reason: wanted + "shorter than the initial delay " + unit.Duration.Exact(s.InitialDelay),
			Hint: least}
	case calc.TooSteep:
		return &answer.None{Reason: wanted + "and attempts of " + unit.Duration.Exact(s.AttemptTime) +
			" leave no time for the retries that grow to it", Hint: least}
	}
	hint := fmt.Sprintf("the greatest ratio at %s is %s", at, unit.Number.Rounded(-roundedUp(-no.Ratio), 4))
	if unit.Finite(no.Factor) {
		hint += ", with factor " + unit.Factor.Format(no.Factor) + " or more"
	}
	return &answer.None{Reason: wanted + "longer than the cap " + unit.Duration.Exact(s.Cap), Hint: hint}
}

// ToFactor answers with how many times more retries another factor makes.
var ToFactor = answer.Question{
	Command: answer.Command{
		Examples: []string{"retune --to-factor 1.1 -r 2 -T 1000s"},
		Name:     "to-factor",
		Flag:     "to-factor",
		Short:    "compare the retries of two factors",
		Long: `A change of the factor from r to r' with all else equal.

    for long times   n'/n = log r / log r'
    at elapsed T     n'/n = n'(T)/n(T),  n(T) as for -T

The approximation converges slowly: from 2 to 1.1 it gives 7.3, and at T = 1000 a the exact ratio
is 4.9. The approximation does not hold once a cap is reached.

` + answer.Sources,
	},
	Scope:        answer.Scope{Takes: []string{"at", "to-factor"}, Needs: []string{"to-factor"}},
	SettingsRead: answer.SettingsRead{NoAssumptions: true},
	Computation:  answer.Computation{Worked: explain.ToFactor, Ask: askToFactor},
}

func askToFactor(_ context.Context, s *setting.Scenario, _ answer.Effort) answer.Answer {
	if s.InitialDelay == 0 {
		return answer.Answer{None: answer.NoGrowth}
	}
	b := *s
	b.Factor = s.ToFactor
	list := ratios(s, &b)
	if unit.Finite(s.AskAt) {
		list = append([]answer.Quantity{
			{Name: "retries", Symbol: "n(T)", Value: answer.Amount(s.RetryAt(s.AskAt), unit.Number)},
			{Name: "retries to", Symbol: "n'(T)", Value: answer.Amount(b.RetryAt(s.AskAt), unit.Number)},
		}, list...)
	}
	a := answer.Answer{Groups: []answer.Group{{Title: "from factor " + unit.Factor.Format(s.Factor) + " to " +
		unit.Factor.Format(b.Factor), Quantities: list}}}
	a.Summary = toFactorSummary(a, s)
	a.WarnAbsent()
	warnApprox(&a, b, *s)
	if unit.Finite(s.AskAt) {
		warnEnded(&a, s)
	}
	return a
}

// roundedUp returns the least number of four significant digits that is at least x, within the error of a product.
func roundedUp(x float64) float64 {
	if x == 0 {
		return 0
	}
	digit := math.Pow(10, math.Floor(math.Log10(math.Abs(x)))-3)
	return math.Ceil(x/digit*(1-math.Copysign(1e-12, x))) * digit
}
