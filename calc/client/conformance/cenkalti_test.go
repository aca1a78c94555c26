package conformance

import (
	"context"
	"math"

	v4 "github.com/cenkalti/backoff/v4"
	v5 "github.com/cenkalti/backoff/v5"
	v7 "github.com/cenkalti/backoff/v7"

	"retune/calc/client"
)

// cenkaltiCases returns the cases for all versions, which differ in the name of their limit.
func cenkaltiCases(limit string) []with {
	return []with{
		{"MaxElapsedTime": 0},
		{"MaxElapsedTime": 0, limit: 4},
		{"MaxElapsedTime": 0, "InitialInterval": 10, "MaxInterval": 1, "RandomizationFactor": 0.2},
		{"MaxElapsedTime": 0, "Multiplier": 3, "MaxInterval": 5, "RandomizationFactor": 1},
		{"RandomizationFactor": 0, "MaxElapsedTime": 2},
		{"RandomizationFactor": 0, "MaxElapsedTime": 4.0665}, // the sum of four delays and attempts
		{"RandomizationFactor": 0, "MaxElapsedTime": 4.0664},
		{"RandomizationFactor": 0, "MaxElapsedTime": 0.4},
	}
}

var cenkaltiV4 = library{
	client: "cenkalti-v4",
	run: func(v client.Values, attempt func() error) {
		var b v4.BackOff = v4.NewExponentialBackOff(
			v4.WithInitialInterval(duration(v.At("InitialInterval"))), v4.WithMultiplier(v.At("Multiplier")),
			v4.WithMaxInterval(duration(v.At("MaxInterval"))),
			v4.WithRandomizationFactor(v.At("RandomizationFactor")),
			v4.WithMaxElapsedTime(duration(v.At("MaxElapsedTime"))))
		if n := v.At("MaxRetries"); !math.IsInf(n, 1) {
			b = v4.WithMaxRetries(b, uint64(n))
		}
		_ = v4.Retry(attempt, b)
	},
	cases: append(cenkaltiCases("MaxRetries"), with{"MaxRetries": 0, "MaxElapsedTime": 0},
		with{"MaxInterval": 0, "MaxElapsedTime": 0}),
}

var cenkaltiV5 = library{
	client: "cenkalti",
	run: func(v client.Values, attempt func() error) {
		b := v5.NewExponentialBackOff()
		b.InitialInterval, b.Multiplier, b.MaxInterval = duration(v.At("InitialInterval")), v.At("Multiplier"),
			duration(v.At("MaxInterval"))
		b.RandomizationFactor = v.At("RandomizationFactor")
		_, _ = v5.Retry(context.Background(), func() (struct{}, error) { return struct{}{}, attempt() },
			v5.WithBackOff(b), v5.WithMaxTries(uint(v.At("MaxTries"))),
			v5.WithMaxElapsedTime(duration(v.At("MaxElapsedTime"))))
	},
	cases: append(cenkaltiCases("MaxTries"), with{"MaxTries": 1, "MaxElapsedTime": 0},
		with{"MaxInterval": 0, "MaxElapsedTime": 0}),
}

var cenkaltiV7 = library{
	client: "cenkalti",
	run: func(v client.Values, attempt func() error) {
		b := v7.NewExponentialBackOff()
		b.InitialInterval, b.Multiplier, b.MaxInterval = duration(v.At("InitialInterval")), v.At("Multiplier"),
			duration(v.At("MaxInterval"))
		b.RandomizationFactor = v.At("RandomizationFactor")
		_, _ = v7.Retry(context.Background(), func() (struct{}, error) { return struct{}{}, attempt() },
			v7.WithBackOff(b), v7.WithMaxTries(uint(v.At("MaxTries"))),
			v7.WithMaxElapsedTime(duration(v.At("MaxElapsedTime"))))
	},
	cases: append(cenkaltiCases("MaxTries"), with{"MaxTries": 1, "MaxElapsedTime": 0},
		with{"MaxInterval": 0, "MaxElapsedTime": 0}),
}
