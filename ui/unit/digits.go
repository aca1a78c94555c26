package unit

import (
	"math"
	"strconv"
)

// digits is a number rounded to a few significant digits: d.ddd × 10^exp without trailing zeros. Every text is made
// from one, so that rounding comes before the choice of the unit: 0.99999 s is 1s, not 1000ms.
type digits struct {
	text [20]byte
	n    int
	exp  int
}

// shortest makes round use the fewest digits that give the same float64 back.
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
		last = math.Floor(math.Log10(se))
	}
	if n := int(max(1, first-last+1)); n <= 4 {
		return n
	}
	return 0
}

// float returns the rounded value. With many digits it may be off by a rounding error.
func (d *digits) float() float64 {
	m := 0
	for _, c := range d.text[:d.n] {
		m = m*10 + int(c-'0')
	}
	if e := d.exp - d.n + 1; e < 0 && e >= -22 { // 10^22 is exact, its inverse is not
		return float64(m) / math.Pow10(-e)
	}
	return float64(m) * math.Pow10(d.exp-d.n+1)
}

// plain appends d × 10^shift without an exponent.
func (d *digits) plain(dst []byte, shift int) []byte {
	p := d.exp + shift
	if d.text[0] == '0' { // zero for any shift
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

// between appends d × 10^shift without an exponent if it is 0 or its power of ten is in [low, high), otherwise with
// one.
func (d *digits) between(dst []byte, shift, low, high int) []byte {
	if p := d.exp + shift; d.text[0] == '0' || low <= p && p < high {
		return d.plain(dst, shift)
	}
	return d.scientific(dst, shift)
}

// scaled appends d, which is at least 1000, with the letter of its size, k, M, G or T, and with an exponent from 1e15
// on.
func (d *digits) scaled(dst []byte) []byte {
	if d.exp >= 15 {
		return d.scientific(dst, 0)
	}
	thousands := d.exp / 3
	return append(d.plain(dst, -3*thousands), "kMGT"[thousands-1])
}
