package elapsed

import (
	"math"
	"math/cmplx"
	"sort"
)

// A sum is what is known of T_k exactly.
type sum struct {
	mean, sd float64 // seconds
	lo, hi   float64 // support, seconds
	step     float64 // how far a delay is from its mean, or the deviation of a normal one, at most, seconds
	points   float64 // ln of the probability that no delay had a density
	phase    float64 // ln |E e^(i w T)| at w = 2 pi/c, if the cap comes after the jitter
}

func (s sum) Mean() float64             { return s.mean }
func (s sum) Deviation() float64        { return s.sd }
func (s sum) Support() (lo, hi float64) { return s.lo, s.hi }

// with returns the sum with n terms more, each after an attempt.
func (s sum) with(t sum, n, attempt float64) sum {
	return sum{mean: s.mean + n*(t.mean+attempt), sd: math.Hypot(s.sd, math.Sqrt(n)*t.sd), lo: s.lo + n*(attempt+t.lo), hi: s.hi + n*(attempt+t.hi),
		step: max(s.step, t.step), points: s.points + n*t.points, phase: s.phase + n*t.phase}
}

// A run is retries first, ..., first+m-1 over which the delay grows by no more than steepest
// and so evenly that two places stand for them. m is a power of two.
type run struct {
	first, m float64
	before   sum     // of T_(first-1)
	terms    *[3]sum // of its first, middle and last retry, m > 1
}

// at returns what retry k of the run adds, by the parabola through three of them.
func (r run) at(k float64) sum {
	x := 2*(k-r.first)/(r.m-1) - 1
	a, b, c := r.terms[0], r.terms[1], r.terms[2]
	between := func(a, b, c float64) float64 {
		if a == b && b == c { // which may be infinite
			return a
		}
		return b + x/2*(c-a+x*(a-2*b+c))
	}
	return sum{mean: between(a.mean, b.mean, c.mean), sd: between(a.sd, b.sd, c.sd), lo: between(a.lo, b.lo, c.lo), hi: between(a.hi, b.hi, c.hi),
		step: max(a.step, c.step), points: max(a.points, b.points, c.points), phase: max(a.phase, b.phase, c.phase)}
}

// steepest is how far delays may grow over a run: a sum over it is then right to 1e-8/4320,
// relatively. Where delays scale it is for psi alone, and twice that.
const steepest = 0.01

// places returns where a function is taken, m/2 times each, for its sum over retries first,
// ..., first+m-1: Gauss's rule of two points for whole numbers of equal weight, which is right
// of a polynomial of the third degree.
func places(first, m float64) (a, b float64) {
	mid, off := first+(m-1)/2, math.Sqrt(max(0, m*m-1)/12)
	return mid - off, mid + off
}

// over returns the sum until the first n retries of a run.
func (e *independent) over(r run, n float64) sum {
	switch {
	case n == 1 && r.m == 1:
		return r.before.with(e.exactly(r.first), 1, e.policy.AttemptTime)
	case n == 1:
		return r.before.with(r.terms[0], 1, e.policy.AttemptTime)
	}
	a, b := places(r.first, n)
	return r.before.with(r.at(a), n/2, e.policy.AttemptTime).with(r.at(b), n/2, e.policy.AttemptTime)
}

// even reports whether two places stand for the retries of a run, and three for each of them:
// the rule of first, middle and last gives the same mean and deviation.
func (e *independent) even(r *run) bool {
	first, m := r.first, r.m
	from := e.exactly(first)
	if r.terms = &[3]sum{from, from, from}; math.IsInf(from.mean, 1) {
		return true
	}
	x, y := places(first, m)
	a, mid, b, to := e.exactly(x), e.exactly(first+(m-1)/2), e.exactly(y), e.exactly(first+m-1)
	*r.terms = [3]sum{from, mid, to}
	off := func(from, a, mid, b, to float64) float64 {
		return math.Abs((a+b)/2 - mid - (m+1)/(m-1)/6*(from-2*mid+to))
	}
	return math.Abs(to.mean-from.mean) <= steepest*from.mean && off(from.mean, a.mean, mid.mean, b.mean, to.mean) <= 1e-11*mid.mean &&
		off(from.sd, a.sd, mid.sd, b.sd, to.sd) <= 1e-9*mid.mean
}

// runAt returns the run of retry k, 1 <= k < settled; the last one if they are too many.
// Where delays scale it is known without those before it.
func (e *independent) runAt(k float64) run {
	const few = 64 // retries that are always taken one by one
	if e.scales && k < few {
		return run{first: k, m: 1}
	}
	if m := math.Exp2(math.Floor(math.Log2(min(2*steepest/e.growth, 1<<50)))); e.scales {
		if m < 4 {
			return run{first: k, m: 1}
		}
		first := few + m*math.Floor((k-few)/m)
		return run{first: first, m: min(m, e.settled-first)}
	}
	for last := e.runs[len(e.runs)-1]; last.first+last.m <= k && len(e.runs) < mostSums && e.ctx.Err() == nil; {
		next := run{first: last.first + last.m, m: 1, before: e.over(last, last.m)}
		if next.first >= few && (last.m > 1 || math.Mod(next.first, 8) == 0) {
			next.m = math.Exp2(math.Floor(math.Log2(min(e.settled-next.first, max(4, 2*last.m), 1<<50))))
			for next.m > 1 && !(next.m >= 4 && e.even(&next)) {
				next.m /= 2
			}
			if next.m == 1 {
				next.terms = nil
			}
		}
		e.runs, last = append(e.runs, next), next
	}
	return e.runs[sort.Search(len(e.runs), func(i int) bool { return e.runs[i].first > k })-1]
}

// alike returns how many delays from that before retry k on, most at most, nearly are.
func (e *independent) alike(k, most float64) float64 {
	if k >= e.settled {
		return most
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	r := e.runAt(k)
	return min(most, r.first+r.m-k)
}

// sum returns what is exact of T_k.
func (e *independent) sum(k int) sum {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.sumOf(float64(k))
}

func (e *independent) sumOf(k float64) (t sum) {
	e.work.Did(50)
	alike := max(0, k-(e.settled-1))
	switch k -= alike; {
	case k == 0:
	case e.scales && k <= fewSums && k == math.Trunc(k):
		known := &e.first[int(k)-1]
		if known.mean == 0 {
			*known = e.grown(k)
		}
		t = *known
	case e.scales:
		t = e.grown(k)
	default:
		r := e.runAt(k)
		if end := r.first + r.m - 1; k > end { // too many
			k, alike, e.worst = end, alike+k-end, 1
		}
		t = e.over(r, k-r.first+1)
	}
	if alike > 0 {
		t = t.with(e.termAt(k+1), alike, e.policy.AttemptTime)
	}
	return t
}

// grown returns the sum of k delays that scale with the delay before jitter d, from that of
// the first: the squares of d_j/d_1 add up to
//
//	(d_k/d_1)^2 (1 - r^-2k)/(1 - r^-2)    (r = 1: k)
func (e *independent) grown(k float64) sum {
	t, y, squares := e.termAt(1), e.growth, k
	if y > 0 {
		squares = math.Expm1(-2*k*y) / math.Expm1(-2*y)
	}
	free := e.policy.Policy
	free.Cap, free.AttemptTime = math.Inf(1), 0
	all, attempts := free.Elapsed(k)/e.policy.InitialDelay, k*e.policy.AttemptTime
	if math.IsInf(all, 1) {
		return sum{mean: all, sd: all, lo: all, hi: all}
	}
	last := e.policy.Grown(k) / e.policy.InitialDelay
	return sum{mean: all*t.mean + attempts, sd: t.sd * last * math.Sqrt(squares), lo: all*t.lo + attempts, hi: all*t.hi + attempts,
		step: t.step * last, points: k * t.points}
}

// termAt returns what retry k adds to a sum, but for the attempt; of a k that is not whole,
// one between two retries.
func (e *independent) termAt(k float64) sum {
	if !e.scales && k > e.runs[0].first && k < e.settled {
		if r := e.runAt(k); r.m > 1 && k <= r.first+r.m {
			return r.at(k)
		}
	}
	return e.exactly(k)
}

// exactly is termAt by the distribution of the delay.
func (e *independent) exactly(k float64) sum {
	if k == e.settled && e.last.hi > 0 {
		return e.last
	}
	phase := e.policy.CapAfter && !math.IsInf(e.policy.Cap, 1)
	d, by := e.scaled(k, !phase)
	if math.IsInf(by, 1) { // and then no delay is anything else
		return sum{mean: by, lo: by, hi: by}
	}
	t := sum{mean: by * d.mean, sd: by * d.sd, lo: by * d.lo, hi: by * d.hi, step: by * d.step, points: math.Log(min(1, d.points))}
	if phase {
		t.phase = math.Log(min(1, cmplx.Abs(d.psi(2*math.Pi/e.policy.Cap))))
	}
	if k == e.settled {
		e.last = t
	}
	return t
}

// scaled returns a delay that has the distribution of that before retry k, but for a
// factor. What is no more than moments takes no strips.
func (e *independent) scaled(k float64, moments bool) (d *delay, by float64) {
	switch {
	case e.scales && k < e.settled:
		return e.delayOf(1), math.Exp((k - 1) * e.growth)
	case moments && e.normal && k < e.settled && e.policy.Jitter.Type.Row().Deviation != nil:
		return e.cut(k, 0), 1
	}
	return e.delayOf(k), 1
}
