package setting

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"retune/ui/unit"
)

// TargetSetting returns the setting for the wanted value of a result. The value is at most most, if most is above 0. It
// may be a share of the elapsed time if relative is true, and a rate may be a multiple of the load without an outage.
func TargetSetting(name string, kind unit.Kind, help string, most float64, relative bool) Setting {
	switch {
	case most > 0:
	case kind == unit.Duration:
		most = MaxElapsed
	case kind == unit.Share:
		most = 1
	default:
		most = 1e12
	}
	v := ranged(func(s *Scenario) *float64 { return &s.Wanted }, kind, 0, most)
	if relative || kind == unit.Rate {
		v = v.orShare(func(s *Scenario) *bool { return &s.Relative })
	}
	return Setting{
		Name: name, Group: GroupResults, Help: help,
		OfQuestion: true, IsTarget: true,
		Value: compound{
			rule:   v.Range(),
			number: func(*Scenario) (number, bool) { return v, true },
			whole:  true,
			text: func(s *Scenario) string {
				if s.Want != name {
					return ""
				}
				return string(s.Bound) + v.Text(s)
			},
			set: func(s *Scenario, text string) error {
				if s.Want != "" && s.Want != name {
					return fmt.Errorf("give one target: either this or --%s", s.Want)
				}
				bound, rest := cutBound(text)
				err := v.Set(s, rest)
				if err == nil {
					s.Want, s.Bound = name, bound
				}
				return err
			},
			reset: func(s *Scenario) {
				if s.Want == name { // else s holds the wanted value of another result
					s.Want, s.Bound = "", Suggested
					v.Reset(s)
				}
			},
		},
	}
}

// ResultSetting returns the setting that names the result to print. find resolves the other names of results.
func ResultSetting(list []string, find func(name string) (first string, ok bool)) Setting {
	return Setting{
		Name: "result", Group: GroupQuestion, Help: "result of the policy",
		OfQuestion: true, IsArgument: true,
		Value: wordFrom(func(s *Scenario) *string { return &s.Result }, func() []string { return list }, find,
			"unknown result %[1]s"),
	}
}

// A finder finds a result under any of its names.
type finder func(name string) (first string, kind unit.Kind, ok bool)

// OfSetting returns the setting that names the result to show along an axis, with an optional limit: peak-load, or
// 'peak-load<1500/s'. find resolves the names of results.
func OfSetting(list func() []string, find finder) Setting {
	return Setting{
		Name:       "of",
		Names:      "metric",
		Label:      "result",
		Group:      GroupQuestion,
		Rare:       true,
		Help:       "result to show, with or without a limit: peak-load or 'peak-load<1500/s'",
		OfQuestion: true,
		Value: compound{rule: "a result, with or without a limit: peak-load or 'peak-load<1500/s'",
			words: list,
			reset: func(s *Scenario) { s.Of, s.Wanted, s.Bound = "", math.NaN(), Suggested },
			show:  func(s *Scenario) string { return cmp.Or(resultText(s, find), unasked) },
			set:   func(s *Scenario, text string) error { return setOf(s, text, list(), find) },
			text:  func(s *Scenario) string { return resultText(s, find) }},
	}
}

// resultText returns the text of --of: the name of the result and its limit, such as peak-load<1500/s.
func resultText(s *Scenario, find finder) string {
	if s.Of == "" || math.IsNaN(s.Wanted) {
		return s.Of
	}
	_, kind, _ := find(s.Of)
	return s.Of + string(s.Bound) + kind.Exact(s.Wanted)
}

// setOf parses a result and its limit.
func setOf(s *Scenario, text string, list []string, find finder) error {
	name, rest := strings.TrimLeft(strings.TrimSpace(text), "-"), ""
	if at := strings.IndexAny(name, "<>=≤≥"); at >= 0 {
		name, rest = strings.TrimSpace(name[:at]), name[at:]
	}
	first, kind, ok := find(name)
	if !ok {
		return Refused{Reason: "unknown result " + unit.Quote(name), Typed: name, Names: list,
			Hint: "retune help results lists them"}
	}
	limit, bound := math.NaN(), Suggested
	if rest != "" {
		var err error
		if bound, rest = cutBound(rest); bound == Suggested {
			return fmt.Errorf("a limit needs < or >: write it like %s", unit.Quote(first+"<"+strings.TrimSpace(rest)))
		}
		if limit, err = kind.Parse(rest); err != nil {
			return err
		}
	}
	s.Of, s.Wanted, s.Bound = first, limit, bound
	return nil
}

// A Bound is the side of a wanted value that a result must stay on.
type Bound string

// The bounds as users type them before the value. Words such as "at most" mean the same. Suggested stands for the bound
// that fits the kind of result.
const (
	Suggested Bound = ""
	Below     Bound = "<"
	AtMost    Bound = "<="
	Above     Bound = ">"
	AtLeast   Bound = ">="
)

// Strict reports whether the bound excludes the value itself.
func (b Bound) Strict() bool { return b == Below || b == Above }

// boundWords are the texts of each bound. A text that begins with another one comes before it.
var boundWords = []struct {
	is    Bound
	texts []string
}{
	{AtMost, []string{"<=", "=<", "≤", "at most ", "no more than ", "up to "}},
	{AtLeast, []string{">=", "=>", "≥", "at least ", "no less than "}},
	{Below, []string{"<", "less than ", "below ", "under "}},
	{Above, []string{">", "more than ", "above ", "over "}},
	{Suggested, []string{"="}},
}

// cutBound splits text into its bound and the rest.
func cutBound(text string) (b Bound, rest string) {
	text = strings.TrimSpace(text)
	for _, bound := range boundWords {
		for _, word := range bound.texts {
			if n := len(word); len(text) >= n && strings.EqualFold(text[:n], word) {
				return bound.is, text[n:]
			}
		}
	}
	return Suggested, text
}
