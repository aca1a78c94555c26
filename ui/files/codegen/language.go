package codegen

import (
	"math"
	"strconv"
	"strings"
)

// A Language describes the literals of a programming language.
type Language struct {
	Name    string // such as Go
	Ending  string // extension of its files
	comment string // start of a comment
	own     map[string]form
}

// A form returns the literal for a value, and the value that the literal has after rounding.
type form func(x float64) (literal string, is float64)

// common are the forms that most languages share: small is a 32-bit whole number, time a number of seconds.
var common = map[string]form{
	"count": upTo(1 << 53), "small": upTo(math.MaxInt32), "number": number, "time": number,
	"truth": truths("true", "false"),
}

// form returns the form with that name.
func (l Language) form(name string) form {
	if f, ok := l.own[name]; ok {
		return f
	}
	return common[name]
}

// longest is the longest time in whole seconds that 64 bits hold in nanoseconds.
const longest = math.MaxInt64 / 1_000_000_000 * 1_000_000_000

// The languages. Java libraries count in milliseconds or nanoseconds. A JavaScript timer above 2^31 - 1 ms fires after
// 1 ms. Polly accepts at most a day.
var (
	golang = Language{"Go", ".go", "//", map[string]form{"time": goTime}}
	python = Language{"Python", ".py", "#", map[string]form{"truth": truths("True", "False")}}
	ruby   = Language{"Ruby", ".rb", "#", nil}
	java   = Language{"Java", ".java", "//", map[string]form{
		"count": common["small"],
		"time":  stepped(longest, javaTimes[:2]...),
		"nanos": stepped(longest, javaTimes...),
	}}
	csharp = Language{"C#", ".cs", "//", map[string]form{
		"count": common["small"],
		"time": stepped(86400e9, step{1e9, "TimeSpan.FromSeconds(#)"}, step{1e6, "TimeSpan.FromMilliseconds(#)"},
			step{100, "TimeSpan.FromTicks(#)"}),
	}}
	javascript = Language{"JavaScript", ".mjs", "//", map[string]form{"time": func(x float64) (string, float64) {
		n := math.Min(x*1000, math.MaxInt32)
		return decimal(n), n / 1000
	}}}
	rust = Language{"Rust", ".rs", "//", map[string]form{
		"number": pointed(64), "single": pointed(32),
		"time": stepped(longest, step{1e9, "Duration::from_secs(#)"}, step{1e6, "Duration::from_millis(#)"},
			step{1, "Duration::from_nanos(#)"}),
	}}
)

var javaTimes = []step{{1e9, "Duration.ofSeconds(#L)"}, {1e6, "Duration.ofMillis(#L)"}, {1, "Duration.ofNanos(#L)"}}

// decimal writes a number without an exponent and without the rounding error of a multiplication.
func decimal(x float64) string {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 15, 64), 64)
	return strconv.FormatFloat(y, 'f', -1, 64)
}

// number writes a number with all its digits.
func number(x float64) (string, float64) { return strconv.FormatFloat(x, 'f', -1, 64), x }

// pointed returns a form of a float with that many bits, which always has a decimal point.
func pointed(bits int) form {
	return func(x float64) (string, float64) {
		if bits == 32 && math.Abs(float64(float32(x))-x) > 1e-6*math.Abs(x) {
			x = float64(float32(x)) // smaller differences are rounding errors
		}
		text := strconv.FormatFloat(x, 'f', -1, bits)
		if !strings.Contains(text, ".") {
			text += ".0"
		}
		return text, x
	}
}

// upTo returns a form of whole numbers up to most, the largest value of the type.
func upTo(most float64) form {
	return func(x float64) (string, float64) {
		x = math.Min(most, math.Round(x))
		return strconv.FormatFloat(x, 'f', 0, 64), x
	}
}

// truths returns a form of booleans.
func truths(yes, no string) form {
	return func(x float64) (string, float64) {
		if x == 1 {
			return yes, x
		}
		return no, x
	}
}

// A step is a unit of time of a language: its length in nanoseconds, and the code for n units. # stands for n, and #L
// for n with the suffix L if it does not fit into 32 bits.
type step struct {
	nanos int64
	text  string
}

// stepped returns a form of times as a whole number of the largest possible unit, up to most nanoseconds. steps are in
// descending order.
func stepped(most float64, steps ...step) form {
	last := steps[len(steps)-1]
	return func(x float64) (string, float64) {
		n := int64(math.Min(most, math.Round(x*1e9/float64(last.nanos))*float64(last.nanos)))
		s := last
		for i := len(steps) - 1; i >= 0 && n != 0; i-- {
			if n%steps[i].nanos == 0 {
				s = steps[i]
			}
		}
		text := s.text
		if n/s.nanos <= math.MaxInt32 {
			text = strings.Replace(text, "#L", "#", 1)
		}
		return strings.Replace(text, "#", strconv.FormatInt(n/s.nanos, 10), 1), float64(n) / 1e9
	}
}

// goTime writes a time.Duration as people do: 250 * time.Millisecond.
func goTime(x float64) (string, float64) {
	text, is := stepped(longest, step{3600e9, "# * time.Hour"}, step{60e9, "# * time.Minute"},
		step{1e9, "# * time.Second"}, step{1e6, "# * time.Millisecond"}, step{1e3, "# * time.Microsecond"},
		step{1, "# * time.Nanosecond"})(x)
	if is == 0 {
		return "0 * time.Second", is // package time must be used
	}
	return strings.TrimPrefix(text, "1 * "), is
}
