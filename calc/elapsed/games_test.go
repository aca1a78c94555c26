package elapsed_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"testing"

	"retune/calc"
	"retune/calc/elapsed"
	"retune/calc/jitter"
)

// Collect garbage only when memory is used up. The heap then keeps its pages instead of returning and requesting them
// again.
func TestMain(m *testing.M) {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(96 << 20)
	os.Exit(m.Run())
}

func client(a, r, c, s float64, typ jitter.Type, amount float64, after bool, n,
	deadline float64) jitter.Policy {
	return jitter.Policy{Policy: calc.Policy{InitialDelay: a, Factor: r, Cap: c, AttemptTime: s},
		Jitter: jitter.Jitter{Type: typ, Amount: amount}, CapAfter: after, Retries: n, Deadline: deadline}
}

// Policies that each exercise a different path of the code, with a time and an outage.
var games = []struct {
	p  jitter.Policy
	ks []int
	at float64
	o  elapsed.Outage
}{
	{client(1, 2, inf, 0, jitter.Full, 0, false, 8, inf), []int{1, 2, 3, 8}, 20, elapsed.OutageOf(30)},
	{client(1, 2, 10, 0.1, jitter.Full, 0, false, 20, 60), []int{1, 2, 5, 20}, 10, elapsed.OutageOf(20)},
	{client(1, 2, 10, 0, jitter.Full, 0, true, 12, 40), []int{1, 2, 5, 12}, 25,
		elapsed.Outage{Kind: elapsed.UniformOutage, A: 5, B: 50}},
	{client(1, 3, 5, 0.5, jitter.Add, 1, true, inf, 60), []int{1, 2, 3, 9}, 7, elapsed.OutageOf(30)},
	{client(2, 1, 2.3, 0, jitter.Spread, 0.5, true, inf, inf), []int{1, 2, 3, 9, 60}, 40,
		elapsed.Outage{Kind: elapsed.LogUniformOutage, A: 1, B: 300}},
	{client(1, 1.5, 20, 0, jitter.Equal, 0, false, inf, inf), []int{2, 30, 90}, 300,
		elapsed.Outage{Kind: elapsed.ExponentialOutage, A: 60}},
	{client(1, 2, 10, 0, jitter.NormalRelative, 0.5, true, 60, inf), []int{1, 2, 5, 20, 60}, 12,
		elapsed.OutageOf(100)},
	{client(1, 2, inf, 0, jitter.NormalRelative, 0.6, false, 6, 40), []int{1, 2, 6}, 10, elapsed.OutageOf(20)},
	{client(10, 1, 13, 0, jitter.NormalRelative, 0.3, true, 20, inf), []int{1, 2, 3, 20}, 100,
		elapsed.Outage{Kind: elapsed.LogUniformOutage, A: 10, B: 1000}},
	{client(0.1, 2, 5, 0, jitter.NormalAbsolute, 0.1, false, 40, inf), []int{1, 2, 3, 10, 40}, 30,
		elapsed.Outage{Kind: elapsed.UniformOutage, A: 30, B: 90}},
	{client(1, 10, inf, 0, jitter.Spread, 0.2, false, 5, inf), []int{1, 2, 3, 5}, 30, elapsed.OutageOf(500)},
	{client(0.339, 2, 0.339, 2.37, jitter.NormalRelative, 1.5, true, 60, inf), []int{1, 2, 7, 60}, 30,
		elapsed.OutageOf(50)},
	{client(8, 2, inf, 0, jitter.NormalRelative, 0.6, false, 1, inf), []int{1}, 5, elapsed.OutageOf(4)},
	{client(1, 4, 10, 1, jitter.Full, 0, true, inf, 300), []int{5}, 175,
		elapsed.Outage{Kind: elapsed.LogUniformOutage, A: 125, B: 325}},
	{client(1, 2, 10, 1, jitter.Spread, 0.2, true, inf, inf), []int{5}, 700, elapsed.OutageOf(995)},
	{client(1, 4, inf, 0.1, jitter.Full, 0, false, inf, inf), []int{1, 4}, 700,
		elapsed.Outage{Kind: elapsed.LogUniformOutage, A: 1, B: 3600}},
	{client(0.1, 2, 5, 0, jitter.Up, 0.3, false, 400, inf), []int{100, 400}, 1000, elapsed.OutageOf(600)},
}

// TestGames simulates these policies and compares coarse figures of the outage with fine ones, for every third policy
// unless -policies asks for more.
func TestGames(t *testing.T) {
	for i, g := range games {
		if i%3 != 0 && *policies < 6 {
			continue
		}
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			fine := elapsed.New(g.p, elapsed.Fine)
			r := rand.New(rand.NewPCG(uint64(i), 11))
			check(t, question{policy: g.p, ks: g.ks, t: g.at, outage: g.o}, fine, fmt.Sprint("game ", i), *journeys/2, 5,
				r)
			want, got := must(fine.Reconnect(t.Context(), g.o)),
				must(elapsed.New(g.p, elapsed.Coarse).Reconnect(t.Context(), g.o))
			near := func(what string, got, want, tol float64) {
				if !(math.Abs(got-want) <= tol) {
					t.Errorf("%s is %v coarsely, %v finely", what, got, want)
				}
			}
			near("gave up", got.GaveUp, want.GaveUp, 1e-4)
			near("wasted", got.Wasted, want.Wasted, 1e-3*want.Wasted)
			if want.GaveUp < 0.999 {
				near("mean", got.Mean, want.Mean, 0.01*want.Mean)
				near("p50", got.P50, want.P50, 0.01*want.P50)
			}
		})
	}
}
