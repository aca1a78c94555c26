package setting

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/ui/unit"
)

// A number is the Value of a setting that holds one float64.
type number struct {
	at     func(*Scenario) *float64
	kind   unit.Kind
	lo, hi float64                         // what may be set
	none   bool                            // and +Inf: no limit at all
	auto   bool                            // which is then said as auto: it is chosen
	rungs  []float64                       // the values on the track, rising
	suffix string                          // what people may write behind it
	grid   float64                         // steps per 1 if it steps evenly; 0: it steps from rung to rung
	bounds func(Scenario) (lo, hi float64) // narrower limits set by the other settings, or nil
	enter  func(Scenario) float64          // where none steps down to, or nil

	relative func(*Scenario) *bool // it may be a share of the elapsed time, which this says then; or nil
	// the name of the result of which it is the value wanted, one at a time; or ""
	want string
	then func(s *Scenario, before Scenario) // what a key changes beside it, or nil
}

// shares tells whether the number is a share of the elapsed time in s.
func (v number) shares(s *Scenario) bool { return v.relative != nil && *v.relative(s) }

// coarseNotches is how much farther a coarse step goes: three rungs of 1-2-5
// are a factor of ten, and ten even steps are ten.
func (v number) coarseNotches() int {
	if v.grid == 0 {
		return 3
	}
	return 10
}

func (v number) get(s Scenario) float64 { return *v.at(&s) }

func (v number) Kind() unit.Kind { return v.kind }

func (v number) Text(s Scenario) string { return v.text(&s) }

// text is Text; all that it asks reads one copy of the scenario.
func (v number) text(s *Scenario) string {
	kind, bound := v.kind, Suggested
	if v.shares(s) {
		kind = unit.Share
	}
	if v.want != "" {
		bound = s.Bound
	}
	switch {
	case !v.given(s):
		return ""
	case v.auto && math.IsInf(*v.at(s), 1):
		return automatic
	}
	return string(bound) + kind.Exact(*v.at(s))
}

func (v number) asked(s Scenario) bool { return v.given(&s) }

func (v number) given(s *Scenario) bool {
	return !math.IsNaN(*v.at(s)) && (v.want == "" || v.want == s.Want)
}

// automatic is the word for what is chosen.
const automatic = "auto"

func (v number) Show(s Scenario) string {
	if x := v.get(s); !math.IsInf(x, 1) && v.relative == nil && v.want == "" {
		return v.kind.Format(x)
	}
	return v.Text(s)
}

func (v number) Number(s Scenario) (float64, bool) { return *v.at(&s), !v.shares(&s) }

func (v number) Range() string {
	words := v.kind.Exact(v.lo) + " to " + v.kind.Exact(v.hi)
	if v.auto {
		words += ", or " + automatic
	} else if v.none {
		words += ", or none"
	}
	if v.relative != nil {
		words += ", or a share of the elapsed time such as 10%"
	}
	return words
}

func (v number) Set(s *Scenario, text string) error {
	if v.want != "" && s.Want != "" && s.Want != v.want {
		return fmt.Errorf("give one target: either this or --%s", s.Want)
	}
	text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), v.suffix))
	bound := Suggested
	if v.want != "" {
		bound, text = cutBound(text)
	}
	share := v.relative != nil && strings.HasSuffix(strings.TrimSpace(text), "%")
	x, err := v.read(text, share)
	if err != nil {
		return err
	}
	*v.at(s) = x
	if v.relative != nil {
		*v.relative(s) = share
	}
	if v.want != "" {
		s.Want, s.Bound = v.want, bound
	}
	return nil
}

// read reads a value, or a share of the elapsed time.
func (v number) read(text string, share bool) (float64, error) {
	kind, lo, hi, word := v.kind, v.lo, v.hi, Fold(strings.TrimSpace(text))
	if share {
		kind, lo, hi = unit.Share, 0, MaxFactor
	}
	endless := slices.Contains(endless, word) || v.kind == unit.Count && word == "-1"
	if v.auto && word == automatic || v.none && !v.auto && endless {
		return math.Inf(1), nil
	}
	x, err := kind.Parse(text)
	if err == nil && !(x >= lo && x <= hi) && !(v.none && math.IsInf(x, 1)) {
		err = fmt.Errorf("%s is out of range: %s", unit.Quote(text), v.Range())
	}
	return x, err
}

func (v number) Reset(s *Scenario) {
	d := Default()
	switch {
	case v.want != "" && v.want != s.Want: // another is wanted
		return
	case v.want != "":
		s.Want, s.Bound = "", Suggested
	}
	*v.at(s) = *v.at(&d)
	if v.relative != nil {
		*v.relative(s) = false
	}
	if !math.IsNaN(*v.at(s)) {
		v.put(s, *v.at(s))
	}
}

// limits are the setting's own, narrowed by where the other settings stand.
func (v number) limits(s Scenario) (lo, hi float64) {
	if v.bounds == nil {
		return v.lo, v.hi
	}
	return v.bounds(s)
}

// put stores x, kept within the limits; none stays none.
func (v number) put(s *Scenario, x float64) {
	lo, hi := v.limits(*s)
	if v.none && math.IsInf(x, 1) {
		hi = x
	}
	before := *s
	if *v.at(s) = max(lo, min(hi, x)); v.then != nil {
		v.then(s, before)
	}
}

func (v number) Step(s *Scenario, notches int, coarse bool) {
	if coarse {
		notches *= v.coarseNotches()
	}
	x := v.get(*s)
	lo, hi := v.limits(*s)
	for ; notches > 0 && x < hi; notches-- {
		x = v.up(x)
	}
	if v.none && notches > 0 {
		x = math.Inf(1)
	}
	if math.IsInf(x, 1) && notches < 0 && v.enter != nil {
		// The largest value that would change anything, on a rung if it can be.
		x, notches = v.enter(*s), notches+1
		if r := below(v.rungs, x); r >= lo {
			x = r
		}
	}
	for ; notches < 0 && x > lo; notches++ {
		x = v.down(x)
	}
	v.put(s, x)
}

// up is one notch above x.
func (v number) up(x float64) float64 {
	if v.grid > 0 {
		return (math.Floor(x*v.grid+slack) + 1) / v.grid
	}
	if r := above(v.rungs, x); !math.IsNaN(r) {
		return r
	}
	return math.Inf(1)
}

// down is one notch below x.
func (v number) down(x float64) float64 {
	if v.grid > 0 {
		return (math.Ceil(x*v.grid-slack) - 1) / v.grid
	}
	if r := below(v.rungs, x); !math.IsNaN(r) {
		return r
	}
	return math.Inf(-1)
}

// slack absorbs what multiplying a decimal by the grid rounds: 1.1*100 is
// 110.00000000000001.
const slack = 1e-6

func (v number) Limit(s *Scenario, end bool) {
	lo, hi := v.limits(*s)
	switch {
	case !end:
		v.put(s, lo)
	case v.none:
		v.put(s, math.Inf(1))
	default:
		v.put(s, hi)
	}
}
