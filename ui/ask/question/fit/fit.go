// Package fit answers which policy made the attempts of a log.
package fit

import (
	"fmt"
	"math"
	"runtime"
	"strconv"
	"strings"

	"retune/calc"
	"retune/calc/estimate"
	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A Near is a client that may have made the attempts.
type Near struct {
	Names      []string
	Parameters string
	Sure       float64 // probability among the clients of the catalogue
}

// A Subject is a log with its estimate.
type Subject struct {
	estimate.Fit
	Notes    []string          // how the log was read
	Near     []Near            // the nearest clients, the nearest first
	Expected *setting.Scenario // the policy that the user believes is in use; nil: none
	Context  []answer.Group    // what the command knows besides the log
}

// A Log has the attempts to explain.
type Log = estimate.Log

// Estimate returns the policy of a log, or why there is none. noise is given in seconds; 0: it is estimated.
func Estimate(l Log, noise float64) (estimate.Fit, error) {
	return estimate.Of(l, noise, runtime.GOMAXPROCS(0))
}

// Scenario returns the default scenario with the fitted policy.
func Scenario(f estimate.Fit) setting.Scenario {
	s := setting.Default()
	p := f.Policy
	const digits = 4                                           // more is noise
	if p.TotalTimeout = math.Inf(1); p.Growth.List.Len() > 0 { // the list has the delays
		p.InitialDelay, p.Factor = s.InitialDelay, s.Factor
		list := p.Growth.List.All()
		for i := range list {
			list[i] = rounded(list[i], digits)
		}
		p.Growth.List = calc.NewList(list...)
	}
	for _, x := range []*float64{&p.InitialDelay, &p.Factor, &p.Cap, &p.Jitter.Amount} {
		*x = rounded(*x, digits)
	}
	if took := estimate.Percentile(f.Seen().Times, 0.5); took >= 1e-3 {
		p.AttemptTime = rounded(took, 2)
	}
	s.Policy = p
	return s
}

// rounded returns x with that many significant digits.
func rounded(x float64, digits int) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	return y
}

// Answer says which policy made the attempts, how certain its parameters are, and what does not fit.
func Answer(s Subject) answer.Answer {
	f := &s.Fit
	a := answer.Answer{Tone: answer.Good, ChartInText: true}
	a.Summary = Words(f.Policy) + " (" + answer.Counted(float64(f.Requests), "request", "requests") + ", " +
		answer.Counted(float64(f.Delays), "delay", "delays") + ")."
	if !f.Fits() {
		a.Tone = answer.Bad
		a.Summary = "No single policy made these attempts: " + reasons(f) + ". The nearest is " + a.Summary
	}
	a.Tables = append(a.Tables, parameters(f))
	if s.Expected != nil {
		t, summary, same := compared(f, s.Expected)
		if a.Summary += " " + summary; !same {
			a.Tone = answer.Bad
		}
		a.Tables = append(a.Tables, t)
	}
	if t, some := misfits(f); some {
		a.Tables = append(a.Tables, t)
	}
	if len(s.Near) > 0 {
		a.Tables = append(a.Tables, near(s.Near))
	}
	a.Groups = append(s.Context, times(f))
	a.SetCharts(picture(f))
	for _, note := range s.Notes {
		a.Warn(answer.Input, note)
	}
	for _, p := range f.Same {
		a.Warn(answer.Solution, "the same law: "+Words(p), "policy")
	}
	for _, p := range f.Next {
		if f.Fits() {
			a.Warn(answer.Solution, "nearly as likely: "+Words(p), "policy")
		}
	}
	if f.Starts {
		a.Warn(answer.Approximate, "the log has starts of attempts and no ends: delays include the time that attempts take")
	}
	if !f.Told {
		a.Warn(answer.Approximate, "the log has no outcomes: the last attempt of each request counts as failed")
	}
	return a
}

// Fits reports whether one policy agrees with the log, and agrees with the one that is believed, if there is one.
func (s Subject) Fits() bool {
	if s.Expected == nil {
		return s.Fit.Fits()
	}
	_, _, same := compared(&s.Fit, s.Expected)
	return same && s.Fit.Fits()
}

// Words describes a policy: "1s x2 up to 30s, full jitter, 5 attempts".
func Words(p jitter.Policy) string {
	d := unit.Duration.Format
	s := setting.Default()
	s.Policy = p
	p.Jitter.Amount = rounded(p.Jitter.Amount, 3)
	text := d(p.InitialDelay)
	row := p.Jitter.Type.Row()
	switch {
	case p.Growth.List.Len() > 0:
		var list []string
		for _, x := range p.Growth.List.All() {
			list = append(list, d(x))
		}
		text = "delays of " + strings.Join(list, ", ")
	case !row.DependsOnFactor():
		text = "from " + text
	case p.Factor == 1:
		text += " each"
	default:
		text += " x" + unit.Number.Format(p.Factor)
	}
	if !math.IsInf(p.Cap, 1) {
		text += " up to " + d(p.Cap)
		if p.CapAfter {
			text += ", jitter included"
		}
	}
	switch {
	case !p.Jitter.Draws():
		text += ", no jitter"
	case row.Unit == jitter.NoAmount:
		text += ", " + row.Name + " jitter"
	default:
		text += ", jitter " + setting.JitterText(p.Jitter)
	}
	if !math.IsInf(p.Retries, 1) {
		text += ", " + answer.Counted(p.Retries+1, "attempt", "attempts")
	}
	if !math.IsInf(p.Deadline, 1) {
		text += ", deadline " + d(p.Deadline)
	}
	return text
}

// reasons says why no policy agrees with the log.
func reasons(f *estimate.Fit) string {
	var list []string
	for _, why := range f.Why {
		switch why {
		case estimate.DelaysDiffer:
			where := "the delays"
			if f.Retry > 0 {
				where += fmt.Sprintf(" before retry %d", f.Retry)
			}
			list = append(list, fmt.Sprintf("%s differ from every law, by at least %s of them", where,
				unit.Share.Rounded(f.Distance, 2)))
		case estimate.RequestsDiffer:
			list = append(list, "delays are alike within a request and differ between requests")
		case estimate.CountsDiffer:
			list = append(list, "requests give up after different numbers of attempts")
		case estimate.TooOdd:
			list = append(list, answer.Counted(float64(f.Short+f.Long), "delay is", "delays are")+
				" outside the range of the law")
		}
	}
	return answer.JoinWords(list)
}

// times returns the times of attempts and the noise of the log.
func times(f *estimate.Fit) answer.Group {
	seen := f.Seen()
	g := answer.Group{Title: "attempts"}
	add := func(q answer.Quantity) { g.Quantities = append(g.Quantities, q) }
	add(answer.Quantity{Name: "requests", Value: answer.Amount(float64(f.Requests), unit.Count), Detail: true})
	add(answer.Quantity{Name: "delays", Value: answer.Amount(float64(f.Delays), unit.Count), Detail: true})
	add(answer.Quantity{Name: "delays used", Value: answer.Amount(float64(f.Used), unit.Count), Detail: true})
	word := "no"
	if f.Fits() {
		word = "yes"
	}
	add(answer.Quantity{Name: "one policy fits", Value: answer.Word(word)})
	for _, q := range []float64{0.5, 0.95} {
		if len(seen.Times) > 0 {
			add(answer.Quantity{Name: fmt.Sprintf("attempt time p%.0f", 100*q),
				Value: answer.Amount(estimate.Percentile(seen.Times, q), unit.Duration).WithDigits(2)})
		}
	}
	add(answer.Quantity{Name: "noise of the log", JSONKey: "noise_s",
		Value: answer.Amount(f.Noise.Scale, unit.Duration).WithDigits(2)})
	add(answer.Quantity{Name: "overhead of a delay", JSONKey: "overhead_s",
		Value: answer.Amount(f.Noise.Shift, unit.Duration).WithDigits(2)})
	return g
}

// picture returns the measured delays over the fitted band.
func picture(f *estimate.Fit) answer.Chart {
	c := answer.Chart{Title: "delay before retry n: measured, over the fitted band", X: unit.Count, Y: unit.Duration,
		Lo: 0.5, Hi: 0.5, Crosshair: math.NaN()}
	var lists [][]float64
	var dists []jitter.Dist
	for k := 1; len(f.DelaysOf(k)) > 0; k++ {
		lists, dists = append(lists, f.DelaysOf(k)), append(dists, f.Policy.Following(float64(k), f.Policy.InitialDelay))
		c.Hi++
	}
	at := func(of func(k int) float64) answer.Points {
		values := make([]float64, len(lists))
		for k := range values {
			values[k] = of(k)
		}
		return answer.Numbered(values)
	}
	curve := answer.Curve{Points: at(func(k int) float64 { return dists[k].Mean() }), Cap: f.Policy.Cap,
		Capped: math.NaN()}
	if f.Policy.Jitter.Draws() && !f.Policy.Stateful() {
		curve.Band = answer.FiveTo95
		curve.Band.Lo = at(func(k int) float64 { return dists[k].Quantile(0.05) })
		curve.Band.Hi = at(func(k int) float64 { return dists[k].Quantile(0.95) })
	}
	c.Curves = []answer.Curve{curve}
	for i, q := range []float64{0.05, 0.95} {
		c.Series = append(c.Series, answer.Curve{Name: fmt.Sprintf("measured p%.0f", 100*q), Role: answer.Roles[2+i],
			Points: at(func(k int) float64 { return estimate.Percentile(lists[k], q) })})
	}
	return c
}
