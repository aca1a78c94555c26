package question

import (
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// keepsAll reports whether a policy without jitter keeps the limits of s, by stepping through its retries.
func keepsAll(s *setting.Scenario, a, r, c float64) bool {
	const slack = 1 + 1e-6
	d, x, n := a, 0.0, 0.0
	if a > s.MaxInitial*slack || c > s.Cap*slack || s.AttemptTime+c > s.Within*slack {
		return false
	}
	for x <= s.AskAt {
		wait := s.AttemptTime + d
		most := s.MaxReconnect
		if s.MaxRelative {
			most = most*x + s.AttemptTime + a
		}
		if wait > most*slack || wait > (s.MaxRatio*x+s.AttemptTime+a)*slack { // NaN: no limit
			return false
		}
		if x += wait; x <= s.AskAt*(1-1e-9) {
			n++
		}
		next := min(c, d*r)
		if n > s.MaxWasted || next == d && !unit.Finite(s.MaxWasted) {
			break // the limits of a delay rise, so that the same delay keeps them later
		}
		d = next
	}
	return !(n > s.MaxWasted)
}

// TestRecommendKeeps steps through proposals without jitter, which must keep every limit. If there is no proposal, no
// policy of a grid may keep them.
func TestRecommendKeeps(t *testing.T) {
	rng := rand.New(rand.NewPCG(48, 1))
	proposed, refused := 0, 0
	for range fewer(1000) {
		s := setting.Default()
		s.Jitter = jitter.Jitter{}
		s.AskAt = math.Exp(rng.Float64()*7 + 2)
		if rng.IntN(2) == 0 {
			s.AttemptTime = math.Exp(rng.NormFloat64()*2 - 1)
		}
		if rng.IntN(2) == 0 {
			s.MaxInitial = math.Exp(rng.NormFloat64())
		}
		switch rng.IntN(4) {
		case 0:
			s.MaxReconnect = s.AskAt * math.Exp(rng.NormFloat64()) * 0.2
		case 1:
			s.MaxRatio = math.Exp(rng.NormFloat64()) * 0.2
		default:
			s.MaxReconnect, s.MaxRelative = math.Exp(rng.NormFloat64())*0.2, true
		}
		if rng.IntN(2) == 0 {
			s.Within = s.AskAt * rng.Float64()
		}
		if rng.IntN(3) == 0 {
			s.MaxWasted = float64(1 + rng.IntN(60))
		}
		a := recommend.Ask(t.Context(), &s, answer.Full)
		if a.None == nil {
			proposed++
			first, factor, c := find(t, a, "initial_delay_s").Number, find(t, a, "factor").Number, find(t, a, "cap_s").Number
			if !keepsAll(&s, first, factor, c) {
				t.Errorf("initial-delay %v, factor %v, cap %v break a limit, for %+v", first, factor, c, s)
			}
			continue
		}
		refused++
		longest := s.AskAt
		if unit.Finite(s.MaxInitial) {
			longest = min(longest, s.MaxInitial)
		}
		for i := range 30 {
			first := longest * math.Pow(1e-4, float64(i)/30)
			for _, r := range []float64{1, 1.02, 1.05, 1.1, 1.2, 1.4, 1.6, 2, 3, 4, 10, 1000} {
				for _, c := range []float64{first, 2 * first, 4 * first, s.Within, s.Within - s.AttemptTime, s.MaxReconnect,
					s.MaxReconnect - s.AttemptTime, math.Inf(1)} {
					if c >= first && keepsAll(&s, first, r, c) {
						t.Fatalf("initial-delay %v, factor %v and cap %v keep every limit (%+v), for %+v", first, r, c, a.None, s)
					}
				}
			}
		}
	}
	if proposed < fewer(500) || refused < fewer(25) {
		t.Errorf("%d proposals, %d refusals: this tries little", proposed, refused)
	}
}
