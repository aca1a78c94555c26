package jitter

import "math"

// A box is the law of a sum of at most four independent uniforms U(0, w), in
// closed form: a polynomial between knots, the sums of some of the widths. The
// zero box is the constant 0.
type box struct {
	w [maxWidths]float64 // widths, seconds, > 0, ascending
	n int
}

const maxWidths = 4

// with returns the law with one uniform more, U(0, w).
func (b box) with(w float64) box {
	i := b.n
	for ; i > 0 && b.w[i-1] > w; i-- {
		b.w[i] = b.w[i-1]
	}
	b.w[i] = w
	b.n++
	return b
}

// length returns the sum of the widths, the upper end of the support.
func (b box) length() float64 {
	total := 0.0
	for _, w := range b.w[:b.n] {
		total += w
	}
	return total
}

// moment returns the p-fold integral of the CDF, p = 0, 1, 2; p = 0 is the CDF
// itself, p = 1 the mean of (x-S)+.
//
//	M_p(x) = E ((x-S)+)^p / p!
//
// One uniform more makes of it the mean over a window as wide as the uniform,
//
//	M_p(x; w, rest) = (1/w) integral of M_p(u; rest) from x-w to x
//
// which is taken exactly: between knots M_p is a polynomial of degree n+p-1 <=
// 5, for which Gauss's three points suffice. Nothing cancels, as it does in
// the alternating sum of the textbooks, so that the tails keep their digits
// whatever the widths. The narrowest window comes first: it has fewest knots.
func (b box) moment(x float64, p int) float64 {
	switch {
	case b.n == 0:
		return power(x, p)
	case x <= 0:
		return 0
	case b.n == 1:
		return b.ramp(x, p)
	case b.n == 2 && p == 0:
		return b.trapezoid(x)
	}
	if l := b.length(); x >= l {
		return beyond(x-l/2, b.variance(), p)
	}
	narrow := b.w[0]
	rest := box{n: b.n - 1}
	copy(rest.w[:], b.w[1:b.n])
	var knots [1<<(maxWidths-1) + 1]float64
	total, from := 0.0, math.Max(0, x-narrow)
	ends := rest.knots(knots[:0], from, x)
	if from > 0 {
		narrow = x - from // as rounded: the mean is over the window that is used
	}
	for _, to := range ends {
		if h := to - from; h > 0 {
			const off = 0.3872983346207417 // sqrt(3/5)/2
			mid := from + h/2
			total += h * (4*rest.moment(mid, p) + 2.5*(rest.moment(mid-off*h, p)+rest.moment(mid+off*h, p))) / 9
			from = to
		}
	}
	return total / narrow
}

// ramp returns the moment of U(0, w), x > 0: x^(p+1)/((p+1)! w) up to w.
func (b box) ramp(x float64, p int) float64 {
	w := b.w[0]
	if x >= w {
		return beyond(x-w/2, w*w/12, p)
	}
	return power(x, p+1) / w
}

// trapezoid returns the CDF of U(0, v) + U(0, w), v <= w, 0 < x.
func (b box) trapezoid(x float64) float64 {
	v, w := b.w[0], b.w[1]
	switch rest := v + w - x; {
	case rest <= 0:
		return 1
	case x <= v:
		return x / v * (x / w) / 2
	case x <= w:
		return (x - v/2) / w
	default:
		return 1 - rest/v*(rest/w)/2
	}
}

// variance returns the sum of w^2/12.
func (b box) variance() float64 {
	total := 0.0
	for _, w := range b.w[:b.n] {
		total += w * w / 12
	}
	return total
}

// knots appends to list the knots strictly between lo and hi in ascending
// order, and hi.
func (b box) knots(list []float64, lo, hi float64) []float64 {
	for set := range 1 << b.n {
		at := 0.0
		for i := range b.n {
			if set>>i&1 == 1 {
				at += b.w[i]
			}
		}
		if at <= lo || at >= hi {
			continue
		}
		list = append(list, at)
		for i := len(list) - 1; i > 0 && list[i-1] > list[i]; i-- {
			list[i-1], list[i] = list[i], list[i-1]
		}
	}
	return append(list, hi)
}

// power returns (x+)^p / p!, p = 0 to 3; x = 0 counts as positive, since a CDF
// holds its atom.
func power(x float64, p int) float64 {
	switch {
	case x < 0:
		return 0
	case p == 0:
		return 1
	case p == 1:
		return x
	case p == 2:
		return x * x / 2
	}
	return x * x * x / 6
}

// beyond returns E (x-S)^p / p! where S is never above x: a polynomial in the
// distance from the mean, with the variance.
func beyond(distance, variance float64, p int) float64 {
	switch p {
	case 0:
		return 1
	case 1:
		return distance
	}
	return (distance*distance + variance) / 2
}
