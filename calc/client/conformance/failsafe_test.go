package conformance

import (
	"math"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"

	"retune/calc/client"
)

var failsafeGo = library{
	client: "failsafe-go",
	run: func(v client.Values, attempt func() error) {
		b := retrypolicy.NewBuilder[any]().WithMaxRetries(int(v.At("maxRetries"))).WithDelay(duration(v.At("delay"))).
			WithJitterFactor(v.At("jitterFactor")).WithJitter(duration(v.At("jitter")))
		if c := v.At("maxDelay"); !math.IsInf(c, 1) {
			b = b.WithBackoffFactor(duration(v.At("delay")), duration(c), v.At("delayFactor"))
		}
		if d := v.At("maxDuration"); !math.IsInf(d, 1) {
			b = b.WithMaxDuration(duration(d))
		}
		_ = failsafe.With(b.Build()).Run(attempt)
	},
	cases: []with{
		{},
		{"maxRetries": -1, "delay": 1, "maxDelay": 20},
		{"maxRetries": -1, "delay": 1, "maxDelay": 20, "delayFactor": 3, "jitterFactor": 0.4},
		{"maxRetries": 5, "delay": 1, "jitterFactor": 1},
		{"maxRetries": 5, "delay": 0.1, "maxDelay": 1, "jitter": 0.05},
		{"maxRetries": 5, "delay": 0.1, "maxDelay": 1, "jitter": 0.3},
		{"maxRetries": 3, "delay": 5, "maxDelay": 1, "jitterFactor": 0.1},
		{"maxRetries": -1, "delay": 1, "maxDelay": 20, "maxDuration": 7},
		{"maxRetries": -1, "delay": 1, "maxDelay": 20, "maxDuration": 9},
	},
}
