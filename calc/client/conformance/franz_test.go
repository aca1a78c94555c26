package conformance

import (
	"context"
	"net"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"retune/calc/client"
)

// A temporary error is retried at the same broker.
type temporary struct{ error }

func (temporary) Temporary() bool { return true }

var franzGo = library{
	client: "franz-go",
	run: func(v client.Values, attempt func() error) {
		again := true // a failed dial is repeated once at once, as part of the same attempt
		c, err := kgo.NewClient(kgo.RequestRetries(int(v.At("RequestRetries"))),
			kgo.RetryTimeout(duration(v.At("RetryTimeout"))),
			kgo.Dialer(func(context.Context, string, string) (net.Conn, error) {
				if again = !again; !again && attempt() == nil {
					return nil, errFailed
				}
				return nil, temporary{errFailed}
			}))
		if err != nil {
			panic(err)
		}
		defer c.Close()
		_, _ = c.Request(context.Background(), kmsg.NewPtrDescribeClusterRequest())
	},
	slow: true,
	cases: []with{{"RetryTimeout": 0}, {"RequestRetries": 3, "RetryTimeout": 0},
		{"RequestRetries": 0, "RetryTimeout": 0}},
}
