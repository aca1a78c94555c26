package fleet

import (
	"context"
	"math"
	"strings"
	"testing"

	"retune/calc/fleet"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// TestResults checks that each result equals the figure with its name in the answer, and that an undefined figure has
// no error.
func TestResults(t *testing.T) {
	for _, traffic := range []string{"traffic closed", "traffic burst"} {
		s := small(t, traffic, "runs 2", "max-outage yes", "duration 30s", "outage-at 10s", "server queue",
			"service-time exponential=50ms")
		a, once := answerOf(t, &s), answer.WithCache(t.Context()) // all figures are of the same runs
		for _, q := range a.Quantities() {
			if q.Status == answer.NotApplicable && math.IsInf(q.Number, 1) && q.Sample == answer.Sampled {
				t.Errorf("%s: %s is not defined and has an error of %v", traffic, q.Name, q.Error)
			}
		}
		for _, r := range Figures() {
			q, ok := a.Figure(strings.ReplaceAll(r.Name, "-", " "))
			if !ok {
				if s.Traffic.Kind == fleet.Burst {
					t.Errorf("%s: there is no %s in the answer", traffic, r.Name)
				}
				continue
			}
			got, want := r.Compute(once, &s, answer.Full), q.Of(0)
			if !same(got.Number, want.Number) || got.Status != want.Status || got.Words != want.Words || r.Unit != q.Kind {
				t.Errorf("%s: %s is %+v, and in the answer %+v", traffic, r.Name, got, want)
			}
			if r.Help == "" || r.Missing(&s) != "" {
				t.Errorf("%s has no help, or lacks %q", r.Name, r.Missing(&s))
			}
		}
	}
	s := setting.Default()
	s.Clients = 1e12
	if r, _ := Figures().Find("peak-load"); r.Compute(context.Background(), &s, answer.Full).Why == "" {
		t.Error("what takes too long is answered")
	}
}

// same reports whether two figures are equal up to rounding.
func same(x, y float64) bool {
	return x == y || math.IsNaN(x) && math.IsNaN(y) || math.Abs(x-y) <= 1e-9*math.Abs(y)
}

// TestErrorOfAConstant checks that a number that is the same in every run has no error.
func TestErrorOfAConstant(t *testing.T) {
	for n := 2; n < 30; n++ {
		mean, se := meanOf(make([]struct{}, n), func(struct{}) float64 { return 99.00990099009901 })
		if se > 1e-12 || !(mean > 99.0099 && mean < 99.00991) {
			t.Errorf("%d runs: %g with error %g", n, mean, se)
		}
	}
	if mean, se := meanOf([]float64{1, 2, 3, 6}, func(x float64) float64 { return x }); mean != 3 ||
		!(se*se > 1.166 && se*se < 1.167) {
		t.Errorf("1, 2, 3, 6: %g with error %g, want 3 and sqrt(14/12)", mean, se)
	}
}

// TestTooSmall compares the offered load of clients that think for 1 s and wait 0.1 s for an answer, N/1.1 s, with what
// the workers take, 10/s each.
func TestTooSmall(t *testing.T) {
	for workers, want := range map[string]bool{"9": true, "10": false} {
		s := small(t, "traffic closed", "clients 105", "think 1s", "server queue", "service-time 100ms", "workers "+workers,
			"timeout 2s")
		if why := tooSmall(&s); (why != "") != want {
			t.Errorf("%s workers for 95.5/s: %q", workers, why)
		}
	}
}
