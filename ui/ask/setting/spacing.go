package setting

import (
	"math"
	"slices"
	"strings"

	"retune/ui/unit"
)

// divide reads the number of values from lo to hi, or the step between them. step is 0 if the text has no step.
func (v number) divide(lo, hi float64, text string) (n, step float64, err error) {
	size, stepped := strings.CutPrefix(text, "+")
	kind := unit.Count
	if stepped {
		kind = v.kind
	}
	n, err = kind.Parse(size)
	multiple := v.kind == unit.Count && n > 0 && (lo == n || lo == 0) && math.Mod(hi, n) == 0 && hi >= 4*n &&
		(hi-lo)/n < MostValues
	if stepped || multiple {
		return math.Floor((hi-lo)/n*(1+1e-9)) + 1, n, err
	}
	return n, 0, err
}

// logarithmic reports whether values from lo to hi are spaced by equal factors: if hi is at least 10 lo, for shares 100
// lo.
func logarithmic(kind unit.Kind, lo, hi float64) bool {
	far := 10.0
	if kind == unit.Share {
		far = 100
	}
	return lo > 0 && hi >= far*lo
}

// between returns n values from lo to hi without repetitions. Inner values are rounded to four digits so that they can
// be typed, counts to whole numbers.
func (a Axis) between(lo, hi float64, n int) (list []float64) {
	for i := range n {
		list = append(list, a.Interpolate(lo, hi, float64(i)/float64(n-1)))
	}
	return slices.Compact(list)
}

// Interpolate returns the value at the given share of the way from lo to hi, rounded as on the axis.
func (a Axis) Interpolate(lo, hi, share float64) float64 {
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

// ScenarioAt returns s with the setting of the axis at x, and an error if the other settings do not allow x.
func (a Axis) ScenarioAt(given *Scenario, x float64) (Scenario, error) {
	s := a.Setting.WithNumber(given, x)
	return s, s.Check()
}

// CurrentNumber returns the value of the setting in s, or NaN if it holds no number.
func (a Axis) CurrentNumber(s *Scenario) float64 { return a.Setting.CurrentNumber(s) }

// Name returns the name of the setting with spaces for dashes.
func (a Axis) Name() string { return strings.ReplaceAll(a.Setting.Name, "-", " ") }

// ThroughCurrent returns the axis with the present value of its setting in place of the nearest inner value. The axis
// stays as it is if the user gave the step or the present value lies outside it.
func (a Axis) ThroughCurrent(s *Scenario) Axis {
	now, n := a.CurrentNumber(s), len(a.Values)
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

// Index returns the index of x among the values, or -1.
func (a Axis) Index(x float64) int { return slices.Index(a.Values, x) }
