package question_test

import (
	"math"
	"strings"

	"retune/calc/fleet"
	"retune/calc/oracle"
	"retune/ui/ask/answer"
)

// A fleetCheck holds the reference runs of one policy's fleet.
type fleetCheck struct {
	w        fleet.System
	mean, se fleet.Result
	runs     []fleet.Result
	more     float64 // standard error of the difference to the answer, divided by the standard error of the reference
}

// runs returns the number of simulations of a fleet.
func (c *trial) runs() int { return min(30, max(6, c.steps/10_000)) }

// simulate simulates the fleet of a policy once for all figures.
func (c *trial) simulate(p *policy) *fleetCheck {
	if c.fleets[p] == nil {
		f := &fleetCheck{w: p.s.Fleet()}
		f.mean, f.se, f.runs = oracle.Mean(f.w, c.runs(), p.seed)
		f.more = math.Sqrt(1 + float64(c.runs())/p.s.Runs)
		if c.fleets == nil {
			c.fleets = map[*policy]*fleetCheck{}
		}
		c.fleets[p] = f
	}
	return c.fleets[p]
}

// meanOf compares with the mean over the runs. The tolerance allows for one run that exceeds the others by least, or by
// 10% of the mean.
func (f *fleetCheck) meanOf(of func(fleet.Result) float64, least float64) figure {
	var xs []float64
	for _, r := range f.runs {
		if x := of(r); !math.IsNaN(x) {
			xs = append(xs, x)
		}
	}
	if len(xs) == 0 {
		return absent()
	}
	m, se := meanSE(xs)
	if len(xs) == 1 {
		se = math.Abs(m)
	}
	return about(m, f.more*(se+math.Max(least, math.Abs(m)/10)/float64(len(xs))), slack{})
}

func sum(xs []float64) (s float64) {
	for _, x := range xs {
		s += x
	}
	return s
}

// peak returns the most attempts in any window of 1 s that begins at from or later.
func (f *fleetCheck) peak(r fleet.Result, from float64) float64 {
	most, window := math.NaN(), 64
	for i := int(from/r.Bin + 1e-6); i+window <= len(r.Attempts); i++ {
		if n := sum(r.Attempts[i : i+window]); !(n <= most) {
			most = n
		}
	}
	return most / (float64(window) * r.Bin)
}

// counts are the numbers of requests and attempts of a run by their keys.
var counts = map[string]func(fleet.Result) float64{
	"retry_amplification": func(r fleet.Result) float64 { return (sum(r.First) + sum(r.Retries)) / sum(r.First) },
	"failed_attempts":     func(r fleet.Result) float64 { return sum(r.Failures) + sum(r.Timeouts) },
	"requests_started":    func(r fleet.Result) float64 { return sum(r.First) },
	"requests_succeeded":  func(r fleet.Result) float64 { return sum(r.Goodput) },
	"requests_failed":     func(r fleet.Result) float64 { return sum(r.GivenUp) },
	"requests_under_way":  func(r fleet.Result) float64 { return sum(r.First) - sum(r.Goodput) - sum(r.GivenUp) },
}

// fleet returns the check of a figure of a fleet by its name.
func (c *trial) fleet(x answer.Quantity, p *policy) (figure, bool) {
	f := c.simulate(p)
	end := f.w.OutageEnd()
	if of, ok := counts[x.Key()]; ok {
		least := 0.1
		if x.Key() == "requests_failed" || x.Key() == "requests_under_way" {
			least = 1 // rare events, which the answer's runs may have although the reference has none
		}
		return f.meanOf(of, least), true
	}
	switch x.Key() {
	case "peak_load_per_s":
		return f.meanOf(func(r fleet.Result) float64 { return f.peak(r, 0) }, 0.1), true
	case "peak_after_outage_per_s":
		if len(f.w.Outages) == 0 || end >= f.w.Duration {
			return absent(), true
		}
		return f.meanOf(func(r fleet.Result) float64 { return f.peak(r, end) }, 0.1), true
	case "peak_backoff_share", "runs_that_do_not_recover", "runs_that_recover_late":
		return func(got float64) (bool, string) {
			return got >= 0 && got <= 1 || math.IsNaN(got) || math.IsInf(got, 1), "a share"
		}, true
	case "answered_in_time":
		from := 0
		if len(f.w.Outages) > 0 {
			from = int(f.w.OutageStart()/f.w.Step + 1e-6)
		}
		return f.meanOf(func(r fleet.Result) float64 {
			from := min(from, len(r.First)-1)
			return math.Min(1, sum(r.Goodput[from:])/sum(r.First[from:]))
		}, 0.1), true
	case "all_done_after_s":
		return f.meanOf(func(r fleet.Result) float64 {
			if sum(r.Goodput)+sum(r.GivenUp) < f.w.Traffic.Clients {
				return math.NaN()
			}
			return math.Max(0, r.LastEnd-end)
		}, 0.1), true
	case "peak_at_s", "peak_after_outage_at_s", "time_to_recovery_s", "goodput_50_s", "goodput_90_s", "goodput_99_s",
		"load_ratio", "baseline_load_per_s", "baseline_goodput_per_s", "longest_outage_s":
		return func(got float64) (bool, string) { return !(got < 0), "not below 0" }, true
	case "scale", "max_goodput_per_s", "in_flight_at_timeout":
		return whichever(), true // closed forms, which calc/fleet tests
	}
	return nil, false
}

// timeline returns the check of a cell of the series of a fleet.
func (c *trial) timeline(key string, i int, p *policy) (figure, bool) {
	if strings.HasSuffix(key, "_b") || strings.Contains(key, "_b_") {
		key = strings.Replace(strings.TrimSuffix(key, "_b"), "_b_", "_", 1)
	}
	f := c.simulate(p)
	w := f.w
	width := w.Step
	level := func(mean, se []float64, by float64) (figure, bool) {
		if i >= len(mean) {
			return nil, false
		}
		m, e := mean[i]/by, se[i]/by
		// A few runs do not show the error of small counts. It is at least the error of one event.
		e = math.Max(e, math.Sqrt((mean[i]+1)/float64(len(f.runs)))/by)
		return about(m, f.more*e, slack{}), true
	}
	switch key {
	case "t_s":
		return exactly(float64(i) * w.Step), true
	case "load_per_s":
		load, se := f.load()
		return level(load, se, width)
	case "offered_per_s":
		return level(f.mean.First, f.se.First, width)
	case "retries_per_s":
		return level(f.mean.Retries, f.se.Retries, width)
	case "goodput_per_s":
		return level(f.mean.Goodput, f.se.Goodput, width)
	case "rejected_per_s":
		return level(f.mean.Failures, f.se.Failures, width)
	case "timeouts_per_s":
		return level(f.mean.Timeouts, f.se.Timeouts, width)
	case "abandoned_per_s":
		return level(f.mean.Abandoned, f.se.Abandoned, width)
	case "in_flight":
		return level(f.mean.InFlight, f.se.InFlight, 1)
	case "in_backoff":
		return level(f.mean.Waiting, f.se.Waiting, 1)
	case "latency_s":
		return func(got float64) (bool, string) {
			return math.IsNaN(got) || got >= w.Server.ServiceTime*(1-1e-9) && got <= math.Max(w.Client.Timeout,
				w.Server.ServiceTime)*(1+1e-9), "between latency and timeout"
		}, true
	}
	if strings.Contains(key, "_se") {
		return func(got float64) (bool, string) { return !(got < 0), "an error" }, true
	}
	return nil, false
}

func (f *fleetCheck) load() (load, se []float64) {
	for i := range f.mean.First {
		load = append(load, f.mean.First[i]+f.mean.Retries[i]-f.mean.Stopped[i])
		se = append(se, math.Hypot(f.se.First[i], math.Hypot(f.se.Retries[i], f.se.Stopped[i])))
	}
	return load, se
}

// adds checks that the numbers of requests in an answer add up.
func (c *trial) adds(a answer.Answer) {
	c.t.Helper()
	of := map[string]float64{}
	for _, g := range a.Groups {
		for _, x := range g.Quantities {
			of[x.Key()] = x.Number
		}
	}
	started, ok := of["requests_started"]
	if rest := of["requests_succeeded"] + of["requests_failed"] + of["requests_under_way"]; ok &&
		!(math.Abs(started-rest) <= 1e-6*started+1e-6) {
		c.errorf("of %v requests %v are accounted for", started, rest)
	}
	if x, ok := of["retry_amplification"]; ok && !(x >= 1-1e-9 || math.IsNaN(x)) {
		c.errorf("an amplification of %v", x)
	}
}
