package target

import (
	"context"
	"math"

	"retune/calc"
	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/calc/numeric"
	"retune/ui/answer"
	"retune/ui/knob"
)

// follows tells whether the type of jitter draws a delay from the one before.
func follows(s knob.Scenario) bool { return s.Jitter.Type.Row().After != nil }

// around is the distribution of a delay drawn around d, or after a delay of d; first says that
// there was none.
func around(s knob.Scenario, d float64, first bool) jitter.Dist {
	if follows(s) {
		return s.Next(d, first)
	}
	return s.One(d)
}

// clock is the policy by whose delays an outage is timed: the mean delays.
func clock(s knob.Scenario) calc.Policy {
	if follows(s) {
		return s.Policy.Policy
	}
	means, _ := elapsed.MeansOf(s.Policy)
	return means
}

// retriesDuring is n(T) by the clock, and the expected retries by T of a policy whose delays
// follow from those drawn before.
func retriesDuring(s knob.Scenario) float64 {
	if s.Stateful() {
		n, err := endless(s).RetriesBy(context.Background(), s.AskAt)
		if err != nil {
			return math.NaN()
		}
		return n
	}
	return clock(s).RetryAt(s.AskAt)
}

// endless is the clients of the policy as if it did not end.
func endless(s knob.Scenario) elapsed.Clients {
	s.Retries, s.Deadline = math.Inf(1), math.Inf(1)
	return elapsed.New(s.Policy, elapsed.Coarse)
}

// waitsAt is the mean and the longest wait after an outage that ends about T, or at T
// where delays follow from those drawn before.
func waitsAt(s knob.Scenario) (mean, longest float64) {
	if !s.Stateful() {
		return elapsed.ReconnectNear(s.Policy, s.AskAt)
	}
	r, err := endless(s).Reconnect(context.Background(), elapsed.OutageOf(s.AskAt))
	if err != nil {
		return math.NaN(), math.NaN()
	}
	return r.Mean, r.Max
}

// longest is the longest delay drawn around d, seconds; where jitter has no longest,
// its 99th percentile.
func longest(s knob.Scenario, d float64) float64 {
	dist := around(s, d, false)
	if _, hi := dist.Support(); finite(hi) || math.IsInf(d, 1) {
		return hi
	}
	return dist.Quantile(0.99)
}

// shortest is the shortest initial delay, seconds.
func shortest(s knob.Scenario) float64 {
	lo, _ := around(s, s.InitialDelay, true).Support()
	return lo
}

// longestAt is the longest wait after an outage of length x: the attempt that the
// end of the outage comes too early for, and the longest delay after it.
func longestAt(s knob.Scenario, x float64) float64 {
	if s.Stateful() && x > 0 {
		return longestWait(s)
	}
	d := beforeJitter(s, x)
	if s.CapAfter && d >= s.Cap*(1-answer.Exact) {
		d = math.Inf(1) // the distribution is around what no cap has cut
	}
	return s.AttemptTime + longest(s, d)
}

// longestWait is the longest wait from the end of any outage to the next retry.
func longestWait(s knob.Scenario) float64 {
	switch {
	case !finite(s.Cap):
		return math.Inf(1)
	case s.CapAfter || follows(s): // they are capped as they are drawn
		return s.AttemptTime + s.Cap
	}
	return s.AttemptTime + longest(s, s.Cap)
}

// capFor is the longest cap with which no wait is longer than most seconds; less
// than 0 if none is.
func capFor(most float64) func(knob.Scenario) float64 {
	return func(s knob.Scenario) float64 {
		with := func(c float64) float64 { s.Cap = c; return longestWait(s) }
		if left := most - s.AttemptTime; left > 0 && with(0x1p-30) <= most {
			return tidyDown(numeric.Last(with, most*(1+0x1p-50), 0x1p-30, left))
		}
		return -1
	}
}

// share is the greatest share of an outage up to T by which the wait after it may
// exceed that after none at all.
//
//	max over x <= T of (w(x) - w(0))/x
//
// It grows with x until the cap is reached and falls from then on.
func share(wait func(s knob.Scenario, x float64) float64) func(knob.Scenario) float64 {
	return func(s knob.Scenario) float64 {
		x := s.AskAt
		if p := clock(s); finite(p.CapRetry()) {
			x = min(x, p.Elapsed(p.CapRetry()-1))
		}
		if s.Stateful() { // the second delay may be the longest
			x = shortest(s) + s.AttemptTime
		}
		if !(x > 0) {
			return 0
		}
		return max(0, wait(s, x)-wait(s, 0)) / x
	}
}

// capOfShare is the longest cap with which the share is at most this, and +Inf if
// none is needed: the delay at which it is reached.
func capOfShare(most float64, wait func(s knob.Scenario, x float64) float64) func(knob.Scenario) float64 {
	return func(s knob.Scenario) float64 {
		if s.Stateful() {
			s.Cap = math.Inf(1)
			w := wait(s, 0) + most*(shortest(s)+s.AttemptTime)
			with := func(c float64) float64 { s.Cap = c; return wait(s, 1) }
			return numeric.Last(with, w, s.InitialDelay, max(s.InitialDelay, w))
		}
		free := s
		free.Cap = math.Inf(1)
		over := func(x float64) float64 { return (wait(free, x) - wait(free, 0)) / x }
		if over(s.AskAt) <= most*(1+answer.Exact/2) {
			return free.Cap
		}
		from := min(1e-6*s.InitialDelay, s.AskAt)
		if over(from) > most {
			return s.InitialDelay
		}
		return beforeJitter(free, numeric.Last(over, most, from, s.AskAt))
	}
}

// beforeJitter is the delay before jitter after an outage of length x.
func beforeJitter(s knob.Scenario, x float64) float64 {
	p := clock(s)
	return s.InitialDelay * (p.NextDelay(x) / p.InitialDelay)
}

// tidyDown drops the digits that rounding leaves where a round number was meant,
// and cuts the others at nine.
func tidyDown(x float64) float64 {
	if !finite(x) || x <= 0 {
		return x
	}
	unit := math.Pow(10, 8-math.Floor(math.Log10(x)))
	if n := x * unit; math.Abs(n-math.Round(n)) < 1e-3 {
		return math.Round(n) / unit
	}
	return math.Floor(x*unit) / unit
}

// threeDigits rounds down to three digits, as a limit does not mind: 0.08333 is
// 0.0833, and -0.08333 is -0.0834.
func threeDigits(x float64) float64 {
	if x == 0 {
		return 0
	}
	unit := math.Pow(10, 2-math.Floor(math.Log10(math.Abs(x))))
	n := math.Round(x * unit)
	if math.Abs(n-x*unit) > 1e-6 {
		n = math.Floor(x * unit)
	}
	return n / unit
}
