package policy

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query/worked"
	"retune/ui/unit"
)

// Jitter answers with all types of jitter side by side.
var Jitter = answer.Query{
	Try:    []string{"retune jitter -n 3", "retune jitter -n 3 --clients 10000 --window 10ms"},
	Worked: worked.Jitter,
	Name:   "jitter",
	Short:  "the types of jitter side by side: spread, collisions, peak",
	Takes:  []string{"clients", "window", "vs"}, Types: true,
	Tab: "jitter", Screen: At.Screen, Layout: answer.Boxed, Draws: true,
	Slow: answer.Slow,
	Ask:  askTypes,
	Long: `One row per type of jitter, with the initial delay, factor, cap and retries of the policy, and the
amount of the policy for its own type. Of a policy B only the type of jitter counts, which the chart
marks.

    elapsed mean, p99   of the time T_n at which the last retry starts
    delay 1, 2, 3 sd    standard deviation of the first three delays
    collision           probability that two of N clients that start together make their last retry
                        within w of each other
    peak                the most retries per second that N such clients are expected to make within
                        a window w, wherever it lies: those of the largest window, not the mean rate

The deadline is left out: every client makes all its retries.

` + answer.Sources,
}

// compared is the most retries that the distributions are compared over.
const compared = 20

// shares are the percentiles that a box plot shows.
var shares = [...]float64{0.05, 0.25, 0.5, 0.75, 0.95}

// An ofType is the figures of a type of jitter: of the start of the last retry and of the first
// delays, and the peak for each client.
type ofType struct {
	mean, p99  float64
	at         [len(shares)]float64
	deviations [3]float64 // NaN: there is no such retry
	peak       float64
	collision  float64
}

// figuresOf returns those of the policy of s over its first n retries. Of another number of
// clients all but the collision are the same.
func figuresOf(ctx context.Context, s knob.Scenario, effort answer.Effort, n int) ofType {
	l := sync.OnceValue(func() elapsed.Clients { return clients(ctx, s, effort) })
	type question struct {
		policy jitter.Policy
		window float64
		effort answer.Effort
	}
	type collision struct {
		question
		clients float64
	}
	q := question{s.Policy, s.Window, effort}
	f := answer.Once(ctx, q, func() (f ofType) {
		starts := make([]jitter.Dist, n)
		for k := range starts {
			starts[k] = l().Start(k + 1)
		}
		last := starts[n-1]
		for i, share := range shares {
			f.at[i] = last.Quantile(share)
		}
		f.mean, f.p99 = last.Mean(), last.Quantile(0.99)
		for k := range f.deviations {
			f.deviations[k] = math.NaN()
			if k < n {
				f.deviations[k] = math.Sqrt(l().Delay(k + 1).Variance())
			}
		}
		f.peak, _ = elapsed.Peak(ctx, starts, s.Window, s.Stateful())
		return f
	})
	f.collision = answer.Once(ctx, collision{q, s.Clients}, func() float64 { return elapsed.Collide(l().Start(n), s.Window, s.Clients, s.Stateful()) })
	return f
}

func askTypes(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Answer {
	n := int(min(s.Retries, compared))
	a := answer.Answer{}
	if s.Retries > compared {
		a.Warn(answer.Truncated, fmt.Sprintf("compared over the first %d retries", compared), "jitter")
	}
	if finite(s.Deadline) {
		a.Warn(answer.WithoutLimit, "compared as if there were no deadline: every client makes all its retries", "jitter", "deadline_s")
	}
	boxes := answer.Chart{Title: fmt.Sprintf("start of retry %d by type of jitter", n), X: unit.Duration, Cross: math.NaN(), Heads: []string{"p50", "p99", "peak"}}
	var rows [][]float64
	var names []string
	kinds, ofB := knob.JitterTypes(s.Jitter), s.Jitter
	if s.Versus != nil {
		if ofB = s.B().Jitter; !slices.Contains(kinds, ofB) { // the same type with another amount
			after := slices.IndexFunc(kinds, func(k jitter.Jitter) bool { return k.Type == ofB.Type })
			kinds = slices.Insert(kinds, after+1, ofB)
		}
	}
	for _, kind := range kinds {
		if ctx.Err() != nil {
			return answer.Stopped
		}
		p := s
		if p.Jitter = kind; p.Policy.Validate() != nil { // it does not go with the rule of the client
			continue
		}
		name := knob.JitterText(kind)
		row := make([]float64, 0, 12)
		if n > 0 {
			f := figuresOf(ctx, p, effort, n)
			peak := f.peak * s.Clients
			boxes.Add(answer.Box{Name: name, At: f.at, Now: kind == s.Jitter, NowB: s.Versus != nil && kind == ofB, Knob: "jitter",
				Cells: []string{unit.Duration.Format(f.at[2]), unit.Duration.Format(f.p99), unit.Rate.Format(peak)}})
			row = append(append(row, f.mean, f.p99), f.at[:]...)
			row = append(append(row, f.deviations[:]...), f.collision, peak)
		}
		rows, names = append(rows, row), append(names, name)
	}
	if n == 0 {
		a.Summary = "The policy makes no retry, so jitter has nothing to spread."
		a.Warn(answer.Trivial, noRetry, "retries")
		return a
	}
	a.Summary = jitterSummary(names, rows)
	a.Plot = func() []answer.Chart { return []answer.Chart{boxes} }
	a.Tables = []answer.Table{{Name: "jitter", Len: len(rows), Rows: "jitter", Label: func(i int) string { return names[i] },
		Columns: []answer.Column{{Name: "elapsed mean", Kind: unit.Duration}, {Name: "elapsed p99", Kind: unit.Duration},
			{Name: "elapsed p05", Kind: unit.Duration, Detail: true}, {Name: "elapsed p25", Kind: unit.Duration, Detail: true},
			{Name: "elapsed p50", Kind: unit.Duration, Detail: true}, {Name: "elapsed p75", Kind: unit.Duration, Detail: true},
			{Name: "elapsed p95", Kind: unit.Duration, Detail: true},
			{Name: "delay 1 sd", Kind: unit.Duration}, {Name: "delay 2 sd", Kind: unit.Duration}, {Name: "delay 3 sd", Kind: unit.Duration},
			{Name: "collision", Kind: unit.Share}, {Name: "peak", Kind: unit.Rate}},
		Row: func(i int) []float64 { return rows[i] }}}
	return a
}
