package fleet

import (
	"math"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
)

// TestTries compares with sums, and with the recursion over nested layers.
func TestTries(t *testing.T) {
	for _, x := range []float64{0, 1e-12, 0.1, 0.5, 0.9, 1 - 1e-9, 1} {
		for n := 0.0; n < 40; n++ {
			sum, p := 0.0, 1.0
			for range int(n) + 1 {
				sum += p
				p *= x
			}
			near(t, "tries", Tries(x, n), sum, 1e-13*sum)
		}
		fails, attempts := x, 1.0
		for layers := 1.0; layers < 4; layers++ {
			attempts *= Tries(fails, 2)
			fails = math.Pow(fails, 3)
			near(t, "layers", Tries(x, math.Pow(3, layers)-1), attempts, 1e-9*attempts)
		}
	}
	near(t, "published stack", Tries(0.9, 3*3*3-1), 9.4185, 5e-5)
	near(t, "without end", Tries(0.75, math.Inf(1)), 4, 1e-15)
	near(t, "without end and success", Tries(1, math.Inf(1)), math.Inf(1), 0)
}

// TestAttemptsAtWorst runs requests whose attempts all time out with a bucket of tokens.
func TestAttemptsAtWorst(t *testing.T) {
	const requests = 60_000 // many times the initial tokens
	for _, b := range []Budget{{}, {Kind: Ratio, Ratio: 0.1, Reserve: 100}, {Kind: Ratio, Ratio: 3, Reserve: 100},
		{Kind: Throttle, Ratio: 0.1, Reserve: 200}, {Kind: Quota, Reserve: 500}} {
		c := Client{Policy: jitter.Policy{Retries: 2, Deadline: math.Inf(1)}, Timeout: 1, Budget: b}
		tokens, attempts := b.Reserve, 0.0
		for range requests {
			if b.Kind == Ratio {
				tokens = math.Min(b.Reserve, tokens+b.Ratio)
			}
			for k := 0.0; ; k++ {
				attempts++
				if b.Kind == Throttle {
					tokens = math.Max(0, tokens-1)
				}
				cost := map[BudgetKind]float64{NoBudget: 0, Ratio: 1, Throttle: 0, Quota: 10}[b.Kind]
				if k == c.Retries || tokens < cost || b.Kind == Throttle && tokens <= b.Reserve/2 {
					break
				}
				tokens -= cost
			}
		}
		near(t, "attempts", c.attemptsAtWorst(), attempts/requests, 0.02)
	}
}

// TestRetries counts the retries that a deadline leaves, with package calc where
// there is no jitter, and one by one where the means are known.
func TestRetries(t *testing.T) {
	for _, deadline := range []float64{0, 0.05, 0.1, 1, 10, 1000, 1e7} {
		for _, p := range []calc.Policy{{InitialDelay: 0.1, Factor: 2, Cap: 10},
			{InitialDelay: 0.1, Factor: 1, Cap: 10},
			{InitialDelay: 0.3, Factor: 1.1, Cap: math.Inf(1)}} {
			c := Client{Policy: jitter.Policy{Policy: p, Retries: math.Inf(1), Deadline: deadline,
				ZeroDeadline: true}, Timeout: 0.3}
			p.AttemptTime = 0.3
			near(t, "timing out", c.retriesAtWorst(), p.RetriesBy(deadline), 1e-6*deadline)
			c.Retries = 2
			near(t, "no more than two", c.retriesAtWorst(), math.Min(2, p.RetriesBy(deadline)), 0)
			c.Jitter, c.Retries = jitter.Jitter{Type: jitter.Full}, math.Inf(1)
			p.InitialDelay, p.Cap = p.InitialDelay/2, p.Cap/2
			near(t, "full jitter", c.retriesAtWorst(), p.RetriesBy(deadline), 1e-6*deadline)
		}
	}
	c := Client{Policy: jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: math.Inf(1)},
		// E T_10 = 329.990
		Jitter: jitter.Jitter{Type: jitter.Decorrelated, Amount: 3}, Retries: math.Inf(1), Deadline: 329.98}}
	near(t, "decorrelated", c.retriesAtWorst(), 9, 0)
}

// TestLongDelay compares with a table of stationary means, and with exact values.
func TestLongDelay(t *testing.T) {
	delay := func(kind jitter.Type, amount, first, factor, cap float64) float64 {
		return Client{Policy: jitter.Policy{Policy: calc.Policy{InitialDelay: first, Factor: factor, Cap: cap},
			Jitter: jitter.Jitter{Type: kind, Amount: amount}}}.LongDelay()
	}
	for ratio, want := range map[float64]float64{3: 0.8942, 10: 0.7365, 30: 0.6194, 100: 0.5272, 400: 0.4565,
		1000: 0.4240} {
		near(t, "decorrelated", delay(jitter.Decorrelated, 3, 1, 2, ratio)/ratio, want, 0.02*want)
	}
	near(t, "full", delay(jitter.Full, 0, 0.1, 2, 10), 5, 1e-15)
	near(t, "equal", delay(jitter.Equal, 0, 0.1, 2, 10), 7.5, 1e-15)
	near(t, "none", delay(jitter.None, 0, 0.1, 2, 10), 10, 0)
	near(t, "fixed", delay(jitter.Full, 0, 4, 1, 10), 2, 1e-15)
	near(t, "no cap", delay(jitter.Full, 0, 0.1, 2, math.Inf(1)), math.Inf(1), 0)
	near(t, "decorrelated, no cap", delay(jitter.Decorrelated, 3, 0.1, 2, math.Inf(1)), math.Inf(1), 0)
}
