package setting

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"retune/calc/elapsed"
	"retune/ui/unit"
)

// outages returns the Value of the setting for the length of the outage.
func outages() compound {
	first := func(x *OutageTime) *float64 { return &x.Outage.A }
	last := func(x *OutageTime) *float64 { return &x.Outage.B }
	of := func(written string, kind elapsed.OutageKind) pattern[OutageTime] {
		return pattern[OutageTime]{written, OutageTime{Outage: elapsed.Outage{Kind: kind}}}
	}
	exactly := of("exactly=TIME", elapsed.FixedOutage)
	exactly.usual.Exactly = true
	v := grammar[OutageTime]{
		what: "the length of an outage",
		rule: "60s, 30s..90s (uniform), mean=60s (exponential), log=1s..1h (log-uniform) or up-to=1h (the worst)",
		also: spellings{"0s none"},
		parts: map[string]part[OutageTime]{
			"TIME":  amount(first, unit.Duration, 0, MaxElapsed),
			"START": amount(first, unit.Duration, minDelay, MaxElapsed),
			"END":   amount(last, unit.Duration, minDelay, MaxElapsed),
		},
		patterns: []pattern[OutageTime]{
			of("TIME", elapsed.FixedOutage),
			of("TIME..END", elapsed.UniformOutage),
			of("mean=START", elapsed.ExponentialOutage),
			of("log=START..END", elapsed.LogUniformOutage),
			of("up-to=END", elapsed.WorstOutage),
			exactly,
		},
		brief: func(x *OutageTime) {
			kind := x.Outage.Kind
			if kind == elapsed.FixedOutage || kind == elapsed.ExponentialOutage {
				x.Outage.B = 0
			}
			x.Exactly = x.Exactly && kind == elapsed.FixedOutage
		},
		check: func(x *OutageTime) error {
			x.Outage.B = cmp.Or(x.Outage.B, x.Outage.A)
			if f := x.Outage; !(f.A <= f.B) {
				return fmt.Errorf("%s..%s is out of range: write the smaller end first", unit.Duration.Exact(f.A),
					unit.Duration.Exact(f.B))
			}
			return nil
		},
	}.value(func(s *Scenario) *OutageTime { return &s.OutageTime })
	written := v.text
	v.text = func(s *Scenario) string {
		if math.IsNaN(s.Outage.A) {
			return ""
		}
		return written(s)
	}
	v.number = lengthOfOutage
	return v
}

// OutageText returns the length of the outage as the user wrote it, for use in a sentence.
func (s Scenario) OutageText() string {
	ends := s.SentenceText("outage")
	if kind, values, ok := strings.Cut(ends, "="); ok {
		ends = values + map[string]string{"mean": " on average (exponential)", "log": " (log-uniform)",
			"up-to": " at worst"}[kind]
	}
	return strings.Replace(ends, "..", " to ", 1)
}

// lengthOfOutage returns the later end of the outage, or of the default outage if none was set, as a number. Changing
// it scales the whole distribution, which keeps its shape.
func lengthOfOutage(s *Scenario) (number, bool) {
	v := ranged(func(s *Scenario) *float64 { return &s.Outage.B }, unit.Duration, 0, MaxElapsed)
	if s.Outage.Kind != elapsed.FixedOutage {
		v.lo = minDelay
	}
	v.moves = true
	v.at = func(s *Scenario) *float64 {
		s.Outage = s.AtDefaultTime().Outage
		return &s.Outage.B
	}
	v.then = func(s *Scenario, was *Scenario) {
		before := was.AtDefaultTime().Outage
		if s.Outage.A = s.Outage.B; before.A < before.B {
			s.Outage.A = s.Outage.B * (before.A / before.B)
		}
		if before.Kind == elapsed.LogUniformOutage {
			s.Outage.A = max(minDelay, s.Outage.A)
		}
	}
	return v, true
}
