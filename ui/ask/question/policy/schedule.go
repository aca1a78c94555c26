package policy

import (
	"context"
	"fmt"
	"math"
	"slices"

	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/question/explain"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// Schedule answers with every retry of a policy.
var Schedule = answer.Question{
	Command: answer.Command{
		Examples: []string{"retune schedule -a 100ms -r 2 --cap 5s -n 8",
			"retune schedule -a 100ms --jitter full --deadline 30s", "retune schedule -n 5 --format json"},
		Name:    "schedule",
		Names:   "table show delays calc",
		Default: true,
		Short:   "print when each retry starts, and how long a client keeps trying",
		Long: `One row per retry, from retry 1 to the end of the policy.

    delay before retry n    d_n = min(c, a r^(n-1))
    elapsed at retry n      T_n = n s + d_1 + ... + d_n
                                = n s + a (r^n - 1)/(r - 1)       for n <= m
                                = n s + S_m + (n - m) c           for n > m

With jitter these are the delays before jitter, followed by the mean and the 95th percentile of
each delay and of the elapsed time. JSON and CSV also have minimum, maximum, five percentiles and
standard deviation. The table ignores the deadline, and stops where fewer than one client in a
thousand is left. With --failure-rate the answer has the probability of success.

m is the number of delays below the cap and S_m their sum. A retry starts at T_n unless
T_n is after the deadline; each of the n attempts before it took the time s.

` + answer.Sources,
	},
	Scope:       answer.Scope{Takes: []string{"failure-rate", "vs"}, ManyPolicies: true},
	Screen:      answer.Screen{Tab: "schedule", Rows: screenRows, Layout: answer.Tabled, HasCharts: true},
	Computation: answer.Computation{Worked: explain.Schedule, Slow: slowDistributions, Ask: askSchedule},
}

// mostPrinted is the largest number of printed rows of a policy with jitter.
const mostPrinted = 10_000

// endless is the number of rows shown for an endless policy.
const endless = 100

func askSchedule(ctx context.Context, s *setting.Scenario, effort answer.Effort) answer.Answer {
	lines := timelines(ctx, s, effort)
	a := answer.Answer{Policies: s.Names(), Groups: whole(lines)}
	if answer.Wanted(ctx).Charts {
		a.SetCharts(byRetry(s, lines))
	}
	a.Summary = perPolicy(a, lines, "", " ", keepsTrying)
	for _, g := range a.Groups { // the table has these figures
		for i := range g.Quantities {
			q := &g.Quantities[i]
			q.Detail, q.InComparisons = true, slices.Contains(swept, q.Name)
		}
	}
	if s.FailureRate > 0 {
		a.Groups = append(a.Groups, successGroup(s, lines))
	}
	a.WarnAbsent()
	warnJitter(&a, lines)

	t := answer.Table{Name: "schedule", Columns: scheduleColumns(a, lines)}
	if lines[0].jittered {
		t.MaxRows = mostPrinted
	}
	n := 0
	for i, l := range lines {
		n = max(n, l.n)
		if math.IsInf(l.policy.RetriesMade(), 1) && !l.hasRandomEnd() {
			a.WarnOf(i, answer.Truncated, fmt.Sprintf("the policy never ends; these are its first %d retries", l.n), "schedule")
		}
		if l.n > 0 && math.IsInf(l.policy.Policy.Elapsed(float64(l.n)), 1) {
			a.WarnOf(i, answer.Absent, fmt.Sprintf("the last delays are %s seconds", answer.Beyond), "schedule")
		}
		if l.beyond(l.n) {
			a.WarnOf(i, answer.Truncated, fmt.Sprintf("each delay depends on the one before and has no cap: the times after "+
				"retry %d are not computed", elapsed.MostUncapped), "schedule")
		}
		if l.hasRandomEnd() {
			a.WarnOf(i, answer.WithoutLimit, "this table ignores "+ender(&l.policy)+
				" and stops where fewer than 1 client in 1000 is left", "schedule", "deadline_s")
		}
	}
	t = t.WithFirstRows(ctx, n, func(i int) []answer.Value { return rowOf(lines, i) })
	a.Tables = append([]answer.Table{t}, deadlineTable(&a, lines[0])...)
	return a
}

// scheduleColumns returns the columns of the delay and the elapsed time for all policies side by side. With jitter they
// include the distributions.
func scheduleColumns(a answer.Answer, lines []timeline) []answer.Column {
	list, exact := []answer.Column{{Name: "retry", Kind: unit.Count}}, []string{"", "min", "max"}
	for _, of := range []string{"delay", "elapsed"} {
		for _, m := range append([]moment{{}}, moments...) {
			for i, l := range lines {
				c := answer.Column{Kind: unit.Duration, Wide: m.wide && lines[0].jittered}
				c.Name, c.Heading = a.ColumnName(of, i, m.name)
				if c.Detail = m.name != "" && (m.detail || !l.draws()); !slices.Contains(exact, m.name) {
					c.Digits = l.digits(of == "elapsed" && m.name != "mean")
					c.HasEstimates = l.coarser != nil
				}
				list = append(list, c)
			}
		}
	}
	return list
}

// swept are the figures in a sweep of the schedule.
var swept = []string{"retries made", "call time mean", "call time p99", "call time max"}

// rowOf returns row i of the schedule, with the figures of all policies side by side.
func rowOf(lines []timeline, i int) []answer.Value {
	of := func(l timeline) []float64 { return l.retry(i + 1) }
	row := make([]answer.Value, 1+2*(1+len(moments))*len(lines))
	row[0].Number = float64(i + 1)
	for j, l := range lines {
		for k, v := range l.withErrors(of) {
			row[1+k*len(lines)+j] = v
		}
	}
	return row
}

// beyond reports whether the table has no distributions of retry k, because its times are not simulated.
func (l timeline) beyond(k int) bool {
	p := &l.policy
	return k > elapsed.MostUncapped && p.Stateful() && !p.Jitter.OncePerCall && math.IsInf(p.Cap, 1)
}

// retry returns the figures of retry k, or NaN if there is no retry k. A time that is certain has no distribution.
func (l timeline) retry(k int) []float64 {
	made, n, certain := k <= l.n, float64(k), l.policy.Certain()
	nominal := l.policy.Jitter.Type.Row().After == nil // see curved, which copies the scenario
	list := make([]float64, 0, 2+2*len(moments))
	for i, drawn := range [...]func(k int) jitter.Dist{l.Delay, l.Start} {
		x, d := math.NaN(), jitter.Dist(nil)
		if made {
			if x = l.policy.Delay(n); i == 1 {
				x = l.policy.Policy.Elapsed(n)
			}
			switch {
			case l.beyond(k):
				d = jitter.Constant(math.NaN())
			case !certain:
				d = drawn(k)
			}
		}
		if nominal {
			list = append(list, x)
		} else {
			list = append(list, math.NaN())
		}
		for _, m := range moments {
			switch {
			case d != nil:
				list = append(list, m.of(d))
			case made && m.name == "sd":
				list = append(list, 0)
			default:
				list = append(list, x)
			}
		}
	}
	return list
}
