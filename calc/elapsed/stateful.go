package elapsed

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"retune/calc/jitter"
	"retune/calc/num"
)

// A stateful is the process of a policy each of whose delays depends on the one before. The delays alone are a chain
// on a fine grid, which is exact; T_k with the delay is walked on a coarse one. Beyond the walk T_k has the shape of
// the last one there, nearer to the normal distribution, and the moments of the chain.
type stateful struct {
	policy jitter.Policy
	cells  int // of what is asked about T_k

	mu           sync.Mutex // guards what follows
	fine, coarse *chain
	walk         *walk
	left         []joint // T_k by the next delay, at k
}

const (
	leastWalk = 32  // retries that are walked where they are asked for
	mostWalk  = 128 // and where delays are not alike before
)

func newStateful(p jitter.Policy, effort Effort) *stateful {
	s := &stateful{policy: p, cells: 2048, fine: newChain(p, 200), coarse: newChain(p, 64), walk: newWalk(512)}
	if effort == Coarse {
		s.cells, s.fine, s.coarse, s.walk = 256, newChain(p, 64), newChain(p, 32), newWalk(256)
	}
	s.walk.follow, s.coarse.steady = s.follow, true
	return s
}

func (s *stateful) delay(ctx context.Context, k int) (jitter.Dist, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if k == 1 {
		return s.policy.Next(0, true), nil
	}
	err := s.fine.to(ctx, k)
	return s.fine.delays[min(k, len(s.fine.delays)-1)].piecewise, err
}

// exactly returns, without a cap, the ends of the walk for those of the support: far from them almost nobody is.
func (s *stateful) exactly(ctx context.Context, k int) (e exact, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !math.IsInf(s.policy.Cap, 1) {
		err = s.fine.to(ctx, k)
		return s.fine.start(k), err
	}
	n := min(k, mostWalk)
	if err = cmp.Or(s.fine.to(ctx, n), s.walk.to(ctx, n)); err != nil {
		return e, err
	}
	e, y := s.fine.start(k), s.walk.joints[n].y
	if e.lo = y[0]; k == n {
		e.hi = y[len(y)-1]
	}
	return e, nil
}

func (s *stateful) alike(ctx context.Context) (float64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, err := s.walked(ctx)
	if n > mostWalk {
		return math.Inf(1), err
	}
	return float64(n), err
}

// walked returns the retry up to which the clients are walked, from which on delays are alike; more than mostWalk if
// they never are.
func (s *stateful) walked(ctx context.Context) (int, error) {
	if math.IsInf(s.policy.Cap, 1) {
		return mostWalk + 1, nil
	}
	if err := s.fine.to(ctx, mostDelays); err != nil && err != errUnsettled {
		return 0, err
	}
	last := s.fine.delays[len(s.fine.delays)-1]
	n := len(s.fine.delays) - 1
	for n > leastWalk && same(s.fine.delays[n-1].x, last.x) && apart(s.fine.delays[n-1].cdf, last.cdf) < 1e-3 {
		n--
	}
	return n, nil
}

// to goes to retry k, and says up to which one the clients are walked for it.
func (s *stateful) to(ctx context.Context, k int) (last int, err error) {
	last = k
	if k > leastWalk {
		if last, err = s.walked(ctx); err != nil {
			return last, err
		}
		if last = min(last, mostWalk, k); last < k && !s.fine.even {
			return last, errUnsettled
		}
	}
	return last, cmp.Or(s.fine.to(ctx, k), s.walk.to(ctx, last), s.coarse.to(ctx, last+1))
}

func (s *stateful) start(ctx context.Context, k int) (startTime, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last, err := s.to(ctx, k)
	if err != nil {
		return startTime{}, err
	}
	j, e := s.walk.joints[last], s.fine.start(k)
	if last < k && e.certain() {
		return startTime{law: pointAt(e.mean).law(), exact: e}, nil
	}
	return newStart(piecewise{s.beyond(j.y, j.start(), last, k), j.start(), e}, s.cells), nil
}

// beyond returns the knots of T_k by those of the last T_K of the walk, at the same probabilities:
//
//	E T_k + sd T_k (z + f (x-z)),  f = sd T_K / sd T_k
//
//	x  knot of T_K, less its mean, in deviations
//	z  quantile of the normal distribution
//
// Source: the expansion of Cornish and Fisher to the first order, in which x-z falls as the root of k.
func (s *stateful) beyond(y, cdf []float64, last, k int) []float64 {
	if last == k {
		return y
	}
	from, to := s.fine.start(last), s.fine.start(k)
	x, f := make([]float64, len(y)), deviation(from.variance)/deviation(to.variance)
	for i := range x {
		z := num.NormalQuantile(min(1-trimmed, max(trimmed, cdf[i])))
		x[i] = to.mean + deviation(to.variance)*(z+f*((y[i]-from.mean)/deviation(from.variance)-z))
	}
	return x
}

// parts returns groups of cells of the next delay. How far the mean of T_k in one is from that of all stays as it is
// beyond the walk.
func (s *stateful) parts(ctx context.Context, k int) (list []part, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last, err := s.to(ctx, k)
	if err != nil {
		return nil, err
	}
	j, d := s.leaving(last), s.coarse.delays[last+1]
	all := knotted(j.y, j.start())
	y := s.beyond(j.y, all.cdf, last, k)
	if last < k && s.fine.start(k).certain() {
		t := s.fine.start(k).mean
		return []part{{pointAt(t), jitter.Constant(d.mean)}}, nil
	}
	stretched := deviation(s.fine.start(k).variance)/deviation(s.fine.start(last).variance) - 1
	groups := s.coupled(j, all)
	each := (len(j.cdf) + groups - 1) / groups
	for from := 0; from < len(j.cdf); from += each {
		to := min(from+each, len(j.cdf))
		if !(d.cdf[to]-d.cdf[from] > trimmed) {
			continue
		}
		cdf := slices.Clone(d.cdf[from : to+1])
		for i := range cdf {
			cdf[i] -= d.cdf[from]
		}
		starts, x := joint{j.y, j.cdf[from:to]}.start(), slices.Clone(y)
		for i := range x {
			if last < k {
				x[i] -= stretched * (knotted(j.y, starts).mean - all.mean)
			}
		}
		for _, l := range lattices(x, starts, s.cells/8+256) {
			list = append(list, part{l, knotted(d.x[from:to+1], cdf)})
		}
	}
	return list, nil
}

// coupled returns how many groups of cells to tell apart: more where the cell explains more of the variance of T_k.
func (s *stateful) coupled(j joint, all piecewise) int {
	explained := 0.0
	for _, f := range j.cdf {
		if p := f[len(f)-1]; p > trimmed {
			off := knotted(j.y, f).mean - all.mean
			explained += p * off * off
		}
	}
	if explained == 0 {
		return 1
	}
	return 2 + s.cells/1024 + int(float64(12+s.cells/64)*min(1, explained/all.variance))
}

// newStart returns what starts as a distribution with knots says.
func newStart(d piecewise, cells int) startTime {
	l := newCurve(d.x, d.cdf, 0, 0).cells(d.x[0], d.x[len(d.x)-1], cells)
	return startTime{l.law(), d.exact, d, lattices(d.x, d.cdf, cells)}
}

// lattices returns a measure on cells that are narrower towards its first knot, where much of it is there.
func lattices(y, f []float64, cells int) (list []lattice) {
	c := newCurve(y, f, 0, 0)
	lo, hi := y[0], y[len(y)-1]
	for from := lo; hi > lo || list == nil; hi = from {
		i := 0
		from = lo + (hi-lo)/16
		if p, _ := c.at(from, &i); len(list) == 8 || p < f[len(f)-1]/100 {
			from = lo
		}
		list = append(list, c.cells(from, hi, cells))
	}
	return list
}

// leaving returns T_k by the delay that follows.
func (s *stateful) leaving(k int) joint {
	if k < len(s.left) {
		return s.left[k]
	}
	from, j := &s.coarse.delays[k], s.walk.joints[k]
	n := joint{y: j.y}
	for range from.next.x[1:] {
		n.cdf = append(n.cdf, make([]float64, len(j.y)))
	}
	for a, f := range j.cdf {
		lower, upper := from.p[2*a], from.p[2*a+1]
		if lower+upper < trimmed*trimmed {
			continue
		}
		for b, row := range n.cdf {
			q := (lower*from.next.cells[2*a][b] + upper*from.next.cells[2*a+1][b]) / (lower + upper)
			if q < 1e-12 {
				continue
			}
			for m, x := range f {
				row[m] += q * x
			}
		}
	}
	s.left = append(s.left, n)
	return n
}

// follow returns what adds up to T_k.
func (s *stateful) follow(ctx context.Context, k int) (list sums, err error) {
	if err := s.coarse.to(ctx, k); err != nil {
		return nil, err
	}
	n := s.leaving(k - 1)
	for b, f := range n.cdf {
		var curves []curve
		if f[len(f)-1] > trimmed*trimmed {
			curves = []curve{s.moved(k, b, n.y, f)}
		}
		list = append(list, curves)
	}
	return list, nil
}

// moved returns T_(k-1) of the clients with the next delay in a cell, and that delay. Within the cell T_(k-1) still
// depends on the delay, so that it is moved and stretched to where T_k has the mean and the variance of the chain;
// where that would be below the least T_(k-1), it is scaled.
func (s *stateful) moved(k, cell int, y, f []float64) curve {
	to := &s.coarse.delays[k]
	p, at1, at2, wait, square := 0.0, 0.0, 0.0, 0.0, 0.0
	for i := 2 * cell; i < 2*cell+2; i++ {
		t := s.policy.AttemptTime + to.t[i]
		p, at1, at2 = p+to.p[i], at1+to.at1[i], at2+to.at2[i]
		wait, square = wait+to.p[i]*t, square+to.p[i]*t*t
	}
	wait, at1 = wait/p, at1/p
	variance := max(0, square/p-wait*wait)
	old, least := knotted(y, f), s.coarse.delays[k-1].start.lo
	mean, stretch := at1-wait, math.Sqrt((at2/p-at1*at1-variance)/old.variance)
	from, to0 := old.mean, mean
	if f[0] > 0 || !(mean+stretch*(y[0]-old.mean) >= least) || math.Abs(stretch-1) > 0.1 {
		from, to0, stretch = least, least, (mean-least)/(old.mean-least)
	}
	x := slices.Clone(y)
	if stretch > 0 && !math.IsInf(stretch, 1) {
		for i := range x {
			x[i] = to0 + stretch*(y[i]-from)
		}
	}
	half := math.Sqrt(3 * variance)
	return newCurve(x, f, wait-half, wait+half)
}
