package elapsed

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"retune/calc/jitter"
	"retune/calc/numeric"
)

// A step is a group of clients that have started a retry and may be waiting for the next.
type step struct {
	part
	gate  gate
	k     int     // number of the retry, or of the first of several
	ahead float64 // expected retries of the step that start before its cells begin
	final bool    // the policy makes no more retries
}

// A window is the steps between two times.
type window struct {
	passed float64 // retries that every client has started before the window
	steps  []step
	top    float64 // longest interval that matters, seconds
}

// fewCells is the number of cells for a measure that changes little from cell to cell.
const fewCells = 512

// Limits of the retries that are handled one by one.
const (
	mostSteps   = 64      // retries if later ones may be alike
	mostApart   = 1024    // retries with different delays
	mostRetries = 1 << 40 // stands for an unlimited number of retries
)

// at returns the exact moments of T_k, and stores the first error in err.
func (c *clients) at(ctx context.Context, k float64, err *error) exact {
	e, failed := c.exactly(ctx, int(k))
	*err = cmp.Or(*err, failed)
	return e
}

// next returns the delay that follows retry k, and stores the first error in err.
func (c *clients) next(ctx context.Context, k float64, err *error) jitter.Dist {
	d, failed := c.delay(ctx, int(k)+1)
	if *err = cmp.Or(*err, failed); failed != nil {
		return jitter.Constant(0)
	}
	return d
}

// window returns the clients that wait for a retry at some time between lo and hi, seconds, with n retries and
// ignoring the deadline. Many retries with the same distribution of delays become one step.
func (c *clients) window(ctx context.Context, n, lo, hi float64) (w window, err error) {
	n = min(n, mostRetries)
	from, _ := numeric.FirstWhole(func(k float64) bool {
		_, to := c.at(ctx, k+1, &err).near()
		return to >= lo || err != nil
	}, 0, n)
	// all clients are at the last retry
	if _, to := c.at(ctx, from+1, &err).near(); err != nil || n > 0 && from == n || to < lo {
		return window{passed: n}, err
	}
	to, ends := numeric.FirstWhole(func(k float64) bool {
		first, _ := c.at(ctx, k, &err).near()
		return first > hi || err != nil
	}, from, n)
	if !ends {
		to = n
	}
	w.passed = max(0, from-1)
	if err = cmp.Or(err, c.addSteps(ctx, &w, n, from, to, lo, hi)); err == nil && !ends {
		var t startTime
		t, err = c.start(ctx, int(n))
		w.steps = append(w.steps, step{part: part{start: t.law}, k: int(n), final: true})
	}
	return w, err
}

// addSteps adds retries from, ..., to-1 of n to a window. If there are many, retries with the same delays become one
// step once their starts are spread evenly. That is so when the clients are no longer synchronized, or over the random
// end of an outage that is spread wider than an interval.
func (c *clients) addSteps(ctx context.Context, w *window, n, from, to, lo, hi float64) (err error) {
	many := to-from > mostSteps && !(to == n && n <= walkAlike)
	single := 0.0
	for k := from; k < to && err == nil; {
		if many {
			if end := c.flatTo(ctx, k, to, hi > lo && single >= mostSteps/2, &err); end > k+mostSteps/4 {
				if counted := c.policy.Retries; k < counted && counted < end { // the gate may change here
					end = counted
				}
				err = cmp.Or(err, c.addFlat(ctx, w, k, end, lo, hi))
				k = end
				continue
			}
		}
		if single++; single > mostApart {
			return fmt.Errorf("more than %d retries with different delays may come next", mostApart)
		}
		if err = cmp.Or(err, c.addStep(ctx, w, int(k))); w.steps[len(w.steps)-1].start.upTo(hi) < 1e-7 {
			return err // later retries do not start by then either
		}
		k++
	}
	return err
}

// addStep adds the clients at retry k to a window.
func (c *clients) addStep(ctx context.Context, w *window, k int) error {
	g, _ := c.gate(k)
	p, err := c.part(ctx, k)
	if err == nil {
		_, hi := reach(p.next)
		w.top = max(w.top, c.policy.AttemptTime+hi)
	}
	w.steps = append(w.steps, step{part: p, gate: g, k: k})
	return err
}

// steepest is the greatest growth of intervals that still count as alike.
const steepest = 1.02

// flatTo returns the end of the retries from k on that are alike and spread evenly, or k if there are none. If the end
// of the outage is random the retries may be synchronized, except for the last before to.
func (c *clients) flatTo(ctx context.Context, k, to float64, random bool, err *error) (end float64) {
	alike, failed := c.alike(ctx)
	*err = cmp.Or(*err, failed)
	mean := func(k float64) float64 { return c.next(ctx, k, err).Mean() + c.policy.AttemptTime }
	if end = to; k < alike-1 {
		first := mean(k)
		end, _ = numeric.FirstWhole(func(m float64) bool {
			x := mean(m)
			return !(x <= steepest*first && first <= steepest*x)
		}, k, min(to, alike-1, 2*k))
	}
	next := c.next(ctx, k, err)
	missed := 1.0 // if delays collect at a point, enough clients must have missed it
	if lo, hi := next.Support(); lo < hi {
		missed -= next.Atom(lo) + next.Atom(hi)
	}
	switch {
	case deviation(c.at(ctx, k, err).variance) >= mean(k) && k*missed >= 20:
		return end
	case random:
		return max(k, min(end, to-mostSteps/2))
	}
	return k
}

// addFlat adds retries f to n-1, whose delays are alike, as one step:
//
//	sum over k from f to n-1 of P(T_k <= x) = R_f(x) - R_n(x)
//	R_k(x) = E (x + c mu - T_k)+/mu            c = 1/2 + v/(2 mu^2)
//
//	mu, v  mean of an interval, seconds, and variance that one adds to T_k
//
// Its cells begin at lo minus the longest interval and end at hi. Source: Feller, vol. 2, XI.3 (the renewal theorem,
// with its constant).
func (c *clients) addFlat(ctx context.Context, w *window, f, n, lo, hi float64) (err error) {
	until := min(n, 2*f)
	next := c.next(ctx, math.Floor((f+until-1)/2), &err)
	first, last := c.at(ctx, f, &err), c.at(ctx, until, &err)
	_, top := reach(next)
	w.top = max(w.top, top+c.policy.AttemptTime)
	mu := (last.mean - first.mean) / (until - f)
	early := mu/2 + (last.variance-first.variance)/(until-f)/(2*mu)
	begin, _ := first.near()
	begin = max(0, lo-w.top, begin-early)
	end := hi
	if n == until {
		_, end = last.near()
	}
	cells := c.cells
	if hi > lo {
		cells = fewCells
	}
	l := lattice{mass: make([]float64, cells), step: (min(hi, end) - begin) / float64(cells)}
	l.at = begin + l.step/2
	if q := quantum(&c.policy); q > l.step {
		l = lattice{at: first.lo + q*math.Ceil((begin-first.lo)/q), step: q, whole: true}
		l.mass = make([]float64, 1+int(max(0, min(hi, end)-l.at)/q))
	}
	starts, ends := c.ramp(ctx, f, l, mu, early, &err), c.ramp(ctx, n, l, mu, early, &err)
	for j := range l.mass {
		l.mass[j] = max(0, starts[j+1]-ends[j+1]-starts[j]+ends[j])
	}
	g, _ := c.gate(int(f))
	w.steps = append(w.steps, step{part: part{l.law(), next}, gate: g, k: int(f), ahead: starts[0] - ends[0]})
	return err
}

// ramp returns R_k at the edges of cells; early is c mu, seconds.
func (c *clients) ramp(ctx context.Context, k float64, l lattice, mu, early float64, err *error) []float64 {
	edges := make([]float64, len(l.mass)+1)
	e := c.at(ctx, min(k, mostRetries), err)
	first := l.at - l.step/2 + early
	lo, hi := e.near()
	var t startTime
	excess := func(float64) float64 { return 0 }
	if hi >= first && lo <= first+l.step*float64(len(l.mass)) {
		var failed error
		t, failed = c.start(ctx, int(k))
		*err, excess = cmp.Or(*err, failed), t.excess()
	}
	sum, before := 0.0, 0.0
	for j := range edges {
		switch x := first + l.step*float64(j); {
		case x < lo || x > hi:
			sum = max(0, x-e.mean)
		case before == 0 || l.step > (hi-lo)/mostSteps:
			sum, before = excess(x), t.upTo(x)
		default:
			by := t.upTo(x)
			sum, before = sum+l.step*(by+before)/2, by
		}
		edges[j] = sum / mu
	}
	return edges
}
