package codegen

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"retune/calc/fleet"
)

// k6Rows is how many retries of a script may have delays of their own.
const k6Rows = 64

// K6 returns a k6 script of the fleet: its traffic as a scenario, its policy as a retry loop, and those limits as
// thresholds that k6 can hold. The other limits stand in comments. Policies whose delays are not uniform are refused.
func K6(w fleet.System, limits []string, header ...string) (string, error) {
	delays, err := k6Delays(w.Client)
	if err != nil {
		return "", err
	}
	c := w.Client.WithoutIdleStops()
	if !c.CapAfter { // the delays below are cut already
		c.Cap = math.Inf(1)
	}
	data := map[string]any{
		"header": slices.Collect(func(yield func(string) bool) {
			for _, line := range header {
				if !yield(strings.TrimRight("// "+strings.Map(commented, line), " ")) {
					return
				}
			}
		}),
		"clients": w.Traffic.Clients, "think": w.Traffic.Think, "rate": w.Traffic.Rate, "kind": int(w.Traffic.Kind),
		"timeout": limitOf(w.Client.Timeout), "duration": int(math.Ceil(w.Duration)), "delays": delays,
		"cap": limitOf(c.Cap), "retries": limitOf(c.Retries), "deadline": limitOf(c.Deadline),
	}
	data["thresholds"], data["others"] = thresholds(limits)
	var b strings.Builder
	text, err := templates.ReadFile("templates/k6.js.tmpl")
	if err != nil {
		return "", err
	}
	t := template.New("k6").Delims("<<", ">>").Funcs(template.FuncMap{"number": func(x float64) string {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}})
	err = template.Must(t.Parse(string(text))).Execute(&b, data)
	return b.String(), err
}

// limitOf writes a number that may be infinite.
func limitOf(x float64) string {
	if math.IsInf(x, 1) {
		return "Infinity"
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// k6Delays returns the delay before each retry as its shortest value and its width, seconds. The last one holds for
// all after it.
func k6Delays(c fleet.Client) (rows []string, err error) {
	p, s := c.Policy, c.Sampler()
	if !p.Usual() || p.Stateful() || p.Rule.Starts.Most > 0 || c.WaitAfterLast || c.FirstFromThink || c.Rule.Reset > 0 {
		return nil, errors.New("a k6 script has no delays that depend on the one before, and no other rules of clients")
	}
	if c.Budget != (fleet.Budget{}) || c.Breaker != (fleet.Breaker{}) {
		return nil, errors.New("a k6 script has no retry budgets and circuit breakers: its clients share nothing")
	}
	for k := 1.0; k <= k6Rows && k <= max(1, min(p.Total(), p.SameFrom())); k++ {
		lo, width, ok := s.Span(p.Grown(k))
		if !ok {
			return nil, errors.New("a k6 script has delays that are uniform: none, full, equal, spread or add")
		}
		row := "[" + decimal(lo) + ", " + decimal(width) + "]"
		rows = append(rows, row)
	}
	return rows, nil
}

// thresholdOf are the figures that k6 measures, by their names in limits.
var thresholdOf = map[string]string{
	"retry_amplification": "attempts_per_request: avg", "call_time": "call_time: avg", "call_time_mean": "call_time: avg",
	"call_time_p50": "call_time: med", "call_time_p90": "call_time: p(90)", "call_time_p99": "call_time: p(99)",
	"call_time_max": "call_time: max",
}

var limitPattern = regexp.MustCompile(`^\s*([a-z0-9_]+)\s*(<=|<|>=|>)\s*([0-9.]+)(ms|s|m|h)?\s*$`)

// thresholds returns the limits that k6 can hold as lines of its option, and the others.
func thresholds(limits []string) (lines, others []string) {
	for _, limit := range limits {
		m := limitPattern.FindStringSubmatch(strings.ReplaceAll(limit, "-", "_"))
		if m == nil || thresholdOf[m[1]] == "" {
			others = append(others, strings.Map(commented, limit))
			continue
		}
		metric, of, _ := strings.Cut(thresholdOf[m[1]], ": ")
		value, _ := strconv.ParseFloat(m[3], 64)
		if metric == "call_time" { // k6 counts in milliseconds
			value *= map[string]float64{"ms": 1, "": 1e3, "s": 1e3, "m": 6e4, "h": 36e5}[m[4]]
		}
		lines = append(lines, fmt.Sprintf("%s: ['%s%s%s'],", metric, of, m[2], decimal(value)))
	}
	return lines, others
}
