package elapsed

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"sort"
	"sync"

	"retune/calc/jitter"
)

// Limits of the retries that a walk adds up. A walk is longer if delays are either 0 or the cap, because their sums
// never approach the normal distribution.
const (
	walkAlike = 64
	walkEnds  = 256
)

// An independent has the distributions of T_k for a policy with independent delays: T_k is T_(k-1) plus one delay, a
// convolution for each retry. Beyond the walk T_k has the shape of the last T_k in it, moved towards the normal
// distribution: see limit.
type independent struct {
	policy  jitter.Policy
	cells   int
	same    float64     // retry from which on all delays have the same distribution
	settled jitter.Dist // this distribution
	ends    bool        // from same on each delay is either the least or the longest delay

	mu    sync.Mutex // guards the fields below
	walk  []lattice  // distributions of T_k
	runs  []run      // moments of sums of many retries
	last  shape      // shape of the last T_k of the walk
	known map[int]startTime
}

// totals are the moments of a sum of independent delays.
type totals struct {
	exact
	third, fourth float64 // sums of the powers 1.5 and 2 of the delays' shares of the variance
}

func newIndependent(p jitter.Policy, cells int) *independent {
	e := &independent{policy: p, cells: cells, same: p.SameFrom(),
		walk: []lattice{pointAt(0)}, runs: make([]run, 1), known: map[int]startTime{}}
	if !math.IsInf(e.same, 1) {
		e.settled = p.Retry(e.same)
		lo, hi := e.settled.Support()
		low, high := e.settled.Atom(lo), e.settled.Atom(hi)
		e.ends = lo < hi && low+high > 1-slight && min(low, high) > slight
	}
	return e
}

// longest returns the number of retries in the walk.
func (e *independent) longest() int {
	if e.ends {
		return walkEnds
	}
	return walkAlike
}

func (e *independent) alike(context.Context) (float64, error) { return e.same, nil }

func (e *independent) delay(_ context.Context, k int) (jitter.Dist, error) {
	return e.retry(float64(k)), nil
}

func (e *independent) retry(k float64) jitter.Dist {
	if k >= e.same {
		return e.settled
	}
	return e.policy.Retry(k)
}

func (e *independent) part(ctx context.Context, k int) (part, error) {
	t, err := e.start(ctx, k)
	if e.ends && k > walkEnds {
		err = cmp.Or(err, fmt.Errorf("the delays are 0 or the cap, which is followed for %d retries at most", walkEnds))
	}
	return part{t.law, e.retry(float64(k + 1))}, err
}

func (e *independent) start(ctx context.Context, k int) (startTime, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if t, ok := e.known[k]; ok {
		return t, nil
	}
	t, err := e.startOf(ctx, k)
	if err != nil {
		return t, err
	}
	if len(e.known) >= walkEnds {
		clear(e.known)
	}
	e.known[k] = t
	return t, nil
}

// startOf computes the distribution of T_k.
func (e *independent) startOf(ctx context.Context, k int) (startTime, error) {
	longest, to := e.longest(), e.sumTo(k)
	if deviation(to.variance) <= closePoint*to.mean || math.IsInf(to.variance, 1) && k > longest {
		return startTime{law: pointAt(to.mean).law(), exact: to.exact}, nil
	}
	walked, err := e.walkTo(ctx, min(k, longest))
	if err != nil || k <= longest {
		return newStartTime(walked, to.exact), err
	}
	from := e.sumTo(longest)
	if e.last.z == nil {
		smooth := walked
		smooth.whole = false
		e.last = newShape(newStartTime(smooth, from.exact).dist())
	}
	d := e.last.limit(to.exact, to.third/from.third, to.fourth/from.fourth)
	last := len(d.x) - 1
	l := put(d, (d.x[last]-d.x[0])/float64(last))
	if q := walked.step; walked.whole && d.x[last]-d.x[0] < q*float64(e.cells) {
		l = putWhole(d, to.lo+q*math.Floor((d.x[0]-to.lo)/q), q)
	}
	return newStartTime(l, to.exact), nil
}

// walkTo returns the sum of the first k intervals.
func (e *independent) walkTo(ctx context.Context, k int) (lattice, error) {
	for n := len(e.walk); n <= k; n++ {
		if err := ctx.Err(); err != nil {
			return lattice{}, err
		}
		e.walk = append(e.walk, e.next(e.walk[n-1], e.retry(float64(n))).shifted(e.policy.AttemptTime))
	}
	return e.walk[k], nil
}

// next returns the sum of a time and a delay, on cells wide enough for all of it.
func (e *independent) next(t lattice, d jitter.Dist) lattice {
	lo, hi := reach(d)
	if lo == hi || math.IsInf(hi, 1) {
		return t.shifted(lo)
	}
	if q := quantum(&e.policy); q > 0 && (t.whole || len(t.mass) == 0 && len(t.points) == 1) {
		if first, last := t.span(); (last-first+hi-lo)/q < float64(e.cells) {
			return convolve(t, putWhole(d, lo, q))
		}
	}
	t.whole = false
	first, last := t.span()
	if len(t.mass) == 0 {
		t.step = e.firstStep((last - first + hi - lo) / float64(e.cells-4))
	}
	for (last-first+hi-lo)/t.step > float64(e.cells) {
		t = t.coarsened()
	}
	return convolve(t, put(d, t.step))
}

// firstStep returns the width of a cell, at least h. If each delay is at one end of its range, the width divides the
// range, which keeps their sums sharp.
func (e *independent) firstStep(h float64) float64 {
	if !e.ends {
		return h
	}
	lo, hi := e.retry(e.same).Support()
	return (hi - lo) * math.Exp2(math.Ceil(math.Log2(h/(hi-lo))))
}

func (e *independent) exactly(_ context.Context, k int) (exact, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.sumTo(k).exact, nil
}

// A run has the moments of T_n at the start of a run of nearly equal delays.
type run struct {
	n float64
	totals
}

// sumTo returns the moments of T_k. It adds up the first 1,024 delays one by one, and later ones in runs over which
// they grow little. Each delay of a run counts as the middle one.
func (e *independent) sumTo(k int) totals {
	differ := min(float64(k), e.same-1) // number of delays that differ
	last := e.runs[len(e.runs)-1]
	for last.n <= differ && !math.IsInf(last.mean, 1) {
		length := 2*math.Floor(last.n/1024) + 1 // odd, so that one delay is in the middle
		for length > 1 && !(e.retry(last.n+length).Mean() <= 1.03*e.retry(last.n+1).Mean()) {
			length = 2*math.Floor(length/4) + 1
		}
		last = last.add(e, length)
		e.runs = append(e.runs, last)
	}
	i := sort.Search(len(e.runs), func(i int) bool { return e.runs[i].n > differ }) - 1
	t := e.runs[i].add(e, differ-e.runs[i].n).totals
	if rest := float64(k) - differ; rest > 0 {
		t = t.with(e.retry(e.same), rest, e.policy.AttemptTime)
	}
	return t
}

// add returns the run after the given number of further delays.
func (r run) add(e *independent, length float64) run {
	if length == 0 || math.IsInf(r.mean, 1) {
		return r
	}
	middle := e.retry(r.n + math.Ceil(length/2))
	return run{r.n + length, r.with(middle, length, e.policy.AttemptTime)}
}

// with returns the moments after n further delays d, each with an attempt.
func (m totals) with(d jitter.Dist, n, attempt float64) totals {
	lo, hi := d.Support()
	added := d.Variance()
	all := m.variance + n*added
	if all > 0 && !math.IsInf(all, 1) {
		before, each := m.variance/all, added/all
		m.third = m.third*math.Pow(before, 1.5) + n*math.Pow(each, 1.5)
		m.fourth = m.fourth*before*before + n*each*each
	}
	return totals{exact{mean: m.mean + n*(attempt+d.Mean()), variance: all,
		lo: m.lo + n*(attempt+lo), hi: m.hi + n*(attempt+hi)}, m.third, m.fourth}
}
