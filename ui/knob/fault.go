package knob

import (
	"fmt"
	"math"
	"strings"

	"retune/calc/outage"
	"retune/ui/unit"
)

// faults is the Value of the knob that says when the fault ends: at 60s, at a
// random time 30s..90s, mean=60s, or log=1s..1h.
type faults struct{}

func (faults) Kind() unit.Kind                 { return unit.Count }
func (faults) Number(Scenario) (float64, bool) { return 0, false }
func (faults) Show(s Scenario) string          { return faults{}.Text(s) }
func (faults) Reset(s *Scenario)               { s.Fault = Default().Fault }

func (faults) Range() string {
	return "60s, 30s..90s (uniform), mean=60s (exponential) or log=1s..1h (every scale as likely)"
}

func (faults) Text(s Scenario) string {
	f, t := s.Fault, unit.Duration
	switch {
	case math.IsNaN(f.A):
		return ""
	case f.Kind == outage.Uniform:
		return t.Exact(f.A) + ".." + t.Exact(f.B)
	case f.Kind == outage.Exponential:
		return "mean=" + t.Exact(f.A)
	case f.Kind == outage.LogUniform:
		return "log=" + t.Exact(f.A) + ".." + t.Exact(f.B)
	}
	return t.Exact(f.A)
}

func (faults) Set(s *Scenario, text string) error {
	f := outage.Outage{Kind: outage.Fixed}
	rest := strings.TrimSpace(text)
	if mean, ok := strings.CutPrefix(rest, "mean="); ok {
		f.Kind, rest = outage.Exponential, mean
	} else if span, ok := strings.CutPrefix(rest, "log="); ok {
		f.Kind, rest = outage.LogUniform, span
	}
	from, to, span := strings.Cut(rest, "..")
	if span && f.Kind == outage.Fixed {
		f.Kind = outage.Uniform
	}
	if span == (f.Kind == outage.Fixed || f.Kind == outage.Exponential) {
		return fmt.Errorf("%s does not say when a fault ends: %s", unit.Quote(text), faults{}.Range())
	}
	var err error
	if f.A, err = unit.Duration.Parse(from); err != nil {
		return err
	}
	f.B = f.A
	if span {
		if f.B, err = unit.Duration.Parse(to); err != nil {
			return err
		}
	}
	lo := minDelay
	if f.Kind == outage.Uniform {
		lo = 0
	}
	if !(f.A >= lo && f.A <= f.B && f.B > 0 && f.B <= MaxElapsed) {
		return fmt.Errorf("%s is out of range: %s to %s, the smaller end first", unit.Quote(text), unit.Duration.Exact(lo), unit.Duration.Exact(MaxElapsed))
	}
	s.Fault = f
	return nil
}

// FaultText is how the fault of s is written.
func FaultText(s Scenario) string { return faults{}.Text(s) }

// scale is the later time of the fault, as a number with a track: turning it
// stretches the whole fault.
func (faults) scale() number {
	return number{at: func(s *Scenario) *float64 { return &s.Fault.B }, kind: unit.Duration,
		lo: minDelay, hi: MaxElapsed, rungs: delays(1e-3, MaxElapsed)}
}

// stretch changes the fault's later time and keeps its shape.
func (v faults) stretch(s *Scenario, change func(number)) {
	before := s.Fault
	if math.IsNaN(before.A) {
		s.Fault = s.AskMidway().Fault
		return
	}
	change(v.scale())
	s.Fault.A = s.Fault.B * (before.A / before.B)
	if before.Kind == outage.LogUniform {
		s.Fault.A = max(minDelay, s.Fault.A)
	}
}

func (v faults) Step(s *Scenario, n int, coarse bool) {
	v.stretch(s, func(b number) { b.Step(s, n, coarse) })
}
func (v faults) Limit(s *Scenario, end bool)     { v.stretch(s, func(b number) { b.Limit(s, end) }) }
func (v faults) Move(s *Scenario, place float64) { v.stretch(s, func(b number) { b.Move(s, place) }) }
func (v faults) Place(s Scenario) float64        { return v.scale().Place(s) }
