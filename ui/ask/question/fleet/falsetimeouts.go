package fleet

import (
	"context"
	"math"

	"retune/calc/fleet"
	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// healthy are the figures of attempts on a healthy server, in display order. They follow from the service time, the
// timeout and the retries alone, because no attempt waits in the server.
//
//	false timeouts        q = P(S >= W)
//	load by them          q + q^2 + ... + q^n, the retries of each request
//	p-th percentile       min(s_p, W) of an attempt; of a call see [fleet.CallTimes]
//
//	S  service time, with percentiles s_p    W  timeout    n  retries
var healthy = figure.Table{
	ofHealthy(figure.Figure{Name: "false-timeouts", Names: "false-timeout-share spurious-timeouts", Unit: unit.Share,
		Label: "share of false timeouts", Help: "share of the attempts of a healthy server that outlast the timeout"},
		func(w fleet.System) (x, se float64) { return w.Server.FalseTimeouts(w.Client.Timeout), 0 }),
	ofHealthy(figure.Figure{Name: "false-timeout-load", Names: "spurious-load", Unit: unit.Share,
		Label: "load of false timeouts", Help: "load that retries after false timeouts add, as a share of the requests"},
		func(w fleet.System) (x, se float64) {
			return fleet.Tries(w.Server.FalseTimeouts(w.Client.Timeout), w.Client.Retries) - 1, 0
		}),
	ofHealthy(figure.Figure{Name: "attempt-p50", Label: "p50 of an attempt", Unit: unit.Duration,
		Help: "time within which half of the attempts of a healthy server end, at the latest by the timeout"},
		attemptTime(0.5)),
	ofHealthy(figure.Figure{Name: "attempt-p99", Label: "p99 of an attempt", Unit: unit.Duration,
		Help: "time within which 99% of the attempts of a healthy server end, at the latest by the timeout"},
		attemptTime(0.99)),
	ofHealthy(figure.Figure{Name: "call-p50", Label: "p50 of a call", Unit: unit.Duration, Goal: jumpsWithTimeout,
		Help: "time within which half of the calls to a healthy server end, retries after false timeouts included"},
		callTime(0.5)),
	ofHealthy(figure.Figure{Name: "call-p99", Label: "p99 of a call", Unit: unit.Duration, Goal: jumpsWithTimeout,
		Help: "time within which 99% of the calls to a healthy server end, retries after false timeouts included"},
		callTime(0.99)),
}

// jumpsWithTimeout is the goal of call times, which change direction as the timeout rises.
var jumpsWithTimeout = figure.Goal{NotMonotone: func(*setting.Scenario) bool { return true }}

// ofHealthy returns a figure of a healthy server with its standard error. Only call times can be NaN.
func ofHealthy(r figure.Figure, of func(w fleet.System) (x, se float64)) figure.Figure {
	r.Takes, r.NotInAnswers, r.Better = []string{"timeout", "server", "service-time"}, true, answer.Less
	r.Compute = func(_ context.Context, s *setting.Scenario, _ answer.Effort) answer.Value {
		x, se := of(s.Fleet())
		v := answer.OrNone(x, r.Unit).WithReason("it has no limit")
		if v.Error = se; math.IsNaN(x) {
			v.Why = "more than 90% of the attempts of a healthy server outlast the timeout"
		}
		return v.Checked()
	}
	return r
}

func callTime(p float64) func(w fleet.System) (x, se float64) {
	return func(w fleet.System) (x, se float64) {
		if c, ok := w.CallTimes(); ok {
			return c.Quantile(p)
		}
		return math.NaN(), 0
	}
}

func attemptTime(p float64) func(w fleet.System) (x, se float64) {
	return func(w fleet.System) (x, se float64) {
		return min(w.Client.Timeout, w.Server.ServiceTime*w.Server.Law.Quantile(p)), 0
	}
}

// attemptsOf returns the figures of a server with random service times.
func attemptsOf(ctx context.Context, s *setting.Scenario) (list []answer.Quantity) {
	if s.Fleet().Server.Law.Kind == fleet.Constant {
		return nil
	}
	for _, f := range healthy {
		list = append(list, f.Quantity(f.Evaluate(ctx, s, answer.Full)))
	}
	return list
}
