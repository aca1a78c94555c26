package knob

import (
	"fmt"
	"math"
	"strings"

	"retune/calc/outage"
	"retune/ui/unit"
)

// outages is the Value of the knob that says how long the outage lasts: 60s, a
// random time 30s..90s, mean=60s, or log=1s..1h.
type outages struct{}

func (outages) Kind() unit.Kind                 { return unit.Count }
func (outages) Number(Scenario) (float64, bool) { return 0, false }
func (outages) Show(s Scenario) string          { return outages{}.Text(s) }
func (outages) Reset(s *Scenario)               { s.Outage = Default().Outage }

func (outages) Range() string {
	return "60s, 30s..90s (uniform), mean=60s (exponential) or log=1s..1h (log-uniform)"
}

func (outages) Text(s Scenario) string {
	f, t := s.Outage, unit.Duration
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

func (outages) Set(s *Scenario, text string) error {
	f := outage.Outage{Kind: outage.Fixed}
	rest := strings.TrimSpace(text)
	if rest == "none" {
		rest = "0s"
	}
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
		return fmt.Errorf("%s does not say how long an outage lasts: write %s", unit.Quote(text), outages{}.Range())
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
	if f.Kind == outage.Uniform || f.Kind == outage.Fixed {
		lo = 0
	}
	if !(f.A >= lo && f.A <= f.B && (f.B > 0 || f.Kind == outage.Fixed) && f.B <= MaxElapsed) {
		return fmt.Errorf("%s is out of range: %s to %s, the smaller end first", unit.Quote(text), unit.Duration.Exact(lo), unit.Duration.Exact(MaxElapsed))
	}
	s.Outage = f
	return nil
}

// scale is the later end of the outage, as a number with a track: turning it
// stretches the whole distribution.
func (outages) scale(s Scenario) number {
	lo := minDelay
	if s.Outage.Kind == outage.Fixed {
		lo = 0
	}
	return number{at: func(s *Scenario) *float64 { return &s.Outage.B }, kind: unit.Duration,
		lo: lo, hi: MaxElapsed, rungs: delays(1e-3, MaxElapsed)}
}

// stretch changes the later end of the outage and keeps its shape.
func (v outages) stretch(s *Scenario, change func(number)) {
	before := s.Outage
	if math.IsNaN(before.A) {
		s.Outage = s.AskMidway().Outage
		return
	}
	change(v.scale(*s))
	if s.Outage.A = s.Outage.B; before.A < before.B {
		s.Outage.A = s.Outage.B * (before.A / before.B)
	}
	if before.Kind == outage.LogUniform {
		s.Outage.A = max(minDelay, s.Outage.A)
	}
}

func (v outages) Step(s *Scenario, n int, coarse bool) {
	v.stretch(s, func(b number) { b.Step(s, n, coarse) })
}
func (v outages) Limit(s *Scenario, end bool)     { v.stretch(s, func(b number) { b.Limit(s, end) }) }
func (v outages) Move(s *Scenario, place float64) { v.stretch(s, func(b number) { b.Move(s, place) }) }
func (v outages) Place(s Scenario) float64        { return v.scale(s).Place(s) }
