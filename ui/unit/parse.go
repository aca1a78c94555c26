package unit

import (
	"fmt"
	"math"
	"math/big"
	"strings"
)

// maxText limits the work for one text. 768 digits distinguish any float64 from its neighbours.
const maxText = 1000

// Parse reads a number as people type it. The result is the float64 nearest to the text in any unit. none and inf are
// +Inf for every kind.
//
//	Count     10, 1e6, 50k
//	Number    2, 1.5, .5, 1e-3, 1.2M
//	Duration  250ms, 1.5s, 1 h 30 m, 2w, 1e3s; a bare number is seconds; units
//	          ns us ms s m h d w y in descending order, a year of 365.25 days
//	Rate      50/s, 3000/m, 1.2M/s; a bare number is per second
//	Share     10%, 0.1
//
// The error quotes the text and says what would be right. The caller adds the name of the setting.
func (k Kind) Parse(text string) (float64, error) {
	r := reader{kind: k, text: strings.TrimSpace(text)}
	switch {
	case r.text == "":
		return 0, fmt.Errorf("an empty value is not %s: write it like %s", k.noun(), k.like())
	case len(r.text) > maxText:
		return 0, r.fail("is too long for %s", k.noun())
	case strings.EqualFold(r.text, "none"), strings.EqualFold(r.text, "inf"), r.text == "∞":
		return math.Inf(1), nil
	}
	negative := r.text[0] == '-'
	r.rest = r.text
	if negative || r.text[0] == '+' {
		r.rest = r.text[1:]
	}
	if k == Count || k == Rate {
		r.rest = withoutThousands(r.rest)
	}
	if err := r.foreign(); err != nil {
		return 0, err
	}
	x, err := r.value()
	if err != nil || x == 0 {
		return 0, err // never -0, which would print a minus sign
	}
	if negative {
		x = -x
	}
	return x, nil
}

// value reads the rest as one number without a sign.
func (r *reader) value() (float64, error) {
	if r.kind == Duration {
		return r.duration()
	}
	d, ok := r.decimal()
	if !ok {
		return 0, r.wrong()
	}
	scale, percent := strings.CutSuffix(r.rest, "%")
	if e, ok := scales[scale]; ok && d.exp == 0 && r.kind != Rate && (!percent || r.kind == Share) {
		d.exp, r.rest = e, r.rest[len(scale):]
	}
	switch {
	case r.kind == Rate:
		return r.rate(d)
	case r.rest == "%" && (r.kind == Share || r.kind == Number):
		return r.rounded(d.rat(-2))
	case r.rest != "", r.kind == Count && !d.rat(0).IsInt():
		return 0, r.wrong()
	}
	return r.rounded(d.rat(0))
}

// duration reads a bare number of seconds, or one or more numbers with units.
func (r *reader) duration() (float64, error) {
	sum := new(big.Rat)
	last := -1 // index of the previous unit
	for last < 0 || r.rest != "" {
		start := r.rest
		d, ok := r.decimal()
		if !ok {
			return 0, r.badPart(last)
		}
		word := r.word()
		if word == "" && last < 0 && r.rest == "" {
			return r.rounded(d.rat(0))
		}
		at, err := r.span(word, start, last)
		if err != nil {
			return 0, err
		}
		part := d.rat(spans[at].shift)
		sum.Add(sum, part.Mul(part, spans[at].whole()))
		last = at
	}
	return r.rounded(sum)
}

// span returns the index of the unit of a part, or an error unless it is smaller than the previous unit.
func (r *reader) span(word, start string, last int) (int, error) {
	at := findSpan(word)
	switch {
	case word == "":
		return 0, r.unitless(start, last)
	case at < 0:
		return 0, r.noUnit(word)
	case at <= last:
		return 0, r.fail("has %q after %q: write the largest unit first and each once", word, spans[last].name)
	}
	return at, nil
}

// scales are the decimal exponents of the letters for size.
var scales = map[string]int{"k": 3, "M": 6, "G": 9, "T": 12}

// rate reads the text behind the number of a rate: a scale, a slash and a unit.
func (r *reader) rate(d decimal) (float64, error) {
	shift := 0
	if r.rest != "" {
		if e, ok := scales[r.rest[:1]]; ok {
			shift, r.rest = e, r.rest[1:]
		}
	}
	switch strings.ToLower(r.rest) {
	case "", "rps", "qps", "tps":
		return r.rounded(d.rat(shift))
	}
	word, slash := strings.CutPrefix(r.rest, "/")
	word = strings.TrimSpace(word)
	if !slash || word == "" {
		return 0, r.badRate(word)
	}
	at := findSpan(word)
	if at < 0 {
		return 0, r.noUnit(word)
	}
	x := d.rat(shift - spans[at].shift)
	return r.rounded(x.Quo(x, spans[at].whole()))
}

// rounded returns the float64 nearest to x, or an error if x overflows or underflows to 0.
func (r *reader) rounded(x *big.Rat) (float64, error) {
	f, _ := x.Float64()
	switch {
	case math.IsInf(f, 1):
		return 0, r.fail("is too large for %s", r.kind.noun())
	case f == 0 && x.Sign() != 0:
		return 0, r.fail("is too small for %s", r.kind.noun())
	}
	return f, nil
}
