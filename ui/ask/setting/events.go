package setting

import (
	"fmt"
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
	g := grammar[fleet.Outage]{
		what:   "an event",
		rule:   "none, or a list of " + strings.Join(eventKinds.words(), ", ") + " as reject@1m+20s or spike=5@2m+10s",
		same:   func(a, b fleet.Outage) bool { return a.Kind == b.Kind },
		fields: func(f *fleet.Outage) []any { return []any{&f.Share, &f.At, &f.Length} },
	}
	for i, word := range eventKinds.words() {
		kind := fleet.OutageKind(i)
		parts := []part{needed(0, "=", unit.Share, 1e-6, 1), needed(1, "@", unit.Duration, 0, MaxElapsed),
			needed(2, "+", unit.Duration, 0, MaxElapsed)}
		switch kind {
		case fleet.Hang, fleet.Reject:
			parts = parts[1:]
		case fleet.Spike:
			parts[0].kind, parts[0].hi = unit.Number, 1e6
		}
		g.forms = append(g.forms, form[fleet.Outage]{word, fleet.Outage{Kind: kind, Share: 1}, parts})
	}
	return g
}

// events returns the Value of the setting that lists further outages and load spikes.
func events() compound {
	g := eventGrammar()
	return compound{rule: g.rule,
		text: func(s Scenario) string {
			var list []string
			for _, f := range s.Events {
				list = append(list, g.text(f))
			}
			if list == nil {
				return "none"
			}
			return strings.Join(list, ",")
		},
		set: func(s *Scenario, text string) error {
			var list []fleet.Outage
			for item := range strings.SplitSeq(text, ",") {
				if strings.TrimSpace(text) == "none" {
					break
				}
				word := pieces(item)[0][1]
				first, ok := eventKinds.find(word)
				if !ok && word != "" {
					return fmt.Errorf("unknown event %s: use %s, as in spike=5@2m+10s", unit.Quote(word),
						strings.Join(eventKinds.words(), ", "))
				}
				f, err := g.parse(first + strings.TrimPrefix(strings.TrimSpace(item), word))
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
