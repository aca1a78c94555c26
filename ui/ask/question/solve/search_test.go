package solve

import (
	"math"
	"slices"
	"testing"

	"retune/calc/elapsed"
	"retune/ui/unit"
)

// TestNearby checks which values a search over a fleet tries: a factor from 1 to 20, a time from 1 ms to the duration,
// a rate from a thousandth to a thousand times the present one, always 0 and none.
func TestNearby(t *testing.T) {
	var fleet want
	fleet.Preset = "outage"
	all := []float64{0, 1e-4, 1e-3, 0.5, 1, 1.5, 19, 20, 21, 100, 101, 3000, 3001, math.Inf(1)}
	for _, c := range []struct {
		unit     unit.Kind
		now      float64
		from, to float64
	}{{unit.Factor, 2, 1, 20}, {unit.Duration, 2, 1e-3, 100}, {unit.Rate, 3, 3e-3, 3000}, {unit.Rate, 0, 0, 1000},
		{unit.Rate, math.Inf(1), 0, 1000}, {unit.Share, 0.1, 0.5, 1}} {
		s := search{unit: c.unit, w: fleet}
		s.s.Duration, s.span.Lo, s.span.Hi = 100, 0.5, 1
		var want []float64
		for _, x := range all {
			if x == 0 || x >= c.from && x <= c.to || math.IsInf(x, 1) {
				want = append(want, x)
			}
		}
		if got := s.nearby(slices.Clone(all), c.now); !slices.Equal(got, want) {
			t.Errorf("%v around %v: %v, want %v", c.unit, c.now, got, want)
		}
	}
}

// TestMostBeyond compares the largest share of clients that wait too long with a dense scan of outages.
func TestMostBeyond(t *testing.T) {
	const share = 0.7
	for _, factor := range []float64{1.46, 1.5} {
		s := set(t, "initial-delay 1s", "jitter spread=0.3", "at 300s", "max-reconnect-delay 70%")
		s.Factor = factor
		p := newProposer(t.Context(), &s)
		got, want := p.mostBeyond(share, p.first()), 0.0
		times := p.clientsWithoutLimits()
		for x := 1.0; x < 300; x *= 1.006 {
			y, err := elapsed.Beyond(t.Context(), times, x, share*x+p.first())
			if err != nil {
				t.Fatal(err)
			}
			want = max(want, y)
		}
		if !(got >= want*(1-1e-3)) {
			t.Errorf("with factor %v a share of %v at most waits too long, and %v after some outage", factor, got, want)
		}
	}
}
