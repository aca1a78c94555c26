package jitter

import (
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc"
)

// TestStarts counts one by one the retries that a limit of starts allows, far beyond the retry at which the delays
// reach the cap.
func TestStarts(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1))
	ended := 0
	for range 300 {
		p := Policy{Policy: calc.Policy{InitialDelay: math.Exp(rng.NormFloat64()), Factor: 1 + rng.ExpFloat64()*0.3,
			Cap: math.Inf(1)},
			Retries: math.Inf(1), Deadline: math.Inf(1),
			Rule: Rule{Starts: Starts{Most: float64(1 + rng.IntN(6)), Within: 10 * rng.Float64()}}}
		if rng.IntN(2) == 0 {
			p.Cap = p.InitialDelay * (1 + 5*rng.Float64())
		}
		want, opened, count, now, delay := math.Inf(1), 0.0, 1.0, 0.0, p.InitialDelay
		for k := 1.0; k <= 300; k++ {
			now += min(p.Cap, delay)
			delay *= p.Factor
			if now >= opened+p.Rule.Starts.Within {
				opened, count = now, 0
			}
			if count++; count > p.Rule.Starts.Most {
				want = k - 1
				ended++
				break
			}
		}
		if got := p.RetriesMade(); got != want {
			t.Errorf("%+v: %v retries, want %v", p, got, want)
		}
	}
	if ended < 50 {
		t.Errorf("%d of 300 end", ended)
	}
}

// TestTotalTimeout makes one attempt after the other until the total timeout, with each rule for the end. No retry
// starts at the total timeout or later, and the call ends with its last attempt or at the total timeout.
func TestTotalTimeout(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 4))
	for range 2000 {
		p := Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1 + float64(rng.IntN(2)), Cap: math.Inf(1),
			AttemptTime: float64(rng.IntN(3))},
			Retries: float64(rng.IntN(6)), Deadline: float64(rng.IntN(20)), ZeroDeadline: true,
			TotalTimeout: float64(1 + rng.IntN(20)),
			Rule:         Rule{Stop: Stop(rng.IntN(4))}}
		if p.Validate() != nil {
			continue
		}
		made, end, start, over := 0.0, p.AttemptTime, 0.0, false
		for k := 1.0; k < 50 && !over; k++ {
			due := start + p.AttemptTime + math.Pow(p.Factor, k-1)
			early, few := due <= p.Deadline, k <= p.Retries
			goes := map[Stop]bool{LookAhead: few && early, LookBehind: few && start+p.AttemptTime < p.Deadline,
				Clip: few && start+p.AttemptTime < p.Deadline, CountAndAge: few || early}[p.Rule.Stop]
			if p.Rule.Stop == Clip {
				due = min(due, p.Deadline)
			}
			if over = !goes; goes {
				start, end = due, due+p.AttemptTime
			}
			if goes && due < p.TotalTimeout {
				made = k
			}
		}
		if got := p.RetriesMade(); got != made {
			t.Errorf("%+v: %v retries, want %v", p, got, made)
		}
		if got, want := p.CallTime(), min(end, p.TotalTimeout); !(math.Abs(got-want) <= 1e-9) {
			t.Errorf("%+v: the call takes %v, want %v", p, got, want)
		}
	}
}

// TestWaitAfterLast makes one attempt after the other until no retry is left or due by the deadline: the call ends
// one delay after the last attempt has failed, or at the deadline or the total timeout before that.
func TestWaitAfterLast(t *testing.T) {
	rng := rand.New(rand.NewPCG(28, 5))
	for range 2000 {
		p := Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1 + float64(rng.IntN(2)), Cap: math.Inf(1),
			AttemptTime: float64(rng.IntN(3))},
			Retries: float64(rng.IntN(6)), Deadline: float64(rng.IntN(20)), ZeroDeadline: true,
			TotalTimeout: float64(rng.IntN(30)),
			Rule:         Rule{Stop: Stop(rng.IntN(3))}, WaitAfterLast: true}
		if rng.IntN(2) == 0 {
			p.Deadline = math.Inf(1)
		}
		if p.Validate() != nil {
			continue
		}
		end := 0.0
		for k := 1.0; k <= p.Retries+1 && end < p.Deadline; k++ {
			end = min(end+p.AttemptTime+math.Pow(p.Factor, k-1), p.Deadline)
		}
		if p.TotalTimeout > 0 {
			end = min(end, p.TotalTimeout)
		}
		if got := p.CallTime(); !(math.Abs(got-end) <= 1e-9) {
			t.Errorf("%+v: the call takes %v, want %v", p, got, end)
		}
	}
}

// TestUntil checks that the earlier of deadline and total timeout counts, and that 0 is none of them.
func TestUntil(t *testing.T) {
	for _, x := range [][3]float64{{5, 0, 5}, {5, 3, 3}, {3, 5, 3}, {math.Inf(1), 4, 4},
		{0, 4, 4}, {0, 0, math.Inf(1)}} {
		if p := (Policy{Deadline: x[0], TotalTimeout: x[1]}); p.CallLimit() != x[2] {
			t.Errorf("deadline %v, total timeout %v: %v, want %v", x[0], x[1], p.CallLimit(), x[2])
		}
	}
}
