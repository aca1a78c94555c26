package conformance

import (
	"math"

	"github.com/avast/retry-go/v4"

	"retune/calc/client"
)

// do runs the library. A MaxDelay of 0 means none.
func do(v client.Values, attempt func() error, options ...retry.Option) {
	if c := v.At("MaxDelay"); !math.IsInf(c, 1) {
		options = append(options, retry.MaxDelay(duration(c)))
	}
	_ = retry.Do(attempt,
		append(options, retry.Attempts(uint(v.At("Attempts"))), retry.Delay(duration(v.At("Delay"))))...)
}

var avast = library{
	client: "avast",
	run: func(v client.Values, attempt func() error) {
		do(v, attempt, retry.MaxJitter(duration(v.At("MaxJitter"))))
	},
	cases: []with{{}, {"Attempts": 0, "MaxDelay": 2}, {"MaxDelay": 0},
		{"Attempts": 3, "Delay": 0.05, "MaxJitter": 1, "MaxDelay": 0.7}, {"Attempts": 1}},
}

var avastFull = library{
	client: "avast-full",
	run: func(v client.Values, attempt func() error) {
		do(v, attempt, retry.DelayType(retry.FullJitterBackoffDelay))
	},
	cases: []with{{}, {"Attempts": 0, "MaxDelay": 2}, {"MaxDelay": 0}, {"Attempts": 3, "Delay": 1}},
}
