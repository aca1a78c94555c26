package config

import (
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
)

// shifted reads a number and adds to it.
func shifted(read func(string) (string, error), text string, by float64) (string, error) {
	text, err := read(text)
	if err != nil {
		return "", err
	}
	x, err := unit.Number.Parse(text)
	return unit.Number.Exact(x + by), err
}
