package unit

import (
	"math"
	"strconv"
)

// digits is a number rounded to a few significant digits: d.ddd × 10^exp, no
// trailing zeros. Every text is made from one, so that a number is rounded
// before its unit is chosen: 0.99999 s is 1s and never 1000ms.
type digits struct {
	text [20]byte
	n    int
	exp  int
}

// shortest asks round for the fewest digits that give the same float64 back.
const shortest = 0

// round rounds a finite x >= 0 to n significant digits.
func round(x float64, n int) digits {
	var buf [32]byte
	text := strconv.AppendFloat(buf[:0], x, 'e', n-1, 64)
	var d digits
	i := 0
	for ; text[i] != 'e'; i++ {
		if text[i] != '.' {
			d.text[d.n] = text[i]
			d.n++
		}
	}
	for d.n > 1 && d.text[d.n-1] == '0' {
		d.n--
	}
	for _, c := range text[i+2:] {
		d.exp = d.exp*10 + int(c-'0')
	}
	if text[i+1] == '-' {
		d.exp = -d.exp
	}
	return d
}

// LeastError is the share of a figure from which on its standard error is printed beside it.
const LeastError = 0.01

// Known is how many significant digits of x its standard error leaves, 1 to 4: the last one
// stands for at least half of the error, or has the place of its first digit where the error
// is above 1% and printed beside x. It is 0 where the error leaves more.
func Known(x, se float64) int {
	if !(se > 0) || math.IsInf(se, 1) || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	if x == 0 {
		return 1
	}
	first, last := math.Floor(math.Log10(math.Abs(x))), math.Ceil(math.Log10(se/2))
	if se > LeastError*math.Abs(x) {
		last = math.Floor(math.Log10(se))
	}
	if n := int(max(1, first-last+1)); n <= 4 {
		return n
	}
	return 0
}

// float returns the rounded value; that of many digits may be off by rounding.
func (d *digits) float() float64 {
	m := 0
	for _, c := range d.text[:d.n] {
		m = m*10 + int(c-'0')
	}
	if e := d.exp - d.n + 1; e < 0 && e >= -22 { // 10^22 is exact, and its inverse is not
		return float64(m) / math.Pow10(-e)
	}
	return float64(m) * math.Pow10(d.exp-d.n+1)
}

// plain appends d × 10^shift without an exponent.
func (d *digits) plain(dst []byte, shift int) []byte {
	p := d.exp + shift
	if d.text[0] == '0' { // zero, whatever the shift
		return append(dst, '0')
	}
	if p < 0 {
		dst = append(dst, "0."...)
		for ; p < -1; p++ {
			dst = append(dst, '0')
		}
		return append(dst, d.text[:d.n]...)
	}
	if d.n > p+1 {
		dst = append(dst, d.text[:p+1]...)
		dst = append(dst, '.')
		return append(dst, d.text[p+1:d.n]...)
	}
	dst = append(dst, d.text[:d.n]...)
	for i := d.n; i <= p; i++ {
		dst = append(dst, '0')
	}
	return dst
}

// scientific appends d × 10^shift as 1.234e6.
func (d *digits) scientific(dst []byte, shift int) []byte {
	dst = append(dst, d.text[0])
	if d.n > 1 {
		dst = append(dst, '.')
		dst = append(dst, d.text[1:d.n]...)
	}
	dst = append(dst, 'e')
	return strconv.AppendInt(dst, int64(d.exp+shift), 10)
}

// between appends d × 10^shift plainly if it is 0 or its power of ten is in
// [low, high), else with an exponent.
func (d *digits) between(dst []byte, shift, low, high int) []byte {
	if p := d.exp + shift; d.text[0] == '0' || low <= p && p < high {
		return d.plain(dst, shift)
	}
	return d.scientific(dst, shift)
}

// scaled appends d × 10^-e for the letter of its size: k, M, G or T, and with an
// exponent from 1e15 on.
func (d *digits) scaled(dst []byte) []byte {
	switch {
	case d.exp >= 15:
		return d.scientific(dst, 0)
	case d.exp >= 12:
		return append(d.plain(dst, -12), 'T')
	case d.exp >= 9:
		return append(d.plain(dst, -9), 'G')
	case d.exp >= 6:
		return append(d.plain(dst, -6), 'M')
	}
	return append(d.plain(dst, -3), 'k')
}
