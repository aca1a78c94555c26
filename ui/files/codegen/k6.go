package codegen

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"text/template"

	"retune/calc/fleet"
	"retune/calc/jitter"
)

// k6Rows is how many retries of a script may have delays of their own.
const k6Rows = 64

// A Threshold is a limit on a figure of a fleet.
type Threshold struct {
	Text    string  // as people write it
	Figure  string  // name of the result, or ""
	Compare string  // <, <=, > or >=; k6 does not hold other ones
	Value   float64 // seconds if the figure is a time
}

// A script is what the template of a k6 script shows.
type script struct {
	fleet.System
	Header             string
	Delays             []string
	Thresholds, Others []string
}

// K6 returns a k6 script of the fleet: its traffic as a scenario, its policy as a retry loop, and the limits as
// thresholds. Limits that k6 cannot hold stand in comments. Policies whose delays are not uniform are refused.
func K6(w fleet.System, limits []Threshold, header ...string) (string, error) {
	delays, err := k6Delays(w.Client)
	if err != nil {
		return "", err
	}
	c := &w.Client
	total := cmp.Or(c.TotalTimeout, math.Inf(1))
	c.TotalTimeout = 0
	if c.Policy = c.WithoutIdleStops(); c.Rule.Stop != jitter.LookAhead {
		return "", errors.New("a k6 script has no deadline but one that a retry must not pass")
	}
	if !c.CapAfter { // the delays below are cut already
		c.Cap = math.Inf(1)
	}
	c.TotalTimeout, w.Duration = total, math.Ceil(w.Duration)
	s := script{System: w, Header: comments("//", header), Delays: delays}
	s.Thresholds, s.Others = thresholds(limits)
	number := func(x float64) string {
		if math.IsInf(x, 1) {
			return "Infinity"
		}
		return decimal(x)
	}
	return executed("k6.js", template.FuncMap{"number": number}, s), nil
}

// k6Delays returns the delay before each retry as its shortest value and its width, seconds. The last one holds for
// all after it.
func k6Delays(c fleet.Client) (rows []string, err error) {
	p, s := c.Policy, c.Sampler()
	if !p.ByDelayAlone() || p.Stateful() || p.Rule.Starts.Most > 0 || p.Rule.Reset > 0 || c.WaitAfterLast ||
		c.FirstFromThink {
		return nil, errors.New("a k6 script has no delays that depend on the one before, and no other rules of clients")
	}
	if c.Budget != (fleet.Budget{}) || c.Breaker != (fleet.Breaker{}) {
		return nil, errors.New("a k6 script has no retry budgets and circuit breakers: its clients share nothing")
	}
	for k := 1.0; k <= k6Rows && k <= max(1, min(p.RetriesMade(), p.SameFrom())); k++ {
		lo, width, ok := s.Span(p.Grown(k))
		if !ok {
			return nil, errors.New("a k6 script has delays that are uniform: none, full, equal, spread or add")
		}
		rows = append(rows, "["+decimal(lo)+", "+decimal(width)+"]")
	}
	return rows, nil
}

// metrics are the figures that k6 measures, by the names of results.
var metrics = map[string]string{
	"retry-amplification": "attempts_per_request: avg", "call-time-mean": "call_time: avg",
	"call-time-p50": "call_time: med", "call-time-p90": "call_time: p(90)", "call-time-p99": "call_time: p(99)",
	"call-time-max": "call_time: max",
}

// thresholds returns the limits that k6 can hold as lines of its options, and the texts of the others.
func thresholds(limits []Threshold) (lines, others []string) {
	for _, l := range limits {
		metric, of, ok := strings.Cut(metrics[l.Figure], ": ")
		if !ok || !slices.Contains([]string{"<", "<=", ">", ">="}, l.Compare) {
			others = append(others, strings.Map(commented, l.Text))
			continue
		}
		value := l.Value
		if metric == "call_time" { // k6 counts in milliseconds
			value *= 1000
		}
		lines = append(lines, fmt.Sprintf("%s: ['%s%s%s'],", metric, of, l.Compare, decimal(value)))
	}
	return lines, others
}
