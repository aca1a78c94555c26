package unit

import "strings"

// span is a unit of time: seconds × 10^shift. The power of ten is separate because it only moves the decimal point of
// the text, without rounding.
type span struct {
	name    string
	seconds int64
	shift   int
	next    string // unit that people mean for the 30 in 1h30
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
	{"y", year, 0, "d"},
	{"w", week, 0, "d"},
	{"d", day, 0, "h"},
	{"h", hour, 0, "m"},
	{"m", minute, 0, "s"},
	{"s", 1, 0, "ms"},
	{"ms", 1, -3, "us"},
	{"us", 1, -6, "ns"},
	{"ns", 1, -9, ""},
}

const spanNames = "ns, us, ms, s, m, h, d, w or y"

// spanWords are other spellings that Parse reads and nothing prints.
var spanWords = map[string]string{
	"sec": "s", "secs": "s", "second": "s", "seconds": "s",
	"min": "m", "mins": "m", "minute": "m", "minutes": "m",
	"hr": "h", "hrs": "h", "hour": "h", "hours": "h",
	"day": "d", "days": "d", "wk": "w", "week": "w", "weeks": "w",
	"yr": "y", "yrs": "y", "year": "y", "years": "y",
	"msec": "ms", "msecs": "ms", "milli": "ms", "millis": "ms",
	"millisecond": "ms", "milliseconds": "ms",
	"usec": "us", "usecs": "us", "micros": "us", "microsecond": "us", "microseconds": "us",
	"nsec": "ns", "nsecs": "ns", "nanos": "ns", "nanosecond": "ns", "nanoseconds": "ns",
}

// findSpan returns the index of a unit in spans, or -1. It accepts both the micro sign and the Greek letter mu, which
// look alike.
func findSpan(name string) int {
	if name == "µs" || name == "μs" {
		name = "us"
	}
	if unit, ok := spanWords[strings.ToLower(name)]; ok {
		name = unit
	}
	for i := range spans {
		if spans[i].name == name {
			return i
		}
	}
	return -1
}

// guessSpan returns the unit that a wrongly written word may mean, or "".
func guessSpan(word string) string {
	if word = strings.ToLower(word); findSpan(word) >= 0 {
		return word
	}
	return ""
}
