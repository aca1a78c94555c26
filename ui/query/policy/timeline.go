package policy

import (
	"context"
	"math"
	"math/rand/v2"
	"sort"
	"sync"

	"retune/calc/jitter"
	"retune/ui/answer"
	"retune/ui/knob"
)

// A timeline is the retries of one policy, row by row.
type timeline struct {
	policy  knob.Scenario
	effort  answer.Effort
	n       int // rows
	times   times
	same    func() float64          // retry from which on all delays are alike; +Inf: none
	alike   func() []float64        // the figures of these
	elapsed func(n float64) float64 // T_n before jitter
	scale   func() []float64        // the same over the delay before jitter, where it scales
	figure  string                  // the name of the only one that is asked for; "": all are
}

// needs tells whether the figure of that name is asked for.
func (l timeline) needs(name string) bool { return l.figure == "" || l.figure == name }

// draws tells whether the policy leaves anything to chance.
func (l timeline) draws() bool { return l.policy.Jitter.Type != jitter.None }

// newTimeline has as many rows as retries can start: by the delays before jitter
// without jitter, and with it those that one client in a thousand makes.
func newTimeline(ctx context.Context, p knob.Scenario, effort answer.Effort) timeline {
	p.Rule.Starts = p.WithoutIdleStops().Rule.Starts // nobody speaks of a limit that never binds
	if p.Jitter.Draws() && p.Certain() {             // nothing is drawn around no delay
		p.Jitter = jitter.Jitter{}
	}
	l := timeline{policy: p, effort: effort, n: endless, times: clients(ctx, p, effort)}
	if n := p.Total(); !math.IsInf(n, 1) {
		l.n = int(n)
	}
	l.same = sync.OnceValue(func() float64 {
		if !l.draws() || p.Stateful() {
			return math.Inf(1)
		}
		return p.Policy.SameFrom()
	})
	l.alike = sync.OnceValue(func() []float64 { return figures(nil, l.times.Delay(int(l.same()))) })
	var mu sync.Mutex
	starts := p.Policy.Policy.Starts()
	l.elapsed = func(n float64) float64 {
		mu.Lock()
		defer mu.Unlock()
		return starts(n)
	}
	l.scale = sync.OnceValue(func() []float64 {
		list := figures(nil, l.times.Delay(1))
		for i := range list {
			list[i] /= p.Delay(1)
		}
		return list
	})
	if l.cutShort() {
		if l.n = l.atLeast(0.001); l.n == mostStarts {
			l.n = endless
		}
	}
	return l
}

// cutShort tells whether chance decides how many retries are made: a deadline or a limit
// of the starts ends them.
func (l timeline) cutShort() bool {
	return l.draws() && (finite(l.policy.Deadline) || l.policy.Rule.Starts.Most > 0)
}

// timelines is that of every policy.
func timelines(ctx context.Context, s knob.Scenario, effort answer.Effort) []timeline {
	var list []timeline
	for _, p := range s.Policies() {
		list = append(list, newTimeline(ctx, p, effort))
	}
	return list
}

// few is how many rows are worked out each for itself.
const few = 100

// append adds the figures of retry k to a row.
func (l timeline) append(row []float64, k int) []float64 {
	n := float64(k)
	add := func(before float64, of func(int) jitter.Dist) {
		row = append(row, before)
		if l.draws() && k <= l.n {
			row = figures(row, of(k))
			return
		}
		for _, m := range moments {
			x := before
			if m.name == "sd" && !math.IsNaN(before) {
				x = 0
			}
			row = append(row, x)
		}
	}
	if k > l.n {
		add(math.NaN(), nil)
		add(math.NaN(), nil)
		return row
	}
	before, start := l.policy.Delay(n), l.elapsed(n)
	if !curved(l.policy) {
		before, start = math.NaN(), math.NaN()
	}
	switch {
	case n > few && n > l.same():
		row = append(append(row, before), l.alike()...)
	case n > few && l.draws() && l.policy.Scales() && finite(before):
		row = append(row, before)
		for _, x := range l.scale() {
			row = append(row, x*before)
		}
	default:
		add(before, l.times.Delay)
	}
	add(start, l.times.Start)
	return row
}

// figures adds those of a distribution to a row.
func figures(row []float64, d jitter.Dist) []float64 {
	for _, m := range moments {
		row = append(row, m.of(d))
	}
	return row
}

// mostCharted is how many retries a chart shows of what is drawn.
const mostCharted = 300

// inSight is how many retries a chart shows: all of them, or of an endless
// policy a dozen and those up to T; never those that start later than anything
// can be asked about.
func (l timeline) inSight() float64 {
	s := l.policy
	n := float64(l.n)
	if math.IsInf(s.Total(), 1) {
		n = 12
		if finite(s.AskAt) {
			n = min(max(n, s.RetriesBy(s.AskAt)+2), 1e6)
		}
	}
	if l.draws() {
		n = min(n, mostCharted)
	}
	return min(n, s.RetriesBy(knob.MaxElapsed))
}

// low and high are the edges of the band that charts show.
var low, high = quantile(0.05), quantile(0.95)

// of is a figure of the delay before each retry.
func (l timeline) of(figure func(jitter.Dist) float64) func(k int) float64 {
	return func(k int) float64 { return figure(l.times.Delay(k)) }
}

// delay is the delay before retry k, or its mean.
func (l timeline) delay(k int) float64 {
	if !l.draws() {
		return l.policy.Delay(float64(k))
	}
	return l.times.Delay(k).Mean()
}

// start is when each retry starts: exactly, or by a figure of its distribution.
func (l timeline) start(figure func(jitter.Dist) float64) func(n float64) float64 {
	if !l.draws() {
		return l.elapsed
	}
	var starts sync.Map // an answer may be painted by several goroutines
	return func(n float64) float64 {
		if n == 0 {
			return 0
		}
		if x, ok := starts.Load(n); ok {
			return x.(float64)
		}
		x := figure(l.times.Start(int(n)))
		starts.Store(n, x)
		return x
	}
}

// waitedAt is the delay before the next of n retries that start at such times.
func (l timeline) waitedAt(n float64, start func(float64) float64) func(x float64) float64 {
	end := start(n)
	return func(x float64) float64 {
		switch {
		case x < 0 || !(x < end):
			return math.NaN()
		case !l.draws():
			return l.policy.Delay(l.policy.RetriesBy(x) + 1)
		}
		k := sort.Search(int(n), func(k int) bool { return start(float64(k)) > x })
		return l.times.Delay(k).Mean()
	}
}

// sampled is how many clients are drawn.
const sampled = 5

// samples draws a few clients by the seed and places their first n delays.
func (l timeline) samples(n float64, place func(k int, elapsed, delay float64) (x, y float64)) (points [][2]float64) {
	s, sampler := l.policy, l.policy.Sampler()
	for client := range sampled {
		r := rand.New(rand.NewPCG(uint64(s.Seed), uint64(client)))
		elapsed, delay, memory := 0.0, 0.0, 0.0
		for k := 1; k <= int(n); k++ {
			delay, memory = sampler.Draw(float64(k), memory, r.Float64, r.NormFloat64)
			x, y := place(k, elapsed, delay)
			points = append(points, [2]float64{x, y})
			elapsed += s.AttemptTime + delay
		}
	}
	return points
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
