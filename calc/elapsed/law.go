package elapsed

import (
	"math"
	"slices"

	"retune/calc/jitter"
	"retune/calc/numeric"
)

// A law is a measure with cumulative sums of its cells, for its CDF.
type law struct {
	lattice
	sums []float64 // sums[i] is the mass of the cells before cell i
}

// law returns the measure with its sums.
func (l lattice) law() law {
	sums := make([]float64, len(l.mass)+1)
	for j, m := range l.mass {
		sums[j+1] = sums[j] + m
	}
	return law{l, sums}
}

// upTo returns the mass up to x, seconds, a point at x included.
func (l law) upTo(x float64) float64 { return l.by(x + closePoint*math.Abs(x)) }

// below returns the mass before x, seconds, a point at x not included.
func (l law) below(x float64) float64 { return l.by(earlier(x)) }

func (l law) by(x float64) (total float64) {
	for _, p := range l.points {
		if p.x > x {
			break
		}
		total += p.p
	}
	u := (x-l.at)/l.step + 0.5
	if l.whole {
		u = math.Floor(u + 0.5)
	}
	switch n := len(l.mass); {
	case !(u > 0):
		return total
	case u >= float64(n):
		return total + l.sums[n]
	}
	j := int(u)
	return total + l.sums[j] + (u-float64(j))*l.mass[j]
}

// excess returns the function E (x-T)+ of x, the integral of the mass up to x, seconds. It sums the moments of the
// cells once.
func (l law) excess() func(x float64) float64 {
	half, first := l.half(), make([]float64, len(l.mass)+1)
	for j, m := range l.mass {
		first[j+1] = first[j] + m*l.middle(j)
	}
	return func(x float64) (sum float64) {
		for _, p := range l.points {
			sum += p.p * max(0, x-p.x)
		}
		n := int(max(0, min(float64(len(l.mass)), math.Floor((x-half-l.at)/l.step+1)))) // cells that end by x
		sum += x*l.sums[n] - first[n]
		if n < len(l.mass) {
			if d := x - l.middle(n) + half; d > 0 {
				sum += l.mass[n] * d * d / (4 * half)
			}
		}
		return sum
	}
}

// A startTime is the distribution of T_k, the time at which a retry starts.
type startTime struct {
	law
	exact
}

// newStartTime returns a distribution with exact mean and variance. It stretches the cells to match them, unless that
// would move points or whole times.
func newStartTime(l lattice, e exact) startTime {
	if len(l.mass) > 0 && len(l.points) == 0 && !l.whole && !math.IsInf(e.variance, 1) {
		l = l.stretched(l.mean(), deviation(e.variance)/deviation(l.variance()), e.mean)
	}
	return startTime{law: l.above(e.lo).law(), exact: e}
}

// above returns the measure with the mass of cells that reach below lo, seconds, in the first cell that does not.
// Wider cells and a stretch may reach below a time that no delay falls below: P(T_3 <= x) would exceed P(T_2 <= x)
// for an x far shorter than a cell.
func (l lattice) above(lo float64) lattice {
	first := math.Ceil((lo-l.at)/l.step + 0.5 - 1e-6)
	if l.whole || !(first > 0 && first < float64(len(l.mass))) {
		return l
	}
	n := int(first)
	low := lattice{mass: l.mass[:n]}.total()
	l.at, l.mass = l.middle(n), slices.Clone(l.mass[n:])
	l.mass[0] += low
	return l
}

// dist returns the distribution as a jitter.Dist.
func (t startTime) dist() jitter.Dist { return mixture{[]law{t.law}, 1, t.exact} }

// A mixture is a distribution that is the sum of several measures, each with its own cells.
type mixture struct {
	laws  []law
	total float64 // total mass
	exact
}

// newMixture returns the distribution that is proportional to the sum of the measures.
func newMixture(list []lattice, lo, hi float64) mixture {
	m := mixture{exact: exact{lo: lo, hi: hi}}
	first, second := 0.0, 0.0
	for _, l := range list {
		t, a, b := l.moments(0)
		m.total, first, second = m.total+t, first+a, second+b
		m.laws = append(m.laws, l.law())
	}
	m.mean = min(hi, max(lo, first/m.total))
	m.variance = max(0, second/m.total-m.mean*m.mean)
	return m
}

func (m mixture) Mean() float64             { return m.mean }
func (m mixture) Variance() float64         { return m.variance }
func (m mixture) Support() (lo, hi float64) { return m.lo, m.hi }
func (m mixture) Atom(x float64) float64 {
	return max(0, m.sum(x, law.upTo)-m.sum(x, law.below)) / m.total
}

func (m mixture) CDF(x float64) float64 {
	if x >= m.hi {
		return 1
	}
	return min(1, m.sum(x, law.upTo)/m.total)
}

// sum returns the sum of a function of each measure and x.
func (m mixture) sum(x float64, of func(law, float64) float64) (total float64) {
	for _, l := range m.laws {
		total += of(l, x)
	}
	return total
}

func (m mixture) Quantile(q float64) float64 {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, l := range m.laws {
		first, last := l.span()
		lo, hi = min(lo, first), max(hi, last)
	}
	switch {
	case q <= 0:
		return m.lo
	case q >= 1:
		return m.hi
	}
	x := numeric.Least(func(x float64) float64 { return m.sum(x, law.upTo) }, q*m.total, lo, hi)
	return min(m.hi, max(m.lo, x))
}
