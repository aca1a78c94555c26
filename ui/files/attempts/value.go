package attempts

import (
	"math"
	"strconv"
	"strings"
	"time"

	"retune/calc/estimate"
	"retune/ui/unit"
)

// layouts are the forms of a time that is not a number. A fraction of a second may follow the seconds of each.
var layouts = []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05",
	"2006-01-02T15:04:05-0700", "2006-01-02 15:04:05 -0700", "02/Jan/2006:15:04:05 -0700", "2006/01/02 15:04:05",
	time.RFC1123Z, time.RFC1123, time.StampMicro, "15:04:05"}

// instant returns a time in seconds since any origin, and the step of its clock, which its last digit shows.
func instant(text string) (seconds, tick float64, ok bool) {
	text = strings.Trim(strings.TrimSpace(text), "[]\"")
	if text == "" {
		return 0, 0, false
	}
	if x, err := strconv.ParseFloat(text, 64); err == nil && !math.IsInf(x, 0) && !math.IsNaN(x) {
		size := 1.0 // seconds, or their thousandth, millionth or billionth part, since 1970
		for _, least := range []float64{1e11, 1e14, 1e17} {
			if math.Abs(x) >= least {
				size /= 1e3
			}
		}
		return x * size, max(1e-7, size*math.Pow(10, -float64(decimals(text)))), true
	}
	text = strings.Replace(text, ",", ".", 1)
	for _, layout := range layouts {
		if at, err := time.Parse(layout, text); err == nil {
			return float64(at.Unix()) + float64(at.Nanosecond())/1e9, math.Pow(10, -float64(decimals(text))), true
		}
	}
	return 0, 0, false
}

// decimals returns the number of digits behind the point.
func decimals(text string) (n int) {
	_, rest, _ := strings.Cut(text, ".")
	for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
		n++
	}
	return n
}

// units are the ends of a column's name that tell the unit of its numbers.
var units = []struct {
	end  string
	size float64
}{{"ms", 1e-3}, {"millis", 1e-3}, {"us", 1e-6}, {"micros", 1e-6}, {"ns", 1e-9}, {"nanos", 1e-9}}

// length returns a time in seconds. A number without a unit has the unit in the name of its column, or is in seconds.
func length(text, column string) (seconds float64, ok bool) {
	text = strings.TrimSpace(text)
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		for _, u := range units {
			if strings.HasSuffix(column, u.end) {
				return x * u.size, x >= 0
			}
		}
		return x, x >= 0 && !math.IsInf(x, 0)
	}
	x, err := unit.Duration.Parse(text)
	return x, err == nil && x >= 0 && !math.IsInf(x, 0)
}

// outcomes are the words of an outcome that is not a number, without separators.
var outcomes = map[estimate.Outcome]string{
	estimate.Succeeded: "ok success succeeded true yes passed done completed 200ok statuscodeok",
	estimate.Unknown:   "underway unset pending - statuscodeunset",
}

// outcomeOf returns the outcome of a status: of HTTP, or a word. A status below 100 is a code of gRPC or of a process,
// whose 0 is a success.
func outcomeOf(text string) estimate.Outcome {
	if n, err := strconv.Atoi(strings.TrimSpace(text)); err == nil {
		switch {
		case n == 0, n >= 100 && n < 400:
			return estimate.Succeeded
		}
		return estimate.Failed
	}
	word := strings.ToLower(separators.Replace(text))
	for outcome, words := range outcomes {
		for w := range strings.FieldsSeq(words) {
			if w == word {
				return outcome
			}
		}
	}
	return estimate.Failed
}
