package report

import (
	"math"
	"strconv"
)

// appendTidy appends x rounded to 15 digits as encoding/json writes it, with the fewest digits that give it back, and
// null if it is not finite. It is exact(tidy(x)), without an interface, for the rows of long tables.
func appendTidy(b []byte, x float64) []byte {
	const digits, highest = 15, 1e308
	switch {
	case !(math.Abs(x) > 1/highest && math.Abs(x) < highest): // rounding leaves the range of numbers
		return append(b, exact(tidy(x))...)
	case x < 0:
		b, x = append(b, '-'), -x
	}
	var buffer [32]byte
	text := strconv.AppendFloat(buffer[:0], x, 'e', digits-1, 64) // d.dddde±xx
	exp, _ := strconv.Atoi(string(text[digits+2:]))
	copy(text[1:], text[2:digits+1]) // without the point
	n := digits
	for n > 1 && text[n-1] == '0' {
		n--
	}
	text = text[:n]
	switch {
	case exp < -6 || exp >= 21:
		if b = append(b, text[0]); n > 1 {
			b = append(append(b, '.'), text[1:]...)
		}
		if b = append(b, 'e'); exp > 0 {
			b = append(b, '+')
		}
		return strconv.AppendInt(b, int64(exp), 10)
	case exp < 0:
		b = append(b, "0.000000"[:1-exp]...)
		return append(b, text...)
	}
	for i := range max(n, exp+1) {
		if i == exp+1 {
			b = append(b, '.')
		}
		if i < n {
			b = append(b, text[i])
		} else {
			b = append(b, '0')
		}
	}
	return b
}
