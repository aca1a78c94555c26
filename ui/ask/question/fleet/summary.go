package fleet

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/calc/contention"
	"retune/calc/fleet"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// comesOut describes the fate of the fleet of policy i, with its tone.
func comesOut(a answer.Answer, s *setting.Scenario, i int, p fleetRun) (string, answer.Tone) {
	word, tone := headline(p)
	switch o := p.Verdict.Outcome; {
	case p.isNotAll():
		return word + ": " + notAll(a, i, p), tone
	case o.Back():
		return word + ": " + backAgain(a, s, i, p), tone
	case o == fleet.Unsettled:
		return word + ": " + noVerdict(p), tone
	}
	return word + ": " + because(p), tone
}

// backAgain describes when the fleet of policy i recovers.
func backAgain(a answer.Answer, s *setting.Scenario, i int, p fleetRun) string {
	back := a.FigureText("time to recovery", i)
	if len(p.System.Outages) == 0 && p.System.Traffic.Kind != fleet.Burst {
		return fmt.Sprintf("load is %s and goodput %s, without an outage", a.FigureText("baseline load", i),
			a.FigureText("baseline goodput", i))
	}
	after := "the start"
	if len(p.System.Outages) > 0 {
		after = wrong(&s.Policies()[i], p) + " ends"
	}
	text := fmt.Sprintf("load and goodput are back %s after %s", back, after)
	switch all := a.FigureText("goodput 99", i); {
	case p.System.Traffic.Kind == fleet.Burst && len(p.System.Outages) > 0 && p.run.LastEnd <= p.System.OutageStart():
		return fmt.Sprintf("the burst is over after %s, before the outage begins", unit.Duration.Format(p.run.LastEnd))
	case p.System.Traffic.Kind == fleet.Burst:
		text = fmt.Sprintf("90%% of the clients are served %s after %s, all after %s", a.FigureText("goodput 90", i), after,
			back)
		if p.Verdict.Failed >= 0.5 {
			text = strings.Replace(text, "all after", "all have been served or given up after", 1)
		}
	case back == "0s":
		text = "load and goodput are back as soon as " + after
	case all == "0s":
		text = fmt.Sprintf("goodput is back as soon as %s, load %s after that", after, back)
	}
	if p.causes != nil {
		text += "; " + because(p)
	}
	return text
}

// notAll describes a burst of which not all clients were served or gave up in the simulated time.
func notAll(a answer.Answer, i int, p fleetRun) string {
	text := fmt.Sprintf("%s of %s clients were served", a.FigureText("requests succeeded", i),
		unit.Count.Format(p.System.Traffic.Clients))
	if p.Verdict.Outcome != fleet.Unsettled {
		return text + "; " + because(p)
	} else if longer := open(p).Duration; longer <= mostDuration {
		text += "; --duration " + unit.Duration.Exact(longer) + " shows the rest"
	}
	return text
}

// isNotAll reports whether the clients of a burst are neither all served nor have all given up.
func (p fleetRun) isNotAll() bool {
	o := p.Verdict.Outcome
	return p.System.Traffic.Kind == fleet.Burst && !p.early() && o != fleet.GaveUp && !o.Back()
}

// headline returns the verdict in capitals, with its share of the runs if they differ.
func headline(p fleetRun) (word string, tone answer.Tone) {
	word, tone = strings.ToUpper(p.Verdict.Outcome.String()), tones[p.Verdict.Outcome]
	switch {
	case p.isNotAll():
		word = "NOT ALL BACK within " + unit.Duration.Format(p.System.Duration)
	case p.Verdict.Outcome == fleet.Metastable:
		word = "DOES NOT RECOVER"
	case p.Verdict.Outcome.Back() && len(p.System.Outages) == 0 && p.System.Traffic.Kind != fleet.Burst:
		word = "STABLE"
	}
	share := p.Back()
	if !p.Verdict.Outcome.Back() {
		share = shareOf(p.Each, p.Verdict.Outcome)
	}
	if share < 1 {
		word += fmt.Sprintf(" in %s of %d runs", unit.Share.Rounded(share, 2), len(p.Each))
		tone = max(tone, answer.Doubtful)
	}
	if p.Verdict.Outcome == fleet.Metastable && !p.isNotAll() {
		word += " (metastable)"
	}
	return word, tone
}

// wrong names the last outage of a policy's fleet, or the last event if there is no outage.
func wrong(s *setting.Scenario, p fleetRun) string {
	for _, o := range p.System.Outages {
		if s.OutageLength() == 0 && o.End() == p.System.OutageEnd() {
			return "the " + o.Kind.String()
		}
	}
	return "the outage"
}

// briefly describes the fate of a policy's fleet in a few words.
func briefly(a answer.Answer, i int, p fleetRun) string {
	if back := a.FigureText("time to recovery", i); back != "" && p.timed() {
		return "back in " + back
	}
	return p.Verdict.Outcome.String()
}

// fleetSummary returns the verdict as a sentence and in a few words. For several policies it compares them. The tone is
// the worst of all.
func fleetSummary(a answer.Answer, s *setting.Scenario, list []fleetRun) (full, brief string, tone answer.Tone) {
	if len(list) == 1 {
		text, tone := comesOut(a, s, 0, list[0])
		brief, _, _ = strings.Cut(text, ": ") // without the reason
		if back := briefly(a, 0, list[0]); strings.HasPrefix(back, "back in ") {
			brief += ": " + back
		}
		return text + ".", brief, tone
	}
	var briefs, words []string
	for i, p := range list {
		word, own := headline(p)
		if tone = max(tone, own); !slices.Contains(words, word) {
			words = append(words, word)
		}
		briefs = append(briefs, a.Policies[i]+" "+briefly(a, i, p))
	}
	if !slices.ContainsFunc(list, func(p fleetRun) bool { return !p.timed() }) {
		full = sooner(a, words, " after "+wrong(s, list[0])+" ends")
	}
	if full == "" {
		full = a.Sentence(a.EachPolicy(" ", "; ", func(i int) string {
			p := list[i]
			word, _ := headline(p)
			names, _ := p.found()
			switch text, _ := comesOut(a, s, i, p); {
			case p.timed():
				return fmt.Sprintf("%s, %s after %s ends", word, a.FigureText("time to recovery", i), wrong(&s.Policies()[i], p))
			case p.Verdict.Outcome == fleet.Metastable && names != "":
				return word + " because of " + names
			default:
				return text
			}
		}))
	}
	return full + ".", strings.Join(briefs, ", "), tone
}

// sooner says which fleets recover first, or returns "" if the verdicts differ.
func sooner(a answer.Answer, words []string, after string) string {
	back, _ := a.Figure("time to recovery")
	tiers := back.Tiers(answer.HeadlineMargin)
	var first, times, others []string
	for i, name := range a.Policies {
		if slices.Contains(tiers[0], i) {
			first, times = append(first, name), append(times, back.Text(i))
		} else {
			others = append(others, name+" "+back.Text(i))
		}
	}
	word, are := strings.Join(words, " or "), map[bool]string{true: "is", false: "are"}[len(first) == 1]
	soon := answer.JoinWords(slices.Compact(times)) + after
	switch {
	case others == nil:
		best, worst := back.For(tiers[0][0]).Of(0).Number, back.For(tiers[0][len(first)-1]).Of(0).Number
		equally := "about equally soon, "
		if worst > (1+2*answer.HeadlineMargin)*best { // only chance keeps them in one tier
			equally = ""
		}
		return fmt.Sprintf("%s: %s are back %s%s", word, answer.JoinWords(first), equally, soon)
	case len(words) > 1:
		return ""
	}
	how := "soonest"
	if len(a.Policies) == 2 {
		how = "sooner"
	}
	return fmt.Sprintf("%s: %s %s back %s, %s; %s", word, answer.JoinWords(first), are, how, soon,
		answer.JoinWords(others))
}

// contendSummary names the jitter types with the fewest attempts and with the shortest time.
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
	attempts := func(i int) string {
		r := results[i]
		return unit.Number.Rounded(r.Attempts, unit.Known(r.Attempts, r.AttemptsSE))
	}
	last := results[soon].Time
	time := unit.Duration.Rounded(last, unit.Known(last, results[soon].TimeSE))
	same := tied(results, few, func(r contention.Result) (float64, float64) { return r.Attempts, r.AttemptsSE })
	alike := tied(results, soon, func(r contention.Result) (float64, float64) { return r.Time, r.TimeSE })
	fewest := fmt.Sprintf("Fewest attempts: %s (%s", list[few].name, attempts(few))
	if few > 0 {
		fewest += "; " + list[0].name + " " + attempts(0)
	}
	switch {
	case same && alike:
		return "The delays make no difference: " + attempts(few) + " attempts in " + time + "."
	case same:
		fewest = "The delays make no difference to the attempts (" + attempts(few)
	case alike:
		return fewest + "). The delays make no difference to the time (" + time + ")."
	}
	return fewest + "). Shortest time: " + list[soon].name + " (" + time + ")."
}

// tied reports whether no other result differs from the best one by more than two standard errors of the difference.
func tied(results []contention.Result, best int, of func(contention.Result) (value, se float64)) bool {
	value, se := of(results[best])
	return !slices.ContainsFunc(results, func(r contention.Result) bool {
		x, other := of(r)
		return x-value > 2*math.Hypot(se, other)
	})
}
