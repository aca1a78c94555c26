package codegen

import (
	"math"
	"strconv"
	"strings"
)

// A Language is what the literals of a language look like.
type Language struct {
	Name    string // Go
	Ending  string // of the names of its files
	comment string // what begins a comment
	own     map[string]form
}

// A form writes a value as a literal, and returns which value the literal has.
type form func(x float64) (literal string, is float64)

// common is the forms of languages that have no other of that name: small is a whole number of 32 bits, time a number
// of seconds.
var common = map[string]form{
	"count": upTo(1 << 53), "small": upTo(math.MaxInt32), "number": number, "time": number,
	"truth": truths("true", "false"),
}

// form is the form of that name.
func (l Language) form(name string) form {
	if f, ok := l.own[name]; ok {
		return f
	}
	return common[name]
}

// longest is the longest time in nanoseconds of 64 bits, in whole seconds.
const longest = math.MaxInt64 / 1_000_000_000 * 1_000_000_000

// The languages. The libraries of Java count in milliseconds, or in nanoseconds. A timer of JavaScript takes at most
// 2^31 - 1 ms: it waits 1 ms where there are more. A time of Polly is at most a day.
var (
	golang = Language{"Go", ".go", "//", map[string]form{"time": goTime}}
	python = Language{"Python", ".py", "#", map[string]form{"truth": truths("True", "False")}}
	ruby   = Language{"Ruby", ".rb", "#", nil}
	java   = Language{"Java", ".java", "//", map[string]form{
		"count": common["small"],
		"time":  stepped(longest, step{1e9, "Duration.ofSeconds(#L)"}, step{1e6, "Duration.ofMillis(#L)"}),
		"nanos": stepped(longest, step{1e9, "Duration.ofSeconds(#L)"}, step{1e6, "Duration.ofMillis(#L)"},
			step{1, "Duration.ofNanos(#L)"}),
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

// decimal writes a number without an exponent and without the last digits that a
// multiplication made.
func decimal(x float64) string {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 15, 64), 64)
	return strconv.FormatFloat(y, 'f', -1, 64)
}

// number writes a number with all its digits.
func number(x float64) (string, float64) { return strconv.FormatFloat(x, 'f', -1, 64), x }

// pointed writes a float of that many bits with a point in it.
func pointed(bits int) form {
	return func(x float64) (string, float64) {
		if bits == 32 && math.Abs(float64(float32(x))-x) > 1e-6*math.Abs(x) {
			x = float64(float32(x)) // a difference below that is none
		}
		text := strconv.FormatFloat(x, 'f', -1, bits)
		if !strings.Contains(text, ".") {
			text += ".0"
		}
		return text, x
	}
}

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

// A step is a unit of time of a language: how many nanoseconds it has, and how n of it are
// written, with # for n, or #L where it has an L behind it when it does not fit into 32 bits.
type step struct {
	nanos int64
	text  string
}

// stepped writes a time in whole steps of the largest unit that does, at most so many
// nanoseconds; steps go down.
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
		return "0 * time.Second", is // which has the package time used
	}
	return strings.TrimPrefix(text, "1 * "), is
}
