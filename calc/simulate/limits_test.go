package simulate

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"retune/calc/fleet"
	"retune/calc/jitter"
)

// TestLimitsLeftOut compares runs of policies without their limits with runs of infinite limits.
func TestLimitsLeftOut(t *testing.T) {
	inf := math.Inf(1)
	for _, j := range []jitter.Jitter{{}, {Type: jitter.Full}, {Type: jitter.Decorrelated, Amount: 3}} {
		for _, after := range []bool{false, true} {
			left := jitter.New(0.5, 2)
			left.Retries, left.Jitter, left.CapAfter = 8, j, after
			full := left
			full.Cap, full.Deadline, full.TotalTimeout = inf, inf, inf
			var results []fleet.Result
			for _, p := range []jitter.Policy{left, full} {
				w := fleet.New(fleet.Traffic{Kind: fleet.Closed, Clients: 50, Think: 5},
					fleet.Client{Policy: p, Timeout: 1}, fleet.NewQueue(4, 0.1),
					fleet.Outage{Kind: fleet.Reject, At: 10, Length: 10})
				w.Duration = 60
				err := Repeat(t.Context(), w, 1, 1, 1, func(r fleet.Result) { results = append(results, r) })
				if err != nil || w.Validate() != nil {
					t.Fatal(err, w.Validate())
				}
			}
			if !reflect.DeepEqual(results[0].Retries, results[1].Retries) || slices.Max(results[0].Retries) == 0 {
				t.Errorf("%+v: %v retries, with infinite limits %v", j, results[0].Retries, results[1].Retries)
			}
		}
	}
}
