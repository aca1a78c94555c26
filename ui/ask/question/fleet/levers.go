package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"retune/calc/advice"
	"retune/calc/numeric"
	"retune/calc/simulate"
	"retune/ui/ask/answer"
	"retune/ui/ask/question/explain"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// Levers answers with the changes that would help a fleet.
var Levers = answer.Question{
	Command: answer.Command{
		Examples: []string{"retune levers"},
		Name:     "levers",
		Names:    "what-if whatif sensitivity",
		Short:    "rank single-setting changes by how much they help the fleet",
		Long: `Changes one setting at a time by a sensible step and prints the verdict, the longest outage that
the fleet survives, the attempts per request and the time to recovery, best first.
The text ends with the unchanged fleet; --table all adds the changes that do not help. The ranking
compares, in this order, the verdict, the longest outage, the time to recovery and the peak load.
Longest outages within their errors count as equal.

    recovers at        the last value with which the fleet recovers, late or not, by bisection; for
                       jitter the least share of the delay over which it must spread
    not at             the first value found with which it does not
    limit / now        the first of them divided by the present value

The unchanged fleet is simulated as by retune fleet. Each changed fleet is simulated eight
times, and more often if these runs differ. Both sides of a threshold, and the best change, are
simulated until the share of the runs that recover is at least --recovers-share, or is less, at
two standard errors (76 runs if all recover), for at most 400 runs, and for 1.5 10^7 attempts in
each search. Nothing is said of values that were not simulated: "at least 5m" is the longest
outage that was decided. A fleet that makes more attempts is searched less far, so two such
bounds do not show which fleet survives longer.

Sources: N. Bronson and others, "Metastable Failures in Distributed Systems", HotOS 2021.`,
	},
	Scope:  answer.Scope{Takes: setting.OfFleet("max-outage", "vs"), Preset: "default"}, // without further questions
	Screen: answer.Screen{HasCharts: true},
	Computation: answer.Computation{
		Worked: explain.Fleet,
		Slow:   answer.Slow,
		Ask: func(ctx context.Context, s *setting.Scenario, _ answer.Effort) answer.Answer {
			return AskLevers(ctx, s, func(int, int) {})
		},
	},
}

// A lever is a fleet with one setting changed. Without a setting it is the present fleet.
type lever struct {
	setting setting.Setting
	fleet   setting.Scenario
	effect  advice.Effect
	unsure  bool // the runs do not show that the fleet recovers, or show that it does not often enough
	err     error
}

// present reports whether nothing is changed.
func (l lever) present() bool { return l.setting.Value == nil }

// lost reports whether the fleet does not recover.
func (l lever) lost() bool { return !l.effect.Verdict.Outcome.Back() }

// name returns the name of the setting.
func (l lever) name() string { return cmp.Or(l.setting.Name, "as it is") }

// change returns the setting with the value that it has instead of that of s.
func (l lever) change(s *setting.Scenario) string {
	return l.name() + " " + l.setting.Text(&l.fleet) + " instead of " + l.setting.Text(s)
}

// AskLevers answers the question Levers. It calls progress with the number of parts done, concurrently.
func AskLevers(ctx context.Context, s *setting.Scenario, progress func(done, all int)) answer.Answer {
	if none := notCarried(s); none != nil {
		return answer.Answer{None: none}
	}
	w := s.Fleet()
	list := []lever{{fleet: *s}}
	for _, l := range advice.List(w) {
		k, _ := setting.Find(l.Setting)
		changed := *s
		changed.System = l.System
		list = append(list, lever{setting: k, fleet: changed})
	}
	edges := edgesOf(s, w)
	now, err := simulate.Judge(ctx, w, optionsOf(s, answer.MostAttempts)) // as retune fleet does
	if err != nil {
		return answer.Answer{None: tooLarge(err)}
	}
	options := optionsOf(s, answer.MostAttempts/float64(len(list)+len(edges)+2))
	evaluate(ctx, now, options, list, edges, progress)
	if ctx.Err() != nil {
		return answer.Cancelled
	}
	present := list[0].effect
	if len(w.Outages) > 0 {
		edges = slices.Insert(edges, 0, longest(w, present.Longest, present.NoEdge))
	}
	list = slices.DeleteFunc(list, func(l lever) bool { return l.err != nil })
	helps := func(l lever) int { // -1: it helps, 0: the present fleet, 1: it does not help
		if l.present() {
			return 0
		} else if advice.Helps(l.effect, present) {
			return -1
		}
		return 1
	}
	order := func(a, b lever) int {
		return cmp.Or(cmp.Compare(helps(a), helps(b)), last(a.lost(), b.lost()), last(a.unsure, b.unsure),
			advice.Compare(a.effect, b.effect))
	}
	slices.SortStableFunc(list, order)
	confirm(list, helps)
	slices.SortStableFunc(list, order)
	surest(list, order, helps, func(l lever) bool {
		l.effect.Study.Allow(fullAttempts)
		sure, err := searchOf(s, leverError).Recovers(ctx, l.effect)
		return sure && err == nil
	})
	n := slices.IndexFunc(list, lever.present) // the number of changes that help
	a := answer.Answer{Tables: []answer.Table{leversTable(list, n), edgesTable(edges)}}
	a.Summary, a.Bars = leversSummary(list, n, edges), leversBars(list, s)
	warnLevers(&a, now, edges)
	return a
}

// surest sorts the changes with the first one in front that is shown to recover, of at most mostTried. Those before it,
// which were not shown to recover, follow. If none is shown to, all are unsure.
func surest(list []lever, order func(a, b lever) int, helps func(lever) int, recovers func(lever) bool) {
	for range mostTried {
		first := &list[0]
		if helps(*first) >= 0 || !first.effect.Verdict.Outcome.Back() || first.unsure {
			break
		}
		if first.unsure = !recovers(*first); !first.unsure {
			return
		}
		slices.SortStableFunc(list, order)
	}
	for i := range list {
		list[i].unsure = true
	}
	slices.SortStableFunc(list, order)
}

// errUntried is why a changed fleet has no longest outage.
var errUntried = errors.New("not searched, because the change does not help")

// confirm makes the longest outages of the first changes that help sure. The others have none: few runs have not shown
// it.
func confirm(list []lever, helps func(lever) int) {
	most := 0
	for most < min(len(list), mostTried) && helps(list[most]) < 0 {
		most++
	}
	numeric.Each(most, cores, func(i int) { list[i].effect.ConfirmLongest() })
	for i := most; i < len(list); i++ {
		if l := &list[i]; !l.present() {
			l.effect.NoEdge = errUntried
		}
	}
}

// mostTried is the number of changes of which the best is made sure.
const mostTried = 5

// last orders what is unsure behind what is not.
func last(a, b bool) int {
	if a == b {
		return 0
	} else if a {
		return 1
	}
	return -1
}

// evaluate simulates the changed fleets and finds the edges, several at once.
func evaluate(ctx context.Context, now *simulate.Study, o simulate.Options, list []lever, edges []edge,
	progress func(done, all int)) {
	var done atomic.Int64
	o.Cores = 1
	parts := 2*len(list) + len(edges) - 1
	ready := func() { progress(int(done.Add(1)), parts) }
	numeric.Each(len(list)+len(edges), cores, func(i int) {
		defer ready()
		switch j := i - len(list); {
		case i == 0:
			list[i].effect, list[i].err = searchOf(&list[i].fleet, outageError).EffectOf(ctx, now)
		case j < 0:
			v := list[i].fleet.Fleet()
			v.Duration = now.System.Duration // figures side by side must cover the same time
			list[i].effect, list[i].err = advice.Evaluate(ctx, v, o)
			list[i].tell(ctx, &list[0].fleet)
		default:
			edges[j].set(edges[j].find(searchOf(&list[0].fleet, edgeError), ctx, now))
		}
	})
	far := list[0].effect.LongestRecovered() // the others are tried as far as the present one
	numeric.Each(len(list)-1, cores, func(i int) {
		defer ready()
		if l := &list[i+1]; l.err == nil {
			q := searchOf(&l.fleet, leverError)
			q.Attempts = l.effect.Study.Left()
			l.effect.FindLongest(ctx, q, far)
		}
	})
}

// warnLevers warns about edges that are bounds or absent, and about a verdict on the present fleet that differs between
// runs.
func warnLevers(a *answer.Answer, now *simulate.Study, edges []edge) {
	for _, e := range edges {
		if e.err != nil {
			a.Warn(answer.Absent, e.name+": "+e.err.Error(), "edges")
		}
	}
	if n := now.Back(); n > 0 && n < 1 {
		a.Warn(answer.OnTheEdge,
			fmt.Sprintf("without a change %s of the runs do not recover: this fleet is at its tipping point",
				unit.Share.Rounded(1-n, 2)), "levers")
	}
}
