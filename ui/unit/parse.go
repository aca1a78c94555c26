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
//	          ns us ms s m h d w y in descending order, a year of 365.25 days;
//	          PT1M30S of ISO 8601 and 00:01:30 of .NET
//	Rate      50/s, 3000/m, 1.2M/s; a bare number is per second
//	Share     10%, 0.1
//
// The error quotes the text and says what would be right. The caller adds the name of the setting.
func (k Kind) Parse(text string) (float64, error) {
	r := reader{kind: k, text: strings.TrimSpace(text)}
	switch {
	case r.text == "":
		return 0, fmt.Errorf("an empty value is not %s: write it like %s", texts[k].noun, texts[k].like)
	case len(r.text) > maxText:
		return 0, r.fail("is too long for %s", texts[k].noun)
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
	if strings.ContainsAny(r.rest, ",_") {
		return 0, r.wrong()
	}
	exact, err := r.value()
	if err != nil {
		return 0, err
	}
	x, _ := exact.Float64()
	switch {
	case math.IsInf(x, 1):
		return 0, r.fail("is too large for %s", texts[k].noun)
	case x == 0 && exact.Sign() != 0:
		return 0, r.fail("is too small for %s", texts[k].noun)
	case negative && x != 0: // never -0, which would print a minus sign
		x = -x
	}
	return x, nil
}

// scales are the letters for size.
var scales = map[string]int64{"k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}

// value reads the rest as one number without a sign.
func (r *reader) value() (*big.Rat, error) {
	if r.kind == Duration {
		return r.duration()
	}
	x, ok := r.number()
	if !ok {
		return nil, r.wrong()
	}
	for letter, size := range scales {
		if rest, ok := strings.CutPrefix(r.rest, letter); ok {
			r.rest = rest
			x.Mul(x, big.NewRat(size, 1))
			break
		}
	}
	switch {
	case r.kind == Rate:
		return r.rate(x)
	case r.rest == "%" && (r.kind == Share || r.kind == Number):
		return x.Mul(x, big.NewRat(1, 100)), nil
	case r.rest != "", r.kind == Count && !x.IsInt():
		return nil, r.wrong()
	}
	return x, nil
}

// rate reads the unit behind the number of a rate.
func (r *reader) rate(x *big.Rat) (*big.Rat, error) {
	switch strings.ToLower(r.rest) {
	case "", "rps", "qps", "tps":
		return x, nil
	}
	word, slash := strings.CutPrefix(r.rest, "/")
	at := findSpan(strings.TrimSpace(word))
	if !slash || at < 0 {
		return nil, r.wrong()
	}
	return x.Quo(x, spans[at].length()), nil
}

// duration reads a bare number of seconds, or one or more numbers with units.
func (r *reader) duration() (*big.Rat, error) {
	r.rest = native(r.rest)
	sum := new(big.Rat)
	last := -1 // index of the previous unit
	for last < 0 || r.rest != "" {
		x, ok := r.number()
		word := r.word()
		at := findSpan(word)
		switch {
		case ok && word == "" && last < 0 && r.rest == "":
			return x, nil
		case ok && word != "" && at < 0:
			return nil, r.fail("has no unit %s: use ns, us, ms, s, m, h, d, w or y", Quote(word))
		case !ok || at <= last:
			return nil, r.wrong()
		}
		sum.Add(sum, x.Mul(x, spans[at].length()))
		last = at
	}
	return sum, nil
}
