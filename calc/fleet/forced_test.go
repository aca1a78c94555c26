package fleet

import (
	"math"
	"testing"

	"retune/calc/jitter"
)

// TestForcedScale checks that a forced scale divides the workers or the capacity.
func TestForcedScale(t *testing.T) {
	c := Client{Policy: jitter.New(1, 2), Timeout: 10}
	limited := New(Traffic{Kind: Open, Rate: 800}, c, Server{Kind: Limited, Capacity: 1000, ServiceTime: 0.1})
	queue := New(Traffic{Kind: Open, Rate: 8000}, c, NewQueue(1000, 0.1))
	queue.Server.Capacity = 7 // not used
	for _, x := range []struct {
		w           System
		least, want float64
	}{{limited, 3, 4}, {limited, 5, 5}, {queue, 3, 4}, {queue, 9, 10}, {limited, math.Inf(1), 0}} {
		if got := x.w.ForcedScale(x.least); got != x.want {
			t.Errorf("server %d: %v from %v on, want %v", x.w.Server.Kind, got, x.least, x.want)
		}
	}
}
