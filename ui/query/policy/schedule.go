package policy

import (
	"context"
	"fmt"
	"math"
	"strings"

	"retune/calc/numeric"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query/worked"
	"retune/ui/unit"
)

// Schedule answers with every retry of a policy.
var Schedule = answer.Query{
	Try:    []string{"retune schedule -a 100ms -r 2 --cap 5s -n 8", "retune schedule -a 100ms --jitter full --deadline 30s", "retune schedule -n 5 --format json"},
	Worked: worked.Schedule,
	Name:   "schedule", Names: "table show delays calc", Tab: "schedule", Plain: true, Screen: turned,
	Short:  "when each retry starts, and how long a client keeps trying",
	Takes:  []string{"failure-rate", "vs"},
	Layout: answer.Tabled, Draws: true, Slow: slowDistributions,
	Ask: askSchedule,
	Long: `One row per retry from 1 until retries or deadline end the policy.

    delay before retry n    d_n = min(c, a r^(n-1))
    elapsed at retry n      T_n = n s + d_1 + ... + d_n
                                = n s + a (r^n - 1)/(r - 1)       for n <= m
                                = n s + S_m + (n - m) c           for n > m

With jitter these are the delays before jitter; next to them are the mean and the 95th percentile
of each delay and of the elapsed time. JSON and CSV have the least and the greatest value, five
percentiles and the standard deviation too. Elapsed times are those of a policy without a deadline;
rows stop where fewer than one client in a thousand goes on. With --failure-rate it also says how
likely a request is to succeed.

m is the number of delays below the cap and S_m their sum. A retry starts at T_n if T_n is not
after the deadline; the n attempts before it took the time s each.

` + answer.Sources,
}

// mostPrinted is how many rows of a policy with jitter may be printed.
const mostPrinted = 10_000

// endless is how many rows are shown of a policy that never ends.
const endless = 100

func askSchedule(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Answer {
	lines := timelines(ctx, s, effort)
	a := answer.Answer{Pair: s.Versus != nil, Groups: whole(lines), Plot: func() []answer.Chart { return []answer.Chart{byRetry(s, lines)} }}
	a.Summary = perPolicy(lines, func(i int, l timeline) string { return keepsTrying(a, i, l) })
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
			a.WarnOf(i, answer.Truncated, fmt.Sprintf("the policy never ends: these are its first %d retries", l.n), "schedule")
		}
		if l.n > 0 && math.IsInf(p.Policy.Elapsed(float64(l.n)), 1) {
			a.WarnOf(i, answer.Absent, fmt.Sprintf("the last delays are %s seconds", answer.Beyond), "schedule")
		}
		if l.draws() && finite(p.Deadline) {
			a.WarnOf(i, answer.WithoutLimit, fmt.Sprintf("elapsed times are as if there were no deadline; rows stop where fewer than one client in a thousand makes the retry by %s", p.As("deadline")), "schedule", "deadline_s")
		} else if l.cutShort() {
			a.WarnOf(i, answer.WithoutLimit, "elapsed times are as if there were no limit of starts; rows stop where it lets fewer than one client in a thousand make the retry", "schedule")
		}
	}
	for _, of := range []string{"delay", "elapsed"} {
		for _, m := range append([]moment{{}}, moments...) {
			for i := range lines { // those of B beside those of A
				name := strings.TrimSpace(of + []string{"", " B"}[i] + " " + m.name)
				t.Columns = append(t.Columns, answer.Column{Name: name, Kind: unit.Duration, Detail: m.name != "" && (m.detail || !jittered), Wide: m.wide && jittered})
			}
		}
	}
	t.Chunk = func(from, to int) [][]float64 { return rowsOf(lines, len(t.Columns), from, to) }
	t.Row = func(i int) []float64 { return t.Chunk(i, i+1)[0] }
	a.Tables = append([]answer.Table{t}, deadlineTable(&a, lines[0])...)
	return a
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
