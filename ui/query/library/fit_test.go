package library

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc/client"
	"retune/calc/jitter"
	"retune/ui/knob"
)

// TestFitSays fits random policies to every client: where nothing is said to become
// something else, the client has the delays and the limits that were asked for.
func TestFitSays(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	exact, alike := 0, 0
	for i := range client.Rows {
		row := &client.Rows[i]
		for range 4 {
			s := knob.Default()
			pick := func(name string, texts ...string) {
				k, _ := knob.Find(name)
				if err := k.Set(&s, texts[r.IntN(len(texts))]); err != nil {
					t.Fatal(err)
				}
			}
			pick("initial-delay", "50ms", "1s", "0.5s", "3s", "1.5ms")
			pick("factor", "2", "1", "1.5", "3")
			pick("cap", "none", "5s", "30s", "10m", "20s")
			pick("retries", "0", "3", "9", "none", "2")
			pick("deadline", "none", "1m", "15m")
			pick("jitter", "none", "full", "equal", "spread=0.2", "add=100ms", "up=1", "spread=0.5")
			fit, _ := To(s, row.Name)
			p, err := fit.Values.Policy()
			if err != nil {
				if len(fit.Becomes) == 0 {
					t.Errorf("%s: %v is not said", row.Name, err)
				}
				continue
			}
			p.AttemptTime = s.AttemptTime
			if len(fit.Becomes) > 0 {
				continue
			}
			exact++
			if fit.Same != "" {
				alike++
			}
			if why := differs(p, s.Policy); why != "" {
				t.Errorf("%s: %s\n%+v\n%+v", row.Name, why, p, s.Policy)
			}
		}
	}
	if exact < 10 || alike < 3 {
		t.Errorf("only %d were exact, %d of them by another type of jitter", exact, alike)
	}
}

// differs compares the delays and the ends of two policies.
func differs(p, q jitter.Policy) string {
	near := func(x, y float64) bool { return x == y || math.Abs(x-y) <= 1e-9*math.Abs(x) }
	ms := 0.0 // what delays may be off
	if p.Quantum.Size == 1e-3 || p.Growth.Step == 1e-3 {
		ms = 1e-3
	}
	if !near(p.Retries, q.Retries) {
		return "retries"
	}
	if !near(p.Deadline, q.Deadline) || !math.IsInf(q.Deadline, 1) && p.Rule.Stop != q.Rule.Stop {
		return "deadline"
	}
	for k := 1.0; k <= math.Min(q.Retries, 12); k++ {
		if p.Stateful() || q.Stateful() {
			break
		}
		a, b := p.Retry(k), q.Retry(k)
		for _, u := range []float64{0, 0.1, 0.5, 0.9, 1} {
			if x, y := a.Quantile(u), b.Quantile(u); !(near(x, y) || math.Abs(x-y) <= ms) {
				return fmt.Sprintf("retry %v", k)
			}
		}
	}
	return ""
}
