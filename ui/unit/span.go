package unit

import (
	"math/big"
	"slices"
	"strings"
)

// span is a unit of time: seconds / parts.
type span struct {
	name    string
	seconds int64
	parts   int64
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
	{"y", year, 1, "yr yrs year years"},
	{"w", week, 1, "wk week weeks"},
	{"d", day, 1, "day days"},
	{"h", hour, 1, "hr hrs hour hours"},
	{"m", minute, 1, "min mins minute minutes"},
	{"s", 1, 1, "sec secs second seconds"},
	{"ms", 1, 1e3, "msec msecs milli millis millisecond milliseconds"},
	{"us", 1, 1e6, "\u00b5s \u03bcs usec usecs micros microsecond microseconds"},
	{"ns", 1, 1e9, "nsec nsecs nanos nanosecond nanoseconds"},
}

// clock are the units in which texts of several parts are written: d, h, m and s.
var clock = spans[2:6]

// length returns the exact length of the unit in seconds.
func (u span) length() *big.Rat { return big.NewRat(u.seconds, u.parts) }

// findSpan returns the index of a unit in spans, or -1.
func findSpan(name string) int {
	return slices.IndexFunc(spans[:], func(u span) bool {
		return u.name == name || slices.Contains(strings.Fields(u.words), strings.ToLower(name))
	})
}
