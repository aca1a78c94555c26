package elapsed

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sort"
	"sync"

	"retune/calc/jitter"
	"retune/calc/numeric"
)

// longestWalk is how many retries are added at most.
const longestWalk = 256

// An independent is the process of a policy whose delays are independent: T_k is T_(k-1)
// and one delay more, a convolution for each retry. Of delays that are alike the sum of
// 2, 4, 8, ... is kept, so that T_k is T_(k-j) and j delays more: see step. Beyond the walk
// T_k has the shape of the last one there, which comes nearer to the normal distribution:
// see limit.
type independent struct {
	policy jitter.Policy
	cells  int
	same   float64 // retry from which on all delays have one distribution

	mu      sync.Mutex      // guards what follows
	walk    map[int]lattice // of T_k
	doubled []lattice       // of the sum of 1, 2, 4, ... intervals that are alike
	runs    []run           // of the sums of many retries
	far     map[int]startTime
}

// totals are what the sums of independent delays are known by.
type totals struct {
	exact
	uneven float64 // sum of the squares of the shares that the delays have in the variance
}

func newIndependent(p jitter.Policy, cells int) *independent {
	return &independent{policy: p, cells: cells, same: p.SameFrom(),
		walk: map[int]lattice{0: pointAt(0)}, runs: make([]run, 1), far: map[int]startTime{}}
}

func (e *independent) alike(context.Context) (float64, error) { return e.same, nil }

func (e *independent) delay(_ context.Context, k int) (jitter.Dist, error) {
	return e.retry(float64(k)), nil
}

func (e *independent) retry(k float64) jitter.Dist { return e.policy.Retry(min(k, e.same)) }

var errLimits = fmt.Errorf("the delays are 0 or the cap, which is followed for %d retries at most", longestWalk)

func (e *independent) part(ctx context.Context, k int) (part, error) {
	t, err := e.start(ctx, k)
	next := e.retry(float64(k + 1))
	lo, hi := next.Support()
	low, high := next.Atom(lo), next.Atom(hi)
	if k > longestWalk && lo < hi && low+high > 1-slight && min(low, high) > slight {
		err = cmp.Or(err, errLimits)
	}
	return part{t.lattice, next}, err
}

func (e *independent) start(ctx context.Context, k int) (startTime, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if t := e.sumTo(k); deviation(t.variance) <= closePoint*t.mean || math.IsInf(t.variance, 1) && k > longestWalk {
		return startTime{law: pointAt(t.mean).law(), exact: t.exact}, nil
	}
	walked, err := e.walkTo(ctx, min(k, longestWalk))
	if err != nil {
		return startTime{}, err
	}
	if k <= longestWalk {
		return newStartTime(walked, e.sumTo(k).exact), nil
	}
	if t, ok := e.far[k]; ok {
		return t, nil
	}
	if len(e.far) >= longestWalk {
		clear(e.far)
	}
	last, t := e.sumTo(longestWalk), e.sumTo(k)
	shape := limit(walked, last.exact, math.Sqrt(last.independence()/t.independence()))
	e.far[k] = newStartTime(shape.stretched(0, math.Sqrt(t.variance), t.mean), t.exact)
	return e.far[k], nil
}

// independence returns the number of equal delays that a sum is as near to the normal
// distribution as, (sum of the variances)^2 over the sum of their squares.
func (m totals) independence() float64 { return max(1, 1/m.uneven) }

// walkTo returns the sum of the first k intervals.
func (e *independent) walkTo(ctx context.Context, k int) (lattice, error) {
	var ahead []int // from k back to a retry that is known
	for ; ; k -= e.step(k) {
		if _, ok := e.walk[k]; ok {
			break
		}
		ahead = append(ahead, k)
	}
	t := e.walk[k]
	for _, k := range slices.Backward(ahead) {
		if err := ctx.Err(); err != nil {
			return t, err
		}
		if j := e.step(k); j == 1 {
			t = e.next(t, e.retry(float64(k))).shifted(e.policy.AttemptTime)
		} else {
			t = e.sum(t, e.alikeSum(j))
		}
		e.walk[k] = t
	}
	return t, nil
}

// step returns how many intervals T_k is more than the sum that it is computed from: of j
// that are alike, the largest power of 2 that divides j, if it is 16 or more. It is 1 where
// delays pile up at points, which stay sharp one by one.
func (e *independent) step(k int) int {
	j := k - int(min(e.same, longestWalk))
	if j <= 0 || j%16 != 0 {
		return 1
	}
	d := e.retry(e.same)
	lo, hi := d.Support()
	if _, last := reach(d); d.Atom(lo)+d.Atom(hi) > slightMass || math.IsInf(last, 1) {
		return 1
	}
	return j & -j
}

// alikeSum returns the sum of j intervals that are alike, j a power of 2. The width of its
// cells is that of T_k, retry k the first of them, times a power of 2.
func (e *independent) alikeSum(j int) lattice {
	if len(e.doubled) == 0 {
		d, t := e.retry(e.same), e.walk[int(e.same)]
		first := putWhole
		if !t.whole {
			lo, hi := reach(d)
			for first = put; t.step/2*float64(e.cells-4) >= hi-lo; {
				t.step /= 2
			}
		}
		e.doubled = append(e.doubled, first(d, t.step).shifted(e.policy.AttemptTime))
	}
	i := bits.Len(uint(j)) - 1
	for len(e.doubled) <= i {
		last := e.doubled[len(e.doubled)-1]
		e.doubled = append(e.doubled, e.sum(last, last))
	}
	return e.doubled[i]
}

// sum returns the sum of two independent times, on cells wide enough that all of it fits.
func (e *independent) sum(a, b lattice) lattice {
	first, last := a.span()
	lo, hi := b.span()
	least := (last - first + hi - lo) / float64(e.cells)
	if a.whole && b.whole && a.step == b.step && a.step >= least {
		return convolve(a, b)
	}
	a = a.within(b, max(least, b.step))
	a.whole = false
	b = b.within(a, a.step)
	b.whole = false
	return convolve(a, b)
}

// next returns the sum of a time and a delay, on cells wide enough that all of it fits.
func (e *independent) next(t lattice, d jitter.Dist) lattice {
	lo, hi := reach(d)
	if lo == hi || math.IsInf(hi, 1) {
		return t.shifted(lo)
	}
	if q := quantum(&e.policy); q > 0 && (t.whole || len(t.mass) == 0 && len(t.points) == 1) {
		if first, last := t.span(); (last-first+hi-lo)/q < float64(e.cells) {
			return convolve(t, putWhole(d, q))
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

// firstStep returns the width of a cell, of at least h: where delays pile up at both ends of
// their range, it is a whole part of that range, so that the points of their sums stay sharp.
func (e *independent) firstStep(h float64) float64 {
	if math.IsInf(e.same, 1) {
		return h
	}
	d := e.retry(e.same)
	lo, hi := d.Support()
	if !(lo < hi) || d.Atom(lo) == 0 || d.Atom(hi) == 0 {
		return h
	}
	return (hi - lo) * math.Exp2(math.Ceil(math.Log2(h/(hi-lo))))
}

func (e *independent) exactly(_ context.Context, k int) (exact, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.sumTo(k).exact, nil
}

// A run is what is exact of T_n, where a run of delays that are nearly the same begins.
type run struct {
	n float64
	totals
}

// sumTo returns what is exact of T_k. Delays are added up one by one, beyond 1,024 of them in
// runs over which they grow by little, with that in the middle for all.
func (e *independent) sumTo(k int) totals {
	differ := min(float64(k), e.same-1) // delays that are not alike
	last := e.runs[len(e.runs)-1]
	for last.n <= differ && !math.IsInf(last.mean, 1) {
		length := max(1, math.Floor(last.n/512))
		for length > 1 && !(e.retry(last.n+length).Mean() <= 1.03*e.retry(last.n+1).Mean()) {
			length = math.Floor(length / 2)
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

// add returns the run with so many delays more.
func (r run) add(e *independent, length float64) run {
	if length == 0 || math.IsInf(r.mean, 1) {
		return r
	}
	middle := e.retry(r.n + math.Ceil(length/2))
	return run{r.n + length, r.with(middle, length, e.policy.AttemptTime)}
}

// with returns the moments with n delays d more, each after an attempt.
func (m totals) with(d jitter.Dist, n, attempt float64) totals {
	lo, hi := d.Support()
	added := d.Variance()
	all := m.variance + n*added
	if all > 0 && !math.IsInf(all, 1) {
		before, each := m.variance/all, added/all
		m.uneven = m.uneven*before*before + n*each*each
	}
	return totals{exact{mean: m.mean + n*(attempt+d.Mean()), variance: all,
		lo: m.lo + n*(attempt+lo), hi: m.hi + n*(attempt+hi)}, m.uneven}
}

// limit returns the distribution of (T_k - E T_k)/sd T_k for a k beyond the walk, by that
// of the last T_K there, whose quantiles x(q) come nearer to those of the normal
// distribution, z(q):
//
//	z(q) + f (x(q) - z(q)),  f = sqrt(K'/k')
//
// K' and k' are the independence of the two sums. This is the expansion of Cornish and
// Fisher to the first order, in which the distance is the skewness, without a formula for
// it. Where the delays grow so fast that the last few decide, f is 1.
func limit(t lattice, e exact, f float64) lattice {
	sd := deviation(e.variance)
	if !(sd > 0) {
		return pointAt(0)
	}
	shape := t.law()
	first, last := t.span()
	n := 2*fewCells + 1
	edges, upTo := make([]float64, n), make([]float64, n)
	for j := range n {
		x := first + (last-first)*float64(j)/float64(n-1)
		upTo[j] = shape.by(x)
		z := numeric.NormalQuantile(min(1-slightMass, max(slightMass, upTo[j])))
		edges[j] = z + f*((x-e.mean)/sd-z)
	}
	l := lattice{at: edges[0], step: (edges[n-1] - edges[0]) / float64(n-1), mass: make([]float64, n-1)}
	l.at += l.step / 2
	before, i := 0.0, 0
	for j := range l.mass {
		x := edges[0] + l.step*float64(j+1)
		for i < n-2 && edges[i+1] < x {
			i++
		}
		share := 1.0
		if edges[i+1] > edges[i] {
			share = min(1, (x-edges[i])/(edges[i+1]-edges[i]))
		}
		by := upTo[i] + share*(upTo[i+1]-upTo[i])
		l.mass[j], before = by-before, by
	}
	return l.stretched(l.mean(), 1/deviation(l.variance()), 0)
}
