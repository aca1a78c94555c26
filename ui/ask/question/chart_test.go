package question

import (
	"math"
	"slices"
	"testing"

	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// TestCharts checks that charts can be drawn: a finite axis, curves that are delays or NaN, and marks on the axis.
func TestCharts(t *testing.T) {
	t.Parallel()
	for _, q := range Questions {
		if q.Name == "levers" { // it only has tables
			continue
		}
		charts := false
		for _, d := range drawsOf(q)[:rounds(q, 1000)] {
			s := d.s
			charts = charts || d.a.HasPicture()
			for _, c := range d.a.Charts {
				if !(c.Lo < c.Hi) || !unit.Finite(c.Lo) || !unit.Finite(c.Hi) || c.Title == "" {
					t.Fatalf("%s goes from %v to %v for %+v", c.Title, c.Lo, c.Hi, s)
				}
				if q.Name == "fleet" {
					fleetChart(t, &s, c)
					continue
				}
				if len(c.Boxes) > 0 {
					for _, b := range c.Boxes {
						now := b.Name == setting.JitterText(s.Jitter)
						if q.Name == "compare" {
							now = b.Policy == 0
						}
						if math.IsNaN(b.Percentiles[4]) { // it never ends
							continue
						}
						if !slices.IsSorted(b.Percentiles[:]) || !(b.Percentiles[0] >= 0 && b.Percentiles[4] <= c.Hi) ||
							b.IsA != now {
							t.Fatalf("%s: %+v, for %+v", c.Title, b, s)
						}
					}
					continue
				}
				if want := 1; len(c.Curves) != want && s.Versus == nil || s.Versus != nil && len(c.Curves) != 2 {
					t.Fatalf("%s has %d curves", c.Title, len(c.Curves))
				}
				if !math.IsNaN(c.Crosshair) && !(c.Crosshair >= 0 && c.Crosshair <= c.Hi) {
					t.Fatalf("%s: the crosshair is at %v, the axis ends at %v", c.Title, c.Crosshair, c.Hi)
				}
				for i, curve := range c.Curves {
					p := s.Policies()[i]
					if c.Y == unit.Number { // the number of retries never falls
						last := 0.0
						for i := range 20 {
							x := c.Lo + (c.Hi-c.Lo)*float64(i)/19
							if y := curve.Y(x); !(y >= last-1e-6 && y <= p.Retries+1e-6) {
								t.Fatalf("%s: %v at %v, before that %v, for %+v", c.Title, y, x, last, s)
							} else {
								last = y
							}
						}
						continue
					}
					drawn := p.Jitter.Type != jitter.None
					if (curve.Band.Exists() || curve.Rough) != drawn {
						t.Fatalf("%s: band %v, for %+v", c.Title, curve.Band.Exists(), s)
					}
					if !math.IsNaN(curve.Capped) && !(curve.Capped >= 0 && curve.Capped <= c.Hi) {
						t.Fatalf("%s: the cap is reached at %v, the axis ends at %v, for %+v", c.Title, curve.Capped, c.Hi, s)
					}
					for i := range 20 {
						x := c.Lo + (c.Hi-c.Lo)*float64(i)/19
						above := drawn && !p.CapAfter && p.Jitter.Type != jitter.Decorrelated // jitter comes after the cap
						if y := curve.Y(x); !math.IsNaN(y) && !(y > 0 && (y <= curve.Cap*(1+1e-9) || above)) {
							t.Fatalf("%s: the delay at %v is %v, the cap %v, for %+v", c.Title, x, y, curve.Cap, s)
						}
						if !curve.Band.Exists() {
							continue
						}
						if lo, hi := curve.Band.Lo.Y(x), curve.Band.Hi.Y(x); hi < lo*(1-1e-9) {
							t.Fatalf("%s: the band at %v is %v to %v, for %+v", c.Title, x, lo, hi, s)
						}
					}
				}
			}
		}
		if charts != q.HasCharts {
			t.Errorf("%s has charts: %v, and says so: %v", q.Name, charts, q.HasCharts)
		}
	}
}

// fleetChart checks that each policy has a series from 0 to the end, and that the outages are shaded.
func fleetChart(t *testing.T, s *setting.Scenario, c answer.Chart) {
	t.Helper()
	if c.Lo != 0 || !(math.Abs(c.Hi-s.Duration) <= 1e-9) ||
		len(c.Curves) != len(s.Policies()) || s.Versus == nil && len(c.Outages) != len(s.Fleet().Outages) {
		t.Fatalf("%s goes from %v to %v with %d curves and %d outages, for %+v", c.Title, c.Lo, c.Hi, len(c.Curves),
			len(c.Outages), *s)
	}
	for _, curve := range c.Curves {
		for i := range 20 {
			if y := curve.Y(c.Hi * (float64(i) + 0.5) / 20); !(y >= 0 && !math.IsInf(y, 1)) {
				t.Fatalf("%s: %v at %d of 20, for %+v", c.Title, y, i, *s)
			}
		}
		if !math.IsNaN(curve.Y(-1)) || !math.IsNaN(curve.Y(c.Hi+s.Step)) {
			t.Fatalf("%s goes on beyond its ends", c.Title)
		}
	}
}
