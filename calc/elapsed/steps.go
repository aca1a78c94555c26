package elapsed

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"retune/calc/num"
)

// A step is clients that have started a retry, and may be waiting for the next.
type step struct {
	part
	gate  gate
	k     int     // the retry, or the first of several
	ahead float64 // expected retries of the step that start before its cells begin
	final bool    // the policy makes no more retries
}

// mostSteps is how many retries are looked at one by one, where many are alike.
const mostSteps = 64

// A window is the steps that matter between two times.
type window struct {
	passed float64 // retries that every client has started before
	steps  []step
	top    float64 // longest interval that matters, seconds
}

// window returns the clients that wait for a retry at some time between lo and hi, seconds,
// of n retries and whatever the deadline says. Many retries with delays that are alike are
// one step.
func (c *clients) window(ctx context.Context, n, lo, hi float64) (w window, err error) {
	near := func(k float64) (from, to float64) {
		e, failed := c.exactly(ctx, int(k))
		err = cmp.Or(err, failed)
		return e.near()
	}
	n = min(n, mostRetries)
	from, some := num.FirstWhole(func(k float64) bool { _, to := near(k + 1); return to >= lo }, 0, n)
	if some && from == n {
		_, to := near(n)
		some = to >= lo
	}
	if err != nil || !some { // all have made their last retry
		return window{passed: n}, err
	}
	to, ends := num.FirstWhole(func(k float64) bool { first, _ := near(k); return first > hi }, from, n)
	if !ends {
		to = n
	}
	w.passed = max(0, from-1)
	if err == nil {
		err = c.addSteps(ctx, &w, n, from, to, lo, hi)
	}
	if err == nil && !ends {
		err = c.addParts(ctx, &w, int(n), true)
	}
	return w, err
}

// mostRetries stands for an unlimited number of retries.
const mostRetries = 1 << 40

// addSteps adds retries from, ..., to-1 of n to a window. Of many, those that are alike are
// one step once the times at which any client starts one are spread evenly: as the clients
// have lost step, or over the random end of an outage, which is spread wider than an interval.
func (c *clients) addSteps(ctx context.Context, w *window, n, from, to, lo, hi float64) error {
	many := to-from > mostSteps && !(to == n && n <= longestWalk)
	single := 0.0
	for k := from; k < to; {
		if single > 16*mostSteps {
			return fmt.Errorf("more than %.0f retries with different delays may come next", single)
		}
		if many {
			end, err := c.flatTo(ctx, k, to, hi > lo && single >= mostSteps/2)
			if err != nil {
				return err
			}
			if end > k+mostSteps/4 {
				if err := c.addFlat(ctx, w, k, end, lo, hi); err != nil {
					return err
				}
				k = end
				continue
			}
		}
		if err := c.addParts(ctx, w, int(k), false); err != nil {
			return err
		}
		single++
		if k++; w.startedLast(hi) < slightMass {
			break // nor do later ones start by then
		}
	}
	return nil
}

// startedLast returns the probability that the last retry added has started by x.
func (w *window) startedLast(x float64) (total float64) {
	last := len(w.steps) - 1
	for i := last; i >= 0 && w.steps[i].k == w.steps[last].k; i-- {
		total += w.steps[i].start.before(x, true).total()
	}
	return total
}

// steepest is by how much intervals may grow that are taken as alike.
const steepest = 1.05

// flatTo returns the retry before which those from k on are alike, and spread evenly; k if
// they are not. Over a random end they may be in step, but for those before to.
func (c *clients) flatTo(ctx context.Context, k, to float64, random bool) (end float64, err error) {
	mean := func(k float64) float64 {
		d, failed := c.delay(ctx, int(k))
		if err = cmp.Or(err, failed); err != nil {
			return 0
		}
		return d.Mean() + c.policy.AttemptTime
	}
	alike, err := c.alike(ctx)
	switch {
	case err != nil:
		return k, err
	case k >= alike-1:
		end = to
	case c.policy.Stateful():
		return k, nil
	default:
		first := mean(k + 1)
		end, _ = num.FirstWhole(func(m float64) bool { x := mean(m + 1); return !(x <= steepest*first && first <= steepest*x) }, k, to)
		end = min(end, to, alike-1)
	}
	if err != nil {
		return k, err
	}
	lost, err := c.lostStep(ctx, k)
	if err != nil || lost {
		return end, err
	}
	if random {
		return max(k, min(end, to-mostSteps/2)), nil
	}
	return k, nil
}

// lostStep reports whether clients start retry k at times that are spread over an interval. Of
// delays that pile up at a point enough must have missed it.
func (c *clients) lostStep(ctx context.Context, k float64) (bool, error) {
	e, err := c.exactly(ctx, int(k))
	if err != nil {
		return false, err
	}
	next, err := c.delay(ctx, int(k)+1)
	if err != nil {
		return false, err
	}
	lo, hi := next.Support()
	missed := 1.0
	if lo < hi {
		missed -= next.Atom(lo) + next.Atom(hi)
	}
	return deviation(e.variance) >= next.Mean()+c.policy.AttemptTime && k*missed >= 20, nil
}

// addParts adds the clients at retry k to a window; final says that there is no next.
func (c *clients) addParts(ctx context.Context, w *window, k int, final bool) error {
	g, _ := c.gate(k)
	if final {
		t, err := c.start(ctx, k)
		for _, l := range t.lattices() {
			w.steps = append(w.steps, step{part: part{start: l}, gate: g, k: k, final: true})
		}
		return err
	}
	parts, err := c.parts(ctx, k)
	for _, p := range parts {
		_, hi := reach(p.next)
		w.top = max(w.top, c.policy.AttemptTime+hi)
		w.steps = append(w.steps, step{part: p, gate: g, k: k})
	}
	return err
}

// addFlat adds retries f to n-1, whose delays are alike, as one step:
//
//	sum over k from f to n-1 of P(T_k <= x) = R_f(x) - R_n(x)
//	R_k(x) = E (x + c mu - T_k)+/mu            c = 1/2 + v/(2 mu^2)
//
//	mu, v  mean of an interval, seconds, and variance that one adds to T_k
//
// Its cells begin the longest interval before lo, and end at hi. Source: Feller, vol. 2,
// XI.3 (the renewal theorem, with its constant).
func (c *clients) addFlat(ctx context.Context, w *window, from, n, lo, hi float64) error {
	if counted := c.policy.Retries; from < counted && counted < n { // where the gate may change
		if err := c.addFlat(ctx, w, from, counted, lo, hi); err != nil {
			return err
		}
		from = counted
	}
	until := min(n, 2*from)
	next, err := c.delay(ctx, int((from+until+1)/2))
	if err != nil {
		return err
	}
	first, err := c.exactly(ctx, int(from))
	if err != nil {
		return err
	}
	last, err := c.exactly(ctx, int(until))
	if err != nil {
		return err
	}
	_, top := reach(next)
	w.top = max(w.top, top+c.policy.AttemptTime)
	mu := (last.mean - first.mean) / (until - from)
	early := mu/2 + (last.variance-first.variance)/(until-from)/(2*mu)
	parts, err := c.parts(ctx, int(from))
	if err != nil {
		return err
	}
	apart := 0.0 // of the parts from their mean, seconds
	for _, p := range parts {
		if len(parts) > 1 {
			apart = max(apart, math.Abs(p.start.mean()-first.mean))
		}
	}
	begin, _ := first.near()
	begin = max(0, lo-w.top-apart, begin-early)
	end := hi
	if n < 2*from {
		_, end = last.near()
	}
	cells := c.cells
	if hi > lo {
		cells /= 2
	}
	l := lattice{mass: make([]float64, cells), step: (min(hi, end) + apart - begin) / float64(cells)}
	l.at = begin + l.step/2
	if q := quantum(&c.policy); q > l.step {
		l = lattice{at: first.lo + q*math.Ceil((begin-first.lo)/q), step: q, whole: true}
		l.mass = make([]float64, 1+int(max(0, min(hi, end)-l.at)/q))
	}
	edges, err := c.ramp(ctx, from, l, mu, early)
	if err != nil {
		return err
	}
	ends, err := c.ramp(ctx, n, l, mu, early)
	if err != nil {
		return err
	}
	for j := range l.mass {
		l.mass[j] = max(0, edges[j+1]-ends[j+1]-edges[j]+ends[j])
	}
	g, _ := c.gate(int(from))
	flat := step{part: part{l, next}, gate: g, k: int(from), ahead: edges[0] - ends[0]}
	if len(parts) < 2 {
		w.steps = append(w.steps, flat)
		return nil
	}
	for _, p := range parts { // of which each keeps its distance from the mean
		share, of := p.start.total(), flat
		of.part = part{l.shifted(p.start.mean() - first.mean).scaled(share), p.next}
		of.ahead *= share
		w.steps = append(w.steps, of)
	}
	return nil
}

// ramp returns R_k at the edges of cells; early is c mu, seconds.
func (c *clients) ramp(ctx context.Context, k float64, l lattice, mu, early float64) ([]float64, error) {
	edges := make([]float64, len(l.mass)+1)
	e, err := c.exactly(ctx, int(min(k, mostRetries)))
	if err != nil {
		return nil, err
	}
	first := l.at - l.step/2 + early
	lo, hi := e.near()
	for j := range edges {
		edges[j] = max(0, first+l.step*float64(j)-e.mean) / mu
	}
	if hi < first || lo > first+l.step*float64(len(l.mass)) {
		return edges, nil
	}
	t, err := c.start(ctx, int(k))
	if err != nil {
		return nil, err
	}
	sum, before := 0.0, 0.0
	for j := range edges {
		switch x := first + l.step*float64(j); {
		case x < lo || x > hi:
			continue
		case before == 0 || l.step > (hi-lo)/mostSteps:
			sum, before = t.excess(x), t.upTo(x)
		default:
			by := t.upTo(x)
			sum, before = sum+l.step*(by+before)/2, by
		}
		edges[j] = sum / mu
	}
	return edges, nil
}
