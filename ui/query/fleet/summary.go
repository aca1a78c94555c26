package fleet

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/calc/advice"
	"retune/calc/contention"
	"retune/calc/fleet"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// comesOut says how the fleet of policy i comes out, and how good that is.
func comesOut(a answer.Answer, s knob.Scenario, i int, p fleetRun) (string, answer.Tone) {
	after := wrong(s.Policies()[i], p) + " ends"
	if len(p.world.Outages) == 0 {
		after = "the start"
	}
	within := s.As("duration")
	switch v := p.verdict; v.Outcome {
	case fleet.Recovers, fleet.RecoversLate:
		word, tone := "RECOVERS", answer.Good
		if v.Outcome == fleet.RecoversLate {
			word, tone = "RECOVERS LATE", answer.Doubtful
		}
		back := a.Says("time to recovery", i)
		most, all := a.Says("goodput 90", i), a.Says("goodput 99", i)
		load, goodput := a.Says("baseline load", i), a.Says("baseline goodput", i)
		switch {
		case len(p.world.Outages) == 0 && load != "" && goodput != "":
			return fmt.Sprintf("%s: there is no outage; load is %s and goodput %s", word, load, goodput), tone
		case p.world.Traffic.Kind == fleet.Burst && most != "" && all != "":
			return fmt.Sprintf("%s: 90%% of the clients have succeeded %s after %s, 99%% after %s", word, most,
				after, all), tone
		case most == "" || all == "":
			return fmt.Sprintf("%s: back to normal %s after %s", word, back, after), tone
		case all == "0s" && back == "0s":
			return fmt.Sprintf("%s: goodput and load are back as soon as %s", word, after), tone
		case all == "0s":
			return fmt.Sprintf("%s: goodput is back as soon as %s, load %s after that", word, after, back), tone
		}
		return fmt.Sprintf("%s: goodput is back to 90%% of the baseline %s after %s, to 99%% after %s", word, most,
			after, all), tone
	case fleet.Draining:
		text := "NOT RECOVERED within " + within + " - still draining"
		if v.Estimate > 0 && !math.IsInf(v.Estimate, 1) {
			text += fmt.Sprintf(": back about %s after %s", unit.Duration.Format(v.Estimate), after)
		}
		return text, answer.Doubtful
	case fleet.Metastable:
		return "NOT RECOVERED within " + within + " - metastable: " + because(p), answer.Bad
	case fleet.Overloaded:
		return "OVERLOADED: " + because(p), answer.Bad
	case fleet.GaveUp:
		return "GAVE UP: " + because(p), answer.Bad
	}
	return strings.ToUpper(p.verdict.Outcome.String()) + ": " + because(p), answer.Neutral
}

// wrong is what goes wrong last in the fleet of a policy: the outage, or an event if there is no outage.
func wrong(s knob.Scenario, p fleetRun) string {
	for _, o := range p.world.Outages {
		if s.OutageLength() == 0 && o.End() == p.world.OutageEnd() {
			return "the " + o.Kind.String()
		}
	}
	return "the outage"
}

// briefly is how the fleet of a policy comes out beside that of another.
func briefly(a answer.Answer, i int, p fleetRun) string {
	if back := a.Says("time to recovery", i); back != "" && p.verdict.Outcome.Back() && len(p.world.Outages) > 0 {
		return "back in " + back
	}
	return p.verdict.Outcome.String()
}

// fleetSummary is the verdict in a sentence and in a few words; of two policies, which is
// better. The tone is that of the worse.
func fleetSummary(a answer.Answer, s knob.Scenario, list []fleetRun) (full, brief string, _ answer.Tone) {
	text, tone := comesOut(a, s, 0, list[0])
	if len(list) == 1 {
		brief, _, _ = strings.Cut(text, ": ") // without the reason
		if back := briefly(a, 0, list[0]); list[0].verdict.Outcome.Back() {
			brief += ": " + back
		}
		return text + ".", brief, tone
	}
	other, too := comesOut(a, s, 1, list[1])
	for i, p := range list {
		brief += string("AB"[i]) + " " + briefly(a, i, p) + map[bool]string{true: ", "}[i == 0]
	}
	better := ""
	x, y := list[0].verdict, list[1].verdict
	switch {
	case x.Outcome != y.Outcome:
		better = string("AB"[map[bool]int{true: 1}[y.Outcome < x.Outcome]]) + " is better. "
	case x.Outcome.Back() && x.Recovery != y.Recovery:
		better = string("AB"[map[bool]int{true: 1}[y.Recovery < x.Recovery]]) + " is back sooner. "
	}
	return fmt.Sprintf("%sA: %s. B: %s.", better, text, other), brief, max(tone, too)
}

// leversSummary says what helps most, and how far the fleet is from the edge.
func leversSummary(s knob.Scenario, list []lever, edges []fleetEdge) string {
	text := "Nothing that was tried helps"
	best, now := list[0], list[slices.IndexFunc(list, func(l lever) bool { return l.knob.Value == nil })]
	if advice.Helps(best.effect, now.effect) {
		longest := best.effect.Longest.At
		text = fmt.Sprintf("What helps most: --%s %s instead of %s (%s", best.knob.Name, best.knob.Text(best.fleet),
			best.knob.Text(s), best.effect.Verdict.Outcome)
		switch {
		case best.effect.NoEdge != nil || math.IsNaN(longest):
		case math.IsInf(longest, 1):
			text += ", from an outage of any length"
		default:
			text += ", from outages up to " + unit.Duration.Format(longest)
		}
		switch x, y := best.effect.Verdict, now.effect.Verdict; {
		case x.Outcome != y.Outcome || longest != now.effect.Longest.At: // has been said
		case x.Outcome.Back() && x.Recovery != y.Recovery:
			text += fmt.Sprintf(", back after %s instead of %s", unit.Duration.Format(x.Recovery),
				unit.Duration.Format(y.Recovery))
		default:
			text += fmt.Sprintf(", peak load %s instead of %s", unit.Rate.Format(x.Load), unit.Rate.Format(y.Load))
		}
		text += ")"
	}
	for _, e := range edges {
		if e.err == nil && !math.IsNaN(e.At) {
			if e.kind == unit.Duration && math.IsInf(e.At, 1) {
				return text + ". Without a change it recovers from an outage of any length."
			}
			now, at := e.kind.Format(e.now), e.kind.Format(e.at(e.At))
			if math.IsInf(e.Error, 1) {
				at = "at least " + at
			}
			return fmt.Sprintf("%s. Without a change the %s that it recovers from is %s, and here it is %s.", text,
				e.name, at, now)
		}
	}
	return text + "."
}

// contendSummary names the ways of waiting with the fewest attempts and the least time.
func contendSummary(list []contender, results []contention.Result) string {
	few, soon := 0, 0
	for i, r := range results {
		if r.Attempts < results[few].Attempts {
			few = i
		}
		if r.Time < results[soon].Time {
			soon = i
		}
	}
	than := ""
	if few > 0 {
		than = "; " + list[0].name + " " + unit.Number.Format(results[0].Attempts)
	}
	return fmt.Sprintf("Fewest attempts: %s (%s%s). Soonest done: %s (%s).", list[few].name,
		unit.Number.Format(results[few].Attempts), than,
		list[soon].name, unit.Duration.Format(results[soon].Time))
}
