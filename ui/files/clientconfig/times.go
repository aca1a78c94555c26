package clientconfig

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"retune/ui/unit"
)

// times returns a form of times. bare means that the text is a number.
func times(like string, bare bool, read func(string) (float64, bool), write func(seconds float64) string) form {
	return quantity(like, "time", unit.Duration, bare, read, write)
}

// scaled returns a form of times as a number, with perSecond units in a second. whole means that the client accepts
// only whole numbers.
func scaled(like string, perSecond float64, whole bool) form {
	return times(like, true,
		func(text string) (float64, bool) {
			x, ok := number(text)
			return x / perSecond, ok && (!whole || x == math.Trunc(x))
		},
		func(s float64) string {
			if whole {
				return strconv.FormatFloat(math.Round(s*perSecond), 'f', -1, 64)
			}
			return decimal(s * perSecond)
		})
}

// timeUnits are the units of time of all clients, in seconds.
var timeUnits = []struct {
	names string
	of    float64
}{
	{"ns", 1e-9}, {"us µs μs usec", 1e-6}, {"ms msec milli millis", 1e-3},
	{"s sec second seconds", 1}, {"m min minute minutes", 60}, {"h hr hour hours", 3600},
	{"d day days", 86400}, {"w week weeks", 7 * 86400}, {"y", 365 * 86400},
}

var timePart = lazily(`^\s*(\d+\.?\d*|\.\d+)\s*([a-zA-Zµμ]*)`)

// part reads the first part of a time, such as the 1h of 1h30m, and returns the rest. bare is the unit of a part
// without a unit, in seconds; 0 means that a unit is required.
func part(text string, bare float64) (seconds float64, rest string, ok bool) {
	m := timePart().FindStringSubmatch(text)
	if m == nil {
		return 0, "", false
	}
	x, _ := strconv.ParseFloat(m[1], 64)
	of, known := bare, m[2] == ""
	for _, u := range timeUnits {
		if m[2] != "" && strings.Contains(" "+u.names+" ", " "+m[2]+" ") {
			of, known = u.of, true
		}
	}
	if !known || of == 0 && x != 0 {
		return 0, "", false
	}
	if of < 1 && of > 0 { // dividing by a power of ten rounds correctly
		return x / math.Round(1/of), text[len(m[0]):], true
	}
	return x * of, text[len(m[0]):], true
}

// united returns a form of times with units, whose text matches the pattern looks. bare is the unit of a bare number in
// seconds; 0 means that a unit is required.
func united(like, looks string, bare float64, write func(float64) string) form {
	pattern := lazily(looks)
	return times(like, false, func(text string) (total float64, ok bool) {
		rest, negative := strings.CutPrefix(text, "-")
		ok = rest != "" && pattern().MatchString(text)
		for ok && rest != "" {
			var x float64
			x, rest, ok = part(rest, bare)
			total += x
		}
		if negative {
			total = -total
		}
		return total, ok
	}, write)
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

func inSeconds(s float64) string { return decimal(s) + "s" }

// Patterns of times for clients that restrict the numbers or the order of units.
const (
	promText    = `^(0|(\d+y)?(\d+w)?(\d+d)?(\d+h)?(\d+m)?(\d+s)?(\d+ms)?)$` // model.ParseDuration of prometheus/common
	springText  = `^[+-]?\d+[a-zA-Z]{0,2}$`                                  // DurationStyle of Spring Boot
	flinkText   = `^\d+\s*[a-zA-Z]*$`                                        // TimeUtils of Flink
	gatewayText = `^(\d{1,5}(h|m|s|ms)){1,4}$`                               // Duration of Gateway API
)

// The forms of times.
var (
	goTime      = united("1.5s or 1m30s", "", 0, inUnits)
	secondsTime = united("1.5s, 1m30s or a number of seconds", "", 1, inUnits)
	promTime    = united("30ms or 1m30s", promText, 0, inUnits)
	gatewayTime = united("500ms or 1m30s", gatewayText, 0, inUnits)
	unitTime    = orWord(united("5s or 1min 30s", "", 1, inUnits), "infinity")
	ageTime     = united("2d or 1h", "", 0, inSeconds)
	flinkTime   = united("1 s or 5 min", flinkText, 1e-3, inUnits)
	protoTime   = united("0.1s", `^-?[\d.]+s$`, 0, inSeconds)
	iso8601     = times("PT1S or PT0.5S", false, isoTime, func(s float64) string { return "PT" + decimal(s) + "S" })
	netTime     = times("00:00:02", false, timeSpan, writeTimeSpan)
	// goNanos is a time.Duration from a configuration file: a text or a number of nanoseconds.
	goNanos = united("1.5s or a number of nanoseconds", "", 1e-9, inUnits)
	millis  = scaled("500, in milliseconds", 1e3, true)
	seconds = scaled("0.5, in seconds", 1, false)
	wholes  = scaled("5, in whole seconds", 1, true)
)

// springTime is a time with one unit, or in ISO 8601.
var springTime = func() form {
	f := united("500ms, 2s, PT0.5S or a number of milliseconds", springText, 1e-3, inUnits)
	simple := f.read
	f.read = func(text string) (string, error) {
		if x, ok := isoTime(text); ok {
			return unit.Duration.Exact(x), nil
		}
		return simple(text)
	}
	return f
}()

var isoParts = lazily(`^(?i)(-?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$`)

// isoTime reads an ISO 8601 duration with units from weeks down.
func isoTime(text string) (float64, bool) {
	m := isoParts().FindStringSubmatch(text)
	if m == nil || strings.TrimLeft(strings.ToUpper(text), "-PT") == "" {
		return 0, false
	}
	total := sum(m[2:], 7*86400, 86400, 3600, 60, 1)
	if m[1] != "" {
		total = -total
	}
	return total, true
}

// sum returns the sum of the numbers times of, in seconds. An empty number is 0.
func sum(numbers []string, of ...float64) (total float64) {
	for i, text := range numbers {
		x, _ := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64)
		total += x * of[i]
	}
	return total
}

var spanParts = lazily(`^(?:(\d+)\.)?(\d+):(\d+)(?::(\d+(?:\.\d+)?))?$`)

// timeSpan reads a .NET TimeSpan: [d.]hh:mm[:ss[.fffffff]].
func timeSpan(text string) (float64, bool) {
	m := spanParts().FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	return sum(m[1:], 86400, 3600, 60, 1), true
}

func writeTimeSpan(s float64) string {
	s = math.Round(s*1e7) / 1e7
	days, rest := math.Floor(s/86400), math.Mod(s, 86400)
	text := fmt.Sprintf("%02d:%02d:%010.7f", int(rest/3600), int(math.Mod(rest, 3600)/60), math.Mod(rest, 60))
	text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	if days > 0 {
		text = fmt.Sprintf("%.0f.", days) + text
	}
	return text
}
