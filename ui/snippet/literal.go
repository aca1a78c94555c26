package snippet

import (
	"math"
	"strconv"
	"strings"
)

// decimal writes a number without an exponent and without the last digits that a
// multiplication made.
func decimal(x float64) string {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 15, 64), 64)
	return strconv.FormatFloat(y, 'f', -1, 64)
}

// number writes a number with all its digits.
func number(x float64) (string, float64) { return strconv.FormatFloat(x, 'f', -1, 64), x }

// upTo writes a whole number, which may not be above the largest of its type.
func upTo(most float64) form {
	return func(x float64) (string, float64) {
		x = math.Min(most, math.Round(x))
		return strconv.FormatFloat(x, 'f', 0, 64), x
	}
}

// truths writes yes and no.
func truths(yes, no string) form {
	return func(x float64) (string, float64) {
		if x == 1 {
			return yes, x
		}
		return no, x
	}
}

// parts writes a time as a number of parts of a second, at most so many, and as whole
// ones where the library takes no other.
func parts(perSecond, most float64, whole bool) form {
	return func(x float64) (string, float64) {
		n := math.Min(x*perSecond, most)
		if whole {
			n = math.Round(n)
		}
		return decimal(n), n / perSecond
	}
}

// A step is a unit of time of a language: how many nanoseconds it has, and how n of it are
// written, with # for n, or #L where it has an L behind it when it does not fit into 32 bits.
type step struct {
	nanos int64
	text  string
}

// stepped writes a time in whole steps of the largest unit that does, at most so many
// nanoseconds; steps go down.
func stepped(most float64, steps ...step) form {
	last := steps[len(steps)-1].nanos
	return func(x float64) (string, float64) {
		n := int64(math.Min(most, math.Round(x*1e9/float64(last))*float64(last)))
		for _, s := range steps {
			if n%s.nanos == 0 && (n != 0 || s.nanos == last) {
				text := s.text
				if n/s.nanos <= math.MaxInt32 {
					text = strings.Replace(text, "#L", "#", 1)
				}
				return strings.Replace(text, "#", strconv.FormatInt(n/s.nanos, 10), 1), float64(n) / 1e9
			}
		}
		return "", x // what is left of the last step is cut from most
	}
}
