package setting

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"retune/ui/unit"
)

// An Axis is a setting with a rising list of values, written factor=1.1..4:8.
type Axis struct {
	Setting Setting
	Kind    unit.Kind // kind of the values
	Log     bool      // values are spaced by equal factors instead of equal steps
	Values  []float64

	stepped bool // the user gave the step
}

// MostValues is the largest number of values on an axis.
const MostValues = 200

// Sweep returns the setting that repeats a question for each value of an axis.
func Sweep() Setting {
	return axisSetting("sweep", "", "scan vary",
		"ask for several values of a setting: 8 in factor=1.1..4:8, steps of 10 in clients=10..190:+10", 10,
		func(s *Scenario) *string { return &s.Sweep })
}

// XAxis returns the setting that holds the horizontal axis of a map.
func XAxis() Setting {
	return axisSetting("x", "x axis", "x-axis",
		"horizontal setting with its values: factor=1.1..4, or 8 values: factor=1.1..4:8", 40,
		func(s *Scenario) *string { return &s.X })
}

// YAxis returns the setting that holds the vertical axis of a map.
func YAxis() Setting {
	return axisSetting("y", "y axis", "y-axis", "vertical setting with its values: clients=100..100000", 20,
		func(s *Scenario) *string { return &s.Y })
}

// axisSetting returns a setting that holds the text of an axis. An axis has usual values if its text gives no number.
func axisSetting(name, label, names, help string, usual int, at field[string]) Setting {
	return Setting{
		Name: name, Label: label, Names: names, Group: GroupQuestion, Help: help,
		OfQuestion: true,
		axisValues: usual,
		Value: compound{
			rule: "a setting and the ends, as factor=1.1..4, with :8 for 8 values or :+10 for steps of 10; at most 200 " +
				"values; or a setting alone, for a range about its value",
			words: axisNames,
			text:  func(s *Scenario) string { return *at(s) },
			show:  func(s *Scenario) string { return cmp.Or(*at(s), unasked) },
			reset: func(s *Scenario) { *at(s) = "" },
			set: func(s *Scenario, text string) error {
				written, _, err := readAxis(s, text, usual)
				if err == nil {
					*at(s) = written
				}
				return err
			},
		},
	}
}

// Axis returns the axis that the setting holds in s. The setting is [Sweep], [XAxis] or [YAxis]; ok is false if it
// holds no axis.
func (k Setting) Axis(s *Scenario) (_ Axis, ok bool) {
	if k.axisValues == 0 || !k.Asked(s) {
		return Axis{}, false
	}
	_, a, err := readAxis(s, k.Text(s), k.axisValues)
	return a, err == nil
}

// axisRule says how to write an axis.
const axisRule = "the setting and its ends like factor=1.1..4, with :8 for 8 values or :+10 for steps of 10"

// unasked is the text shown for an axis or a result that is not set: the question chooses it.
const unasked = "usual"

// axisNames returns the names of the settings that can be an axis and are offered first: those with a number that may
// differ between two fleets.
func axisNames() []string {
	return namesOf(where(func(k Setting) bool {
		_, counts := k.numeric(new(Default()))
		return counts && k.MayDiffer()
	}))
}

// around returns the ends of an axis about the value of the number in s: a tenth to ten times that value, within the
// limits of the number. Factors start at 1.1; shares cover 0 to 1.
func (v number) around(s *Scenario) string {
	x := v.get(s)
	if math.IsInf(x, 1) && v.enter != nil {
		x = v.enter(s)
	}
	if !(x > 0) || math.IsInf(x, 1) {
		x = 1
	}
	lo, hi := x/10, 10*x
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
	return v.kind.Exact(round(lo)) + ".." + v.kind.Exact(round(hi))
}

// readAxis reads an axis and returns its shortest text.
//
// A setting alone is an axis about its present value: see [number.around]. The number behind the colon is the number of
// values, spaced by equal steps or, if [logarithmic], by equal factors. A number with a + is the step. For counts a
// number without a + is also the step if the values are its multiples: clients=10..190:10 is 10, 20, ..., 190, but
// clients=10..200:8 is 8 values.
func readAxis(s *Scenario, text string, usual int) (written string, a Axis, err error) {
	text = strings.TrimLeft(strings.TrimSpace(text), "-")
	if k, _ := Find(WithoutPrefix(text)); k.Name != "" {
		if v, counts := k.numeric(s); counts {
			text = k.Name + "=" + v.around(s)
		}
	}
	name, rest, _ := strings.Cut(text, "=")
	ends, parts, divided := strings.Cut(rest, ":")
	from, to, span := strings.Cut(ends, "..")
	name = strings.TrimSpace(name)
	k, known := Find(name)
	v, counts := k.numeric(s)
	switch {
	case !span:
		return "", a, fmt.Errorf("%s is no range of values: write %s", unit.Quote(text), axisRule)
	case !known:
		return "", a, unknownSetting(name, axisRule)
	case !counts:
		return "", a, fmt.Errorf("%s is not a number here, so it has no range of values", k.Name)
	}
	lo, err := k.end(v, name, from)
	hi, err2 := k.end(v, name, to)
	if err := cmp.Or(err, err2); err != nil {
		return "", a, err
	}
	if !(lo < hi) {
		return "", a, fmt.Errorf("%s..%s is empty: write the smaller end first", v.kind.Exact(lo), v.kind.Exact(hi))
	}
	n, step := float64(usual), 0.0
	if divided {
		if n, step, err = v.divide(lo, hi, parts); err != nil {
			return "", a, err
		}
	}
	if !(n >= 2 && n <= MostValues) {
		return "", a, fmt.Errorf("%s has %s values: write 2 to %d", unit.Quote(text), unit.Count.Format(n), MostValues)
	}
	written = k.Name + "=" + v.kind.Exact(lo) + ".." + v.kind.Exact(hi)
	a = Axis{Setting: k, Kind: v.kind, Log: step == 0 && logarithmic(v.kind, lo, hi), stepped: step > 0}
	switch {
	case a.stepped:
		written += ":+" + v.kind.Exact(step)
		hi = lo + (n-1)*step
	case n != float64(usual):
		written += ":" + unit.Count.Exact(n)
	}
	a.Values = a.between(lo, hi, int(n))
	return written, a, nil
}

// end reads one end of an axis. name is the name that the user gave for the setting.
func (k Setting) end(v number, name, text string) (x float64, err error) {
	v.none, v.auto = false, false
	if text, _, err = k.Read(name, text); err == nil {
		x, err = v.read(text, false)
	}
	return x, err
}
