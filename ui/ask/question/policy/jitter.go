package policy

import (
	"cmp"
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

// Jitter answers with all jitter types side by side.
var Jitter = answer.Question{
	Command: answer.Command{
		Try:   []string{"retune jitter -n 3", "retune jitter -n 3 --clients 10000 --window 10ms"},
		Name:  "jitter",
		Short: "compare types of jitter: call time and peak load",
		Long: `Each type of jitter has a row, with the initial delay, factor, cap and retries of the policy. The
type of the policy keeps its amount. A policy B adds only its type of jitter, marked in the chart.

    call time p50, p99  of the time T_n + s from the first attempt to the end of the last
    peak                the most retries per second that N clients which start together are expected
                        to make within a window w, wherever it lies
    peak at same mean   the same with the initial delay that gives each type the shortest mean call
                        time of all types, so that only the spread differs

--table all has all types, and more of each:

    same mean delay     that initial delay
    elapsed             when the last retry starts, T_n
    delay 1, 2, 3 sd    standard deviation of the first three delays
    collision           probability that two of the N clients make their last retry within w of
                        each other

Deadline and total timeout are left out: every client makes all its retries.

` + answer.Sources,
	},
	Scope:       answer.Scope{Takes: []string{"clients", "window", "vs"}},
	Extra:       answer.Extra{Types: true},
	Screen:      answer.Screen{Tab: "jitter", Rows: At.Rows, Layout: answer.Boxed, Draws: true},
	Computation: answer.Computation{Worked: explain.Schedule, Slow: answer.Slow, Ask: askTypes},
}

// compared is the largest number of retries that the comparison covers.
const compared = 20

// shares are the percentiles of a box plot.
var shares = [...]float64{0.05, 0.25, 0.5, 0.75, 0.95}

// An ofType holds the figures of a policy with one jitter type.
type ofType struct {
	kind      jitter.Jitter
	last      jitter.Dist // start of the last retry
	p99       float64     // of the same, seconds
	peak      float64     // peak of all clients, retries per second
	even      float64     // initial delay for the wanted mean call time, seconds; NaN: none
	evenPeak  float64
	deviation [3]float64 // standard deviations of the first delays; NaN: no such retry
	collision float64
	digits    int // significant digits that are known of these figures
}

// newOfType returns the figures of the policy of s over its first n retries. mean is the wanted mean of the sum of
// their delays, in seconds.
func newOfType(ctx context.Context, s setting.Scenario, effort answer.Effort, n int, mean float64) ofType {
	l := clients(ctx, s.Policy, effort)
	peak := func(l times) float64 {
		starts := make([]jitter.Dist, n)
		for k := range starts {
			starts[k] = l.Start(k + 1)
		}
		rate, _, _ := elapsed.Peak(ctx, starts, s.Together)
		return rate * s.Clients
	}
	f := ofType{kind: s.Jitter, last: l.Start(n), peak: peak(l), even: evenDelay(ctx, s, n, mean), evenPeak: math.NaN(),
		digits: timeline{policy: s}.digits(true)}
	for k := range f.deviation {
		f.deviation[k] = math.NaN()
		if k < n {
			f.deviation[k] = math.Sqrt(l.Delay(k + 1).Variance())
		}
	}
	f.p99, f.collision = f.last.Quantile(0.99), elapsed.Collide(f.last, s.Together, s.Clients)
	if even := s; f.even == s.InitialDelay {
		f.evenPeak = f.peak
	} else if f.even > 0 {
		even.InitialDelay = f.even
		f.evenPeak = peak(clients(ctx, even.Policy, answer.Rough))
	}
	return f
}

// waits returns the mean of the sum of the first n delays, in seconds.
func waits(l times, n int) (total float64) {
	for k := range n {
		total += l.Delay(k + 1).Mean()
	}
	return total
}

// evenDelay returns the initial delay for which the first n delays have a mean sum of mean seconds, to within 0.1%, or
// NaN. It iterates with a power law fitted to the last two steps.
func evenDelay(ctx context.Context, s setting.Scenario, n int, mean float64) float64 {
	power, last, before := 1.0, 0.0, 0.0
	for range 12 {
		is := waits(clients(ctx, s.Policy, answer.Rough), n)
		if math.Abs(is/mean-1) < 1e-3 {
			return s.InitialDelay
		}
		if before > 0 {
			power = max(0.05, math.Log(is/before)/math.Log(s.InitialDelay/last))
		}
		last, before = s.InitialDelay, is
		if s.InitialDelay = min(s.Cap, last*math.Pow(mean/is, 1/power)); !(s.InitialDelay > 0) {
			break
		}
	}
	return math.NaN()
}

// A cell is a figure of a jitter type in the table.
type cell struct {
	name, head string
	kind       unit.Kind
	detail     bool // left out of text unless all are requested
	x          float64
}

// cells returns the row of a jitter type with attempts that take that time.
func (f ofType) cells(attempt float64) []cell {
	list := []cell{{"elapsed mean", "", unit.Duration, true, f.last.Mean()},
		{"elapsed p99", "", unit.Duration, true, f.p99}}
	for _, share := range shares {
		name := fmt.Sprintf("elapsed p%02.0f", 100*share)
		list = append(list, cell{name, "", unit.Duration, true, f.last.Quantile(share)})
	}
	for i, sd := range f.deviation {
		name, head := fmt.Sprintf("delay %d sd", i+1), fmt.Sprintf("sd of delay %d", i+1)
		list = append(list, cell{name, head, unit.Duration, true, sd})
	}
	return append(list, cell{"collision", "collision probability", unit.Share, true, f.collision},
		cell{"call time p50", "", unit.Duration, false, f.last.Quantile(0.5) + attempt},
		cell{"call time p99", "", unit.Duration, false, f.p99 + attempt},
		cell{"peak", "peak load", unit.Rate, false, f.peak},
		cell{"peak at same mean", "peak load at same mean", unit.Rate, false, f.evenPeak},
		cell{"same mean delay", "initial delay for same mean", unit.Duration, true, f.even})
}

// typesTable returns the table of jitter types. Text has the first shown rows and four of the columns unless all are
// requested.
func typesTable(list []ofType, shown int, attempt float64) answer.Table {
	t := answer.Table{Name: "jitter", Len: len(list), Shown: shown, Rows: "jitter",
		Label: func(i int) string { return setting.JitterText(list[i].kind) },
		Row: func(i int) (row []float64) {
			for _, c := range list[i].cells(attempt) {
				row = append(row, c.x)
			}
			return row
		}}
	for _, c := range list[0].cells(attempt) {
		t.Columns = append(t.Columns, answer.Column{Name: c.name, Head: c.head, Kind: c.kind, Detail: c.detail, Wide: true,
			Of: func(i int) int { return list[i].digits }})
	}
	return t
}

// types returns the jitter types to compare: the offered types and those of the policies, common ones first. Text has
// the first shown of them.
func types(s setting.Scenario) (list []jitter.Jitter, shown int) {
	var own, rare []jitter.Jitter
	for _, p := range s.Policies() {
		own = append(own, p.Jitter)
	}
	all := setting.JitterTypes(s.Jitter)
	for _, kind := range own {
		if !slices.Contains(all, kind) { // the same type with another amount
			all = append(all, kind)
		}
	}
	for _, kind := range all {
		p := s.Policy
		p.Jitter = kind
		switch {
		case p.Validate() != nil: // the client's rule excludes it
		case kind.Type <= jitter.Spread || slices.Contains(own, kind):
			list = append(list, kind)
		default:
			rare = append(rare, kind)
		}
	}
	return append(list, rare...), len(list)
}

func askTypes(ctx context.Context, s setting.Scenario, effort answer.Effort) answer.Answer {
	n := int(min(s.Retries, compared))
	a := answer.Answer{}
	if n == 0 {
		a.Summary = "The policy makes no retry, so jitter has nothing to spread."
		a.Warn(answer.Trivial, noRetry, "retries")
		return a
	}
	if s.Retries > compared {
		a.Warn(answer.Truncated, fmt.Sprintf("compared over the first %d retries", compared), "jitter")
	}
	if finite(s.Until()) {
		a.Warn(answer.WithoutLimit, "the comparison ignores the deadline: every client makes all its retries", "jitter",
			"deadline_s")
	}
	s.TotalTimeout = math.Inf(1)
	kinds, shown := types(s)
	with := func(kind jitter.Jitter) setting.Scenario {
		p := s
		p.Jitter = kind
		return p
	}
	mean := math.Inf(1)
	for _, kind := range kinds[:shown] {
		mean = min(mean, waits(clients(ctx, with(kind).Policy, answer.Rough), n))
	}
	var list []ofType
	var long []string
	for i, kind := range kinds {
		if ctx.Err() != nil {
			return answer.Stopped
		}
		f := newOfType(ctx, with(kind), effort, n, mean)
		if list = append(list, f); math.IsNaN(f.even) && i < shown {
			long = append(long, setting.JitterText(kind))
		}
	}
	if long != nil {
		a.Warn(answer.Absent, "no initial delay gives "+answer.Joined(long)+" the shortest mean call time of the types",
			"jitter", "peak_at_same_mean_per_s")
	}
	a.Summary = typesSummary(list[:shown], s.AttemptTime)
	boxes := typeBoxes(s, list, n)
	a.Plot = func() []answer.Chart { return []answer.Chart{boxes} }
	a.Tables = []answer.Table{typesTable(list, shown, s.AttemptTime)}
	return a
}

// typeBoxes draws the start of retry n with each jitter type as a box.
func typeBoxes(s setting.Scenario, list []ofType, n int) answer.Chart {
	c := answer.Chart{Title: fmt.Sprintf("start of retry %d by jitter", n), X: unit.Duration, Cross: math.NaN(),
		Columns: []answer.Column{{Name: "p50", Kind: unit.Duration}, {Name: "p99", Kind: unit.Duration},
			{Name: "peak", Kind: unit.Rate}}}
	for _, f := range list {
		text := setting.JitterText(f.kind)
		b := answer.Box{Name: text, Now: f.kind == s.Jitter, NowB: s.Versus != nil && f.kind == s.B().Jitter,
			Figures: []float64{f.last.Quantile(0.5), f.p99, f.peak},
			Take: func(s setting.Scenario) (setting.Scenario, error) {
				err := setting.Jitter().Try(&s, text)
				return s, err
			}}
		for i, share := range shares {
			b.At[i] = f.last.Quantile(share)
		}
		c.Add(b)
	}
	return c
}

// typesSummary names the type with the lowest peak at the same mean call time, and the type whose calls end soonest.
func typesSummary(list []ofType, attempt float64) string {
	soon := slices.MinFunc(list, func(f, g ofType) int { return cmp.Compare(f.p99, g.p99) })
	// NaN compares as less than any inverse
	low := slices.MaxFunc(list, func(f, g ofType) int { return cmp.Compare(1/f.evenPeak, 1/g.evenPeak) })
	text := ""
	if low.evenPeak > 0 {
		text = fmt.Sprintf("Lowest peak for the same mean call time: %s (%s). ", setting.JitterText(low.kind),
			unit.Rate.Rounded(low.evenPeak, low.digits))
	}
	return text + fmt.Sprintf("Shortest calls: %s (p99 %s).", setting.JitterText(soon.kind),
		unit.Duration.Rounded(soon.p99+attempt, soon.digits))
}
