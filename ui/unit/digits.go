package unit

import (
	"math"
	"strconv"
	"strings"
)

// digits is a number rounded to a few significant digits: d.ddd × 10^exp without trailing zeros. Every text is made
// from one, so that rounding comes before the choice of the unit: 0.99999 s is 1s, not 1000ms.
type digits struct {
	text string
	exp  int
}

// shortest makes round use the fewest digits that give the same float64 back.
const shortest = 0

// round rounds a finite x >= 0 to n significant digits.
func round(x float64, n int) digits {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', n-1, 64), "e")
	first, rest, _ := strings.Cut(mantissa, ".")
	exp, _ := strconv.Atoi(exponent)
	return digits{first + strings.TrimRight(rest, "0"), exp}
}

// LeastError is the relative standard error from which a figure is printed with its error.
const LeastError = 0.01

// Known returns the number of significant digits of x that its standard error se justifies, 1 to 4, or 0 for more than
// 4. The last digit is worth at least half of se. If se is above 1% of x, which is then printed with its error, the
// last digit has the place of the first digit of se.
func Known(x, se float64) int {
	if !(se > 0) || math.IsInf(se, 1) || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	if x == 0 {
		return 1
	}
	first, last := math.Floor(math.Log10(math.Abs(x))), math.Ceil(math.Log10(se/2))
	if se > LeastError*math.Abs(x) {
		last = float64(round(se, 1).exp)
	}
	if n := int(max(1, first-last+1)); n <= 4 {
		return n
	}
	return 0
}

// float returns the rounded value.
func (d digits) float() float64 {
	x, _ := strconv.ParseFloat(d.scientific(0), 64)
	return x
}

// plain returns d × 10^shift without an exponent.
func (d digits) plain(shift int) string {
	p := d.exp + shift
	switch {
	case d.text == "0": // for any shift
		return "0"
	case p < 0:
		return "0." + strings.Repeat("0", -p-1) + d.text
	case len(d.text) > p+1:
		return d.text[:p+1] + "." + d.text[p+1:]
	}
	return d.text + strings.Repeat("0", p+1-len(d.text))
}

// scientific returns d × 10^shift as 1.234e6.
func (d digits) scientific(shift int) string {
	text := d.text[:1]
	if len(d.text) > 1 {
		text += "." + d.text[1:]
	}
	return text + "e" + strconv.Itoa(d.exp+shift)
}

// between returns d × 10^shift without an exponent if it is 0 or its power of ten is in [low, high), otherwise with
// one.
func (d digits) between(shift, low, high int) string {
	if p := d.exp + shift; d.text == "0" || low <= p && p < high {
		return d.plain(shift)
	}
	return d.scientific(shift)
}

// scaled returns d, which is at least 1000, with the letter of its size, k, M, G or T, and with an exponent from 1e15
// on.
func (d digits) scaled() string {
	if d.exp >= 15 {
		return d.scientific(0)
	}
	thousands := d.exp / 3
	return d.plain(-3*thousands) + "kMGT"[thousands-1:thousands]
}
