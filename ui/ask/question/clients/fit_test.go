package clients

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retune/calc/client"
	"retune/calc/jitter"
	"retune/ui/ask/setting"
)

// TestFitSays fits random policies to every client. If no change is reported, the client has the same delays and
// limits.
func TestFitSays(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	exact, alike := 0, 0
	for i := range client.Rows() {
		row := &client.Rows()[i]
		for range 4 {
			s := setting.Default()
			pick := func(name string, texts ...string) {
				k, _ := setting.Find(name)
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
			fit, _ := To(&s, row.Name)
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
	ms := 0.0 // rounding of the delays
	if p.Quantum.Size == 1e-3 || p.Growth.Step == 1e-3 {
		ms = 1e-3 * (1 + 1e-9)
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

// TestFitBudgets fits retry budgets. A client has the budget or reports the change. The written budget reads back
// unchanged.
func TestFitBudgets(t *testing.T) {
	has := map[string]string{
		"throttle=10%":       "grpc grpc-1.68",
		"throttle=25%+50":    "grpc grpc-1.68",
		"throttle=1234%+7":   "grpc grpc-1.68",
		"throttle=0.1%+1000": "grpc grpc-1.68",
		"concurrent=20%":     "envoy istio envoy-gateway",
		"concurrent=29%+7":   "envoy istio envoy-gateway",
		"concurrent=100%+0":  "envoy envoy-gateway",
		"concurrent=0%+9":    "envoy istio envoy-gateway",
		"throttle=10.05%":    "",
		"throttle=10%+5000":  "",
		"concurrent=150%":    "",
		"10%":                "",
		"quota":              "botocore-standard aws-sdk-go-v2 aws-sdk-net aws-sdk-cpp terraform aws",
	}
	budget, _ := setting.Find("budget")
	for text, names := range has {
		for i := range client.Rows() {
			s := setting.Default()
			if err := s.SetClient(client.Rows()[i].Defaults()); err != nil {
				t.Fatal(err)
			}
			if err := budget.Set(&s, text); err != nil {
				t.Fatal(text, err)
			}
			fit, _ := To(&s, client.Rows()[i].Name)
			said := slices.ContainsFunc(fit.Becomes, func(b string) bool {
				return strings.HasPrefix(b, "budget ") && strings.HasSuffix(b, " instead of "+text)
			})
			want := slices.Contains(strings.Fields(names), client.Rows()[i].Name)
			if is := sameBudget(fit.Values.Budget(), s.Budget); is != want || is == said {
				t.Errorf("%s with %s has %s: %v", client.Rows()[i].Name, text, setting.BudgetText(fit.Values.Budget()), fit.Becomes)
			}
		}
	}
}

// TestFitNone fits endless retries to clients that count them. The limit is never below the client's default.
func TestFitNone(t *testing.T) {
	s := setting.Default()
	s.Retries = math.Inf(1)
	for _, name := range []string{"spring", "reactor", "p-retry", "tower", "faraday-retry", "grpc"} {
		fit, _ := To(&s, name)
		p, err := fit.Values.Policy()
		q, _ := client.Find(name).Defaults().Policy()
		if err != nil || !(p.Retries >= q.Retries) {
			t.Errorf("%s: none becomes %v retries (%v), by default there are %v", name, p.Retries, err, q.Retries)
		}
	}
}

// TestFitStarts fits policies to systemd, which counts starts in a window. The policy must still end.
func TestFitStarts(t *testing.T) {
	for _, a := range []float64{0.1, 1, 3} {
		for _, r := range []float64{1, 1.5, 2} {
			for n := 1.0; n <= 12; n++ {
				s := setting.Default()
				s.InitialDelay, s.Factor, s.Cap, s.Retries = a, r, 10, n
				fit, _ := To(&s, "systemd")
				if p, err := fit.Values.Policy(); err != nil || p.RetriesMade() != n {
					t.Errorf("%v x%v, %v retries: systemd makes %v (%v)", a, r, n, p.RetriesMade(), err)
				}
			}
		}
	}
}
