package elapsed

import (
	"math"
	"sort"

	"retune/calc/outage"
)

// An ends is a measure of when an outage ends: one end, or a density that is constant
// between nodes. Its tail is a spline of order p = 0 or 1,
//
//	measure of X > v = sum over nodes of c_j (x_j - v)+^p    c_j  by how much the density falls at x_j
//
// so that all that is known for a fixed end holds for a random one in the next integral.
type ends struct {
	x []float64 // nodes, seconds, ascending
	m []float64 // measure of each part; of the end, if there is only one
}

// order returns p.
func (o ends) order() int { return min(1, len(o.x)-1) }

// newEnds returns a measure with the distribution function f; bend is its second
// derivative. As a chord cuts its arc, 1/12 of the square of the width times that is
// taken off between: what is left is of the fourth order where T_k is smooth.
func newEnds(x []float64, f, bend func(x float64) float64) ends {
	o := ends{x: x, m: make([]float64, len(x)-1)}
	before := 0.0
	for i := range o.m {
		now := f(x[i+1])
		if i < len(o.m)-1 {
			h := (x[i+2] - x[i]) / 2
			now -= h * h / 12 * bend(x[i+1])
		}
		o.m[i], before = max(0, now-before), now
	}
	return o
}

// measure returns the distribution of the end, and the measure dP/x, which is nil
// where 1/X has no mean.
func measure(o outage.Outage, coarse bool) (ends, *ends) {
	if o.IsFixed() {
		return ends{[]float64{o.A}, []float64{1}}, &ends{[]float64{o.A}, []float64{1 / o.A}}
	}
	width := 0.06
	if coarse {
		width = 0.12
	}
	if o.Kind == outage.Exponential {
		x := []float64{0}
		for i := 1; x[i-1] < 38*o.A; i++ {
			x = append(x, 4*o.A*math.Expm1(float64(i)*width/3))
		}
		return newEnds(x, o.CDF, func(x float64) float64 { return -math.Exp(-x/o.A) / o.A / o.A }), nil
	}
	plain := ends{[]float64{o.A, o.B}, []float64{1}}
	if o.A == 0 {
		return plain, nil
	}
	all := math.Log(o.B / o.A)
	n := int(max(12, math.Ceil(all/width)))
	x := make([]float64, n+1)
	for i := range x {
		x[i] = o.A * math.Exp(all*float64(i)/float64(n))
	}
	x[n] = o.B
	if o.Kind == outage.Uniform {
		over := newEnds(x, o.Inverse, func(x float64) float64 { return -1 / (x * x * (o.B - o.A)) })
		return plain, &over
	}
	over := newEnds(x, o.Inverse, func(x float64) float64 { return -2 / (x * x * x * all) })
	return newEnds(x, o.CDF, func(x float64) float64 { return -1 / (x * x * all) }), &over
}

// total returns the measure of all ends.
func (o ends) total() (total float64) {
	for _, m := range o.m {
		total += m
	}
	return total
}

// first returns the integral of x.
func (o ends) first() (total float64) {
	if o.order() == 0 {
		return o.m[0] * o.x[0]
	}
	for i, m := range o.m {
		total += m * (o.x[i] + (o.x[i+1]-o.x[i])/2)
	}
	return total
}

// within returns the ends in (lo, hi].
func (o ends) within(lo, hi float64) (cut ends) {
	if o.order() == 0 {
		if lo < o.x[0] && o.x[0] <= hi {
			return o
		}
		return cut
	}
	for i, m := range o.m {
		a, b := max(lo, o.x[i]), min(hi, o.x[i+1])
		if a < b {
			if len(cut.x) == 0 {
				cut.x = append(cut.x, a)
			}
			cut.x, cut.m = append(cut.x, b), append(cut.m, m*((b-a)/(o.x[i+1]-o.x[i])))
		}
	}
	return cut
}

// finer returns the ends with the parts beyond x cut into n.
func (o ends) finer(x float64, n int) ends {
	if o.order() == 0 {
		return o
	}
	cut := o.within(math.Inf(-1), x)
	if len(cut.x) == 0 {
		cut.x = []float64{o.x[0]}
	}
	rest := o.within(x, math.Inf(1))
	for i, m := range rest.m {
		a, b := rest.x[i], rest.x[i+1]
		for j := range n {
			cut.x, cut.m = append(cut.x, a+(b-a)*float64(j+1)/float64(n)), append(cut.m, m/float64(n))
		}
	}
	return cut
}

// A node is a place where the density falls by c.
type node struct{ x, c float64 }

// nodes returns the nodes of the parts that meet (lo, hi), and the measure of those
// beyond.
func (o ends) nodes(lo, hi float64) (list []node, beyond float64) {
	if o.order() == 0 {
		return []node{{o.x[0], o.m[0]}}, 0
	}
	before := 0.0
	i := max(0, sort.SearchFloat64s(o.x, lo)-1)
	for ; i < len(o.m) && o.x[i] < hi; i++ {
		now := o.m[i] / (o.x[i+1] - o.x[i])
		list = append(list, node{o.x[i], before - now})
		before = now
	}
	if before > 0 && i < len(o.x) {
		list = append(list, node{o.x[i], before})
	}
	for ; i < len(o.m); i++ {
		beyond += o.m[i]
	}
	return list, beyond
}
