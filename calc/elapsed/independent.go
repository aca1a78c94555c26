package elapsed

import (
	"context"
	"math"
	"sync"

	"retune/calc/jitter"
	"retune/calc/num"
)

// An independent is the clients of a policy whose delays are independent. In which way the
// distribution of T_k is kept says the map of the package.
type independent struct {
	ctx    context.Context
	work   *num.Work // done for ctx
	policy jitter.Policy
	normal bool // the type has a smooth density, of which the pieces are strips
	cells  int
	nats   float64 // ln of the probability that is let go
	coarse bool
	strips int
	tol    float64 // what a series should be off by
	slow   float64 // what intervals that grow may be off by: see pace

	growth  float64 // ln r
	settled float64 // retry from which on all delays have one distribution; +Inf: never
	walkTo  int     // last retry that is worth a stage
	scales  bool    // the delay over the delay before jitter has one distribution until settled

	mu       sync.Mutex          // guards what follows, which grows as it is asked for
	runs     []run               // of the retries before settled, from the first on
	kept     cache[distribution] // of T_k
	stages   cache[*stage]       // T_0, T_1, ...
	delays   cache[*delay]       // as a step adds them
	waves    waves
	spectrum spectrum
	last     sum          // what a retry from settled on adds
	first    [fewSums]sum // of T_1, T_2, ... where delays scale, once they have been asked for
	caps     *caps
	limit    *limit
	worst    float64
}

// Limits of what is worth computing.
const (
	mostStages = 4000    // retries carried on a grid
	mostFine   = 32      // retries whose grids may be made finer
	mostSums   = 1 << 20 // runs of retries that are summed
	fewSums    = 64      // retries whose sums are asked for again and again
	mostPoints = 1 << 16 // sums of points told apart; where there are more a lattice is spread evenly
	hidden     = 1e-11
)

func newIndependent(ctx context.Context, p jitter.Policy, effort Effort) *independent {
	e := &independent{ctx: ctx, work: num.WorkOf(ctx), policy: p, normal: p.Jitter.Type.Row().Smooth() && p.Usual(), cells: 512, tol: 1e-8, nats: 30, slow: 1e-5,
		growth: math.Log1p(p.Factor - 1), settled: math.Inf(1), runs: []run{{first: 1, m: 1}}}
	if effort == Coarse {
		e.cells, e.tol, e.nats, e.slow, e.coarse = 64, 1e-5, 16, 1e-4, true
	}
	if e.strips = 1; e.normal {
		e.strips = 96
	}
	y := e.growth
	growth := func(ratio float64) float64 { return 1 + math.Ceil(math.Log(ratio)/y) }
	free := math.IsInf(p.Cap, 1)
	e.scales = p.Scales()
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
	if e.lattice() {
		e.walkTo = int(min(float64(e.walkTo), e.settled-1))
	}
	return e
}

// one returns the distribution of the delay before retry k.
func (e *independent) one(k float64) jitter.Delay {
	e.work.Did(20)
	return e.policy.Retry(min(k, e.settled))
}

// delay returns the delay before retry k as a step adds it.
func (e *independent) delay(k float64) *delay {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.delayOf(k)
}

func (e *independent) delayOf(k float64) *delay {
	k = min(k, e.settled)
	d, ok := e.delays.of[k]
	if !ok {
		d = e.cut(k, e.strips)
		e.delays.keep(k, d, 3*len(d.pieces))
	}
	return d
}

func (e *independent) Delay(k int) jitter.Dist { return e.one(float64(k)) }
func (e *independent) Start(k int) jitter.Dist { return start{e.distribution(k)} }

// distribution returns the distribution of T_k.
func (e *independent) distribution(k int) distribution {
	e.mu.Lock()
	defer e.mu.Unlock()
	l, ok := e.kept.of[float64(k)]
	if !ok {
		l = e.distributionOf(k, e.sumOf(float64(k)))
		e.kept.keep(float64(k), l, l.numbers())
	}
	e.worst = max(e.worst, l.off())
	return l
}

// distributionOf returns that of T_k, whose sum is t.
func (e *independent) distributionOf(k int, t sum) distribution {
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
	case float64(k) > e.limitFrom():
		return e.image(t)
	}
	e.worst = max(e.worst, e.blur(t))
	var last *series
	if t.points < math.Log(e.tol/100) {
		if last = e.series(k, t); last.errors <= e.stageError() {
			return last
		}
	}
	switch {
	case k <= e.walkTo:
		return e.stage(k)
	case onCaps:
		return e.onCaps(k, t)
	case last != nil:
		return last
	}
	return e.series(k, t)
}

// stage returns the stage of T_k, from the last one before it that is kept.
func (e *independent) stage(k int) *stage {
	from := float64(k)
	for e.stages.of[from] == nil && from > 0 {
		from--
	}
	s := e.stages.of[from]
	if s == nil {
		s = certainly(sum{})
	}
	for ; from < float64(k) && e.ctx.Err() == nil; from++ {
		s = e.after(s, int(from)+1)
		e.stages.keep(from+1, s, s.numbers())
	}
	return s
}

// stageError returns how far the CDF of a stage may be off.
func (e *independent) stageError() float64 { return max(2e-6, 2*e.tol) }

// after returns the stage of T_k from that of the retry before.
func (e *independent) after(last *stage, k int) *stage {
	align := 0.0
	if e.normal && e.policy.CapAfter && !math.IsInf(e.policy.Cap, 1) {
		align = e.policy.Cap
	}
	d := e.delayOf(float64(k))
	spread := last.spread || (len(last.points.list)+len(last.spans.list))*len(d.pieces) > mostPoints
	if spread {
		d = e.cut(float64(k), jitter.Evenly)
	}
	if e.normal && d.sd > 18*last.sd && last.sd > 0 {
		d = e.cut(float64(k), 5*e.strips)
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
