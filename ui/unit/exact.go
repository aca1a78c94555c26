package unit

import (
	"math"
	"slices"
)

// Exact writes x for a command or a file: the shortest readable text that Parse reads back as x bit for bit, for every
// x but NaN and -Inf. +Inf is none, an absent limit. A Count that is not whole, such as a mean, reads back as a Number.
//
// A power of ten between the number and its unit is exact, because Parse moves the decimal point of the text. Any other
// unit is used only if the text reads back as x.
func (k Kind) Exact(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "none"
	case math.IsNaN(x) || math.IsInf(x, -1):
		return k.Format(x)
	}
	return k.write(x, k.exact)
}

func (k Kind) exact(x float64) string {
	d := round(x, shortest)
	switch k {
	case Count:
		if x == math.Trunc(x) && x <= 1e15 {
			return d.plain(0)
		}
	case Duration:
		return exactDuration(x, d)
	case Rate:
		return exactRate(x, d)
	case Share:
		if x == 0 || -6 <= d.exp && d.exp < 4 {
			return d.plain(2) + "%"
		}
	}
	return d.brief()
}

// brief returns d without an exponent where people expect it, otherwise in the shorter form: 100000, 1e6, 1234567.
func (d digits) brief() string {
	if d.text == "0" || -4 <= d.exp && d.exp < 6 || d.exp >= 0 && d.exp < len(d.text)+3 && d.exp < 16 {
		return d.plain(0)
	}
	return d.scientific(0)
}

// niceDigits is the largest number of digits of a number written in a large unit: 1.5y, but not 1.0951y.
const niceDigits = 4

func exactDuration(x float64, d digits) string {
	if x == 0 || x >= 1 && x < minute || d.exp < -12 {
		return d.brief() + "s"
	}
	if x < 1 {
		return underMinute(d)
	}
	if x >= year {
		if text, ok := reads(Duration, x, x/year, "y"); ok {
			return text
		}
	}
	// Four parts are harder to read than a number of seconds.
	if x == math.Trunc(x) && x < 1e6*day {
		if text, parts := inParts(int64(x)); parts <= 3 {
			return text
		}
	}
	return d.brief() + "s"
}

// exactRate writes a rate per second, or in a slower unit if that has few digits: 1/h instead of
// 0.0002777777777777778/s.
func exactRate(x float64, d digits) string {
	if len(d.text) > niceDigits && x < 1 {
		for _, u := range slices.Backward(clock[:3]) {
			if text, ok := reads(Rate, x, x*float64(u.seconds), "/"+u.name); ok {
				return text
			}
		}
	}
	return d.brief() + "/s"
}

// reads returns v rounded to niceDigits with its unit, and reports whether the text reads back as x.
func reads(k Kind, x, v float64, suffix string) (string, bool) {
	text := round(v, niceDigits).brief() + suffix
	back, err := k.Parse(text)
	return text, err == nil && back == x
}
