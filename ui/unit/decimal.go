package unit

import (
	"math/big"
	"strconv"
	"strings"
)

// decimal is an unsigned number as typed: mantissa × 10^exp. It stays text until the unit is known, so that 0.25ms is
// rounded once, as 0.25e-3, instead of twice, as 0.25 times 1e-3.
type decimal struct {
	mantissa string // digits with at most one point
	exp      int
}

// No unit brings a number beyond these powers of ten back into the range of a float64. maxOrder also keeps 1e999999d
// from building a million digits.
const maxOrder, maxExp = 400, 1_000_000

// scanDecimal reads a decimal from the start of text and returns the rest. An e without digits behind it is part of the
// rest, as the start of a wrong unit.
func scanDecimal(text string) (d decimal, rest string, ok bool) {
	whole := countDigits(text)
	end, digits := whole, whole
	if end < len(text) && text[end] == '.' {
		frac := countDigits(text[end+1:])
		end += 1 + frac
		digits += frac
	}
	if digits == 0 {
		return decimal{}, text, false
	}
	d.mantissa, rest = text[:end], text[end:]
	if rest == "" || rest[0]|0x20 != 'e' {
		return d, rest, true
	}
	power, sign := rest[1:], 1
	if power != "" && (power[0] == '+' || power[0] == '-') {
		if power[0] == '-' {
			sign = -1
		}
		power = power[1:]
	}
	n := countDigits(power)
	if n == 0 {
		return d, rest, true
	}
	for _, c := range []byte(power[:n]) {
		d.exp = min(d.exp*10+int(c-'0'), maxExp)
	}
	d.exp *= sign
	return d, power[n:], true
}

func countDigits(text string) int {
	n := 0
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	return n
}

// point returns the index of the decimal point, whether written or implied.
func (d decimal) point() int {
	if i := strings.IndexByte(d.mantissa, '.'); i >= 0 {
		return i
	}
	return len(d.mantissa)
}

// place returns the power of ten of the digit at index i of the mantissa.
func (d decimal) place(i int) int {
	p := d.point()
	if i < p {
		return p - 1 - i + d.exp
	}
	return p - i + d.exp
}

func (d decimal) zero() bool { return !strings.ContainsAny(d.mantissa, "123456789") }

// whole reports whether the text is a whole number, regardless of rounding: 1.00000000000000000001 is not.
func (d decimal) whole() bool {
	return d.zero() || d.place(strings.LastIndexAny(d.mantissa, "123456789")) >= 0
}

// order returns the power of ten of the first non-zero digit.
func (d decimal) order() int { return d.place(strings.IndexAny(d.mantissa, "123456789")) }

// float returns d × 10^shift, correctly rounded: +Inf on overflow, 0 on underflow.
func (d decimal) float(shift int) float64 {
	text := d.mantissa
	if e := d.exp + shift; e != 0 {
		text += "e" + strconv.Itoa(e)
	}
	// scanDecimal checked the syntax, and ErrRange shows in the value.
	x, _ := strconv.ParseFloat(text, 64)
	return x
}

// small returns d if it is typed as a whole number of at most eight digits. Any compound of such numbers is a whole
// number of seconds below 2^53.
func (d decimal) small() (int64, bool) {
	if d.exp != 0 || len(d.mantissa) > 8 {
		return 0, false
	}
	n, err := strconv.ParseInt(d.mantissa, 10, 64)
	return n, err == nil
}

// rat returns d × 10^shift as a fraction. ok is false if it overflows or underflows, and large tells which.
func (d decimal) rat(shift int) (r *big.Rat, large, ok bool) {
	r = new(big.Rat)
	if d.zero() {
		return r, false, true
	}
	if o := d.order() + shift; o > maxOrder || o < -maxOrder {
		return nil, o > 0, false
	}
	_, ok = r.SetString(d.mantissa + "e" + strconv.Itoa(d.exp+shift))
	return r, false, ok
}
