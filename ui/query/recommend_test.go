package query

import (
	"math"
	"math/rand/v2"
	"testing"

	"retune/ui/knob"
)

// worstWait is the longest wait that a fault ending about T can be followed by,
// by the delays themselves: the envelope through T, from the retry before it.
func worstWait(p knob.Scenario, factor float64) float64 {
	d, elapsed := p.InitialDelay, 0.0
	for {
		wait := p.AttemptTime + min(p.Cap, d)
		if elapsed+wait > p.AskAt || wait == p.AttemptTime+p.Cap {
			if p.AttemptTime == 0 { // between two retries the delay grows evenly with T
				return min(p.Cap, min(p.Cap, d)+(factor-1)*(p.AskAt-elapsed))
			}
			return math.NaN()
		}
		elapsed, d = elapsed+wait, d*factor
	}
}

// TestRecommendKeepsTheLimits holds that a proposal keeps every limit, that no
// factor a hundredth greater would where the overshoot decides, and that where
// nothing is proposed no factor keeps them all.
func TestRecommendKeepsTheLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(48, 1))
	proposed, refused, bound := 0, 0, 0
	for range 2000 {
		s := knob.Default()
		s.AskAt = math.Exp(rng.Float64()*8 + 1)
		s.MaxFirst = math.Exp(rng.NormFloat64())
		if rng.IntN(2) == 0 {
			s.MaxOvershoot, s.MaxRelative = math.Exp(rng.NormFloat64())*0.2, true
		} else {
			s.MaxOvershoot = s.AskAt * math.Exp(rng.NormFloat64()) * 0.2
		}
		if rng.IntN(2) == 0 {
			s.Within = s.AskAt * rng.Float64()
		}
		if rng.IntN(2) == 0 {
			s.MaxRetries = float64(1 + rng.IntN(60))
		}
		most := s.MaxOvershoot
		if s.MaxRelative {
			most *= s.AskAt
		}
		keeps := func(first, factor, limit float64) bool {
			p := s
			p.InitialDelay, p.Factor, p.Cap = first, factor, limit
			// Retries by T: whole ones played, and the part of the next.
			n, d, elapsed := 0.0, first, 0.0
			for elapsed+min(limit, d) <= s.AskAt && n < 1e5 {
				elapsed, d, n = elapsed+min(limit, d), d*factor, n+1
			}
			few := math.IsNaN(s.MaxRetries) || n <= s.MaxRetries*(1+1e-9)
			return few && worstWait(p, factor) <= most*(1+1e-6) && first <= s.MaxFirst*(1+1e-9) &&
				(math.IsNaN(s.Within) || limit <= s.Within*(1+1e-9))
		}
		a := ask(recommend, s)
		limit := math.Inf(1)
		if finite(s.Within) {
			limit = s.Within
		}
		if a.None != nil {
			refused++
			for r := 1.0; r < 1000; r = 1 + (r-1)*1.01 + 0.001 {
				p := s
				p.InitialDelay, p.Factor, p.Cap = s.MaxFirst, r, limit
				if limit >= s.MaxFirst && p.RetryAt(s.AskAt) <= s.MaxRetries && keeps(s.MaxFirst, r, limit) {
					t.Fatalf("refused: %s, and a factor of %v keeps them all, for %+v", a.None.Reason, r, s)
				}
			}
			continue
		}
		proposed++
		first, factor, c := find(t, a, "first_s").A, find(t, a, "factor").A, find(t, a, "cap_s").A
		if !keeps(first, factor, c) {
			t.Fatalf("first %v, factor %v, cap %v break a limit, for %+v", first, factor, c, s)
		}
		p := s
		p.InitialDelay, p.Cap = first, c
		for i := range a.Tables[1].Len {
			if a.Tables[1].Label(i) != "max-overshoot" || a.Tables[1].Row(i)[2] != 1 {
				continue
			}
			if math.IsNaN(s.MaxRetries) && worstWait(p, factor+0.0101) <= most*(1-1e-6) && worstWait(p, 1000) > most {
				t.Fatalf("a factor of %v keeps the limits too, and %v was proposed, for %+v", factor+0.0101, factor, s)
			}
			bound++
		}
	}
	if proposed < 300 || refused < 100 || bound < 100 {
		t.Errorf("%d proposals, %d refusals, and the overshoot decided %d: this tries little", proposed, refused, bound)
	}
}
