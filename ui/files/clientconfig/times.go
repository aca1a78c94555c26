package clientconfig

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"retune/ui/unit"
)

// Patterns of notations. A number without a unit is in seconds, unless the meaning adds another unit.
const (
	number = `[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?`
	whole  = `[-+]?\d[\d_]*(?:\.0*)?(?:[eE]\+?\d+)?`
	parts  = `[-+]?(?:\s*[\d.]+\s*[a-zA-Zµμ]+)+`                                                    // 1m30s
	iso    = `(?i)(-?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,](\d+))?S)?)?` // ISO 8601
	isoIs  = "${1}0${2}w0${3}d0${4}h0${5}m0${6}.${7}0s"
)

// Forms of numbers and words.
var (
	count = form{like: "5", kind: unit.Count, reads: notations(number, "$0"), text: decimal}
	float = form{like: "1.5", kind: unit.Number, reads: notations(number, "$0"), text: decimal}
	truth = words("true=yes=on=1 false=no=off=0")
	// attemptsAsRetries is a limit of attempts, written as the number of retries.
	attemptsAsRetries = form{like: "5", kind: unit.Count, reads: notations(number, "$0"), text: decimal, more: 1}
	// streamLimit and streamAge are the limits of an event source mapping of Lambda.
	streamLimit = form{like: "5, or -1 for no limit", kind: unit.Count, reads: notations("-1", "none", number, "$0"),
		text: decimal, none: "-1"}
	streamAge = form{like: "60, in whole seconds, or -1 for no limit", kind: unit.Duration,
		reads: notations("-1", "none", whole, "$0"), text: rounded(1), none: "-1"}
	// fluentBitLimit is Fluent Bit's Retry_Limit. Fluent Bit replaces a number below 1 by the default.
	fluentBitLimit = form{like: "5, no_limits or no_retries", kind: unit.Count, text: decimal,
		none: "no_limits", reads: notations("(?i)no_limits|false|off", "none", "(?i)no_retries", "0", `-.*|0+`, "1",
			number, "$0")}
	// dockerRestart is Docker's restart, a word; on-failure may have a number behind a colon.
	dockerRestart = form{like: "always, unless-stopped or on-failure:5",
		reads: notations("(?i)(?:no|false)(?::.*)?", "no",
			"(?i)(always|unless-stopped|on-failure)(?::.*)?", "$1")}
	dockerRetries = form{like: "on-failure:5", kind: unit.Count, reads: notations(`[^:]*(?::(\d+))?`, "$1"),
		text: func(x float64) string { return ":" + decimal(x) }}
)

// timed returns a form of times. pairs holds its notations.
func timed(like string, text func(seconds float64) string, pairs ...string) form {
	return form{like: like, kind: unit.Duration, text: text, reads: notations(pairs...)}
}

// Forms of times. Some clients restrict the numbers or the units.
var (
	goTime      = timed("1.5s or 1m30s", inUnits, "0+|"+parts, "$0")
	ageTime     = timed("2d or 1h", inSeconds, "0+|"+parts, "$0")
	secondsTime = timed("1.5s, 1m30s or a number of seconds", inUnits, number+"|"+parts, "$0")
	goNanos     = timed("1.5s or a number of nanoseconds", inUnits, number, "${0}ns", parts, "$0")
	protoTime   = timed("0.1s", inSeconds, `-?[\d.]+s`, "$0")
	// promTime is model.ParseDuration of prometheus/common.
	promTime    = timed("30ms or 1m30s", inUnits, `0|(?:\d+(?:ms|[ywdhms]))+`, "$0")
	gatewayTime = timed("500ms or 1m30s", inUnits, `(?:\d{1,5}(?:ms|[hms])){1,4}`, "$0")   // Duration of Gateway API
	flinkTime   = timed("1 s or 5 min", inUnits, `\d+`, "${0}ms", `\d+\s*[a-zA-Z]+`, "$0") // TimeUtils of Flink
	// springTime is DurationStyle of Spring Boot.
	springTime = timed("500ms, 2s, PT0.5S or a number of milliseconds", inUnits,
		`[-+]?\d+`, "${0}ms", `[-+]?\d+[a-zA-Z]{1,2}`, "$0", iso, isoIs)
	isoTime = timed("PT1S or PT0.5S", func(s float64) string { return "PT" + decimal(s) + "S" }, iso, isoIs)
	netTime = timed("00:00:02", timeSpan,
		`(?:(\d+)\.)?(\d+):(\d+)(?::(\d+)(?:\.(\d+))?)?`, "0${1}d0${2}h0${3}m0${4}.${5}0s")
	unitTime = form{like: "5s or 1min 30s or infinity", kind: unit.Duration, text: inUnits, none: "infinity",
		reads: notations(number+"|"+parts, "$0", "(?i)infinity", "none")}
	// fluentTime is a time of Fluentd, which reads only the first number and the smallest unit present
	// (Config.time_value): 1m30s is 30 s. It therefore has at most one unit here.
	fluentTime = timed("1s, 1m, 72h or 0.5", func(s float64) string {
		if s != math.Trunc(s) {
			return decimal(s)
		}
		return inSeconds(s)
	}, `\d+[smhd]|\d*\.?\d+`, "$0")
	millis  = timed("500, in milliseconds", rounded(1e3), whole, "${0}ms")
	wholes  = timed("5, in whole seconds", rounded(1), whole, "$0")
	minutes = timed("10, in minutes", rounded(1./60), whole, "${0}m")
	seconds = timed("0.5, in seconds", decimal, number, "$0")
	untimed = timed("", nil) // of a file without times
)

// decimal writes a number without an exponent and without the rounding error of a multiplication.
func decimal(x float64) string {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 15, 64), 64)
	return strconv.FormatFloat(y, 'f', -1, 64)
}

// inUnits writes a time as a whole number of the largest unit from s down that allows it, or in nanoseconds.
func inUnits(s float64) string {
	for _, u := range []struct {
		name string
		of   float64
	}{{"s", 1}, {"ms", 1e3}, {"us", 1e6}} {
		if text := decimal(s * u.of); !strings.Contains(text, ".") {
			return text + u.name
		}
	}
	return decimal(s*1e9) + "ns"
}

// rounded returns a function that writes a time as a whole number, with perSecond units in a second.
func rounded(perSecond float64) func(s float64) string {
	return func(s float64) string { return decimal(math.Round(s * perSecond)) }
}

func inSeconds(s float64) string { return decimal(s) + "s" }

// timeSpan writes a .NET TimeSpan: [d.]hh:mm:ss[.fffffff].
func timeSpan(s float64) string {
	const second, day = 1e7, 86400 * 1e7 // in ticks
	t := int64(math.Round(s * second))
	text := fmt.Sprintf("%d.%02d:%02d:%02d.%07d", t/day, t/(3600*second)%24, t/(60*second)%60, t/second%60, t%second)
	return strings.TrimSuffix(strings.TrimRight(strings.TrimPrefix(text, "0."), "0"), ".")
}
