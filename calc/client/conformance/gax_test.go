package conformance

import (
	"context"

	"github.com/googleapis/gax-go/v2"

	"retune/calc/client"
)

var gaxGo = library{
	client: "gax-go",
	run: func(v client.Values, attempt func() error) {
		b := gax.Backoff{Initial: duration(v.At("Initial")), Max: duration(v.At("Max")),
			Multiplier: v.At("Multiplier")}
		_ = gax.Invoke(context.Background(), func(context.Context, gax.CallSettings) error { return attempt() },
			gax.WithRetry(func() gax.Retryer { return gax.OnErrorFunc(b, func(error) bool { return true }) }))
	},
	cases: []with{{}, {"Initial": 0, "Max": 0}, {"Initial": 10, "Max": 1},
		{"Initial": 0.25, "Max": 32, "Multiplier": 1.3}},
}
