package unit

import (
	"math/big"
	"strconv"
	"strings"
)

// decimal is an unsigned number as typed: mantissa × 10^exp. It stays text until the unit is known, and is then an
// exact fraction, so that 0.25ms is rounded once, as 0.25e-3, instead of twice, as 0.25 times 1e-3.
type decimal struct {
	mantissa string // digits with at most one point
	exp      int    // -maxExp to maxExp
}

// maxExp is the largest exponent that is computed. It is beyond the range of a float64 for every mantissa of maxText
// digits and every unit.
const maxExp = 2 * maxText

// scanDecimal reads a decimal from the start of text and returns the rest. An e without digits behind it is part of the
// rest, as the start of a wrong unit.
func scanDecimal(text string) (d decimal, rest string, ok bool) {
	end := countDigits(text)
	if strings.HasPrefix(text[end:], ".") {
		end += 1 + countDigits(text[end+1:])
	}
	d.mantissa, rest = text[:end], text[end:]
	if strings.Trim(d.mantissa, ".") == "" {
		return decimal{}, text, false
	}
	if rest == "" || rest[0]|0x20 != 'e' {
		return d, rest, true
	}
	sign := len(rest[1:]) - len(strings.TrimLeft(rest[1:], "+-"))
	n := countDigits(rest[1+sign:])
	if sign > 1 || n == 0 {
		return d, rest, true
	}
	exp, _ := strconv.Atoi(rest[1 : 1+sign+n]) // a number out of range is the largest int
	d.exp = max(-maxExp, min(maxExp, exp))
	return d, rest[1+sign+n:], true
}

func countDigits(text string) int { return len(text) - len(strings.TrimLeft(text, "0123456789")) }

// rat returns d × 10^shift.
func (d decimal) rat(shift int) *big.Rat {
	r, _ := new(big.Rat).SetString(d.mantissa + "e" + strconv.Itoa(d.exp+shift)) // scanDecimal checked the syntax
	return r
}
