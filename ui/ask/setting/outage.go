package setting

import (
	"fmt"
	"math"
	"strings"

	"retune/calc/elapsed"
	"retune/ui/unit"
)

// outages returns the Value of the setting for the length of the outage.
func outages() compound {
	const from, to = 0, 1
	of := func(kind elapsed.OutageKind) Length { return Length{Outage: elapsed.Outage{Kind: kind}} }
	start := needed(from, "=", unit.Duration, minDelay, MaxElapsed)
	end := needed(to, "..", unit.Duration, minDelay, MaxElapsed)
	later := optional(to, "..", unit.Duration, minDelay, MaxElapsed)
	v := grammar[Length]{
		what: "the length of an outage",
		rule: "60s, 30s..90s (uniform), mean=60s (exponential), log=1s..1h (log-uniform) or up-to=1h (the worst)",
		also: spellings{"0s none"},
		forms: []form[Length]{
			{"", of(elapsed.FixedOutage), []part{needed(from, "", unit.Duration, 0, MaxElapsed), later}},
			{"mean", of(elapsed.ExponentialOutage), []part{start}},
			{"log", of(elapsed.LogUniformOutage), []part{start, end}},
			{"up-to", of(elapsed.WorstOutage), []part{needed(to, "=", unit.Duration, minDelay, MaxElapsed)}},
			{"exactly", Length{Exactly: true}, []part{needed(from, "=", unit.Duration, 0, MaxElapsed)}},
		},
		same: func(a, b Length) bool {
			uniform := a.Outage.Kind == elapsed.FixedOutage && b.Outage.Kind == elapsed.UniformOutage
			fixed := a.Outage.Kind == b.Outage.Kind && b.Outage.Kind == elapsed.FixedOutage
			return uniform || a.Outage.Kind == b.Outage.Kind && (!fixed || a.Exactly == b.Exactly)
		},
		fields: func(x *Length) []any { return []any{&x.Outage.A, &x.Outage.B} },
		check: func(x *Length) error {
			switch f := &x.Outage; {
			case f.B == 0:
				f.B = f.A
			case f.Kind == elapsed.FixedOutage:
				f.Kind = elapsed.UniformOutage
			}
			if f := x.Outage; !(f.A <= f.B) {
				return fmt.Errorf("%s..%s is out of range: write the smaller end first", unit.Duration.Exact(f.A),
					unit.Duration.Exact(f.B))
			}
			return nil
		},
		brief: func(x *Length) {
			if x.Outage.Kind == elapsed.FixedOutage {
				x.Outage.B = 0
			}
		},
	}.value(func(s *Scenario) *Length { return &s.Length })
	written := v.text
	v.text = func(s Scenario) string {
		if math.IsNaN(s.Outage.A) {
			return ""
		}
		return written(s)
	}
	v.track = func(s Scenario) track { return lengthOfOutage(s) }
	v.inside = lengthOfOutage
	return v
}

// OutageSays returns the length of the outage as the user wrote it, for use in a sentence.
func (s Scenario) OutageSays() string {
	ends := s.As("outage")
	if kind, values, ok := strings.Cut(ends, "="); ok {
		ends = values + map[string]string{"mean": " on average (exponential)", "log": " (log-uniform)",
			"up-to": " at worst"}[kind]
	}
	return strings.Replace(ends, "..", " to ", 1)
}

// lengthOfOutage returns the later end of the outage, or of the default outage if none was set, as a number. Changing
// it scales the whole distribution, which keeps its shape.
func lengthOfOutage(s Scenario) number {
	at := func(s *Scenario) *float64 {
		s.Outage = s.AskMidway().Outage
		return &s.Outage.B
	}
	v := ranged(at, unit.Duration, 0, MaxElapsed)
	if s.Outage.Kind != elapsed.FixedOutage {
		v.lo = minDelay
	}
	v.then = func(s *Scenario, was Scenario) {
		before := was.AskMidway().Outage
		if s.Outage.A = s.Outage.B; before.A < before.B {
			s.Outage.A = s.Outage.B * (before.A / before.B)
		}
		if before.Kind == elapsed.LogUniformOutage {
			s.Outage.A = max(minDelay, s.Outage.A)
		}
	}
	return v
}
