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
	at        [len(shares)]float64
	peak      float64 // peak of all clients, retries per second
	even      float64 // initial delay for the wanted mean call time, seconds; NaN: none
	evenPeak  float64
	deviation [3]float64 // standard deviations of the first delays; NaN: no such retry
	collision float64
	digits    int // significant digits that are known of these figures
}

// newOfType returns the figures of the policy of s over its first n retries. mean is the wanted mean of the sum of
// their delays, in seconds.
func newOfType(ctx context.Context, s setting.Scenario, effort answer.Effort, n int, mean float64) ofType {
	l := clients(ctx, s, effort)
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
	for i, share := range shares {
		f.at[i] = f.last.Quantile(share)
	}
	for k := range f.deviation {
		f.deviation[k] = math.NaN()
		if k < n {
			f.deviation[k] = math.Sqrt(l.Delay(k + 1).Variance())
		}
	}
	f.collision = elapsed.Collide(f.last, s.Together, s.Clients)
	if even := s; f.even == s.InitialDelay {
		f.evenPeak = f.peak
	} else if f.even > 0 {
		even.InitialDelay = f.even
		f.evenPeak = peak(clients(ctx, even, answer.Rough))
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
		is := waits(clients(ctx, s, answer.Rough), n)
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

// row returns the figures in the order of typeColumns.
func (f ofType) row(s setting.Scenario) []float64 {
	p99 := f.last.Quantile(0.99)
	row := append([]float64{f.last.Mean(), p99}, f.at[:]...)
	row = append(append(row, f.deviation[:]...), f.collision)
	return append(row, f.at[2]+s.AttemptTime, p99+s.AttemptTime, f.peak, f.evenPeak, f.even)
}

// typeColumns returns the columns of the table of types. Text has four of them unless all are requested.
func typeColumns(types []ofType) (list []answer.Column) {
	for _, of := range []struct {
		kind   unit.Kind
		detail bool
		names  []string
	}{
		{unit.Duration, true, []string{"elapsed mean", "elapsed p99", "elapsed p05", "elapsed p25", "elapsed p50",
			"elapsed p75", "elapsed p95", "delay 1 sd", "delay 2 sd", "delay 3 sd"}},
		{unit.Share, true, []string{"collision"}},
		{unit.Duration, false, []string{"call time p50", "call time p99"}},
		{unit.Rate, false, []string{"peak", "peak at same mean"}},
		{unit.Duration, true, []string{"same mean delay"}},
	} {
		for _, name := range of.names {
			list = append(list, answer.Column{Name: name, Head: typeHeads[name], Kind: of.kind,
				Of: func(i int) int { return types[i].digits }, Detail: of.detail, Wide: true})
		}
	}
	return list
}

// typeHeads are the heads of columns whose names are too short to understand.
var typeHeads = map[string]string{"peak": "peak load", "peak at same mean": "peak load at same mean",
	"same mean delay": "initial delay for same mean", "collision": "collision probability",
	"delay 1 sd": "sd of delay 1", "delay 2 sd": "sd of delay 2", "delay 3 sd": "sd of delay 3"}

// types returns the jitter types to compare: the offered types and those of the policies, common ones first. Text has
// the first shown of them.
func types(s setting.Scenario) (list []jitter.Jitter, shown int) {
	own := []jitter.Jitter{s.Jitter}
	for _, p := range s.Policies()[1:] {
		own = append(own, p.Jitter)
	}
	list = setting.JitterTypes(s.Jitter)
	for _, kind := range own {
		if !slices.Contains(list, kind) { // the same type with another amount
			list = append(list, kind)
		}
	}
	list = slices.DeleteFunc(list, func(kind jitter.Jitter) bool { // types that the client's rule excludes
		p := s.Policy
		p.Jitter = kind
		return p.Validate() != nil
	})
	common := func(kind jitter.Jitter) bool { return kind.Type <= jitter.Spread || slices.Contains(own, kind) }
	rare := slices.DeleteFunc(slices.Clone(list), common)
	list = slices.DeleteFunc(list, func(kind jitter.Jitter) bool { return !common(kind) })
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
	boxes := answer.Chart{Title: fmt.Sprintf("start of retry %d by jitter", n), X: unit.Duration,
		Cross: math.NaN(), Columns: []answer.Column{{Name: "p50", Kind: unit.Duration}, {Name: "p99", Kind: unit.Duration},
			{Name: "peak", Kind: unit.Rate}}}
	kinds, shown := types(s)
	mean := math.Inf(1)
	for _, kind := range kinds[:shown] {
		p := s
		p.Jitter = kind
		mean = min(mean, waits(clients(ctx, p, answer.Rough), n))
	}
	var list []ofType
	var long []string
	for _, kind := range kinds {
		if ctx.Err() != nil {
			return answer.Stopped
		}
		p := s
		p.Jitter = kind
		f := newOfType(ctx, p, effort, n, mean)
		if list = append(list, f); math.IsNaN(f.even) && len(list) <= shown {
			long = append(long, setting.JitterText(kind))
		}
		boxes.Add(answer.Box{Name: setting.JitterText(kind), At: f.at, Now: kind == s.Jitter,
			NowB: s.Versus != nil && kind == s.B().Jitter, Figures: []float64{f.at[2], f.last.Quantile(0.99), f.peak},
			Take: func(s setting.Scenario) (setting.Scenario, error) {
				err := setting.Jitter().Try(&s, setting.JitterText(kind))
				return s, err
			}})
	}
	if long != nil {
		a.Warn(answer.Absent, "no initial delay gives "+answer.Joined(long)+" the shortest mean call time of the types",
			"jitter", "peak_at_same_mean_per_s")
	}
	a.Summary = typesSummary(list[:shown], s.AttemptTime)
	a.Plot = func() []answer.Chart { return []answer.Chart{boxes} }
	a.Tables = []answer.Table{{Name: "jitter", Len: len(list), Shown: shown, Rows: "jitter", Columns: typeColumns(list),
		Label: func(i int) string { return setting.JitterText(kinds[i]) },
		Row:   func(i int) []float64 { return list[i].row(s) }}}
	return a
}

// typesSummary names the type with the lowest peak at the same mean call time, and the type whose calls end soonest.
func typesSummary(list []ofType, attempt float64) string {
	low, soon := -1, 0
	for i, f := range list {
		if low < 0 && f.evenPeak > 0 || low >= 0 && f.evenPeak < list[low].evenPeak {
			low = i
		}
		if f.last.Quantile(0.99) < list[soon].last.Quantile(0.99) {
			soon = i
		}
	}
	text := ""
	if low >= 0 {
		text = fmt.Sprintf("Lowest peak for the same mean call time: %s (%s). ", setting.JitterText(list[low].kind),
			unit.Rate.Rounded(list[low].evenPeak, list[low].digits))
	}
	return text + fmt.Sprintf("Shortest calls: %s (p99 %s).",
		setting.JitterText(list[soon].kind), unit.Duration.Rounded(list[soon].last.Quantile(0.99)+attempt, list[soon].digits))
}
