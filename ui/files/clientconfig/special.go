package clientconfig

import (
	"math"
	"strings"

	"retune/ui/unit"
)

// Forms of values that only one client uses.
var (
	// attemptsAsRetries is a limit of attempts, written as the number of retries.
	attemptsAsRetries = quantity(count.like, "whole number", unit.Count, true,
		func(text string) (float64, bool) {
			x, ok := wholeNumber(text)
			return x + 1, ok
		},
		func(x float64) string { return decimal(x - 1) })

	// fluentBitLimit is Fluent Bit's Retry_Limit, a number or a word. Fluent Bit replaces a number below 1 by the
	// default.
	fluentBitLimit = func() form {
		f := orWord(count, "no_limits|false|off")
		limit := f.read
		f.like = "5, no_limits or no_retries"
		f.read = func(text string) (string, error) {
			if x, ok := number(text); ok && x <= 0 {
				return "1", nil
			}
			if strings.EqualFold(text, "no_retries") {
				return "0", nil
			}
			return limit(text)
		}
		return f
	}()

	// dockerRestart is Docker's restart, a word; on-failure may have a number behind a colon.
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

	// fluentTime is a time of Fluentd, which reads only the first number and the smallest unit present
	// (Config.time_value): 1m30s is 30 s. It therefore has at most one unit here.
	fluentTime = united("1s, 1m, 72h or 0.5", `^\d+[smhd]$|^\d*\.?\d+$`, 1, func(s float64) string {
		if s != math.Trunc(s) {
			return decimal(s)
		}
		return inSeconds(s)
	})
)
