package setting

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"retune/calc/fleet"
	"retune/ui/unit"
)

// eventWords are the kinds of outage in the order of package system.
var eventWords = []string{"hang", "reject", "brownout", "errors", "spike"}

// otherEvents is other words that people know for them.
var otherEvents = map[string]string{"refuse": "reject", "refused": "reject", "down": "reject", "unavailable": "reject", "fail-fast": "reject",
	"slow": "brownout", "degraded": "brownout", "partial": "errors", "error": "errors", "flaky": "errors",
	"blackhole": "hang", "timeout": "hang", "freeze": "hang", "surge": "spike", "burst": "spike"}

// events is the Value of the setting that lists what else goes wrong, written
// hang@1m+20s,spike=5@2m+10s: kind, share, when it begins and how long it lasts.
var events = compound{rule: "none, or a list of " + strings.Join(eventWords, ", ") + " as reject@1m+20s or spike=5@2m+10s",
	text: eventText, set: setEvents, reset: func(s *Scenario) { s.Events = nil }}

func eventText(s Scenario) string {
	if len(s.Events) == 0 {
		return "none"
	}
	var list []string
	for _, f := range s.Events {
		share := ""
		switch f.Kind {
		case fleet.Brownout, fleet.Errors:
			share = "=" + unit.Share.Exact(f.Share)
		case fleet.Spike:
			share = "=" + unit.Number.Exact(f.Share)
		}
		list = append(list, eventWords[f.Kind]+share+"@"+unit.Duration.Exact(f.At)+"+"+unit.Duration.Exact(f.Length))
	}
	return strings.Join(list, ",")
}

func setEvents(s *Scenario, text string) error {
	if strings.TrimSpace(text) == "none" {
		s.Events = nil
		return nil
	}
	var list []fleet.Outage
	for item := range strings.SplitSeq(text, ",") {
		f, err := parseEvent(strings.TrimSpace(item))
		if err != nil {
			return err
		}
		list = append(list, f)
	}
	s.Events = list
	return nil
}

func parseEvent(text string) (f fleet.Outage, err error) {
	what, when, ok := strings.Cut(text, "@")
	from, long, ok2 := strings.Cut(when, "+")
	if !ok || !ok2 {
		return f, fmt.Errorf("%s is not an event: write it like reject@1m+20s or spike=5@2m+10s", unit.Quote(text))
	}
	word, share, shared := strings.Cut(what, "=")
	word, ok = known(eventWords, otherEvents)(word)
	kind := slices.Index(eventWords, word)
	if !ok {
		return f, fmt.Errorf("unknown event %s: use %s", unit.Quote(word), strings.Join(eventWords, ", "))
	}
	f.Kind, f.Share = fleet.OutageKind(kind), 1
	if needs := f.Kind >= fleet.Brownout; needs != shared {
		if needs {
			return f, fmt.Errorf("%s needs a share: write it like %s=0.5@1m+20s", word, word)
		}
		return f, errors.New(word + " has no share")
	}
	if shared {
		k, hi := unit.Share, 1.0
		if f.Kind == fleet.Spike {
			k, hi = unit.Number, 1e6
		}
		if f.Share, err = k.Parse(share); err != nil {
			return f, err
		}
		if !(f.Share > 0 && f.Share <= hi) {
			return f, fmt.Errorf("%s is out of range: above 0 to %s", unit.Quote(share), k.Exact(hi))
		}
	}
	for _, part := range []struct {
		text string
		to   *float64
	}{{from, &f.At}, {long, &f.Length}} {
		if *part.to, err = unit.Duration.Parse(part.text); err != nil {
			return f, err
		}
		if !(*part.to >= 0 && *part.to <= MaxElapsed) {
			return f, fmt.Errorf("%s is out of range: 0s to %s", unit.Quote(part.text), unit.Duration.Exact(MaxElapsed))
		}
	}
	return f, nil
}
