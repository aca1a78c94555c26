package fleet

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"retune/calc/advice"
	"retune/calc/fleet"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// leversTable returns the fleets, best first. The first n help.
func leversTable(list []lever, n int) answer.Table {
	return answer.Table{Name: "levers", Named: true, TextRows: n + 1,
		Columns: answer.Columns("knob as setting: words, from: words, to: words, verdict: words, " +
			"longest outage: duration, longest outage next as not from: duration detail, amplification: number ±, " +
			"recovery: duration ±, state: words detail, longest outage at least: duration detail"),
	}.WithRows(len(list), func(i int) []answer.Value {
		l, e := list[i], list[i].effect
		from, to, edge := "-", "-", l.edge()
		if !l.present() {
			from, to = l.setting.Text(&list[n].fleet), l.setting.Text(&l.fleet)
		}
		_, amplification := meanOf(e.Study.Each, func(v fleet.Verdict) float64 { return v.RetryAmplification })
		_, back := meanOf(e.Study.Each, recovery)
		return []answer.Value{{Words: l.name()}, {Words: from}, {Words: to}, {Words: l.verdict()},
			{
				Number:    edge.number(),
				TableText: edge.brief(),
			}, {Number: edge.Next}, {Number: e.Verdict.RetryAmplification, Error: amplification},
			{Number: recovery(e.Verdict), Error: back}, {Words: e.Verdict.Outcome.State().String()},
			{Number: edge.bound()}}
	})
}

// verdict returns the outcome of the runs of the lever in a word.
func (l lever) verdict() string {
	return tally(l.effect.Study).Word(l.effect.Verdict.Outcome.String())
}

// edge returns the longest outage that the fleet of the lever survives.
func (l lever) edge() edge {
	return longest(l.fleet.Fleet(), l.effect.Longest, l.effect.NoEdge)
}

// leversBars returns the longest outage that each fleet survives as bars, or the time to recovery if most survive any
// outage. It returns nil without an outage.
func leversBars(list []lever, s *setting.Scenario) *answer.Bars {
	list = slices.DeleteFunc(slices.Clone(list), func(l lever) bool { return l.effect.NoEdge != nil })
	if len(list) == 0 {
		return nil
	}
	survives := 0
	for _, l := range list {
		if e := l.effect.Longest; e.At > 0 && math.IsNaN(e.Next) {
			survives++
		}
	}
	b := &answer.Bars{Title: "longest outage from which the fleet recovers, by change"}
	back := 2*survives > len(list)
	if back {
		b.Title = "time to recovery, by change"
	}
	for _, l := range list {
		e := l.effect
		bar := answer.Bar{Name: l.name(), Value: e.Longest.At, Text: l.edge().text(), Rank: int(e.Verdict.Outcome),
			Now: l.present()}
		if back {
			_, se := meanOf(e.Study.Each, recovery)
			if bar.Value, bar.Text = recovery(e.Verdict), "never back"; unit.Finite(bar.Value) {
				bar.Text = unit.Duration.Rounded(bar.Value, cmp.Or(unit.Known(bar.Value, se), 2))
			}
		}
		if !l.present() {
			bar.Name = l.change(s)
		}
		bar.Text += ", " + l.verdict()
		b.List = append(b.List, bar)
	}
	return b
}

// leversSummary says what helps most, of n changes that help, and how far the fleet is from its edge.
func leversSummary(list []lever, n int, edges []edge) string {
	text := "No single change helps"
	if list[n].effect.Verdict.Outcome == fleet.Unsettled {
		text = "No single change was seen to help"
	}
	if best, now := list[0], list[n]; n > 0 {
		text = "Biggest improvement: --" + best.setting.Name
		if !best.setting.Switch() {
			text = "Biggest improvement: --" + best.change(&now.fleet)
		}
		text += " (" + improvement(now.fleet.Fleet(), best, now.effect) + ")"
	}
	for _, e := range edges {
		if e.err == nil {
			return text + ". Unchanged, " + e.unchanged() + "."
		}
	}
	return text + "."
}

// improvement says what is better in a changed fleet.
func improvement(w fleet.System, l lever, now advice.Effect) string {
	best := l.effect
	x, y, e := best.Verdict, now.Verdict, longest(w, best.Longest, best.NoEdge)
	text := answer.Value{Words: x.Outcome.String(), Tally: tally(best.Study)}.WordsWithShare()
	if n := len(best.Study.Each); l.unsure && best.Study.Back() == 1 {
		text += fmt.Sprintf(" in all of %d runs", n)
	}
	bounds := math.IsNaN(e.Next) && math.IsNaN(now.Longest.Next) // of searches that went differently far
	if e.At > 0 && !bounds {
		text += "; longest outage: " + e.text()
	}
	switch {
	case !bounds && (x.Outcome != y.Outcome || e.At != now.Longest.At && e.err == nil): // mentioned above
	case x.Outcome.Back() && y.Outcome.Back() && x.Recovery != y.Recovery:
		text += "; back after " + unit.Duration.Rounded(x.Recovery, 2) + " instead of " + unit.Duration.Rounded(y.Recovery, 2)
	case unit.Finite(x.Load + y.Load): // a run that ends during the outage has no peak
		text += "; peak load " + unit.Rate.Rounded(x.Load, 2) + " instead of " + unit.Rate.Rounded(y.Load, 2)
	}
	return text
}
