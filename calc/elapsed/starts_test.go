package elapsed_test

import (
	"context"
	"math"
	"testing"

	"retune/calc"
	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/calc/outage"
)

// fiveStarts lets 5 attempts start within 10 s, which are d to d + 1 s apart.
func fiveStarts(d float64) jitter.Policy {
	return jitter.Policy{Policy: calc.Policy{InitialDelay: d, Factor: 1, Cap: inf}, Jitter: jitter.Jitter{Type: jitter.Add, Amount: 1},
		Retries: inf, Deadline: inf, Rule: jitter.Rule{Starts: jitter.Starts{Most: 5, Within: 10}}}
}

// TestRareEnd holds how many retries a limit of the starts lets clients make that it rarely
// ends: intervals follow each other alike, and one ends a client where five delays are
// shorter than it; else the next one opens with the fourth delay or the fifth. Sums of
// uniform delays are those of Irwin and Hall.
func TestRareEnd(t *testing.T) {
	sum := func(n int, x float64) (p float64) { // P(U_1 + ... + U_n <= x)
		sign, ways, all := 1.0, 1.0, 1.0
		for k := 0; k <= n && float64(k) < x; k++ {
			p += sign * ways * math.Pow(x-float64(k), float64(n))
			sign, ways = -sign, ways*float64(n-k)/float64(k+1)
		}
		for k := 2; k <= n; k++ {
			all *= float64(k)
		}
		return p / all
	}
	const d = 1.9
	ends := sum(5, 10-5*d)
	opens := 5 - (1-sum(4, 10-4*d))/(1-ends) // retries of an interval that ends nobody
	want := (1/ends-1)*opens + 4
	clients := elapsed.New(context.Background(), fiveStarts(d), elapsed.Fine)
	if got := clients.RetriesBy(inf); !(math.Abs(got/want-1) < 0.2) {
		t.Errorf("%v retries in all, want %v", got, want)
	}
	if got, want := clients.Last().Mean(), want*(d+0.5); !(math.Abs(got/want-1) < 0.2) {
		t.Errorf("the last retry starts at %v s in the mean, want %v s", got, want)
	}
	if e := clients.Error(); !(e > 0.02 && e < 0.06) {
		t.Errorf("the stated error is %v", e)
	}
}

// TestIdleStarts holds that a limit that never binds is none: five delays of 2 s or more.
func TestIdleStarts(t *testing.T) {
	p := fiveStarts(2)
	clients := elapsed.New(context.Background(), p, elapsed.Fine)
	if last := clients.Last(); last != nil {
		t.Errorf("the last retry starts at %v s in the mean, but there is none", last.Mean())
	}
	p.Rule.Starts = jitter.Starts{}
	free := elapsed.New(context.Background(), p, elapsed.Fine)
	if got, want := clients.RetriesBy(1e5), free.RetriesBy(1e5); got != want {
		t.Errorf("%v retries by 100000 s, and %v without the limit", got, want)
	}
	if p = fiveStarts(1.999); p.WithoutIdleStops().Rule.Starts.Most == 0 {
		t.Error("a limit that may bind was left out")
	}
}

// TestFewComeBack holds that the share that gives up is told where too few come back for
// anything else to be: of four delays of 0 to 1 s, together 3.8 s or more with probability
// 0.2^4/24.
func TestFewComeBack(t *testing.T) {
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1, Cap: inf}, Jitter: jitter.Jitter{Type: jitter.Full}, Retries: 4, Deadline: inf}
	r := elapsed.New(context.Background(), p, elapsed.Coarse).Reconnect(outage.Of(3.8))
	if want := 1 - math.Pow(0.2, 4)/24; !(math.Abs(r.GaveUp-want) < 1e-6) || !math.IsNaN(r.Mean) {
		t.Errorf("%v give up, want %v, and the others wait %v s", r.GaveUp, want, r.Mean)
	}
}

// TestAtOnce holds that nothing is drawn around no delay, so that retries without end take no
// time, but that a time is added to it.
func TestAtOnce(t *testing.T) {
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1, Cap: inf, Growth: calc.Growth{Kind: calc.Listed, List: calc.NewList(0)}},
		Jitter: jitter.Jitter{Type: jitter.Full}, Retries: inf, Deadline: 5}
	if got := elapsed.New(context.Background(), p, elapsed.Fine).RetriesBy(1); !math.IsInf(got, 1) {
		t.Errorf("%v retries at once", got)
	}
	p.AttemptTime = 0.1
	if got := elapsed.New(context.Background(), p, elapsed.Fine).RetriesBy(1.05); got != 10 {
		t.Errorf("%v retries of 0.1 s by 1.05 s", got)
	}
	if p.Jitter = (jitter.Jitter{Type: jitter.Add, Amount: 1}); p.Certain() {
		t.Error("up to 1 s more is certain")
	}
}
