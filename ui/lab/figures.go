package lab

import (
	"math"

	"retune/calc/fleet"
	"retune/ui/unit"
)

// A sample is one run, simulated or measured.
type sample struct {
	fleet.Verdict
	of fleet.Result
	w  fleet.System
}

// A figure is a number that is predicted and measured.
type figure struct {
	name string
	kind unit.Kind
	of   func(sample) float64
}

// A series is a value of each step of a run.
type series func(fleet.Result, int) float64

var (
	load     series = fleet.Result.Load
	goodput  series = func(r fleet.Result, i int) float64 { return r.Goodput[i] / r.Step }
	timeouts series = func(r fleet.Result, i int) float64 { return r.Timeouts[i] / r.Step }
	inFlight series = func(r fleet.Result, i int) float64 { return r.InFlight[i] }
)

var figures = []figure{
	{"load before any outage", unit.Rate, func(s sample) float64 { return s.mean(load, 0, s.start()) }},
	{"load in the outage", unit.Rate, func(s sample) float64 { return s.mean(load, s.start(), s.w.OutageEnd()) }},
	{"load after the outage", unit.Rate, func(s sample) float64 { return s.after(load) }},
	{"goodput after the outage", unit.Rate, func(s sample) float64 { return s.after(goodput) }},
	{"peak load after the outage", unit.Rate, func(s sample) float64 { return s.AfterLoad }},
	{"attempts in flight after the outage", unit.Number, func(s sample) float64 { return s.after(inFlight) }},
	{"time-outs", unit.Count, func(s sample) float64 { return s.mean(timeouts, 0, s.w.Duration) * s.w.Duration }},
	{"retry amplification", unit.Number, func(s sample) float64 { return s.RetryAmplification }},
	{"goodput back to 90%", unit.Duration, func(s sample) float64 { return s.Success90 }},
	{"time to recovery", unit.Duration, func(s sample) float64 {
		if !s.Outcome.Back() {
			return math.NaN()
		}
		return s.Recovery
	}},
}

// drawn lists the charts of the series.
var drawn = []struct {
	title string
	kind  unit.Kind
	of    series
}{{"load", unit.Rate, load}, {"goodput", unit.Rate, goodput}, {"time-outs", unit.Rate, timeouts},
	{"attempts in flight", unit.Number, inFlight}}

// mostColumns is the largest number of columns of a chart.
const mostColumns = 300

// columns returns the number of columns of a chart, and their width in seconds.
func (s sample) columns() (n int, width float64) {
	steps := math.Ceil(max(1, s.w.Duration/mostColumns)/s.of.Step - 1e-6)
	n = int(math.Ceil(float64(s.of.Len()) / steps))
	return n, steps * s.of.Step
}

// numbers returns the figures, and then the means of each series in each column of its chart.
func (s sample) numbers() (list []float64) {
	for _, f := range figures {
		list = append(list, f.of(s))
	}
	n, width := s.columns()
	for _, c := range drawn {
		for i := range n {
			list = append(list, s.mean(c.of, float64(i)*width, float64(i+1)*width))
		}
	}
	return list
}

// start returns when the outage begins, or the end of the run.
func (s sample) start() float64 { return min(s.w.OutageStart(), s.w.Duration) }

// after returns the mean of a series after the outage, NaN without one.
func (s sample) after(of series) float64 {
	if len(s.w.Outages) == 0 {
		return math.NaN()
	}
	return s.mean(of, s.w.OutageEnd(), s.w.Duration)
}

// mean returns the mean of a series from one time to another, NaN if there is no step between them.
func (s sample) mean(of series, from, to float64) float64 {
	sum, n, step := 0.0, 0.0, s.of.Step
	for i := int(math.Ceil(from/step - 1e-6)); float64(i+1)*step <= to+1e-6 && i < s.of.Len(); i++ {
		sum, n = sum+of(s.of, i), n+1
	}
	return sum / n
}
