package setting

import (
	"fmt"
	"math"
	"strings"

	"retune/calc/elapsed"
	"retune/ui/unit"
)

// outageRule is how an outage is written.
const outageRule = "60s, 30s..90s (uniform), mean=60s (exponential), log=1s..1h (log-uniform) or up-to=1h (the worst)"

// outages is the Value of the setting that says how long the outage lasts.
var outages = compound{rule: outageRule, text: outageText, set: setOutage,
	reset:  func(s *Scenario) { s.Outage, s.Exactly = Default().Outage, false },
	track:  func(s Scenario) track { return laterEnd(s) },
	inside: lengthOfOutage}

func outageText(s Scenario) string {
	f, t := s.Outage, unit.Duration
	switch {
	case math.IsNaN(f.A):
		return ""
	case f.Kind == elapsed.UniformOutage:
		return t.Exact(f.A) + ".." + t.Exact(f.B)
	case f.Kind == elapsed.ExponentialOutage:
		return "mean=" + t.Exact(f.A)
	case f.Kind == elapsed.LogUniformOutage:
		return "log=" + t.Exact(f.A) + ".." + t.Exact(f.B)
	case f.Kind == elapsed.WorstOutage:
		return "up-to=" + t.Exact(f.B)
	case s.Exactly:
		return "exactly=" + t.Exact(f.A)
	}
	return t.Exact(f.A)
}

// OutageSays is how long the outage lasts, as it was written, in a sentence.
func (s Scenario) OutageSays() string {
	ends := s.As("outage")
	if kind, values, ok := strings.Cut(ends, "="); ok {
		ends = values + map[string]string{"mean": " on average (exponential)", "log": " (log-uniform)",
			"up-to": " at worst"}[kind]
	}
	return strings.Replace(ends, "..", " to ", 1)
}

func setOutage(s *Scenario, text string) error {
	f := elapsed.Outage{Kind: elapsed.FixedOutage}
	rest := strings.TrimSpace(text)
	if rest == "none" {
		rest = "0s"
	}
	if mean, ok := strings.CutPrefix(rest, "mean="); ok {
		f.Kind, rest = elapsed.ExponentialOutage, mean
	} else if span, ok := strings.CutPrefix(rest, "log="); ok {
		f.Kind, rest = elapsed.LogUniformOutage, span
	} else if longest, ok := strings.CutPrefix(rest, "up-to="); ok {
		f.Kind, rest = elapsed.WorstOutage, longest
	}
	length, exactly := strings.CutPrefix(rest, "exactly=")
	rest = length
	from, to, span := strings.Cut(rest, "..")
	if span && f.Kind == elapsed.FixedOutage {
		f.Kind = elapsed.UniformOutage
	}
	ranged := f.Kind == elapsed.UniformOutage || f.Kind == elapsed.LogUniformOutage
	if span != ranged || exactly && f.Kind != elapsed.FixedOutage {
		return fmt.Errorf("%s is not the length of an outage: write %s", unit.Quote(text), outageRule)
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
	if f.Kind == elapsed.UniformOutage || f.Kind == elapsed.FixedOutage {
		lo = 0
	}
	if !(f.A >= lo && f.A <= f.B && (f.B > 0 || f.Kind == elapsed.FixedOutage) && f.B <= MaxElapsed) {
		return fmt.Errorf("%s is out of range: %s to %s, the smaller end first", unit.Quote(text), unit.Duration.Exact(lo), unit.Duration.Exact(MaxElapsed))
	}
	if s.Exactly = exactly; f.Kind == elapsed.WorstOutage {
		f.A = 0
	}
	s.Outage = f
	return nil
}

// lengthOfOutage is the later end; where nothing is said of the outage that of the usual
// one.
func lengthOfOutage(s Scenario) number {
	v := laterEnd(s.AskMidway())
	then := v.then
	v.at = func(s *Scenario) *float64 {
		s.Outage = s.AskMidway().Outage
		return &s.Outage.B
	}
	v.then = func(s *Scenario, was Scenario) { then(s, was.AskMidway()) }
	return v
}

// laterEnd is the later end of the outage, as a number with a track: turning it
// stretches the whole distribution, which keeps its shape.
func laterEnd(s Scenario) number {
	v := number{at: func(s *Scenario) *float64 { return &s.Outage.B }, kind: unit.Duration, hi: MaxElapsed, rungs: delays(1e-3, MaxElapsed)}
	if s.Outage.Kind != elapsed.FixedOutage {
		v.lo = minDelay
	}
	v.then = func(s *Scenario, was Scenario) {
		before := was.Outage
		if math.IsNaN(before.A) {
			s.Outage = was.AskMidway().Outage
			return
		}
		if s.Outage.A = s.Outage.B; before.A < before.B {
			s.Outage.A = s.Outage.B * (before.A / before.B)
		}
		if before.Kind == elapsed.LogUniformOutage {
			s.Outage.A = max(minDelay, s.Outage.A)
		}
	}
	return v
}
