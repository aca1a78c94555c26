package grid

import (
	"testing"

	"retune/ui/answer"
	"retune/ui/knob"
)

// Values that do not fit are worked out roughly if they come of a sample, and else refused
// with how many do fit.
func TestAfford(t *testing.T) {
	fewer := 0
	refused := func(most int) string { fewer = most; return "" }
	at := []knob.Scenario{knob.Default()}
	r := answer.Result{
		Cost:  func(_ knob.Scenario, effort answer.Effort) float64 { return []float64{1, 0.125}[effort] },
		Noise: func(knob.Scenario) float64 { return 0.01 },
	}
	for _, c := range []struct {
		values int
		noise  bool
		effort answer.Effort
		fewer  int
	}{
		{10, true, answer.Full, 0}, {11, true, answer.Rough, 0}, {80, true, answer.Rough, 0},
		{81, true, answer.Rough, 64}, {10, false, answer.Full, 0}, {11, false, answer.Full, 8},
	} {
		one := r
		if !c.noise {
			one.Noise = nil
		}
		fewer = 0
		effort, _, none := costs{seconds: each(one), noise: noiseOf(one)}.afford(at, c.values, answer.Full, refused)
		if effort != c.effort || fewer != c.fewer || (none != nil) != (c.fewer > 0) {
			t.Errorf("%d values, sampled %v: effort %v, refused %v with %d", c.values, c.noise, effort, none, fewer)
		}
	}
}

// TestSweepKeepsFigures holds that of each value of a sweep of figures these are kept alone, even
// where one value has more than a table shows.
func TestSweepKeepsFigures(t *testing.T) {
	var figures []answer.Quantity
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"} {
		figures = append(figures, answer.Quantity{Name: name})
	}
	a := answer.Answer{Groups: []answer.Group{{Quantities: figures}}, Plot: func() []answer.Chart { return nil }, Tables: []answer.Table{{}}}
	if a = (&sweep{axis: knob.Axis{Knob: knob.Knobs[0]}}).figures(1, a); a.Plot != nil || a.Tables != nil {
		t.Errorf("%+v", a)
	}
}

// TestHalvings holds that the border of a map is searched for as long as there is time beside the
// cells.
func TestHalvings(t *testing.T) {
	m := &mapping{cells: make([]answer.Value, 10), edges: make([]edge, 10)}
	for takes, want := range map[float64]int{0: mostHalvings, 0.01: mostHalvings, 0.25: 3, 1: 1, 100: 1} {
		if m.takes = takes; m.halvings() != want {
			t.Errorf("%d halvings of what takes %gs, want %d", m.halvings(), takes, want)
		}
	}
}
