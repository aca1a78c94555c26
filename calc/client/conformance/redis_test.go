package conformance

import (
	"context"
	"io"

	"github.com/redis/go-redis/v9"

	"retune/calc/client"
)

// A limiter is asked before each attempt. The client retries a refusal like a closed connection, and context.Canceled
// ends the retries.
type limiter func() error

func (l limiter) Allow() error {
	if l() != nil {
		return io.EOF
	}
	return context.Canceled
}

func (limiter) ReportResult(error) {}

var goRedis = library{
	client: "go-redis",
	run: func(v client.Values, attempt func() error) {
		c := redis.NewClient(
			&redis.Options{Addr: "127.0.0.1:6379", Limiter: limiter(attempt), MaxRetries: int(v.At("MaxRetries")),
				MinRetryBackoff: duration(v.At("MinRetryBackoff")), MaxRetryBackoff: duration(v.At("MaxRetryBackoff"))})
		c.Ping(context.Background())
		_ = c.Close()
	},
	cases: []with{{}, {"MaxRetries": 9}, {"MaxRetries": -1}, {"MaxRetries": 0},
		{"MaxRetries": 5, "MinRetryBackoff": 0.2, "MaxRetryBackoff": 3}, {"MaxRetries": 2, "MinRetryBackoff": 2,
			"MaxRetryBackoff": 1}, {"MaxRetries": 3, "MinRetryBackoff": 1, "MaxRetryBackoff": 1.5}},
}
