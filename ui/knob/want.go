package knob

import (
	"fmt"
	"math"
	"strings"

	"retune/ui/unit"
)

// Wanted is the knob that wants the result of that name, in that unit: at most most,
// where that is above 0. A relative one may be a share of the elapsed time, too.
func Wanted(name string, kind unit.Kind, help string, most float64, relative bool) Knob {
	v := number{at: func(s *Scenario) *float64 { return &s.Wanted }, kind: kind, hi: 1e12, rungs: ratios}
	switch kind {
	case unit.Duration:
		v.hi, v.rungs = MaxElapsed, delays(1e-3, MaxElapsed)
	case unit.Share:
		v.hi, v.rungs = 1, shares
	}
	if most > 0 {
		v.hi = most
	}
	either := sized{number: v}
	if relative {
		either.relative = func(s *Scenario) *bool { return &s.Relative }
	}
	return Knob{Name: name, Group: GroupResults, Help: help, Asks: true, Wants: true, Value: want{either, name}}
}

// Result is the knob that asks for one of the results: of the list, or one that find
// knows by another name.
func Result(list []string, find func(name string) (first string, ok bool)) Knob {
	return Knob{Name: "result", Group: GroupQuestion, Help: "result of the policy", Asks: true, Bare: true,
		Value: word{func(s *Scenario) *string { return &s.Result }, func() []string { return list }, find, "unknown result %s"}}
}

// want is the Value of a knob that wants a result: the number that the result
// shall be, or below or above which it shall stay. One result is wanted at a time.
type want struct {
	sized
	name string
}

func (v want) Text(s Scenario) string {
	if s.Want != v.name {
		return ""
	}
	return string(s.Bound) + v.sized.Text(s)
}

func (v want) Show(s Scenario) string { return v.Text(s) }

func (v want) Set(s *Scenario, text string) error {
	if s.Want != "" && s.Want != v.name {
		return fmt.Errorf("give one target: this or --%s", s.Want)
	}
	bound, rest := cutBound(text)
	if err := v.sized.Set(s, rest); err != nil {
		return err
	}
	s.Want, s.Bound = v.name, bound
	return nil
}

func (v want) Reset(s *Scenario) {
	if s.Want == v.name {
		s.Want, s.Wanted, s.Bound, s.Relative = "", math.NaN(), "", false
	}
}

// A Bound is on which side of a wanted value the result shall stay.
type Bound string

// The bounds, as they are typed before the value; none is the one that the kind of
// result suggests.
const (
	Suggested Bound = ""
	Below     Bound = "<"
	AtMost    Bound = "<="
	Above     Bound = ">"
	AtLeast   Bound = ">="
)

// Strict tells whether the value itself is out of bounds.
func (b Bound) Strict() bool { return b == Below || b == Above }

// cutBound cuts a bound from what was typed.
func cutBound(text string) (b Bound, rest string) {
	text = strings.TrimSpace(text)
	for _, word := range []struct {
		text string
		is   Bound
	}{{"<=", AtMost}, {">=", AtLeast}, {"=<", AtMost}, {"=>", AtLeast}, {"≤", AtMost}, {"≥", AtLeast}, {"<", Below}, {">", Above}, {"=", Suggested}} {
		if rest, ok := strings.CutPrefix(text, word.text); ok {
			return word.is, rest
		}
	}
	return Suggested, text
}

// sized is the Value of a knob that holds a number, or a share of the elapsed
// time where relative is not nil and says so.
type sized struct {
	number
	relative func(*Scenario) *bool
}

func (v sized) shares(s Scenario) bool { return v.relative != nil && *v.relative(&s) }

func (v sized) Text(s Scenario) string {
	if x := v.get(s); v.shares(s) && !math.IsNaN(x) {
		return unit.Share.Exact(x)
	}
	return v.number.Text(s)
}

func (v sized) Show(s Scenario) string { return v.Text(s) }

func (v sized) Number(s Scenario) (float64, bool) { return v.get(s), !v.shares(s) }

func (v sized) Range() string {
	if v.relative == nil {
		return v.number.Range()
	}
	return v.number.Range() + ", or a share of the elapsed time such as 10%"
}

func (v sized) Set(s *Scenario, text string) error {
	share := v.relative != nil && strings.HasSuffix(strings.TrimSpace(text), "%")
	if !share {
		if err := v.number.Set(s, text); err != nil {
			return err
		}
	} else {
		x, err := unit.Share.Parse(text)
		if err != nil {
			return err
		}
		if !(x >= 0 && x <= MaxFactor) {
			return fmt.Errorf("%s is out of range: %s", unit.Quote(text), v.Range())
		}
		*v.at(s) = x
	}
	if v.relative != nil {
		*v.relative(s) = share
	}
	return nil
}
