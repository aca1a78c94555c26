package query

import (
	"math"

	"retune/ui/knob"
	"retune/ui/unit"
)

// A Chart is a picture in numbers: curves over one axis, with what is marked
// on them. Whoever draws it samples the curves where it has columns.
type Chart struct {
	Title  string
	X, Y   unit.Kind
	Lo, Hi float64 // of the x axis
	Curves []Curve
	Cross  float64 // the x that is asked about, or NaN
}

// A Curve is the delay of one policy as a function of x.
type Curve struct {
	Y      func(x float64) float64 // NaN where there is no delay
	Cap    float64                 // drawn as a line, +Inf: none
	Capped float64                 // x in the middle of the first delay that is a full cap, NaN: not in sight
}

// policies are A and, if there is one, B.
func policies(s knob.Scenario) []knob.Scenario {
	if s.Versus == nil {
		return []knob.Scenario{s}
	}
	return []knob.Scenario{s, s.B()}
}

// inSight is how many retries of the policy a chart shows: all of them, or of
// an endless policy a dozen and those up to T; never those that start later
// than anything can be asked about.
func inSight(s knob.Scenario) float64 {
	n := s.Total()
	if math.IsInf(n, 1) {
		n = 12
		if finite(s.Elapsed) {
			n = min(max(n, s.RetriesBy(s.Elapsed)+2), 1e6)
		}
	}
	return min(n, s.RetriesBy(knob.MaxElapsed))
}

// byRetry is the delay before each retry.
func byRetry(s knob.Scenario) Chart {
	c := Chart{Title: "delay before retry n", X: unit.Count, Y: unit.Duration, Lo: 0.5, Hi: 1.5, Cross: math.NaN()}
	for _, p := range policies(s) {
		n := inSight(p)
		c.Hi = max(c.Hi, n+0.5)
		c.Curves = append(c.Curves, Curve{
			Cap:    p.Cap,
			Capped: within(p.CapRetry(), n),
			Y: func(x float64) float64 {
				if x = math.Round(x); x >= 1 && x <= n {
					return p.Delay(x)
				}
				return math.NaN()
			},
		})
	}
	if finite(s.Elapsed) {
		c.Cross = within(s.RetriesBy(s.Elapsed)+1, c.Hi)
	}
	return c
}

// byElapsed is the delay that is being waited at each elapsed time, that is
// the one before the next retry.
func byElapsed(s knob.Scenario) Chart {
	c := Chart{Title: "delay at elapsed T", X: unit.Duration, Y: unit.Duration, Cross: math.NaN()}
	for _, p := range policies(s) {
		n := inSight(p)
		end := p.Policy.Elapsed(n)
		c.Hi = max(c.Hi, end)
		c.Curves = append(c.Curves, Curve{
			Cap:    p.Cap,
			Capped: p.Policy.Elapsed(within(p.CapRetry(), n)-1) + p.Cap/2,
			Y: func(x float64) float64 {
				if x < 0 || x >= end {
					return math.NaN()
				}
				return p.Delay(p.RetriesBy(x) + 1)
			},
		})
	}
	if finite(s.Elapsed) {
		c.Cross = s.Elapsed
		c.Hi = max(c.Hi, s.Elapsed)
	}
	if c.Hi == 0 { // no retries, and T = 0
		c.Hi = s.First
	}
	return c
}

// within is n if it is at most last, else NaN.
func within(n, last float64) float64 {
	if n <= last {
		return n
	}
	return math.NaN()
}
