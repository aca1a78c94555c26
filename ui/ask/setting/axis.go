package setting

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"retune/ui/unit"
)

// An Axis is a setting at values one after the other, rising: written factor=1.1..4:8.
type Axis struct {
	Setting Setting
	Kind    unit.Kind // of the values
	Log     bool      // equal steps are equal factors
	Values  []float64

	stepped bool // by what is asked for
}

// MostValues is how many values an axis may have.
const MostValues = 200

// Sweep is the setting that asks a question once for each value of an axis.
func Sweep() Setting {
	return axisSetting("sweep", "scan vary", "ask for several values of a setting: 8 in factor=1.1..4:8, steps of 10 in "+
		"clients=10..190:+10",
		10, func(s *Scenario) *string { return &s.Sweep })
}

// Across and Up are the settings that hold the two axes of a map.
func Across() Setting {
	k := axisSetting("x", "x-axis", "horizontal setting with its values: factor=1.1..4, or 8 values: factor=1.1..4:8",
		40, func(s *Scenario) *string { return &s.X })
	k.Label = "x axis"
	return k
}

// Up is [Across] for the axis that goes up.
func Up() Setting {
	k := axisSetting("y", "y-axis", "vertical setting with its values: clients=100..100000", 20,
		func(s *Scenario) *string { return &s.Y })
	k.Label = "y axis"
	return k
}

// axisSetting is a setting that holds an axis as it is written, of so many values where their
// number is not said.
func axisSetting(name, names, help string, usual int, at func(*Scenario) *string) Setting {
	return Setting{
		Naming: Naming{Name: name, Names: names, Group: GroupQuestion, Help: help},
		Role:   Role{Asks: true},
		usual:  usual,
		Value: compound{
			rule: fmt.Sprintf("a setting and the ends, as factor=1.1..4, with :8 for 8 values or :+10 for steps of 10; at "+
				"most %d values; or a setting alone, for a range about its value", MostValues),
			words: axisNames,
			text:  func(s Scenario) string { return *at(&s) },
			show:  func(s Scenario) string { return cmp.Or(*at(&s), unasked) },
			reset: func(s *Scenario) { *at(s) = "" },
			set: func(s *Scenario, text string) error {
				written, _, err := readAxis(*s, text, usual)
				if err == nil {
					*at(s) = written
				}
				return err
			},
		},
	}
}

// Axis is the axis that the setting holds in s, which is one of those of [Sweep], [Across]
// and [Up]; ok is false where it holds none.
func (k Setting) Axis(s Scenario) (_ Axis, ok bool) {
	if k.usual == 0 || !k.Asked(s) {
		return Axis{}, false
	}
	_, a, err := readAxis(s, k.Text(s), k.usual)
	return a, err == nil
}

// errAxis is that of a text that is no axis.
var errAxis = errors.New("write the setting and its ends like factor=1.1..4, with :8 for 8 values or :+10 for steps " +
	"of 10")

// unasked is what is shown of an axis or a result that is left to the question.
const unasked = "usual"

// axisNames is the settings that most are asked about along an axis: numbers in which two
// fleets may differ.
func axisNames() (names []string) {
	s := Default()
	for _, k := range Settings {
		if _, counts := k.numeric(s); counts && k.MayDiffer() {
			names = append(names, k.Name)
		}
	}
	return names
}

// around is the ends of an axis about where the number stands in s: from a tenth of it to ten
// times as much, of factors from 1.1 and of shares all there are, as far as it may go.
func (v number) around(s Scenario) (lo, hi float64) {
	x := v.get(s)
	if math.IsInf(x, 1) && v.enter != nil {
		x = v.enter(s)
	}
	if !(x > 0) || math.IsInf(x, 1) {
		x = 1
	}
	lo, hi = x/10, 10*x
	switch v.kind {
	case unit.Factor:
		lo, hi = 1.1, max(4, 2*x)
	case unit.Share:
		lo, hi = 0, 1
	case unit.Count:
		lo, hi = max(1, math.Round(lo)), math.Round(hi)
	}
	round := func(x float64) float64 {
		x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 4, 64), 64)
		return min(max(x, v.lo), v.hi)
	}
	return round(lo), round(hi)
}

// around is the axis about where the setting stands in s, or the text if it holds no number.
func (k Setting) around(s Scenario, text string) string {
	v, counts := k.numeric(s)
	if !counts {
		return text
	}
	lo, hi := v.around(s)
	return k.Name + "=" + v.kind.Exact(lo) + ".." + v.kind.Exact(hi)
}

// readAxis reads an axis, and returns how it is written in short.
//
// A setting alone is an axis about where it stands: see [number.around].
// The number behind the colon is how many values there are, from one end to the other in
// equal steps, or equal factors: see [logarithmic]. With a + it is the step. Of what is
// counted it is the step without a +, too, where the values count from 0 in such steps:
// clients=10..190:10 is 10, 20, ... 190, but clients=10..200:8 is 8 values.
func readAxis(s Scenario, text string, usual int) (written string, a Axis, err error) {
	text = strings.TrimLeft(strings.TrimSpace(text), "-")
	if k, _ := Find(Core(text)); k.Name != "" {
		text = k.around(s, text)
	}
	name, rest, ok := strings.Cut(text, "=")
	ends, parts, divided := strings.Cut(rest, ":")
	from, to, span := strings.Cut(ends, "..")
	if !ok || !span {
		return "", a, fmt.Errorf("%s is no range of values: %w", unit.Quote(text), errAxis)
	}
	name = strings.TrimSpace(name)
	k, known := Find(name)
	if !known {
		return "", a, unknownSetting(name, "the setting and its ends like factor=1.1..4")
	}
	number, counts := k.numeric(s)
	if !counts {
		return "", a, fmt.Errorf("%s is not a number here, so it has no range of values", k.Name)
	}
	v := number.kind
	lo, err := k.end(number, name, from)
	hi, err2 := k.end(number, name, to)
	if err := cmp.Or(err, err2); err != nil {
		return "", a, err
	}
	if !(lo < hi) {
		return "", a, fmt.Errorf("%s..%s is empty: write the smaller end first", v.Exact(lo), v.Exact(hi))
	}
	a = Axis{Setting: k, Kind: v, Log: logarithmic(v, lo, hi)}
	written = k.Name + "=" + v.Exact(lo) + ".." + v.Exact(hi)
	n, step := float64(usual), 0.0
	if divided {
		if parts, n, step, err = a.divide(lo, hi, parts); err != nil {
			return "", a, err
		}
		if a.stepped || n != float64(usual) {
			written += ":" + parts
		}
		if a.stepped {
			hi = lo + (n-1)*step
		}
	}
	if !(n >= 2 && n <= MostValues) {
		return "", a, fmt.Errorf("%s has %s values: write 2 to %d", unit.Quote(text), unit.Count.Format(n), MostValues)
	}
	a.Values = a.between(lo, hi, int(n))
	return written, a, nil
}

// end reads an end of an axis, whose setting is called by that name.
func (k Setting) end(v number, name, text string) (x float64, err error) {
	if text, _, err = k.Read(name, text); err == nil {
		x, err = v.kind.Parse(text)
	}
	if err == nil && !(x >= v.lo && x <= v.hi) {
		err = fmt.Errorf("%s is out of range: %s to %s", unit.Quote(text), v.kind.Exact(v.lo), v.kind.Exact(v.hi))
	}
	return x, err
}

// divide reads the number of values from lo to hi, or the step between them, and returns how that is written.
func (a *Axis) divide(lo, hi float64, text string) (written string, n, step float64, err error) {
	size, stepped := strings.CutPrefix(text, "+")
	kind := unit.Count
	if stepped {
		kind = a.Kind
	}
	if step, err = kind.Parse(size); err != nil {
		return "", 0, 0, err
	}
	multiple := a.Kind == unit.Count && step > 0 && (lo == step || lo == 0) && math.Mod(hi, step) == 0 &&
		hi >= 4*step && (hi-lo)/step < MostValues
	if !stepped && !multiple {
		return unit.Count.Exact(step), step, 0, nil
	}
	a.Log, a.stepped = false, true
	return "+" + a.Kind.Exact(step), math.Floor((hi-lo)/step*(1+1e-9)) + 1, step, nil
}

// logarithmic tells whether values from lo to hi are told apart by their factors: from
// ten times as much on, and of shares, which are looked at as they are, from a hundred.
func logarithmic(kind unit.Kind, lo, hi float64) bool {
	far := 10.0
	if kind == unit.Share {
		far = 100
	}
	return lo > 0 && hi >= far*lo
}

// between is n values from lo to hi, those between rounded to four digits, so that they
// can be typed, or to whole numbers. Of values that are the same one is left.
func (a Axis) between(lo, hi float64, n int) (list []float64) {
	for i := range n {
		list = append(list, a.At(lo, hi, float64(i)/float64(n-1)))
	}
	return slices.Compact(list)
}

// At is the value that far from lo to hi, a share of the way, as the axis rounds.
func (a Axis) At(lo, hi, share float64) float64 {
	x := lo + (hi-lo)*share
	if a.Log {
		x = lo * math.Pow(hi/lo, share)
	}
	switch {
	case share <= 0:
		return lo
	case share >= 1:
		return hi
	case a.Kind == unit.Count:
		return math.Round(x)
	}
	size := hi - lo
	if a.Log {
		size = min(size, x)
	}
	digit := math.Pow(10, 3-math.Floor(math.Log10(size)))
	if y := math.Round(x*digit) / digit; y > lo && y < hi {
		return y
	}
	return x
}

// Of is s with the setting of the axis at x; err is that the other settings do not allow that.
func (a Axis) Of(s Scenario, x float64) (Scenario, error) {
	s = a.Setting.At(s, x)
	return s, s.Check()
}

// Now is where the setting stands in s, NaN where that is no number.
func (a Axis) Now(s Scenario) float64 {
	if _, ok := a.Setting.numeric(s); !ok {
		return math.NaN()
	}
	return a.Setting.Stands(s)
}

// Name is the setting of the axis for people.
func (a Axis) Name() string { return strings.ReplaceAll(a.Setting.Name, "-", " ") }

// Through is the axis with where its setting stands in s among its values, in the place of the
// nearest between its ends; unless that is beyond them, or the steps are asked for.
func (a Axis) Through(s Scenario) Axis {
	now, n := a.Now(s), len(a.Values)
	if a.stepped || n < 3 || !(now > a.Values[0] && now < a.Values[n-1]) || slices.Contains(a.Values, now) {
		return a
	}
	at := 1
	for i := 1; i < n-1; i++ {
		if math.Abs(a.Values[i]-now) < math.Abs(a.Values[at]-now) {
			at = i
		}
	}
	a.Values = slices.Clone(a.Values)
	a.Values[at] = now
	return a
}

// Index is which of its values x is, or -1.
func (a Axis) Index(x float64) int { return slices.Index(a.Values, x) }
