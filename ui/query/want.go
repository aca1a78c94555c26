package query

import (
	"context"
	"math"
	"slices"
	"strings"

	"retune/calc"
	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/ui/answer"
	"retune/ui/knob"
)

// A Want is a result of a policy that can be wanted, by the name of its knob.
type Want struct {
	Name  string
	Value func(knob.Scenario, answer.Effort) float64 // what the policy gives; NaN where there is none
	Takes []string                                   // questions that it reads
	Needs []string                                   // those of them without which there is none
	Shows []string                                   // the quantities of answers that it is, beside the one of its own name

	// Turns tells that the value may jump or turn round while a knob is turned
	// one way, so that there may be several places for it, or none between two.
	Turns func(knob.Scenario) bool

	Floor bool // a bare value that is wanted is the least that will do; else the most
	fails bool // it says nothing without a failure rate
	laws  bool // it is a figure of the laws of jitter, of which there are as many as there are laws
}

// Wants is every result that can be wanted.
var Wants = []Want{
	{Name: "ratio", Takes: []string{"at"}, Value: fixed(ratioOf)},
	{Name: "delay-after-retry", Needs: []string{"at"},
		Value: fixed(func(s knob.Scenario) float64 { return s.NextDelay(s.AskAt) })},
	{Name: "previous-delay", Needs: []string{"at"}, Turns: always,
		Value: fixed(func(s knob.Scenario) float64 { return s.PreviousDelay(s.AskAt) })},
	{Name: "current-delay", Needs: []string{"at"}, Turns: always,
		Value: fixed(func(s knob.Scenario) float64 { return s.Delay(s.RetriesBy(s.AskAt) + 1) })},
	{Name: "next-retry-at", Needs: []string{"at"}, Turns: always,
		Value: fixed(func(s knob.Scenario) float64 { return s.NextRetryAt(s.AskAt) })},
	{Name: "retries-real", Needs: []string{"at"}, Shows: []string{"retries done"},
		Value: fixed(func(s knob.Scenario) float64 { return s.RetryAt(s.AskAt) })},
	{Name: "elapsed", Shows: []string{"last retry at"}, Turns: hasDeadline,
		Value: fixed(func(s knob.Scenario) float64 { return s.Policy.Elapsed(s.Total()) })},
	{Name: "gives-up-at", Turns: hasDeadline,
		Value: fixed(func(s knob.Scenario) float64 { return s.Policy.Elapsed(s.Total()) + s.AttemptTime })},
	{Name: "last-delay", Turns: hasDeadline, Value: fixed(lastDelay)},
	{Name: "reconnect-delay", Takes: []string{"at", "outage"}, Shows: []string{"reconnect delay max"}, Turns: always, laws: true, Value: reconnectMax},
	{Name: "reconnect-delay-mean", Takes: []string{"at", "outage"}, Turns: always, laws: true, Value: reconnectMean},
	{Name: "retries-ratio", Takes: []string{"at"}, Needs: []string{"vs"},
		Shows: []string{"retries ratio approx"}, Value: retriesRatio},
	{Name: "elapsed-mean", Shows: []string{"last retry mean"}, Turns: hasDeadline, laws: true, Value: ofLast(jitter.Dist.Mean)},
	{Name: "elapsed-p99", Shows: []string{"last retry p99"}, Turns: hasDeadline, laws: true, Value: ofLast(quantile(0.99))},
	{Name: "starts-by", Floor: true, Needs: []string{"at"}, Turns: always, laws: true, Value: startsBy},
	of("retries-expected", jitterAt, "at"),
	of("current-delay-mean", jitterAt, "at"),
	of("current-delay-p99", jitterAt, "at"),
	{Name: "cap-from", Turns: always, Value: ofPolicy("cap-from", atCap)},
	{Name: "cap-from-retry", Turns: always, Value: ofPolicy("cap-from-retry", atCap)},
	{Name: "retries-made", Turns: always, Value: ofPolicy("retries-made", wholePolicy)},
	{Name: "retries-by-deadline-alone", Turns: always, Value: ofPolicy("retries-by-deadline-alone", byDeadline)},
	{Name: "unused-by-deadline", Turns: always, Value: ofPolicy("unused-by-deadline", byDeadline)},
	{Name: "ended-by-deadline", Turns: always, laws: true, Value: endedByDeadline},
	of("reconnect-delay-p50", afterOutage, "outage"),
	of("reconnect-delay-p95", afterOutage, "outage"),
	of("reconnect-delay-p99", afterOutage, "outage"),
	of("reconnect-delay-relative-mean", afterOutage, "outage"),
	of("wasted-retries", afterOutage, "outage"),
	of("gave-up", afterOutage, "outage"),
	ofSuccess("success-probability"),
	ofSuccess("mean-attempts"),
	ofSuccess("time-to-success-mean"),
	ofSuccess("time-to-success-p50"),
	ofSuccess("time-to-success-p95"),
	ofSuccess("time-to-success-p99"),
}

// FindWant returns the want of that name, one of which there is for every
// percentile of elapsed time.
func FindWant(name string) (Want, bool) {
	for _, w := range Wants {
		if w.Name == name {
			return w, true
		}
	}
	if p, ok := knob.Percentile(name); ok {
		return Want{Name: name, Turns: hasDeadline, laws: true, Value: ofLast(quantile(p))}, true
	}
	return Want{}, false
}

// WantOf returns the want that a quantity of an answer is.
func WantOf(q answer.Quantity) (Want, bool) {
	for _, w := range Wants {
		if slices.Contains(w.Shows, q.Name) {
			return w, true
		}
	}
	return FindWant(strings.ReplaceAll(q.Name, " ", "-"))
}

// of is the want of a quantity in a group of an answer. Those jump: they count
// retries, or are those of the retry at T.
func of(name string, group func(timeline) []answer.Quantity, needs ...string) Want {
	return Want{Name: name, Needs: needs, Turns: always, laws: true, Value: func(s knob.Scenario, effort answer.Effort) float64 {
		return valueOf(name, group(newTimeline(context.Background(), s, effort)))
	}}
}

// fixed is a value of the delays before jitter, NaN where there are none.
func fixed(of func(knob.Scenario) float64) func(knob.Scenario, answer.Effort) float64 {
	return func(s knob.Scenario, _ answer.Effort) float64 {
		if !curved(s) {
			return math.NaN()
		}
		return of(s)
	}
}

// ofPolicy is the value of a quantity on which jitter has no bearing.
func ofPolicy(name string, group func(timeline) []answer.Quantity) func(knob.Scenario, answer.Effort) float64 {
	return func(s knob.Scenario, _ answer.Effort) float64 { return valueOf(name, group(timeline{policy: s})) }
}

func valueOf(name string, list []answer.Quantity) float64 {
	for _, q := range list {
		if strings.ReplaceAll(q.Name, " ", "-") == name {
			return q.A
		}
	}
	panic("query: no quantity " + name)
}

// always holds of what jumps at a retry, and of the wait after a fault: longer
// calls make the delay in it shorter.
func always(knob.Scenario) bool { return true }

func hasDeadline(s knob.Scenario) bool { return finite(s.Deadline) }

func ratioOf(s knob.Scenario) float64 {
	if !finite(s.AskAt) {
		return s.Factor - 1
	}
	return s.Policy.Ratio(s.AskAt)
}

func lastDelay(s knob.Scenario) float64 {
	if s.Total() < 1 {
		return math.NaN()
	}
	return s.Delay(s.Total())
}

func retriesRatio(s knob.Scenario, _ answer.Effort) float64 {
	if !curved(s) || !curved(s.B()) {
		return math.NaN()
	}
	if !finite(s.AskAt) {
		return approxRatio(s.Factor, s.Versus.Factor)
	}
	return calc.RetriesRatio(s.Policy.Policy, s.Versus.Policy.Policy, s.AskAt)
}

// ofLast is a figure of the time at which the last retry starts that retries and
// deadline leave.
func ofLast(figure func(jitter.Dist) float64) func(knob.Scenario, answer.Effort) float64 {
	return func(s knob.Scenario, effort answer.Effort) float64 {
		if last := clients(context.Background(), s, effort).Last(); last != nil && s.Retries >= 1 {
			return figure(last)
		}
		return math.NaN()
	}
}

// endedByDeadline is how likely the deadline ends the policy and not its retries.
func endedByDeadline(s knob.Scenario, effort answer.Effort) float64 {
	switch {
	case s.Retries < 1:
		return math.NaN()
	case !finite(s.Deadline):
		return 0
	case !finite(s.Retries):
		return 1
	}
	return 1 - clients(context.Background(), s, effort).AtLeast(int(s.Retries))
}

// startsBy is P(T_n <= T), n the policy's retries, 0 where the deadline is before.
func startsBy(s knob.Scenario, effort answer.Effort) float64 {
	if s.Retries < 1 || !finite(s.Retries) {
		return math.NaN()
	}
	return clients(context.Background(), s, effort).StartedBy(int(s.Retries), s.AskAt)
}

// reconnectMax is the longest wait after a fault.
//
//	after --outage          that of its law
//	a fault that ends at T s + the longest delay that the law draws around t(T)
//	in the long run        (r - 1) times what the law makes of a delay at most
//
// The last two are of a fault that ends whenever it is worst; relative is over
// T. Only the laws that do not feed back have one without --outage.
func reconnectMax(s knob.Scenario, effort answer.Effort) float64 {
	if s.HasOutage() {
		x := s.Outage.B
		if !s.Relative {
			x = 1
		}
		return clients(context.Background(), s, effort).Reconnect(s.Outage).Max / x
	}
	d, call, by, ok := waitAt(s)
	if !ok {
		return math.NaN()
	}
	_, hi := d.Support()
	return (call + hi) / by
}

// reconnectMean is the expected wait after a fault.
//
//	after --outage            that of its law
//	a fault that ends about T  E (s+d)^2 / 2 E (s+d), d the delay around t(T)
//	in the long run            E (t_(k+1)) E (1/T_k) / ln r - 1
//
// The second is what is left of an interval seen at a random time (the
// inspection paradox: Feller, vol. 2, I.4), the third that of a fault of
// unknown length.
func reconnectMean(s knob.Scenario, effort answer.Effort) float64 {
	if s.HasOutage() {
		o := clients(context.Background(), s, effort).Reconnect(s.Outage)
		if s.Relative {
			return o.RelativeMean
		}
		return o.Mean
	}
	if !finite(s.AskAt) {
		return elapsed.ScaleFree(context.Background(), s.Policy)
	}
	d, call, by, ok := waitAt(s)
	if !ok {
		return math.NaN()
	}
	mean := call + d.Mean()
	return (mean*mean + d.Variance()) / (2 * mean) / by
}

// waitAt is the law of the delay that follows a retry at T, the time that the
// call before it takes, and what the wait is divided by: T, or 1 if it is not
// relative. Without T it is the delay in the long run, where a fixed time does
// not matter, over T. A law that feeds back has none.
func waitAt(s knob.Scenario) (d jitter.Dist, call, by float64, ok bool) {
	switch {
	case s.Stateful():
		return nil, 0, 0, false
	case !finite(s.AskAt):
		long := s.Policy
		long.Cap = math.Inf(1)
		if s.Jitter.Type.Row().Unit == jitter.Seconds {
			long.Jitter.Type = jitter.None
		}
		return long.One(s.Factor - 1), 0, 1, true
	}
	by = 1
	if s.Relative {
		by = s.AskAt
	}
	e := s.NextDelay(s.AskAt)
	if s.CapAfter { // the delay is drawn around one that no cap has cut
		e = s.InitialDelay * math.Exp(s.RetryAt(s.AskAt)*math.Log(s.Factor))
	}
	return s.One(e), s.AttemptTime, by, true
}
