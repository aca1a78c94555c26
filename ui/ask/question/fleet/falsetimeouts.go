package fleet

import (
	"context"
	"math"
	"strings"

	"retune/calc/fleet"
	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// capacity are the figures of what the server can take. No attempt is simulated for them.
var capacity = figure.Table{
	ofServer(figure.Figure{Name: "max-goodput", Unit: unit.Rate, Better: answer.More,
		Label: "max goodput (capacity)", Help: "most requests per second that the server can answer in time"},
		func(w fleet.System) float64 {
			best, _ := w.Server.Best(w.Client.Timeout)
			return best
		}),
	ofServer(figure.Figure{Name: "in-flight-at-timeout", Unit: unit.Number,
		Label:      "attempts in flight at which latency reaches the timeout",
		ValueText:  "latency reaches the timeout with %s attempts in flight",
		WantedText: "%s attempts in flight at which latency reaches the timeout",
		Help:       "attempts in flight at which the server answers as late as the timeout"},
		func(w fleet.System) float64 { return w.Server.Reaches(w.Client.Timeout) }),
}

// ofServer returns a figure of a server alone.
func ofServer(r figure.Figure, of func(w fleet.System) float64) figure.Figure {
	r.Takes = strings.Fields("timeout server service-time workers queue-size capacity concurrency slowdown")
	r.LowerBound = r.Better == answer.More
	r.Compute = func(_ context.Context, s *setting.Scenario, _ answer.Effort) answer.Value {
		return answer.OrNone(of(s.Fleet()), r.Unit).WithReason("undefined for this server").Checked()
	}
	return r
}

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
	r.Takes, r.NotInAnswers, r.Better = strings.Fields("timeout server service-time"), true, answer.Less
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

// serverOf returns what the server of s can take.
func serverOf(s setting.Scenario) []answer.Quantity {
	list := quantitiesOf(capacity, &s)
	for i := range list {
		list[i].Detail = true
	}
	return list
}

// attemptsOf returns the figures of attempts on the healthy server of s, if its service times are random.
func attemptsOf(s setting.Scenario) []answer.Quantity {
	if s.Fleet().Server.Law.Kind == fleet.Constant {
		return nil
	}
	return quantitiesOf(healthy, &s)
}

// quantitiesOf returns the figures of the server of s as quantities.
func quantitiesOf(list figure.Table, s *setting.Scenario) (all []answer.Quantity) {
	for _, f := range list {
		all = append(all, f.Quantity(f.Evaluate(context.Background(), s, answer.Full)))
	}
	return all
}
