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
	share := func(x *fleet.Outage) *float64 { return &x.Share }
	g := grammar[fleet.Outage]{
		what: "an event",
		rule: "none, or a list of hang@1m+20s, reject@1m+20s, brownout=50%@1m+20s, errors=30%@1m+20s, spike=5@2m+10s",
		parts: map[string]part[fleet.Outage]{
			"SHARE":  amount(share, unit.Share, 1e-6, 1),
			"TIMES":  amount(share, unit.Number, 0, 1e6), // spike=0 stops the traffic
			"AT":     amount(func(x *fleet.Outage) *float64 { return &x.At }, unit.Duration, 0, MaxElapsed),
			"LENGTH": amount(func(x *fleet.Outage) *float64 { return &x.Length }, unit.Duration, 0, MaxElapsed),
		},
	}
	for i, words := range eventKinds {
		usual := fleet.Outage{Kind: fleet.OutageKind(i)}
		switch usual.Kind {
		case fleet.Spike:
			words += "=TIMES"
		case fleet.Brownout, fleet.Errors:
			words += "=SHARE"
		default:
			usual.Share = 1
		}
		g.patterns = append(g.patterns, pattern[fleet.Outage]{words + "@AT+LENGTH", usual})
	}
	return g.compiled()
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
