package elapsed

import (
	"context"
	"math"
	"math/cmplx"
	"slices"
	"sync"

	"retune/calc/jitter"
	"retune/calc/num"
)

// An independent is the clients of a policy whose delays are independent. The
// distribution of T_k is, of these, the first that holds:
//
//	quanta           where all delays have values at one distance, and these are few
//	a series         where the characteristic functions fall fast enough
//	a stage          one retry after another
//	caps             a stage and caps, if the cap comes after the jitter, and the delays
//	                 have grown so far beyond it that they are 0 or c
//	a late stage     if the delays grow without a cap, begun where what was before is
//	                 next to nothing
//
// and if none of these does, the series with the error that it states.
type independent struct {
	ctx    context.Context
	policy jitter.Policy
	normal bool // the type has a smooth density, of which the pieces are strips
	cells  int
	nats   float64 // ln of the probability that is let go
	coarse bool
	strips int
	tol    float64 // what a series should be off by

	settled float64 // retry from which on all delays have one distribution; +Inf: never
	walkTo  int     // last retry that is worth a stage
	scales  bool    // the delay over the delay before jitter has one distribution

	mu       sync.Mutex           // guards what follows, which grows as it is asked for
	sums     []sum                // of T_0, T_1, ...
	kept     map[int]distribution // of T_k
	stages   []*stage             // T_0, T_1, ...
	delays   map[int]*delay       // as a step adds them
	growth   []float64            // delay before jitter of retry k over the first
	waves    waves
	spectrum spectrum
	held     int // values of the quanta in kept
	last     sum // what a retry from settled on adds
	caps     *caps
	worst    float64
}

// A sum is what is known of T_k exactly.
type sum struct {
	mean, sd float64 // seconds
	lo, hi   float64 // support, seconds
	step     float64 // how far a delay is from its mean, or the deviation of a normal one, at most, seconds
	points   float64 // ln of the probability that no delay had a density
	phase    float64 // ln |E e^(i w T)| at w = 2 pi/c, if the cap comes after the jitter
}

// Limits of what is worth computing.
const (
	mostStages = 4000    // retries carried on a grid
	mostFine   = 32      // retries whose grids may be made finer
	mostSums   = 1 << 20 // retries summed one by one
	mostPoints = 1 << 18 // sums of points told apart; where there are more a lattice is spread evenly
	hidden     = 1e-11
)

func newIndependent(ctx context.Context, p jitter.Policy, effort Effort) *independent {
	e := &independent{ctx: ctx, policy: p, normal: p.Jitter.Type.Row().Smooth() && p.Usual(), cells: 512, tol: 1e-8, nats: 30,
		settled: math.Inf(1), kept: map[int]distribution{}, delays: map[int]*delay{}, sums: []sum{{}}, stages: []*stage{certainly(sum{})}, growth: []float64{0}}
	if effort == Coarse {
		e.cells, e.tol, e.nats, e.coarse = 64, 1e-5, 16, true
	}
	if e.strips = 1; e.normal {
		e.strips = 96
	}
	y := math.Log1p(p.Factor - 1)
	growth := func(ratio float64) float64 { return 1 + math.Ceil(math.Log(ratio)/y) }
	free := math.IsInf(p.Cap, 1)
	e.scales = p.Jitter.Type.Row().Unit != jitter.Seconds && p.Usual()
	switch {
	case !p.Usual():
		e.settled = p.SameFrom()
	case p.Factor == 1:
		e.settled = 1
	case !free && !p.CapAfter:
		e.settled = p.CapRetry()
	case !free:
		e.settled = growth(1e13 * p.Cap / p.InitialDelay)
	}
	e.walkTo = mostStages
	switch {
	case free && p.Factor > 1 && e.scales:
		e.walkTo = int(min(float64(e.walkTo), growth(1/hidden)))
	case e.lattice():
		e.walkTo = int(min(float64(e.walkTo), e.settled-1))
	}
	return e
}

// lattice reports whether all delays are 0 or c in the end: see caps.
func (e *independent) lattice() bool {
	return e.policy.CapAfter && e.policy.Factor > 1 && !math.IsInf(e.policy.Cap, 1) && e.policy.Usual()
}

// one returns the distribution of the delay before retry k.
func (e *independent) one(k int) jitter.Delay {
	return e.policy.Retry(min(float64(k), e.settled))
}

// delay returns the delay before retry k as a step adds it.
func (e *independent) delay(k int) *delay {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.delayOf(k)
}

func (e *independent) delayOf(k int) *delay {
	k = int(min(float64(k), e.settled))
	d, ok := e.delays[k]
	if !ok {
		d = e.cut(k, e.strips)
		if len(e.delays) < mostStages {
			e.delays[k] = d
		}
	}
	return d
}

// cut returns the delay before retry k, normals cut into so many strips.
func (e *independent) cut(k, strips int) *delay {
	d := e.one(k)
	t := &delay{Delay: d, normal: e.normal, mean: d.Mean(), sd: math.Sqrt(max(0, d.Variance()))}
	t.lo, t.hi = d.Support()
	t.step = max(t.mean-t.lo, t.hi-t.mean)
	t.pieces = slices.Clone(d.Components(strips))
	if row := e.policy.Jitter.Type.Row(); e.normal && row.Tail != nil && t.sd > 0 && d.Atom(t.hi) == 0 {
		t.sigma, t.ref = math.Inf(1), t.mean // |psi| is at most twice the highest density over w
		t.density = (d.CDF(t.lo+1e-6*(t.hi-t.lo)) - d.CDF(t.lo)) / (1e-6 * (t.hi - t.lo))
	} else if e.normal && row.Deviation != nil && t.sd > 0 {
		before, c := e.policy.BeforeJitter(min(float64(k), e.settled)), e.policy.Cap
		if !e.policy.CapAfter {
			before, c = min(before, c), math.Inf(1)
		}
		t.sigma = row.Deviation(e.policy.Around(float64(k), before))
		t.density = (num.NormalPDF(before/t.sigma) + num.NormalPDF((c-before)/t.sigma)) / t.sigma
		t.step = max(t.sigma, t.sd)
		t.points = d.Atom(0) + d.Atom(e.policy.Cap)
		if t.exact = t.points < 1e-14; t.exact {
			t.step = 0
		}
		if last := len(t.pieces) - 1; t.pieces[0].Lo < t.pieces[0].Hi && t.pieces[last].Lo < t.pieces[last].Hi {
			t.ref = t.mean // a point is too light for a piece
		}
	} else {
		t.ref = t.lo
		for _, b := range t.pieces {
			if b.Lo == b.Hi {
				t.points += b.Weight
			}
		}
	}
	if t.ref != 0 {
		for i := range t.pieces {
			t.pieces[i].Lo, t.pieces[i].Hi = t.pieces[i].Lo-t.ref, t.pieces[i].Hi-t.ref
		}
	}
	return t
}

func (e *independent) Delay(k int) jitter.Dist { return e.one(k) }
func (e *independent) Start(k int) jitter.Dist { return start{e.distribution(k)} }

// sum returns what is exact of T_k.
func (e *independent) sum(k int) sum {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.sumOf(k)
}

func (e *independent) sumOf(k int) sum {
	s, after := e.policy.AttemptTime, 0.0
	if m := e.settled - 1; float64(k) > m {
		k, after = int(m), float64(k)-m
	}
	var t sum
	if e.scales && !e.policy.CapAfter && k >= mostStages {
		t = e.grown(float64(k))
	} else {
		if k > mostSums {
			k, after, e.worst = mostSums, after+float64(k-mostSums), 1
		}
		for len(e.sums) <= k && e.ctx.Err() == nil {
			e.sums = append(e.sums, e.sums[len(e.sums)-1].with(e.termOf(len(e.sums)), 1, s))
		}
		t = e.sums[min(k, len(e.sums)-1)]
	}
	if after > 0 {
		t = t.with(e.termOf(k+1), after, s)
	}
	return t
}

// grown returns the sum of k delays below the cap that scale with the delay before
// jitter d, from that of the first: the squares of d_j/d_1 add up to
//
//	(d_k/d_1)^2 (1 - r^-2k)/(1 - r^-2)    (r = 1: k)
func (e *independent) grown(k float64) sum {
	if k == 0 {
		return sum{}
	}
	t, y, squares := e.termOf(1), math.Log1p(e.policy.Factor-1), k
	if y > 0 {
		squares = math.Expm1(-2*k*y) / math.Expm1(-2*y)
	}
	free := e.policy.Policy
	free.Cap, free.AttemptTime = math.Inf(1), 0
	all, attempts := free.Elapsed(k)/e.policy.InitialDelay, k*e.policy.AttemptTime
	last := e.policy.BeforeJitter(k) / e.policy.InitialDelay
	g := sum{mean: all*t.mean + attempts, sd: t.sd * last * math.Sqrt(squares), lo: all*t.lo + attempts, hi: all*t.hi + attempts,
		step: t.step * last, points: k * t.points}
	return g
}

// termOf returns what retry k adds to a sum, but for the attempt.
func (e *independent) termOf(k int) sum {
	if float64(k) == e.settled && e.last.hi > 0 {
		return e.last
	}
	d, by := e.scaled(k)
	if math.IsInf(by, 1) { // and then no delay is anything else
		return sum{mean: by, lo: by, hi: by}
	}
	t := sum{mean: by * d.mean, sd: by * d.sd, lo: by * d.lo, hi: by * d.hi, step: by * d.step, points: math.Log(min(1, d.points))}
	if e.policy.CapAfter && !math.IsInf(e.policy.Cap, 1) {
		t.phase = math.Log(min(1, cmplx.Abs(d.psi(2*math.Pi/e.policy.Cap))))
	}
	if float64(k) == e.settled {
		e.last = t
	}
	return t
}

// with returns the sum with n terms more, each after an attempt.
func (s sum) with(t sum, n, attempt float64) sum {
	return sum{mean: s.mean + n*(t.mean+attempt), sd: math.Hypot(s.sd, math.Sqrt(n)*t.sd), lo: s.lo + n*(attempt+t.lo), hi: s.hi + n*(attempt+t.hi),
		step: max(s.step, t.step), points: s.points + n*t.points, phase: s.phase + n*t.phase}
}

// distribution returns the distribution of T_k.
func (e *independent) distribution(k int) distribution {
	e.mu.Lock()
	defer e.mu.Unlock()
	l, ok := e.kept[k]
	if !ok {
		l = e.distributionOf(k)
		if q, ok := l.(*quanta); ok {
			e.held += len(q.f)
		}
		if len(e.kept) >= mostStages || e.held > mostTransforms {
			clear(e.kept)
			e.held = 0
		}
		if _, long := l.(*caps); !long {
			e.kept[k] = l
		}
	}
	e.worst = max(e.worst, l.off())
	return l
}

func (e *independent) distributionOf(k int) distribution {
	t := e.sumOf(k)
	if q := e.quanta(k, t); q != nil {
		return q
	}
	onCaps := k > e.walkTo && e.lattice() && float64(e.walkTo) == e.settled-1
	switch {
	case onCaps && !e.normal: // one stage serves all
		return e.onCaps(k, t)
	case k < 3: // exact
		return e.stage(k)
	case math.IsInf(t.mean, 1):
		return certainly(t)
	case t.reach(e.nats) < 0x1p-48*t.mean:
		return certainly(t)
	}
	e.worst = max(e.worst, e.blur(t))
	if t.points < math.Log(e.tol/100) {
		if s := e.series(k, t); s.errors <= e.stageError() {
			return s
		}
	}
	switch grows := e.scales && math.IsInf(e.policy.Cap, 1) && e.policy.Factor > 1; {
	case k <= e.walkTo:
		return e.stage(k)
	case onCaps:
		return e.onCaps(k, t)
	case grows && e.walkTo < mostStages:
		return e.late(k)
	}
	return e.series(k, t)
}

// late returns the stage of T_k, begun at a retry at which T is next to nothing.
func (e *independent) late(k int) *stage {
	from := k - e.walkTo
	s := certainly(e.sumOf(from))
	s.errors = hidden
	for ; from < k && e.ctx.Err() == nil; from++ {
		s = e.after(s, from+1)
	}
	t := e.sumOf(k)
	s.mean, s.sd, s.lo, s.hi = t.mean, t.sd, t.lo, t.hi
	return s
}

// stage returns the stage of T_k.
func (e *independent) stage(k int) *stage {
	for len(e.stages) <= k && e.ctx.Err() == nil {
		e.stages = append(e.stages, e.after(e.stages[len(e.stages)-1], len(e.stages)))
	}
	return e.stages[min(k, len(e.stages)-1)]
}

// stageError returns how far the CDF of a stage may be off.
func (e *independent) stageError() float64 { return max(2e-6, 2*e.tol) }

// after returns the stage of T_k from that of the retry before.
func (e *independent) after(last *stage, k int) *stage {
	align := 0.0
	if e.normal && e.policy.CapAfter && !math.IsInf(e.policy.Cap, 1) {
		align = e.policy.Cap
	}
	d := e.delayOf(k)
	spread := last.spread || (len(last.points.list)+len(last.spans.list))*len(d.pieces) > mostPoints
	if spread {
		d = e.cut(k, jitter.Evenly)
	}
	if e.normal && d.sd > 18*last.sd && last.sd > 0 {
		d = e.cut(k, 5*e.strips)
	}
	aim := e.stageError()
	if k > mostFine {
		aim = 1
	}
	next := last.plus(d, e.policy.AttemptTime, e.cells, align, aim)
	next.spread, next.errors = spread, next.errors+1e-12
	if next.rest != nil {
		next.errors = max(next.errors, e.stageError(), 2*next.miss)
	}
	return next
}

// Error is the largest of the errors of the distributions that were asked for.
func (e *independent) Error() float64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.worst
}
