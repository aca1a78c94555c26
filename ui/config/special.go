package config

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"retune/ui/unit"
)

// The forms of values that only one client writes in that way.
var (
	// A limit of retries is one attempt less.
	attemptsAsRetries = form{count.like,
		func(text string) (string, error) { return shifted(count.read, text, 1) },
		func(text string) (string, bool, error) {
			text, err := shifted(count.read, text, -1)
			return text, true, err
		}}

	// Fluent Bit's Retry_Limit is a number or a word.
	limitOrNone = form{"5, no_limits or no_retries",
		func(text string) (string, error) {
			switch strings.ToLower(text) {
			case "no_limits", "false", "off":
				return "none", nil
			case "no_retries":
				return "0", nil
			}
			if x, err := strconv.ParseFloat(text, 64); err == nil && x <= 0 { // it warns and takes the default
				return "1", nil
			}
			return count.read(text)
		},
		func(text string) (string, bool, error) {
			switch text {
			case "none":
				return "no_limits", false, nil
			case "0":
				return "no_retries", false, nil
			}
			return count.write(text)
		}}

	// Docker's restart is a word, and on-failure may have a number behind a colon.
	dockerRestart = form{"always, unless-stopped or on-failure:5",
		func(text string) (string, error) {
			word, _, _ := strings.Cut(text, ":")
			return words("no=false always unless-stopped on-failure").read(word)
		},
		words("no always unless-stopped on-failure").write}
	dockerRetries = form{"on-failure:5",
		func(text string) (string, error) {
			_, number, ok := strings.Cut(text, ":")
			if !ok {
				return "", nil
			}
			return count.read(number)
		},
		func(text string) (string, bool, error) {
			number, _, err := count.write(text)
			return ":" + number, false, err
		}}

	// Celery's retry_backoff is a truth value or the factor, of which the whole part counts.
	celeryBackoff = form{"True or 2",
		func(text string) (string, error) {
			switch text {
			case "true":
				return "1", nil
			case "false":
				return "0", nil
			}
			return float.read(text)
		},
		float.write}

	// Fluentd takes a time to be the first number before the smallest unit that there is
	// (Config.time_value): 1m30s is 30 s, 0.5s is 5 s, and 500ms are minutes.
	fluentTime = times("1s, 1m, 72h or 0.5", false,
		func(text string) (float64, bool) {
			for _, u := range fluentUnits {
				if m := u.at.FindStringSubmatch(text); m != nil {
					x, err := strconv.ParseFloat(m[1], 64)
					return x * u.seconds, err == nil
				}
			}
			x, err := strconv.ParseFloat(text, 64)
			return x, err == nil
		},
		func(s float64) string {
			if s != math.Trunc(s) {
				return decimal(s)
			}
			return inSeconds(s)
		})
)

var fluentUnits = []struct {
	at      *regexp.Regexp
	seconds float64
}{{regexp.MustCompile(`(\d+)s`), 1}, {regexp.MustCompile(`(\d+)m`), 60}, {regexp.MustCompile(`(\d+)h`), 3600}, {regexp.MustCompile(`(\d+)d`), 86400}}

// shifted reads a number and adds to it.
func shifted(read func(string) (string, error), text string, by float64) (string, error) {
	text, err := read(text)
	if err != nil {
		return "", err
	}
	x, err := unit.Count.Parse(text)
	return unit.Count.Exact(x + by), err
}
