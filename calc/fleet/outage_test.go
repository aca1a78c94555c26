package fleet

import (
	"math"
	"testing"
)

// TestFailsAtOnce holds the share of attempts that fail without having been in the server, where
// that is greatest.
func TestFailsAtOnce(t *testing.T) {
	inf := math.Inf(1)
	free := Server{Kind: Queue, ServiceTime: 0.1, Workers: 10, QueueSize: inf}
	errors := []Outage{{Kind: Errors, At: 1, Length: 1, Share: 0.5}, {Kind: Errors, At: 3, Length: 1, Share: 0.25},
		{Kind: Hang, At: 1, Length: 9}}
	for name, c := range map[string]struct {
		System
		want float64
	}{
		"none":    {System{Server: free}, 0},
		"a share": {System{Server: free, FailureRate: 0.2}, 0.2},
		"errors":  {System{Server: free, Outages: errors}, 0.5},
		// a fifth, and half of the others
		"errors of a share": {System{Server: free, Outages: errors, FailureRate: 0.2}, 0.6},
		"reject":            {System{Server: free, Outages: append(errors, Outage{Kind: Reject, Length: 1})}, 1},
		"a finite queue":    {System{Server: Server{Kind: Queue, ServiceTime: 0.1, Workers: 10, QueueSize: 5}}, 1},
		"limited":           {System{Server: Server{Kind: Limited, ServiceTime: 0.1, Capacity: 5}}, 1},
		"slowing":           {System{Server: Server{Kind: Slowing, ServiceTime: 0.1}}, 0},
		"a breaker":         {System{Server: free, Client: Client{Breaker: Breaker{Share: 0.5}}}, 1},
	} {
		if got := c.FailsAtOnce(); !(math.Abs(got-c.want) <= 1e-12) {
			t.Errorf("%s: %g of the attempts, want %g", name, got, c.want)
		}
	}
}
