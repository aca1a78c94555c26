package conformance

import (
	"context"

	"github.com/grafana/dskit/backoff"

	"retune/calc/client"
)

var dskit = library{
	client: "dskit",
	run: func(v client.Values, attempt func() error) {
		b := backoff.New(context.Background(), backoff.Config{MinBackoff: duration(v.At("min_period")),
			MaxBackoff: duration(v.At("max_period")), MaxRetries: int(v.At("max_retries"))})
		for b.Ongoing() && attempt() != nil {
			b.Wait()
		}
	},
	cases: []with{{}, {"max_retries": 0, "min_period": 0.5, "max_period": 300},
		{"max_retries": 4, "min_period": 1, "max_period": 1.5},
		{"max_retries": 3, "min_period": 2, "max_period": 2}, {"min_period": 5, "max_period": 3}},
}
