package elapsed

import (
	"cmp"
	"math"
	"slices"
	"sort"
)

// caps is what starts where the cap comes after the jitter and all delays from retry m on
// are c, or 0 with probability q: the stage of retry m-1 and a number of caps and attempts
// after it. It is the distribution of one retry, or the sum of those of many.
type caps struct {
	sum
	stage  *stage
	places []place // ascending
	sums   []tally // of the first i, with the stage
}

// newCaps returns the caps at such places after a stage.
func newCaps(from *stage, t sum, places []place) *caps {
	l := &caps{sum: t, stage: from, places: places, sums: make([]tally, len(places)+1)}
	for i, p := range places {
		l.sums[i+1] = l.sums[i].with(p.weight, p.at+from.mean, from.sd*from.sd)
	}
	return l
}

// onCaps returns the distribution of T_k, k beyond the last stage: that of the stage and a
// binomial number of caps.
func (e *independent) onCaps(k int, t sum) distribution {
	if e.caps != nil && e.caps.sum == t {
		return e.caps
	}
	s, c, n := e.policy.AttemptTime, e.policy.Cap, float64(k-e.walkTo)
	var places []place
	total := 0.0
	least, most := e.zeros(n)
	e.binomial(n, n-most, n-least, func(j, p float64) {
		places, total = append(places, place{n*s + j*c, p}), total+p
	})
	for i := range places {
		places[i].weight /= total
	}
	e.caps = newCaps(e.stage(e.walkTo), t, places)
	return e.caps
}

// noDelay returns the probability q that a delay is 0 once all are that or c.
func (e *independent) noDelay() float64 {
	if q := e.one(e.settled).Atom(0); q > 1e-15 {
		return q
	}
	return 0
}

// zeros returns between which numbers of n delays are 0 but for about 1e-16.
func (e *independent) zeros(n float64) (least, most float64) {
	q := e.noDelay()
	if q == 0 {
		return 0, 0
	}
	sd := math.Sqrt(n * q * (1 - q))
	return max(0, math.Floor(n*q-8.5*sd-10)), min(n, math.Ceil(n*q+8.5*sd+20))
}

// binomial calls f with the probability that j of n delays are c, for j from and to.
func (e *independent) binomial(n, from, to float64, f func(j, p float64)) {
	q := e.noDelay()
	if q == 0 {
		f(n, 1)
		return
	}
	ln := func(x float64) float64 { y, _ := math.Lgamma(x + 1); return y }
	p := math.Exp(ln(n) - ln(from) - ln(n-from) + (n-from)*math.Log(q) + from*math.Log1p(-q))
	for j := from; j <= to; j++ {
		f(j, p)
		p *= (n - j) / (j + 1) * (1 - q) / q
	}
}

// Of more places than mostPlaces evenPlaces are made.
const mostPlaces, evenPlaces = 1 << 12, 1 << 13

// A place is when retries may start, seconds after a stage, and how many are expected to.
type place struct{ at, weight float64 }

// together returns the places in order, those that are the same as one.
func together(list []place) []place {
	slices.SortFunc(list, func(a, b place) int { return cmp.Compare(a.at, b.at) })
	n := 0
	for i, p := range list {
		if i > 0 && p.at-list[n-1].at <= 8*slack*p.at {
			list[n-1].weight += p.weight
		} else {
			list[n] = p
			n++
		}
	}
	return list[:n]
}

// An expected is the expected number of retries by a time, and its integrals.
type expected interface {
	moment(x float64, p int) float64
}

// retries returns the expected number of retries on caps but for those beyond n, from lo
// to hi: the renewal measure, but for a constant. Where they start at more than mostPlaces
// these are spread on even ones, which moves none by more than the distance of two of these
// and keeps the mean of each.
func (e *independent) retries(lo, hi, n float64) expected {
	e.mu.Lock()
	defer e.mu.Unlock()
	from := e.stage(e.walkTo)
	s, c := e.policy.AttemptTime, e.policy.Cap
	least, most := from.near()
	begin, end := lo, hi
	lo, hi = lo-most, hi-least // of the places
	h := (hi - lo) / (evenPlaces - 1)
	var list []place
	var even []float64 // weights
	spread := func() { // what is in the list
		if even == nil {
			even = make([]float64, evenPlaces)
		}
		for _, p := range list {
			z := max(0, (p.at-lo)/h)
			i := min(int(z), evenPlaces-2)
			even[i] += p.weight * (1 - (z - float64(i)))
			even[i+1] += p.weight * (z - float64(i))
		}
		list = list[:0]
	}
	first := sort.Search(1<<40, func(k int) bool { // that at most so many delays of c bring to lo
		fewest, _ := e.zeros(float64(k))
		return float64(k)*(s+c)-fewest*c >= lo
	})
	for k := float64(first); k <= n-float64(e.walkTo) && e.ctx.Err() == nil; k++ {
		fewest, most := e.zeros(k)
		if k*(s+c)-most*c > hi {
			break
		}
		from, to := max(k-most, math.Ceil((lo-k*s)/c)), min(k-fewest, math.Floor((hi-k*s)/c))
		if from <= to {
			e.binomial(k, from, to, func(j, p float64) { list = append(list, place{k*s + j*c, p}) })
		}
		if len(list) > 8*mostPlaces {
			if list = together(list); len(list) > mostPlaces {
				spread()
			}
		}
	}
	if list = together(list); even == nil && len(list) <= mostPlaces {
		return newCaps(from, sum{hi: math.Inf(1)}, list)
	}
	spread()
	if n := len(from.points.list); n > 0 { // a point may have moved past any time
		e.worst = max(e.worst, slices.Max(even)*from.points.sums[n][0])
	}
	cells := int((end-begin)/(2*h)) + 3
	f := make([]float64, evenPlaces+2*cells) // of the stage, from the last place before the first time to the first before the last
	for i := range f {
		f[i] = from.moment(most+float64(i-evenPlaces-1)*h, 0)
	}
	v := make([]float64, 2*cells+1)
	for j := range v {
		for i, w := range even {
			v[j] += w * f[j-i+evenPlaces-1]
		}
	}
	return newGrid(begin-2*h, 2*h, v)
}

// pause returns the probability of no retry after x until x+y, started those that l has by x:
//
//	q U(x+y-s, x) + (1-q) U(x+y-s-c, x)    U(a, b) the expected number of retries after a until b
func (e *independent) pause(l expected, x, y, started float64) float64 {
	q, s := e.noDelay(), e.policy.AttemptTime
	by := func(t float64) float64 { return max(0, started-l.moment(min(x, t), 0)) }
	return min(1, q*by(x+y-s)+(1-q)*by(x+y-s-e.policy.Cap))
}

func (l *caps) off() float64 { return l.stage.errors }

func (l *caps) near() (lo, hi float64) {
	lo, hi = l.stage.near()
	return lo + l.places[0].at, hi + l.places[len(l.places)-1].at
}

// quantile is that of the stage if there is one place, which is often asked for.
func (l *caps) quantile(q float64) (float64, bool) {
	if len(l.places) != 1 {
		return 0, false
	}
	x, ok := l.stage.quantiles.Load(q)
	if !ok {
		x = start{l.stage}.Quantile(q)
		l.stage.quantiles.Store(q, x)
	}
	return l.places[0].at + x.(float64), true
}

// each returns the sum over the places of f, which is 0 before the stage and whole after it.
func (l *caps) each(x float64, p int, f func(float64) float64) (total float64) {
	lo, hi := l.stage.near()
	i := sort.Search(len(l.places), func(i int) bool { return l.places[i].at >= x-hi-slack*x })
	total = l.sums[i].moment(x, p)
	for ; i < len(l.places) && x-l.places[i].at >= lo-slack*x; i++ {
		total += l.places[i].weight * f(x-l.places[i].at)
	}
	return total
}

func (l *caps) moment(x float64, p int) float64 {
	if p == 0 && x >= l.hi {
		return 1
	}
	return l.each(x, p, func(y float64) float64 { return l.stage.moment(y, p) })
}

func (l *caps) below(x float64) float64 { return l.each(x, 0, l.stage.below) }
