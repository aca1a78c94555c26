package elapsed

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"

	"retune/calc/jitter"
)

// An independent is the clients of a policy whose delays are independent. T_k is, of
// these, the first that holds:
//
//	a normal distribution   while no draw of a normal type is cut, at 0 or at the cap
//	Edgeworth's expansion   from where the next terms of it are below tolerance
//	a stage                 one retry after another, to where one of the others holds
//	the stage, scaled       if the delays grow without a cap and their distribution
//	                        with them: T_k over a r^(k-1) has settled
//	the stage and caps      if the cap comes after the jitter, and the delays have
//	                        grown so far beyond that they are 0 or c
//
// and if none of these does, Edgeworth's expansion with the error that it states.
type independent struct {
	ctx    context.Context
	policy jitter.Policy
	normal bool // the type is a normal one
	cells  int
	coarse bool
	strips int
	tol    float64 // what an expansion may be off by

	settled float64 // retry from which on all delays have one distribution; +Inf: never
	walkTo  int     // last retry that is worth a stage
	scales  bool    // the delay over the delay before jitter has one distribution

	mu     sync.Mutex     // guards what follows, which grows as it is asked for
	sums   []sum          // of T_0, T_1, ...
	stages []*stage       // T_0, T_1, ...
	delays map[int]*delay // as a step adds them
	last   term           // of all retries from settled on
	caps   *caps
	worst  float64
}

// A sum is what is known of T_k exactly.
type sum struct {
	cumulants
	lo, hi float64 // support, seconds
	cut    float64 // probability that a draw of a normal type was cut, at most
	phase  float64 // ln |E e^(i w T)| at w = 2 pi/c, if the cap comes after the jitter
}

// Limits of what is worth computing.
const (
	mostStages = 4000    // retries carried on a grid
	mostSums   = 1 << 20 // retries summed one by one
	hidden     = 1e-11
)

func newIndependent(ctx context.Context, p jitter.Policy, effort Effort) *independent {
	e := &independent{ctx: ctx, policy: p, normal: p.Jitter.Type.Row().Deviation != nil, cells: 1536, tol: 1e-6,
		settled: math.Inf(1), delays: map[int]*delay{}, sums: []sum{{}}, stages: []*stage{origin()}}
	if effort == Coarse {
		e.cells, e.tol, e.coarse = 384, 1e-5, true
	}
	if e.strips = 1; e.normal {
		e.cells, e.strips, e.tol = (e.cells+1)/2, 96, 2e-5
	}
	y := math.Log1p(p.Factor - 1)
	growth := func(ratio float64) float64 { return 1 + math.Ceil(math.Log(ratio)/y) }
	free := math.IsInf(p.Cap, 1)
	e.scales = scales(p)
	switch {
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
	return e.policy.CapAfter && e.policy.Factor > 1 && !math.IsInf(e.policy.Cap, 1)
}

// scales reports whether the delay over the one before jitter has one distribution.
func scales(p jitter.Policy) bool {
	const by = 64
	p.Cap = math.Inf(1)
	one, other := p.One(p.InitialDelay).Components(8), p.One(by*p.InitialDelay).Components(8)
	for i := range one {
		if len(other) != len(one) || !(math.Abs(other[i].Hi-by*one[i].Hi) <= 1e-9*by*one[i].Hi) ||
			!(math.Abs(other[i].Weight-one[i].Weight) <= 1e-12) {
			return false
		}
	}
	return true
}

// one returns the distribution of the delay before retry k.
func (e *independent) one(k int) jitter.Delay {
	return e.policy.One(e.policy.BeforeJitter(min(float64(k), e.settled)))
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
	t := &delay{Delay: d, normal: e.normal, mean: d.Mean(), sd: math.Sqrt(math.Max(0, d.Variance()))}
	t.lo, t.hi = d.Support()
	t.pieces = d.Components(strips)
	switch {
	case !e.normal:
		t.ref = t.lo
	case d.Atom(0)+d.Atom(e.policy.Cap) > 0 && len(t.pieces) != strips: // a point that is not too light for a piece
		t.points = d.Atom(0) + d.Atom(e.policy.Cap)
	default:
		t.ref = t.mean
	}
	if t.ref != 0 {
		for i := range t.pieces {
			t.pieces[i].Lo, t.pieces[i].Hi = t.pieces[i].Lo-t.ref, t.pieces[i].Hi-t.ref
		}
	}
	return t
}

func (e *independent) Delay(k int) jitter.Dist { return e.one(k) }

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
	if e.scales && !e.policy.CapAfter {
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
// jitter d: a cumulant of order p is that of the first times
//
//	sum of (d_j/d_1)^p = (d_k/d_1)^p (1 - r^-pk)/(1 - r^-p)    (r = 1: k)
func (e *independent) grown(k float64) sum {
	if k == 0 {
		return sum{}
	}
	t, y := e.termOf(1), math.Log1p(e.policy.Factor-1)
	series := func(p float64) float64 { // over (d_k/d_1)^p
		if y == 0 {
			return k
		}
		return math.Expm1(-p*k*y) / math.Expm1(-p*y)
	}
	free := e.policy.Policy
	free.Cap, free.AttemptTime = math.Inf(1), 0
	all, attempts := free.Elapsed(k)/e.policy.InitialDelay, k*e.policy.AttemptTime
	last := e.policy.BeforeJitter(k) / e.policy.InitialDelay
	var g sum
	g.mean, g.lo, g.hi, g.cut = all*t.mean+attempts, all*t.lo+attempts, all*t.hi+attempts, k*t.cut
	if t.hi > 0 && math.IsInf(t.hi, 1) {
		g.hi = t.hi
	}
	root := math.Sqrt(series(2))
	g.sd = t.sd * last * root
	for p := 3; p <= 6; p++ {
		g.g[p] = t.g[p] * series(float64(p)) / math.Pow(root, float64(p))
	}
	return g
}

// A term is what a delay adds to a sum.
type term struct {
	cumulants
	lo, hi, cut, phase float64
}

// termOf returns the term of retry k.
func (e *independent) termOf(k int) term {
	if float64(k) == e.settled && e.last.hi > 0 {
		return e.last
	}
	d := e.delayOf(k)
	t := term{cumulants: d.cumulants(), lo: d.lo, hi: d.hi, cut: d.points}
	if e.policy.CapAfter && !math.IsInf(e.policy.Cap, 1) {
		re, im, w := 0.0, 0.0, 2*math.Pi/e.policy.Cap
		for _, b := range d.pieces {
			mid, half := d.ref+b.Lo+(b.Hi-b.Lo)/2, w*(b.Hi-b.Lo)/2
			size := b.Weight
			if half > 0 {
				size *= math.Sin(half) / half
			}
			re, im = re+size*math.Cos(w*mid), im+size*math.Sin(w*mid)
		}
		t.phase = math.Log(math.Min(1, math.Hypot(re, im)))
	}
	if float64(k) == e.settled {
		e.last = t
	}
	return t
}

// with returns the sum with n terms more, each after an attempt.
func (s sum) with(t term, n, attempt float64) sum {
	return sum{cumulants: s.cumulants.times(cumulants{t.mean + attempt, t.sd, t.g}, n),
		lo: s.lo + n*(attempt+t.lo), hi: s.hi + n*(attempt+t.hi), cut: s.cut + n*t.cut, phase: s.phase + n*t.phase}
}

// law returns the distribution of T_k.
func (e *independent) law(k int) law {
	e.mu.Lock()
	defer e.mu.Unlock()
	l := e.lawOf(k)
	e.worst = math.Max(e.worst, l.off())
	return l
}

func (e *independent) lawOf(k int) law {
	t := e.sumOf(k)
	expanded := func() law { return newSmooth(t.cumulants, t.lo, t.hi) }
	switch {
	case k < len(e.stages) && k < 2:
		return e.stages[k]
	case math.IsInf(t.mean, 1):
		return infinite{}
	case e.normal && t.cut < 1e-13 && k > 0:
		t.g = [7]float64{} // those of its strips are not quite 0
		return expanded()
	case t.next() < e.tol && t.phase < -18 || t.next() < e.tol && !e.policy.CapAfter:
		return expanded()
	case k <= e.walkTo:
		return e.stage(k)
	case e.lattice() && float64(e.walkTo) == e.settled-1:
		return e.onCaps(k, t)
	case e.scales && math.IsInf(e.policy.Cap, 1) && e.policy.Factor > 1 && e.walkTo < mostStages:
		from := e.stage(e.walkTo)
		return scaled{stage: from, t: t, by: t.sd / from.sd}
	}
	return expanded()
}

// stage returns the stage of T_k.
func (e *independent) stage(k int) *stage {
	align := 0.0
	if e.normal && e.policy.CapAfter && !math.IsInf(e.policy.Cap, 1) {
		align = e.policy.Cap
	}
	for len(e.stages) <= k && e.ctx.Err() == nil {
		i := len(e.stages)
		d := e.delayOf(i)
		last := e.stages[i-1]
		if e.normal && d.sd > 18*last.sd && last.sd > 0 {
			d = e.cut(i, 5*e.strips)
		}
		next := last.plus(d, e.policy.AttemptTime, e.cells, align)
		next.errors += 1e-12
		if next.rest != nil {
			next.errors = e.tol
		}
		e.stages = append(e.stages, next)
	}
	return e.stages[min(k, len(e.stages)-1)]
}

func (e *independent) Start(k int) jitter.Dist {
	return start{e.law(k), func(r *rand.Rand) float64 {
		t := float64(k) * e.policy.AttemptTime
		for i := range k {
			t += e.one(i + 1).Sample(r)
		}
		return t
	}}
}

// Error is the largest of the errors of the distributions that were asked for.
func (e *independent) Error() float64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.worst
}
