package conformance

import (
	"net"

	"github.com/nats-io/nats.go"

	"retune/calc/client"
)

// A dialer refuses each attempt.
type dialer func() error

func (d dialer) Dial(string, string) (net.Conn, error) { return nil, d() }

var natsGo = library{
	client: "nats.go",
	run: func(v client.Values, attempt func() error) {
		ended := make(chan struct{}, 1)
		end := func() {
			select {
			case ended <- struct{}{}:
			default:
			}
		}
		c, err := nats.Connect("nats://127.0.0.1:4222", nats.RetryOnFailedConnect(true),
			nats.MaxReconnects(int(v.At("MaxReconnect"))),
			nats.ReconnectWait(duration(v.At("ReconnectWait"))),
			nats.ReconnectJitter(duration(v.At("ReconnectJitter")), 0),
			nats.ClosedHandler(func(*nats.Conn) { end() }),
			nats.SetCustomDialer(dialer(func() error {
				if attempt() == nil {
					end()
				}
				return errFailed
			})))
		if err == nil {
			<-ended
			c.Close()
		}
	},
	cases: []with{{}, {"MaxReconnect": 3, "ReconnectWait": 0.5, "ReconnectJitter": 1},
		{"MaxReconnect": -1, "ReconnectJitter": 0}},
}
