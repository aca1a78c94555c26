package question

import (
	"math"
	"math/rand/v2"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// simulated holds the retries of a policy, computed one after the other with only multiplication and addition.
type simulated struct{ delay, elapsed []float64 } // of retry n at index n; the first attempt at 0

func simulate(s *setting.Scenario, retries int) simulated {
	p := simulated{[]float64{math.NaN()}, []float64{0}}
	grown, now := s.InitialDelay, 0.0
	for range retries {
		wait := min(grown, s.Cap)
		now += s.AttemptTime + wait
		p.delay, p.elapsed = append(p.delay, wait), append(p.elapsed, now)
		grown *= s.Factor
	}
	return p
}

// moderate draws a policy with few enough retries to count one by one, whose plain sums have ten correct digits.
func moderate(rng *rand.Rand) setting.Scenario {
	s := setting.Default()
	s.InitialDelay = math.Exp(rng.NormFloat64() * 3)
	s.Factor = []float64{1, 1.1, 1.5, 2, 2.7, 1 + rng.Float64()*2}[rng.IntN(6)]
	if rng.IntN(2) == 0 {
		s.Cap = s.InitialDelay * (1 + 50*rng.Float64())
	}
	if rng.IntN(2) == 0 {
		s.AttemptTime = s.InitialDelay * rng.Float64() * 3
	}
	s.Retries = float64(rng.IntN(30))
	if rng.IntN(2) == 0 {
		s.Deadline = s.InitialDelay * math.Exp(rng.Float64()*7)
	}
	return s
}

func near(got, want float64) bool {
	return got == want || math.Abs(got-want) <= 1e-9*math.Abs(want)
}

// cells returns row i of a table by the keys of its columns.
func cells(t answer.Table, i int) map[string]float64 {
	row := map[string]float64{}
	for j, v := range t.Row(i) {
		row[t.Columns[j].Key()] = v.Number
	}
	return row
}

// numbers returns the numbers of row i of a table.
func numbers(t answer.Table, i int) (list []float64) {
	for _, v := range t.Row(i) {
		list = append(list, v.Number)
	}
	return list
}

// TestWholePolicySimulated counts the retries up to the limits of the policy.
func TestWholePolicySimulated(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range fewer(2000) {
		s := moderate(rng)
		p := simulate(&s, 2500)
		byDeadline := 0
		for byDeadline < 2499 && p.elapsed[byDeadline+1] <= s.Deadline {
			byDeadline++
		}
		n := min(byDeadline, int(s.Retries))
		a := ask(schedule, &s)
		expect := func(key string, want float64) {
			t.Helper()
			if got := find(t, a, key).Number; !near(got, want) {
				t.Fatalf("%s is %v, simulated %v, for %+v", key, got, want, s)
			}
		}
		expect("retries_made", float64(n))
		expect("last_retry_at_s", p.elapsed[n])
		expect("gives_up_at_s", p.elapsed[n]+s.AttemptTime)
		if n > 0 {
			expect("last_delay_s", p.delay[n])
		}
		if !math.IsInf(s.Deadline, 1) {
			expect("retries_by_deadline_alone", float64(byDeadline))
			if got := find(t, a, "unused_by_deadline_s").Number; !(math.Abs(got-(s.Deadline-p.elapsed[n])) <= 1e-9*s.Deadline) ||
				got < 0 {
				t.Fatalf("%v of the deadline is unused, simulated %v", got, s.Deadline-p.elapsed[n])
			}
		}
		if !math.IsInf(s.Cap, 1) && s.Factor > 1 {
			m := 1
			for p.delay[m] < s.Cap {
				m++
			}
			if m <= n {
				expect("cap_from_retry", float64(m))
				expect("cap_from_s", p.elapsed[m-1])
			} else if got := find(t, a, "cap_from_retry").Number; !math.IsNaN(got) {
				t.Fatalf("the cap is from retry %v on, of %d, for %+v", got, n, s)
			}
		}
		rows := a.Tables[0]
		if rows.Len != n {
			t.Fatalf("the schedule of %d retries has %d rows", n, rows.Len)
		}
		for i := range rows.Len {
			if r := cells(rows, i); r["retry"] != float64(i+1) || !near(r["delay_s"], p.delay[i+1]) ||
				!near(r["elapsed_s"], p.elapsed[i+1]) {
				t.Fatalf("row %d is %v, simulated %v at %v", i, r, p.delay[i+1], p.elapsed[i+1])
			}
		}
	}
}

// TestDeadlineOnARetry checks deadlines at the printed start of a retry, where rounding would decide: the retry starts,
// and no time is left.
func TestDeadlineOnARetry(t *testing.T) {
	for _, c := range []struct{ factor, deadline, retries float64 }{
		{1.1, 3.31, 3}, {1.1, 2.1, 2}, {2, 1023, 10}, {1.1, 4.641, 4}, {1.3, 3.99, 3},
	} {
		s := setting.Default()
		s.Factor, s.Deadline, s.Retries = c.factor, c.deadline, math.Inf(1)
		a := ask(schedule, &s)
		if got := find(t, a, "retries_made").Number; got != c.retries {
			t.Errorf("by %v with factor %v there are %v retries, want %v", c.deadline, c.factor, got, c.retries)
		}
		if got := find(t, a, "unused_by_deadline_s").Number; !(got >= 0 && got < 1e-9) {
			t.Errorf("by %v with factor %v, %v of the deadline is unused, want 0 and not less", c.deadline, c.factor, got)
		}
	}
}
