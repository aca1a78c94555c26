package query

import (
	"math"

	"retune/calc"
	"retune/ui/knob"
)

// Each of these is the place of a knob at which a want has its value, where that
// has a closed form; what it returns is checked by asking forwards.

func closedRatio(k string, s knob.Scenario, want float64) (float64, bool) {
	if finite(s.AskAt) {
		return closedNextDelay(k, s, want*s.AskAt)
	}
	return calc.FactorForRatio(want), k == "factor"
}

func closedNextDelay(k string, s knob.Scenario, want float64) (float64, bool) {
	switch k {
	case "first":
		return s.FirstForNextDelay(want, s.AskAt)
	case "factor":
		r, err := s.FactorForRatioAt(want/s.AskAt, s.AskAt)
		return r, err == nil
	case "cap":
		return s.CapForNextDelay(want, s.AskAt)
	case "call-time":
		return s.CallTimeForNextDelay(want, s.AskAt)
	}
	return 0, false
}

// closedRetriesBy puts retry n, whole or not, at T.
func closedRetriesBy(k string, s knob.Scenario, want float64) (float64, bool) {
	return closedElapsedOf(k, s, want, s.AskAt)
}

func closedElapsed(k string, s knob.Scenario, want float64) (float64, bool) {
	if k == "retries" && want > 0 {
		n := s.RetriesBy(want)
		if s.Policy.Elapsed(n) < want*(1-exact) {
			n++
		}
		return n, true
	}
	return closedElapsedOf(k, s, s.Retries, want)
}

func closedElapsedOf(k string, s knob.Scenario, n, t float64) (float64, bool) {
	if !finite(n) || n <= 0 || !(t > 0) {
		return 0, false
	}
	switch k {
	case "first":
		return s.FirstForElapsed(n, t)
	case "factor":
		return s.FactorForElapsed(n, t)
	case "cap":
		return s.CapForElapsed(n, t)
	case "call-time":
		return s.CallTimeForElapsed(n, t)
	}
	return 0, false
}

func closedLastDelay(k string, s knob.Scenario, want float64) (float64, bool) {
	n := s.Retries
	if !finite(n) || n < 1 {
		return 0, false
	}
	switch k {
	case "first":
		return s.FirstForDelay(n, want)
	case "factor":
		return s.FactorForDelay(n, want)
	case "cap":
		return s.CapForDelay(n, want)
	}
	return 0, false
}

// closedRetriesRatio gives A as many retries as make those of B the wanted
// ratio.
func closedRetriesRatio(k string, s knob.Scenario, want float64) (float64, bool) {
	if !(want > 0) {
		return 0, false
	}
	if finite(s.AskAt) {
		return closedElapsedOf(k, s, s.Versus.RetryAt(s.AskAt)/want, s.AskAt)
	}
	return math.Exp(want * math.Log(s.Versus.Factor)), k == "factor"
}

// closedNextRetryAt makes the first retry after T start when it is wanted. Which
// retry that is changes as the knob is turned: for each there is one place at
// most, and of those the one nearest to where the knob stands is given.
func closedNextRetryAt(k string, s knob.Scenario, want float64) (place float64, ok bool) {
	const most = 1000
	knob, _ := knob.Find(k)
	now, _ := knob.Number(s)
	span, _ := knob.Span(s)
	away := math.Inf(1)
	for n := 1.0; n <= most && want > s.AskAt; n++ {
		x, found := closedElapsedOf(k, s, n, want)
		if !found || !(x >= span.Lo && x <= span.Hi) || !meets(knob.At(s, x).NextRetryAt(s.AskAt), want) {
			continue
		}
		if d := distance(k, x, now); d < away {
			place, away, ok = x, d, true
		}
	}
	return place, ok
}

// distance is how far a place of a knob is from another: by their logarithms, by
// those of what is above 1 for the factor, and plainly for the call time.
func distance(k string, x, y float64) float64 {
	switch k {
	case "call-time":
		return math.Abs(x - y)
	case "factor":
		x, y = x-1, y-1
	}
	return math.Abs(math.Log(x / y))
}

// closedCapFrom makes T_m what is wanted, m being how many delays are below the
// cap. Turning first delay or factor one way makes T_m go to and fro as m
// changes: for each m there is one place at most, and of those the one nearest
// to where the knob stands is given. The cap makes T_m jump from m to m+1: the
// place is the upper end of those that do it.
func closedCapFrom(k string, s knob.Scenario, want float64) (place float64, ok bool) {
	const most = 1000
	m := s.CapRetry() - 1
	free := s.Policy
	free.Cap = math.Inf(1)
	switch k {
	case "call-time":
		return closedElapsedOf(k, s, m, want)
	case "cap":
		n := free.RetriesBy(want)
		return free.Delay(n + 1), n > 0
	case "first", "factor":
	default:
		return 0, false
	}
	now := s.InitialDelay
	if k == "factor" {
		now = s.Factor
	}
	away := math.Inf(1)
	for m := 1.0; m <= most; m++ {
		p := s.Policy
		var x float64
		var found bool
		if k == "first" {
			x, found = free.FirstForElapsed(m, want)
			p.InitialDelay = x
		} else {
			x, found = free.FactorForElapsed(m, want)
			p.Factor = x
		}
		if d := distance(k, x, now); found && d < away && p.InitialDelay < p.Cap && p.CapRetry()-1 == m {
			place, away, ok = x, d, true
		}
	}
	return place, ok
}
