package fleet

import (
	"math"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// TestFalseTimeouts compares the figures with a sum over the retries and with a numerical integral of the lognormal
// density: p50 40 ms and p99 800 ms.
func TestFalseTimeouts(t *testing.T) {
	s := setting.Default()
	for name, text := range map[string]string{"service-time": "lognormal=p50:40ms,p99:800ms", "timeout": "500ms",
		"retries": "3"} {
		k, _ := setting.Find(name)
		if err := k.Set(&s, text); err != nil {
			t.Fatal(err)
		}
	}
	sigma, q := math.Log(20)/2.3263478740408408, 0.0
	const step = 1e-4
	for z := math.Log(0.5/0.04)/sigma + step/2; z < 10; z += step {
		q += step * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
	}
	for name, want := range map[string]float64{"false-timeouts": q, "false-timeout-load": q + q*q + q*q*q,
		"attempt-p50": 0.04, "attempt-p99": 0.5, "call-p50": 0.04} {
		r, ok := Figures().Find(name)
		if !ok {
			t.Fatalf("there is no result %s", name)
		}
		if got := r.Compute(t.Context(), &s, answer.Full).Number; !(math.Abs(got-want) <= 1e-6*want) {
			t.Errorf("%s is %g, want %g", name, got, want)
		}
	}
}
