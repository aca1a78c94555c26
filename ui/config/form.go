package config

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"strconv"
	"strings"

	"retune/ui/unit"
)

// A form is how a value is written in a file.
type form struct {
	like string // an example, for messages
	// read returns the value as retune writes it: a time with its unit, a number, a word.
	read func(text string) (string, error)
	// write returns how the file writes a value that read returned; bare where a syntax
	// that has strings and numbers writes a number or a truth value.
	write func(text string) (written string, bare bool, err error)
}

var errNone = errors.New("there is no way to write that there is none")

// times is a form of times.
func times(like string, bare bool, read func(text string) (seconds float64, ok bool), write func(seconds float64) string) form {
	return form{like,
		func(text string) (string, error) {
			x, ok := read(strings.TrimSpace(text))
			if !ok || math.IsNaN(x) || math.IsInf(x, 0) {
				return "", fmt.Errorf("%s is not a time: it is written like %s", unit.Quote(text), like)
			}
			return unit.Duration.Exact(x), nil
		},
		func(text string) (string, bool, error) {
			x, err := unit.Duration.Parse(text)
			if err == nil && math.IsInf(x, 0) {
				err = errNone
			}
			if err != nil {
				return "", false, err
			}
			return write(x), bare, nil
		}}
}

// scaled is a number of such parts of a second, as whole many where the client takes no
// other.
func scaled(like string, perSecond float64, whole bool) form {
	return times(like, true,
		func(text string) (float64, bool) {
			x, err := strconv.ParseFloat(text, 64)
			return x / perSecond, err == nil && !math.IsInf(x, 0) && (!whole || x == math.Trunc(x))
		},
		func(s float64) string {
			if x := s * perSecond; !whole {
				return decimal(x)
			} else {
				return strconv.FormatFloat(math.Round(x), 'f', -1, 64)
			}
		})
}

// decimal writes a number without an exponent and without the last digits that a
// multiplication made.
func decimal(x float64) string {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 15, 64), 64)
	return strconv.FormatFloat(y, 'f', -1, 64)
}

// suffixed reads parts like 1h30m with those units, and a bare number as so many
// seconds; NaN: it takes none.
func suffixed(bare float64, units map[string]float64) func(text string) (float64, bool) {
	part := regexp.MustCompile(`^\s*(\d+\.?\d*|\.\d+)\s*([a-zA-Zµ]*)`)
	return func(text string) (float64, bool) {
		sign := 1.0
		if rest, ok := strings.CutPrefix(text, "-"); ok {
			text, sign = rest, -1
		}
		if x, err := strconv.ParseFloat(text, 64); err == nil {
			switch {
			case x == 0:
				return 0, true
			case bare < 1:
				return sign * x / math.Round(1/bare), true
			}
			return sign * x * bare, !math.IsNaN(bare)
		}
		if text == "" {
			return 0, false
		}
		total := 0.0
		for rest := text; rest != ""; {
			m := part.FindStringSubmatch(rest)
			if m == nil {
				return 0, false
			}
			x, _ := strconv.ParseFloat(m[1], 64)
			u, ok := units[m[2]]
			switch {
			case !ok && m[2] == "" && !math.IsNaN(bare):
				u = bare
			case !ok:
				return 0, false
			}
			if u < 1 && u > 0 { // a division by a power of ten is rounded right
				total += x / math.Round(1/u)
			} else {
				total += x * u
			}
			rest = rest[len(m[0]):]
		}
		return sign * total, true
	}
}

var goUnits = map[string]float64{"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ms": 1e-3, "s": 1, "m": 60, "h": 3600}

func plus(units map[string]float64, more map[string]float64) map[string]float64 {
	all := maps.Clone(units)
	maps.Copy(all, more)
	return all
}

// inUnits writes a time in whole ones of the largest unit that does, or else the number of
// nanoseconds.
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

// inParts is inUnits in parts of at most five digits.
func inParts(s float64) string {
	text := inUnits(s)
	if !gatewayText.MatchString(text) {
		whole, part := math.Modf(s)
		text = fmt.Sprintf("%.0fh%.0fm%.0fs%.0fms", math.Floor(whole/3600), math.Floor(math.Mod(whole, 3600)/60), math.Mod(whole, 60), part*1e3)
	}
	return text
}

// only reads what looks like that alone.
func only(pattern *regexp.Regexp, read func(string) (float64, bool)) func(string) (float64, bool) {
	return func(text string) (float64, bool) {
		if !pattern.MatchString(text) {
			return 0, false
		}
		return read(text)
	}
}

// What times look like where not every number and not every order of units will do.
var (
	promText    = regexp.MustCompile(`^(0|(\d+y)?(\d+w)?(\d+d)?(\d+h)?(\d+m)?(\d+s)?(\d+ms)?)$`) // model.ParseDuration of prometheus/common
	springText  = regexp.MustCompile(`^[+-]?\d+[a-zA-Z]{0,2}$`)                                  // DurationStyle of Spring Boot
	flinkText   = regexp.MustCompile(`^\d+\s*[a-zA-Z]*$`)                                        // TimeUtils of Flink
	gatewayText = regexp.MustCompile(`^(\d{1,5}(h|m|s|ms)){1,4}$`)                               // Duration of Gateway API
)

func inSeconds(s float64) string { return decimal(s) + "s" }

// The forms of times.
var (
	goTime      = times("1.5s or 1m30s", false, suffixed(math.NaN(), goUnits), inUnits)
	secondsTime = times("1.5s, 1m30s or a number of seconds", false, suffixed(1, goUnits), inUnits)
	promTime    = times("30ms or 1m30s", false, only(promText, suffixed(math.NaN(), plus(goUnits, map[string]float64{"d": 86400, "w": 7 * 86400, "y": 365 * 86400}))), inUnits)
	gatewayTime = times("500ms or 1m30s", false, only(gatewayText, suffixed(math.NaN(), goUnits)), inParts)
	springTime  = times("500ms, 2s, PT0.5S or a number of milliseconds", false, either(only(springText, suffixed(1e-3, plus(goUnits, map[string]float64{"d": 86400}))), isoTime), inUnits)
	unitTime    = orInfinity(times("5s or 1min 30s", false, suffixed(1, map[string]float64{"us": 1e-6, "usec": 1e-6, "ms": 1e-3, "msec": 1e-3,
		"s": 1, "sec": 1, "second": 1, "seconds": 1, "m": 60, "min": 60, "minute": 60, "minutes": 60, "h": 3600, "hr": 3600, "hour": 3600, "hours": 3600,
		"d": 86400, "day": 86400, "days": 86400, "w": 7 * 86400, "week": 7 * 86400, "weeks": 7 * 86400}), inUnits))
	ageTime   = times("2d or 1h", false, suffixed(math.NaN(), map[string]float64{"s": 1, "m": 60, "h": 3600, "d": 86400}), inSeconds)
	flinkTime = times("1 s or 5 min", false, only(flinkText, suffixed(1e-3, plus(goUnits, map[string]float64{"milli": 1e-3, "millis": 1e-3, "sec": 1, "second": 1, "seconds": 1,
		"min": 60, "minute": 60, "minutes": 60, "hour": 3600, "hours": 3600, "d": 86400, "day": 86400, "days": 86400}))), inUnits)
	protoTime = times("0.1s", false,
		func(text string) (float64, bool) {
			number, ok := strings.CutSuffix(text, "s")
			x, err := strconv.ParseFloat(number, 64)
			return x, ok && err == nil
		},
		inSeconds)
	iso8601 = times("PT1S or PT0.5S", false, isoTime, func(s float64) string { return "PT" + decimal(s) + "S" })
	netTime = times("00:00:02", false, timeSpan, writeTimeSpan)
	// goNanos is what a Go program reads into a time.Duration: a text or nanoseconds.
	goNanos = times("1.5s or a number of nanoseconds", false, suffixed(1e-9, goUnits), inUnits)
	millis  = scaled("500, in milliseconds", 1e3, true)
	seconds = scaled("0.5, in seconds", 1, false)
	wholes  = scaled("5, in whole seconds", 1, true)
)

func either(readers ...func(string) (float64, bool)) func(string) (float64, bool) {
	return func(text string) (float64, bool) {
		for _, read := range readers {
			if x, ok := read(text); ok {
				return x, true
			}
		}
		return 0, false
	}
}

// orInfinity is a form of times in which a word says that there is none.
func orInfinity(f form) form {
	const word = "infinity"
	none := unit.Duration.Exact(math.Inf(1))
	return form{f.like,
		func(text string) (string, error) {
			if strings.TrimSpace(text) == word {
				return none, nil
			}
			return f.read(text)
		},
		func(text string) (string, bool, error) {
			written, bare, err := f.write(text)
			if err == errNone {
				return word, false, nil
			}
			return written, bare, err
		}}
}

var isoParts = regexp.MustCompile(`^(?i)(-?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$`)

// isoTime reads the durations of ISO 8601 from weeks down.
func isoTime(text string) (float64, bool) {
	m := isoParts.FindStringSubmatch(text)
	if m == nil || strings.TrimLeft(strings.ToUpper(text), "-PT") == "" {
		return 0, false
	}
	total := 0.0
	for i, scale := range []float64{7 * 86400, 86400, 3600, 60, 1} {
		x, _ := strconv.ParseFloat(strings.ReplaceAll(m[i+2], ",", "."), 64)
		total += x * scale
	}
	if m[1] != "" {
		total = -total
	}
	return total, true
}

var spanParts = regexp.MustCompile(`^(?:(\d+)\.)?(\d+):(\d+)(?::(\d+(?:\.\d+)?))?$`)

// timeSpan reads .NET's [d.]hh:mm[:ss[.fffffff]].
func timeSpan(text string) (float64, bool) {
	m := spanParts.FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	total := 0.0
	for i, scale := range []float64{86400, 3600, 60, 1} {
		x, _ := strconv.ParseFloat(m[i+1], 64)
		total += x * scale
	}
	return total, true
}

func writeTimeSpan(s float64) string {
	days, rest := math.Floor(s/86400), math.Mod(s, 86400)
	text := fmt.Sprintf("%02d:%02d:", int(rest/3600), int(math.Mod(rest, 3600)/60))
	if days > 0 {
		text = fmt.Sprintf("%.0f.", days) + text
	}
	if secs := decimal(math.Round(math.Mod(rest, 60)*1e7) / 1e7); strings.IndexByte(secs+".", '.') < 2 {
		return text + "0" + secs
	} else {
		return text + secs
	}
}

// number reads numbers; whole says that only whole ones are.
func number(like string, whole bool) form {
	kind := unit.Number
	if whole {
		kind = unit.Count
	}
	parse := func(text string) (float64, error) {
		x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) || whole && x != math.Trunc(x) {
			return 0, fmt.Errorf("%s is not a %s: it is written like %s", unit.Quote(text), map[bool]string{true: "whole number", false: "number"}[whole], like)
		}
		return x, nil
	}
	return form{like,
		func(text string) (string, error) {
			x, err := parse(text)
			if err != nil {
				return "", err
			}
			return kind.Exact(x), nil
		},
		func(text string) (string, bool, error) {
			x, err := kind.Parse(text)
			if err == nil && math.IsInf(x, 0) {
				err = errNone
			}
			return decimal(x), true, err
		}}
}

var (
	count = number("5", true)
	float = number("1.5", false)
)

// words is a form of one of the words, whatever their case; each may be written in other
// ways behind an = sign: exponential=expo=exp. The first is written.
func words(list string) form {
	all := strings.Fields(list)
	find := func(text string, at func([]string) bool) ([]string, bool) {
		for _, w := range all {
			if parts := strings.Split(w, "="); at(parts) {
				return parts, true
			}
		}
		return nil, false
	}
	like := strings.ReplaceAll(strings.Join(all, ", "), "=", " or ")
	return form{like,
		func(text string) (string, error) {
			parts, ok := find(text, func(parts []string) bool {
				for _, p := range parts {
					if strings.EqualFold(p, strings.TrimSpace(text)) {
						return true
					}
				}
				return false
			})
			if !ok {
				return "", fmt.Errorf("%s is none of %s", unit.Quote(text), like)
			}
			return strings.ToLower(parts[0]), nil
		},
		func(text string) (string, bool, error) {
			parts, ok := find(text, func(parts []string) bool { return strings.EqualFold(parts[0], text) })
			if !ok {
				return "", false, fmt.Errorf("%s is none of %s", unit.Quote(text), like)
			}
			return parts[0], false, nil
		}}
}

// truth is yes or no.
var truth = func() form {
	f := words("true=yes=on=1 false=no=off=0")
	return form{"true or false", f.read, func(text string) (string, bool, error) {
		written, _, err := f.write(text)
		return written, true, err
	}}
}()
