package solve_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

// TestSolveJitterRoundTrip solves for results that come from distributions. The wanted value is the result of a known
// policy; the solution must keep it as a bound, and its neighbour must not.
func TestSolveJitterRoundTrip(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector makes it long, and it solves one thing after another")
	}
	t.Parallel()
	rng := rand.New(rand.NewPCG(47, 1))
	policies := 0
	for _, kind := range []string{"full", "spread=0.4", "equal", "add=500ms", "normal=0.1"} {
		for _, after := range []bool{false, true} {
			s := set(t, "jitter "+kind, fmt.Sprintf("retries %d", 3+rng.IntN(6)))
			s.CapAfter = after
			s.InitialDelay = math.Exp(rng.NormFloat64() / 2)
			s.Factor = 1.3 + rng.Float64()
			s.Cap = s.InitialDelay * math.Pow(s.Factor, 2+3*rng.Float64())
			s.AttemptTime = []float64{0, 0.1}[rng.IntN(2)]
			s.AskAt = startOf(t, &s, int(s.Retries)).Quantile(0.2 + 0.6*rng.Float64())
			policies++
			for i, name := range []string{"elapsed-mean", "elapsed-p50", "elapsed-p99", "elapsed-p37", "starts-by"} {
				for j, turned := range []string{"initial-delay", "factor", "cap", "amount"} {
					if *times == 1 && (policies+i+j)%6 > 0 {
						continue
					}
					w, _ := question.Wanted().Find(name)
					k, _ := setting.Find(turned)
					if _, ok := k.NumberRange(&s); !ok {
						continue
					}
					from, _ := k.Number(&s)
					p := s
					p.Want, p.Wanted = name, valueOf(w, &s, answer.Full)
					p = k.WithNumber(&p, map[string]float64{"initial-delay": s.InitialDelay * 0.7, "factor": s.Factor * 1.2,
						"cap": s.Cap * 1.5, "amount": from * 0.8}[turned])
					sol := solveFor(&p, w, k)
					if !sol.Reached && strings.Contains(sol.Why, "does not change it") && same(sol.Achieved, p.Wanted) {
						continue // spread does not change the mean
					}
					next := valueOf(w, new(k.WithNumber(&p, sol.Next)), answer.Full)
					if !sol.Reached || !keeps(w, &p, sol.Achieved) || !sol.AllKeep && name != "starts-by" &&
						!(math.Abs(sol.Achieved-p.Wanted) <= 0.1*p.Wanted) ||
						!same(sol.Achieved, valueOf(w, new(k.WithNumber(&p, sol.Value)), answer.Full)) && !sol.AllKeep ||
						!sol.AllKeep && keeps(w, &p, next) {
						t.Errorf("%s (cap after: %v): %s for %s %v, which %v gives: %v gives %v, reached %v %s, for %+v", kind, after,
							turned, name,
							p.Wanted, from, sol.Value, sol.Achieved, sol.Reached, sol.Why, p)
					}
				}
			}
		}
	}
}

// TestStartsBy checks that starts-by is the inverse of the percentiles of the elapsed time, for every limit of the
// policy.
func TestStartsBy(t *testing.T) {
	t.Parallel()
	starts, _ := question.Wanted().Find("starts-by")
	p37, _ := question.Wanted().Find("elapsed-p37")
	for _, words := range [][]string{{"retries 3"}, {"retries 9", "deadline 5s"}, {"retries none", "deadline 5s"}} {
		for _, kind := range []string{"full", "equal", "decorrelated"} {
			s := set(t, append(words, "jitter "+kind)...)
			s.AskAt = valueOf(p37, &s, answer.Rough)
			if got := valueOf(starts, &s, answer.Rough); !(math.Abs(got-0.37) <= 1e-3) {
				t.Errorf("%v, %s: %v start the last retry by the 37th percentile of its time, %v", words, kind, got, s.AskAt)
			}
		}
	}
}

// TestSolveNearOne checks that a probability near 1, and 1 itself, has a boundary, and that the summary distinguishes
// its two sides. It also solves a case whose rough boundary is far off.
func TestSolveNearOne(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector makes it long, and it solves one thing after another")
	}
	t.Parallel()
	starts, _ := question.Wanted().Find("starts-by")
	first, _ := setting.Find("initial-delay")
	for _, c := range []struct{ kind, wanted string }{
		{"full", "99.999%"}, {"full", "99.9999999%"}, {"full", "100%"}, {"full", "50%"}, {"decorrelated", "99.9%"},
	} {
		s := set(t, "jitter "+c.kind, "retries 10", "at 10m")
		s.Unknown, s.Want = first.Name, starts.Name
		if err := starts.Setting().Set(&s, c.wanted); err != nil {
			t.Fatal(err)
		}
		if *times == 1 && (c.kind != "full" || c.wanted == "50%" || c.wanted == "99.9999999%") {
			continue
		}
		sol := solveFor(&s, starts, first)
		next := valueOf(starts, new(first.WithNumber(&s, sol.Value*1.02)), answer.Full)
		if !sol.Reached || sol.AllKeep || !(sol.Achieved >= s.Wanted*(1-2e-3)) || !(next < s.Wanted) {
			t.Errorf("%s %s: %+v, and %v a little further", c.kind, c.wanted, sol, next)
		}
		if c.wanted == "99.999%" {
			if said := ask(solving, &s).Summary; !strings.Contains(said, "just over 99.999%") ||
				!strings.Contains(said, "just under 99.999%") {
				t.Errorf("%s %s: %q", c.kind, c.wanted, said)
			}
		}
	}
}
