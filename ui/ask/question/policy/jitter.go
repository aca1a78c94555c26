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
		Examples: []string{"retune jitter -n 3", "retune jitter -n 3 --clients 10000 --window 10ms"},
		Name:     "jitter",
		Short:    "compare types of jitter: call time and peak load",
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
	Scope:        answer.Scope{Takes: []string{"clients", "window", "vs"}},
	SettingsRead: answer.SettingsRead{ComparesJitter: true},
	Screen:       answer.Screen{Tab: "jitter", Rows: At.Rows, Layout: answer.Boxed, HasCharts: true},
	Computation:  answer.Computation{Worked: explain.Schedule, Slow: answer.Slow, Ask: askTypes},
}

// compared is the largest number of retries that the comparison covers.
const compared = 20

// shares are the percentiles of a box plot.
var shares = [...]float64{0.05, 0.25, 0.5, 0.75, 0.95}

// An ofType holds the figures of a policy with one jitter type.
type ofType struct {
	timeline                  // n is the number of retries that are compared
	last          jitter.Dist // start of the last retry
	p99           float64     // of the same, seconds
	peaks         float64     // peak of all clients, retries per second
	sameMeanDelay float64     // initial delay for the wanted mean call time, seconds; NaN: none
	sameMeanPeak  float64
}

// newOfType returns the figures of a policy. mean is the wanted mean of the sum of its delays, in seconds.
func newOfType(l timeline, mean float64) ofType {
	f := ofType{timeline: l, last: l.Start(l.n), peaks: l.peak(), sameMeanDelay: l.delayForMean(mean),
		sameMeanPeak: math.NaN()}
	f.p99 = f.last.Quantile(0.99)
	if f.sameMeanDelay == l.policy.InitialDelay {
		f.sameMeanPeak = f.peaks
	} else if f.sameMeanDelay > 0 {
		l.policy.InitialDelay = f.sameMeanDelay
		l.times = clients(l.ctx, l.policy.Policy, answer.Rough)
		f.sameMeanPeak = l.peak()
	}
	return f
}

// peak returns the most retries per second that all clients are expected to make within the window.
func (l timeline) peak() float64 {
	starts := make([]jitter.Dist, l.n)
	for k := range starts {
		starts[k] = l.Start(k + 1)
	}
	rate, _, _ := elapsed.Peak(l.ctx, starts, l.policy.CollisionWindow)
	return rate * l.policy.Clients
}

// waits returns the mean of the sum of the delays, in seconds.
func (l timeline) waits() (total float64) {
	for k := range l.n {
		total += l.Delay(k + 1).Mean()
	}
	return total
}

// delayForMean returns the initial delay for which the delays have a mean sum of mean seconds, to within 0.1%, or NaN.
// It iterates with a power law fitted to the last two steps.
func (l timeline) delayForMean(mean float64) float64 {
	power, last, before, now := 1.0, 0.0, 0.0, l.policy.InitialDelay
	for range 12 {
		l.policy.InitialDelay = now
		l.times = clients(l.ctx, l.policy.Policy, answer.Rough)
		is := l.waits()
		if math.Abs(is/mean-1) < 1e-3 {
			return now
		}
		if before > 0 {
			power = max(0.05, math.Log(is/before)/math.Log(now/last))
		}
		last, before = now, is
		if now = min(l.policy.Cap, last*math.Pow(mean/is, 1/power)); !(now > 0) {
			break
		}
	}
	return math.NaN()
}

// typeColumns are the columns of the table of jitter types.
const typeColumns = "jitter: words, elapsed mean: duration detail, elapsed p99: duration detail, " +
	"elapsed p05: duration detail, elapsed p25: duration detail, elapsed p50: duration detail, " +
	"elapsed p75: duration detail, elapsed p95: duration detail, delay 1 sd as sd of delay 1: duration detail, " +
	"delay 2 sd as sd of delay 2: duration detail, delay 3 sd as sd of delay 3: duration detail, " +
	"collision as collision probability: share detail, call time p50: duration, call time p99: duration, " +
	"peak as peak load: rate, peak at same mean as peak load at same mean: rate, " +
	"same mean delay as initial delay for same mean: duration detail"

// numbers returns the numbers of a jitter type in the order of [typeColumns].
func (f ofType) numbers() []float64 {
	s := f.policy
	list := []float64{f.last.Mean(), f.p99}
	for _, share := range shares {
		list = append(list, f.last.Quantile(share))
	}
	for k := 1; k <= 3; k++ {
		sd := math.NaN()
		if k <= f.n {
			sd = math.Sqrt(f.times.Delay(k).Variance())
		}
		list = append(list, sd)
	}
	return append(list, elapsed.Collide(f.last, s.CollisionWindow, s.Clients), f.last.Quantile(0.5)+s.AttemptTime,
		f.p99+s.AttemptTime, f.peaks, f.sameMeanPeak, f.sameMeanDelay)
}

// typesTable returns the table of jitter types. Text has the first shown rows and four of the columns unless all are
// requested.
func typesTable(list []ofType, shown int) answer.Table {
	t := answer.Table{Name: "jitter", TextRows: shown, Named: true, Columns: answer.Columns(typeColumns)}
	for j := range t.Columns[1:] {
		t.Columns[1+j].Wide, t.Columns[1+j].OwnDigits = true, true
	}
	return t.WithRows(len(list), func(i int) []answer.Value {
		row := []answer.Value{{Words: setting.JitterText(list[i].policy.Jitter)}}
		for _, x := range list[i].numbers() {
			row = append(row, answer.Value{Number: x, Digits: list[i].digits(true)})
		}
		return row
	})
}

// types returns the jitter types to compare: the offered types and those of the policies, common ones first. Text has
// the first shown of them.
func types(s *setting.Scenario) (list []jitter.Jitter, shown int) {
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

func askTypes(ctx context.Context, given *setting.Scenario, effort answer.Effort) answer.Answer {
	s := *given
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
	if unit.Finite(s.CallLimit()) || unit.Finite(s.TotalTimeout) {
		a.Warn(answer.WithoutLimit, "the comparison ignores the time limits: every client makes all its retries", "jitter",
			"deadline_s", "total_timeout_s")
	}
	s.TotalTimeout = math.Inf(1)
	of := func(kind jitter.Jitter, effort answer.Effort) timeline {
		p := s
		p.Jitter = kind
		l := figureTimeline(ctx, &p, effort)
		l.n = n
		return l
	}
	kinds, shown := types(&s)
	mean := math.Inf(1)
	for _, kind := range kinds[:shown] {
		mean = min(mean, of(kind, answer.Rough).waits())
	}
	var list []ofType
	var long []string
	for i, kind := range kinds {
		if ctx.Err() != nil {
			return answer.Cancelled
		}
		f := newOfType(of(kind, effort), mean)
		if list = append(list, f); math.IsNaN(f.sameMeanDelay) && i < shown {
			long = append(long, setting.JitterText(kind))
		}
	}
	if long != nil {
		a.Warn(answer.Absent, "no initial delay gives "+answer.JoinWords(long)+" the shortest mean call time of the types",
			"jitter", "peak_at_same_mean_per_s")
	}
	a.Summary = typesSummary(list[:shown])
	if answer.Wanted(ctx).Charts {
		a.SetCharts(typeBoxes(&s, list), delayBoxes(&s, list))
	}
	a.Tables = []answer.Table{typesTable(list, shown)}
	return a
}

// typeBoxes draws the start of the last retry with each jitter type as a box.
func typeBoxes(s *setting.Scenario, list []ofType) answer.Chart {
	c := answer.Chart{Title: fmt.Sprintf("start of retry %d by jitter", list[0].n), X: unit.Duration,
		Crosshair: math.NaN(),
		Columns:   answer.Columns("p50: duration, p99: duration, peak: rate, same mean: rate")}
	policies, names := s.Policies(), s.Names()
	for _, f := range list {
		kind := f.policy.Jitter
		text := setting.JitterText(kind)
		b := answer.Box{Name: text, IsA: kind == s.Jitter,
			Figures: []float64{f.last.Quantile(0.5), f.p99, f.peaks, f.sameMeanPeak}, Digits: f.digits(true),
			Setting: [2]string{"jitter", text}}
		for i, share := range shares {
			b.Percentiles[i] = f.last.Quantile(share)
		}
		for i, name := range names {
			if i > 0 && policies[i].Jitter == kind {
				b.Of = append(b.Of, name)
			}
		}
		c.Add(b)
	}
	return c
}

// delayBoxes draws one delay with each jitter type as a box: that before retry 3, or before the last of fewer.
func delayBoxes(s *setting.Scenario, list []ofType) answer.Chart {
	k := min(3, list[0].n)
	c := answer.Chart{Title: fmt.Sprintf("delay before retry %d by jitter", k), X: unit.Duration, Crosshair: math.NaN(),
		Columns: answer.Columns("mean: duration, p99: duration")}
	whole := typeBoxes(s, list)
	for i, f := range list {
		d, b := f.times.Delay(k), whole.Boxes[i]
		b.Figures = []float64{d.Mean(), d.Quantile(0.99)}
		for j, share := range shares {
			b.Percentiles[j] = d.Quantile(share)
		}
		c.Add(b)
	}
	return c
}

// typesSummary names the type with the lowest peak at the same mean call time, and the type whose calls end soonest.
func typesSummary(list []ofType) string {
	soon := slices.MinFunc(list, func(f, g ofType) int { return cmp.Compare(f.p99, g.p99) })
	// NaN compares as less than any inverse
	low := slices.MaxFunc(list, func(f, g ofType) int { return cmp.Compare(1/f.sameMeanPeak, 1/g.sameMeanPeak) })
	text := ""
	if low.sameMeanPeak > 0 {
		text = fmt.Sprintf("Lowest peak for the same mean call time: %s (%s). ", setting.JitterText(low.policy.Jitter),
			unit.Rate.Rounded(low.sameMeanPeak, low.digits(true)))
	}
	return text + fmt.Sprintf("Shortest calls: %s (p99 %s).", setting.JitterText(soon.policy.Jitter),
		unit.Duration.Rounded(soon.p99+soon.policy.AttemptTime, soon.digits(true)))
}
