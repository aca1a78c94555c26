package query

import (
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc/jitter"
	"retune/ui/answer"
	"retune/ui/knob"
)

// A brute is a policy whose outages are looked at one retry after the other, by the
// formulas of the delays alone.
type brute struct {
	a, r, c, s float64 // first delay, factor, cap, attempt time
	mean, top  float64 // of the jitter: the mean and the longest delay over the delay before jitter
	add        float64 // and what is added to the longest
}

// bruteJitters is mean and top of each type, by its formula.
var bruteJitters = []struct {
	jitter.Jitter
	mean, top, add float64
}{
	{jitter.Jitter{Type: jitter.None}, 1, 1, 0}, {jitter.Jitter{Type: jitter.Full}, 0.5, 1, 0},
	{jitter.Jitter{Type: jitter.Equal}, 0.75, 1, 0}, {jitter.Jitter{Type: jitter.Spread, Amount: 0.2}, 1, 1.2, 0},
	{jitter.Jitter{Type: jitter.Up, Amount: 0.5}, 1.25, 1.5, 0}, {jitter.Jitter{Type: jitter.Down, Amount: 0.4}, 0.8, 1, 0},
	{jitter.Jitter{Type: jitter.Add, Amount: 2}, 1, 1, 2},
}

// simulate returns the number of retries by t, those whole and the share of the next
// gap that has passed, and calls at with times and the delays before jitter that follow: every retry by t,
// t, and where the smooth curve through the retries reaches the cap.
func (b brute) simulate(t float64, at func(x, d float64)) float64 {
	d, x, s := b.a, 0.0, b.s+b.add/2 // what is added takes half of it on average
	for n := 0.0; ; n++ {
		next := min(b.c, d*b.r)
		gap := s + b.mean*d
		if next == b.c && d < b.c { // the curve reaches the cap before the next retry
			f := math.Log(b.c/d) / math.Log(b.r)
			if early := x + f*s + b.mean*(b.c-d)/(b.r-1); early < t {
				at(early, b.c)
			}
		}
		if x+gap > t || d == b.c && n > 3 && b.r > 1 {
			if d == b.c { // from here on every delay is the cap
				at(t, b.c)
				return n + (t-x)/gap
			}
			lo, hi := 0.0, 1.0
			for range 50 { // f s + w (r^f - 1) = t - x
				if f := (lo + hi) / 2; f*s+b.mean*d*(math.Pow(b.r, f)-1)/(b.r-1) < t-x {
					lo = f
				} else {
					hi = f
				}
			}
			at(t, min(b.c, d*math.Pow(b.r, lo)))
			return n + (t-x)/gap
		}
		x, d = x+gap, next
		at(x, d)
	}
}

// keeps tells whether b keeps the limits of s, allowing for a share of them more,
// and how many retries it makes.
func (b brute) keeps(s knob.Scenario, more float64) (n float64, ok bool) {
	ok = true
	longest := func(d float64) float64 { return b.s + b.top*d + b.add }
	n = b.simulate(s.AskAt, func(x, d float64) {
		most := s.MaxReconnect
		if s.MaxRelative {
			most = most*x + longest(b.a)
		}
		if longest(d) > most*(1+more) || d > (s.MaxRatio*x+b.a)*(1+more) { // NaN: no limit
			ok = false
		}
	})
	first := s.MaxInitial
	if math.IsNaN(first) {
		first = s.InitialDelay
	}
	switch {
	case longest(b.a) > s.MaxReconnect*(1+more) && !s.MaxRelative, longest(b.c) > s.Within*(1+more),
		n > s.MaxWasted*(1+more), b.a > first*(1+more), b.c > s.Cap*(1+more):
		ok = false
	}
	return n, ok
}

// TestRecommendIsTheFewest looks through factors and caps by brute force: the
// proposal keeps every limit, none that does makes fewer retries, and where there
// is no proposal none does.
func TestRecommendIsTheFewest(t *testing.T) {
	rng := rand.New(rand.NewPCG(48, 1))
	proposed, refused, shares := 0, 0, 0
	for range fewer(350) {
		s := knob.Default()
		s.AskAt = math.Exp(rng.Float64()*7 + 2)
		kind := bruteJitters[rng.IntN(len(bruteJitters))]
		if rng.IntN(2) == 0 {
			kind = bruteJitters[0]
		}
		s.Jitter = kind.Jitter
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
		b := brute{s: s.AttemptTime, mean: kind.mean, top: kind.top, add: kind.add}
		a := recommend.Ask(t.Context(), s, answer.Full)
		n := math.Inf(1)
		if a.None == nil {
			proposed++
			b.a, b.r, b.c = find(t, a, "initial_delay_s").A, find(t, a, "factor").A, find(t, a, "cap_s").A
			got, ok := b.keeps(s, 1e-6)
			if !ok {
				t.Fatalf("initial-delay %v, factor %v, cap %v break a limit, for %+v", b.a, b.r, b.c, s)
			}
			if n = got; b.r < 4 && s.MaxRelative {
				shares++
			}
			if b.r > 4 { // only where no factor up to 4 keeps the limit on retries
				n = s.MaxWasted
			}
		} else {
			refused++
			b.a = s.InitialDelay
			if finite(s.MaxInitial) {
				b.a = s.MaxInitial
			}
		}
		caps := []float64{s.Within, s.MaxReconnect, s.MaxReconnect - s.AttemptTime, s.Within - s.AttemptTime, math.Inf(1)}
		for i := range 24 {
			caps = append(caps, b.a*math.Pow(4*s.AskAt/b.a, float64(i)/24))
		}
		if s.MaxRelative && kind.Type != jitter.None && s.MaxReconnect > 0.05 {
			continue // there the 99th percentile decides
		}
		for r := 1.01; r <= 4; r += 0.03 {
			b.r = r
			for _, b.c = range caps {
				if !(b.c >= b.a) {
					continue
				}
				if got, ok := b.keeps(s, 0); ok && (a.None != nil || got < n*(1-2e-3)-0.02) {
					t.Fatalf("factor %v and cap %v make %v retries and keep every limit; the proposal makes %v (%+v), for %+v", r, b.c, got, n, a.None, s)
				}
			}
		}
	}
	if proposed < fewer(200) || refused < fewer(25) || shares < fewer(30) {
		t.Errorf("%d proposals, %d refusals, and a share decided %d: this tries little", proposed, refused, shares)
	}
}
