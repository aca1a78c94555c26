package setting

import (
	"cmp"
	"slices"
	"strings"

	"retune/calc/fleet"
	"retune/ui/unit"
)

// eventKinds are the kinds of outage, in the order of [fleet.OutageKind].
var eventKinds = spellings{"hang blackhole timeout freeze", "reject refuse refused down unavailable fail-fast",
	"brownout slow degraded", "errors partial error flaky", "spike surge burst"}

// eventGrammar returns the grammar of an event: kind, share, start and length.
func eventGrammar() grammar[fleet.Outage] {
	at := func(x *fleet.Outage) *float64 { return &x.At }
	length := func(x *fleet.Outage) *float64 { return &x.Length }
	g := grammar[fleet.Outage]{
		what: "an event",
		rule: "none, or a list of hang@1m+20s, reject@1m+20s, brownout=50%@1m+20s, errors=30%@1m+20s, spike=5@2m+10s",
	}
	for i, words := range eventKinds {
		f := form[fleet.Outage]{words, fleet.Outage{Kind: fleet.OutageKind(i), Share: 1},
			[]part[fleet.Outage]{needed(at, "@", unit.Duration, 0, MaxElapsed),
				needed(length, "+", unit.Duration, 0, MaxElapsed)}}
		share := needed(func(x *fleet.Outage) *float64 { return &x.Share }, "=", unit.Share, 1e-6, 1)
		switch f.usual.Kind {
		case fleet.Spike:
			share.kind, share.lo, share.hi = unit.Number, 0, 1e6 // spike=0 stops the traffic
			fallthrough
		case fleet.Brownout, fleet.Errors:
			f.usual.Share, f.parts = 0, append([]part[fleet.Outage]{share}, f.parts...)
		}
		g.forms = append(g.forms, f)
	}
	return g
}

// onlySpikes says why the events of s have no effect: a burst has no traffic that a spike could multiply.
func onlySpikes(s *Scenario) string {
	burst := effectiveWith("traffic", "closed", "open")(s)
	if slices.ContainsFunc(s.Events, func(of fleet.Outage) bool { return of.Kind != fleet.Spike }) {
		return ""
	}
	return burst
}

// events returns the Value of the setting that lists further outages and load spikes.
func events() compound {
	g := eventGrammar()
	return compound{rule: g.rule,
		text: func(s *Scenario) string {
			var list []string
			for _, f := range s.Events {
				list = append(list, g.text(f))
			}
			return cmp.Or(strings.Join(list, ","), "none")
		},
		set: func(s *Scenario, text string) error {
			var list []fleet.Outage
			for item := range strings.SplitSeq(slashesToCommas(text), ",") {
				if strings.TrimSpace(text) == "none" {
					break
				}
				f, err := g.parse(item)
				if err != nil {
					return err
				}
				list = append(list, f)
			}
			s.Events = slices.Clip(list)
			return nil
		},
		reset: func(s *Scenario) { s.Events = nil }}
}
