package policy

import (
	"context"
	"fmt"
	"math"
	"slices"

	"retune/calc/numeric"
	"retune/ui/ask/answer"
	"retune/ui/ask/question/explain"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// Schedule answers with every retry of a policy.
var Schedule = answer.Question{
	Command: answer.Command{
		Try:     []string{"retune schedule -a 100ms -r 2 --cap 5s -n 8", "retune schedule -a 100ms --jitter full --deadline 30s", "retune schedule -n 5 --format json"},
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
standard deviation. Elapsed times ignore the deadline; rows end once fewer than one client in a
thousand makes the retry. With --failure-rate the answer has the probability of success.

m is the number of delays below the cap and S_m their sum. A retry starts at T_n unless
T_n is after the deadline; each of the n attempts before it took the time s.

` + answer.Sources,
	},
	Scope:       answer.Scope{Takes: []string{"failure-rate", "vs"}, Many: true},
	Screen:      answer.Screen{Tab: "schedule", Rows: turned, Layout: answer.Tabled, Draws: true},
	Computation: answer.Computation{Worked: explain.Schedule, Slow: slowDistributions, Ask: askSchedule},
}

// mostPrinted is how many rows of a policy with jitter may be printed.
const mostPrinted = 10_000

// endless is how many rows are shown of a policy that never ends.
const endless = 100

func askSchedule(ctx context.Context, s setting.Scenario, effort answer.Effort) answer.Answer {
	lines := timelines(ctx, s, effort)
	a := answer.Answer{Policies: s.Names(), Groups: detailed(whole(lines)), Plot: func() []answer.Chart { return []answer.Chart{byRetry(s, lines)} }}
	a.Summary = perPolicy(a, lines, " ", keepsTrying)
	if s.FailureRate > 0 {
		a.Groups = append(a.Groups, successGroup(s, lines))
	}
	directed(&a)
	a.WarnAbsent()
	warnJitter(&a, lines)

	jittered := some(lines, timeline.draws)
	t := answer.Table{Name: "schedule", Columns: []answer.Column{{Name: "retry", Kind: unit.Count}}}
	if jittered {
		t.Most = mostPrinted
	}
	for i, l := range lines {
		p := l.policy
		t.Len = max(t.Len, l.n)
		if math.IsInf(p.Total(), 1) && !l.cutShort() {
			a.WarnOf(i, answer.Truncated, fmt.Sprintf("the policy never ends; these are its first %d retries", l.n), "schedule")
		}
		if l.n > 0 && math.IsInf(p.Policy.Elapsed(float64(l.n)), 1) {
			a.WarnOf(i, answer.Absent, fmt.Sprintf("the last delays are %s seconds", answer.Beyond), "schedule")
		}
		if l.draws() && finite(p.Until()) {
			a.WarnOf(i, answer.WithoutLimit, fmt.Sprintf("elapsed times ignore the limit of time; rows end once fewer than 1 client in 1000 makes the retry by %s", unit.Duration.Format(p.Until())), "schedule", "deadline_s")
		} else if l.cutShort() {
			a.WarnOf(i, answer.WithoutLimit, "elapsed times ignore the limit of starts; rows end once it lets fewer than 1 client in 1000 make the retry", "schedule")
		}
	}
	for _, of := range []string{"delay", "elapsed"} {
		for _, m := range append([]moment{{}}, moments...) {
			for i := range lines { // side by side
				c := answer.Column{Kind: unit.Duration, Wide: m.wide && jittered}
				c.Name, c.Head = a.OfPolicy(of, i, m.name)
				if c.Detail = m.name != "" && (m.detail || !lines[i].draws()); m.name != "" {
					c.Digits = lines[i].digits(of == "elapsed" && m.name != "mean")
				}
				t.Columns = append(t.Columns, c)
			}
		}
	}
	t.Chunk = func(from, to int) [][]float64 { return rowsOf(lines, len(t.Columns), from, to) }
	t.Row = func(i int) []float64 { return t.Chunk(i, i+1)[0] }
	a.Tables = append([]answer.Table{t}, deadlineTable(&a, lines[0])...)
	return a
}

// swept is the figures that a sweep of the schedule shows.
var swept = []string{"retries made", "call time mean", "call time p99", "call time max"}

// detailed is groups whose figures are left out where people read: the table says them.
func detailed(groups []answer.Group) []answer.Group {
	for _, g := range groups {
		for i := range g.Quantities {
			q := &g.Quantities[i]
			q.Detail, q.Tells = true, slices.Contains(swept, q.Name)
		}
	}
	return groups
}

// rowsOf is rows from to to-1 of the schedule, of so many columns: those of both policies at a
// time.
func rowsOf(lines []timeline, columns, from, to int) [][]float64 {
	rows, numbers := make([][]float64, to-from), make([]float64, (to-from)*columns)
	for i := range rows {
		rows[i] = numbers[i*columns : (i+1)*columns : (i+1)*columns]
		rows[i][0] = float64(from + i + 1)
	}
	numeric.Each(len(lines), min(len(lines), to-from), func(j int) {
		var own []float64
		for i, row := range rows {
			own = lines[j].append(own[:0], from+i+1)
			for k, x := range own {
				row[1+j+k*len(lines)] = x
			}
		}
	})
	return rows
}
