package query

import (
	"math"
	"math/rand/v2"

	"retune/calc/jitter"
	"retune/ui/knob"
)

// A timeline is the retries of one policy, row by row.
type timeline struct {
	policy knob.Scenario
	effort Effort
	n      int              // rows
	laws   *jitter.Schedule // nil without jitter
}

// draws tells whether the policy leaves anything to chance.
func (l timeline) draws() bool { return l.policy.Jitter.Type != jitter.None }

// newTimeline has as many rows as retries can start: by the envelope without
// jitter, and with it those that one client in a thousand makes.
func newTimeline(p knob.Scenario, effort Effort) timeline {
	l := timeline{policy: p, effort: effort, n: endless}
	if n := p.Total(); !math.IsInf(n, 1) {
		l.n = int(n)
	}
	if !l.draws() {
		return l
	}
	l.laws = laws(p, effort)
	if finite(p.Deadline) {
		l.n = 0
		for _, started := range l.laws.Started(p.Deadline) {
			if started >= 0.001 {
				l.n++
			}
		}
	}
	return l
}

// ofEach is the law of every retry, also where nothing is left to chance.
func (l timeline) ofEach() *jitter.Schedule {
	if l.laws == nil {
		return laws(l.policy, l.effort)
	}
	return l.laws
}

// timelines is that of every policy.
func timelines(s knob.Scenario, effort Effort) []timeline {
	var list []timeline
	for _, p := range policies(s) {
		list = append(list, newTimeline(p, effort))
	}
	return list
}

// append adds the figures of retry k to a row.
func (l timeline) append(row []float64, k int) []float64 {
	n := float64(k)
	add := func(envelope float64, of func(int) jitter.Dist) {
		row = append(row, envelope)
		for _, m := range moments {
			x := envelope
			switch {
			case of != nil && k <= l.laws.Len():
				x = m.of(of(k))
			case l.laws != nil || math.IsNaN(envelope):
				x = math.NaN()
			case m.name == "sd":
				x = 0
			}
			row = append(row, x)
		}
	}
	if k > l.n {
		n = math.NaN()
		add(n, nil)
		add(n, nil)
		return row
	}
	var delay, elapsed func(int) jitter.Dist
	if l.laws != nil {
		delay, elapsed = l.laws.Delay, l.laws.Elapsed
	}
	add(l.policy.Delay(n), delay)
	add(l.policy.Policy.Elapsed(n), elapsed)
	return row
}

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
	if l.laws != nil {
		return min(n, float64(l.laws.Len()))
	}
	return min(n, s.RetriesBy(knob.MaxElapsed))
}

// bands are the ends of the bands that charts show.
var bands = []struct{ lo, hi func(jitter.Dist) float64 }{
	{quantile(0.05), quantile(0.95)},
	{quantile(0.001), quantile(0.999)},
}

// of is a figure of the delay before each retry.
func (l timeline) of(figure func(jitter.Dist) float64) func(k int) float64 {
	return func(k int) float64 { return figure(l.laws.Delay(k)) }
}

// delay is the delay before retry k, or its mean.
func (l timeline) delay(k int) float64 {
	if l.laws == nil {
		return l.policy.Delay(float64(k))
	}
	return l.laws.Delay(k).Mean()
}

// start is when each retry starts: exactly, or by a figure of its law.
func (l timeline) start(figure func(jitter.Dist) float64) func(n float64) float64 {
	if l.laws == nil {
		return l.policy.Policy.Elapsed
	}
	starts := make([]float64, l.laws.Len()+1)
	for k := 1; k < len(starts); k++ {
		starts[k] = figure(l.laws.Elapsed(k))
	}
	return func(n float64) float64 { return starts[int(n)] }
}

// waitedAt is the delay before the next of n retries that start at such times.
func (l timeline) waitedAt(n float64, start func(float64) float64) func(x float64) float64 {
	end := start(n)
	return func(x float64) float64 {
		switch {
		case x < 0 || !(x < end):
			return math.NaN()
		case l.laws == nil:
			return l.policy.Delay(l.policy.RetriesBy(x) + 1)
		}
		lo, hi := 0, int(n) // start(lo) <= x < start(hi)
		for hi-lo > 1 {
			if mid := (lo + hi) / 2; start(float64(mid)) <= x {
				lo = mid
			} else {
				hi = mid
			}
		}
		return l.laws.Delay(hi).Mean()
	}
}

// sampled is how many clients are drawn.
const sampled = 5

// samples draws a few clients by the seed and places their first n delays.
func (l timeline) samples(n float64, place func(k int, elapsed, delay float64) (x, y float64)) (points [][2]float64) {
	s := l.policy
	free := s.Policy
	free.Cap = math.Inf(1)
	for client := range sampled {
		r := rand.New(rand.NewPCG(uint64(s.Seed), uint64(client)))
		elapsed, delay := 0.0, 0.0
		for k := 1; k <= int(n); k++ {
			if s.Stateful() {
				delay = s.Next(delay, k == 1).Sample(r)
			} else {
				delay = s.One(free.Delay(float64(k))).Sample(r)
			}
			x, y := place(k, elapsed, delay)
			points = append(points, [2]float64{x, y})
			elapsed += s.AttemptTime + delay
		}
	}
	return points
}
