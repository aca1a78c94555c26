package policy

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"retune/calc/oracle"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// TestSameMean simulates the clients of each common jitter type with the initial delay that makes its mean call time
// equal to the shortest one.
func TestSameMean(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"retries=3", "retries=8,cap=10s,jitter=up=0.5",
		"retries=5,attempt-time=2s,jitter=normal=0.5"} {
		s := setting.Default()
		vs, _ := setting.Find("vs")
		if err := vs.Set(&s, text); err != nil {
			t.Fatal(err)
		}
		s = s.B()
		table := Jitter.Ask(context.Background(), &s, answer.Full).Tables[0]
		shortest := math.Inf(1)
		for i := range table.TextRows {
			shortest = min(shortest, table.Row(i)[1].Number)
		}
		kinds, shown := types(&s)
		for _, kind := range setting.JitterTypes(s.Jitter) {
			if !slices.Contains(kinds, kind) {
				t.Errorf("%s: %s is left out", text, setting.JitterText(kind))
			}
		}
		if shown != table.TextRows || shown < 4 {
			t.Errorf("%s: %d types are shown", text, table.TextRows)
		}
		for i, kind := range kinds[:shown] {
			p := s.Policy
			p.Jitter, p.InitialDelay = kind, table.Row(i)[16].Number
			const clients = 20_000
			total, rng := 0.0, rand.New(rand.NewPCG(uint64(i), 25))
			for range clients {
				c := oracle.NewClient(&p, rng)
				for range int(p.Retries) {
					c.Wait()
				}
				total += c.Elapsed
			}
			if got := total / clients; !(math.Abs(got/shortest-1) <= 0.02) {
				t.Errorf("%s: calls with %s of %v take %v, want %v", text, setting.JitterText(kind), p.InitialDelay, got, shortest)
			}
			if got := table.Row(i)[15].Number; !(got > 0) {
				t.Errorf("%s: the peak of %s is %v", text, setting.JitterText(kind), got)
			}
		}
	}
}
