package unit

import (
	"math/big"
	"slices"
	"strings"
)

// span is a unit of time: seconds × 10^shift. The power of ten is separate because it only moves the decimal point of
// the text, without rounding.
type span struct {
	name    string
	seconds int64
	shift   int
	next    string // unit that people mean for the 30 in 1h30
	words   string // other spellings that Parse reads and nothing prints, separated by spaces
}

// A year is the Julian year of 365.25 days, as in astronomy.
const (
	minute = 60
	hour   = 3600
	day    = 86400
	week   = 7 * day
	year   = 31557600
)

// spans lists the units from the largest, which is their order in a compound.
var spans = [...]span{
	{"y", year, 0, "d", "yr yrs year years"},
	{"w", week, 0, "d", "wk week weeks"},
	{"d", day, 0, "h", "day days"},
	{"h", hour, 0, "m", "hr hrs hour hours"},
	{"m", minute, 0, "s", "min mins minute minutes"},
	{"s", 1, 0, "ms", "sec secs second seconds"},
	{"ms", 1, -3, "us", "msec msecs milli millis millisecond milliseconds"},
	{"us", 1, -6, "ns", "usec usecs micros microsecond microseconds"},
	{"ns", 1, -9, "", "nsec nsecs nanos nanosecond nanoseconds"},
}

// clock are the units in which texts of several parts are written: d, h, m and s.
var clock = spans[2:6]

const spanNames = "ns, us, ms, s, m, h, d, w or y"

// whole returns the seconds of the unit as a fraction, without its power of ten.
func (u span) whole() *big.Rat { return new(big.Rat).SetInt64(u.seconds) }

// findSpan returns the index of a unit in spans, or -1. It accepts both the micro sign and the Greek letter mu, which
// look alike.
func findSpan(name string) int {
	if name == "µs" || name == "μs" {
		name = "us"
	}
	return slices.IndexFunc(spans[:], func(u span) bool {
		return u.name == name || slices.Contains(strings.Fields(u.words), strings.ToLower(name))
	})
}

// guessSpan returns the unit that a wrongly written word may mean, or "".
func guessSpan(word string) string {
	if word = strings.ToLower(word); findSpan(word) >= 0 {
		return word
	}
	return ""
}
