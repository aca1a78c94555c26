package elapsed

import (
	"cmp"
	"math"
	"sort"

	"retune/calc/jitter"
)

// A parts is a sum of points, or of uniforms, in the order of their upper ends.
type parts struct {
	list   []jitter.Component
	sums   []tally // of the first i
	widest float64 // of a uniform, seconds
	lo     float64 // where the first begins, +Inf without one
}

// newParts returns the parts of lists in order, those that are alike to about slack as one,
// and the weight of those that are too light to be one. base is what they are after, seconds.
func newParts(lists [][]jitter.Component, base float64) (p parts, light float64) {
	for len(lists) > 1 {
		var half [][]jitter.Component
		for i := 0; i < len(lists); i += 2 {
			if i+1 < len(lists) {
				half = append(half, merged(lists[i], lists[i+1], base))
			} else {
				half = append(half, lists[i])
			}
		}
		lists = half
	}
	p.sums, p.lo = make([]tally, 1), math.Inf(1)
	if len(lists) == 0 {
		return p, 0
	}
	for _, c := range lists[0] {
		if c.Weight < 1e-16 {
			light += c.Weight
			continue
		}
		mid, w, s := c.Lo+(c.Hi-c.Lo)/2, c.Hi-c.Lo, p.sums[len(p.list)]
		p.list = append(p.list, c)
		p.sums = append(p.sums, s.with(c.Weight, mid, w*w/12))
		p.widest, p.lo = max(p.widest, w), min(p.lo, c.Lo)
	}
	return p, light
}

// merged returns two lists in order as one.
func merged(a, b []jitter.Component, base float64) []jitter.Component {
	order := func(x, y float64) int {
		if math.Abs(x-y) <= slack*(math.Abs(x)+math.Abs(base)) {
			return 0
		}
		return cmp.Compare(x, y)
	}
	list := make([]jitter.Component, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch cmp.Or(order(a[0].Hi, b[0].Hi), order(a[0].Lo, b[0].Lo)) {
		case -1:
			list, a = append(list, a[0]), a[1:]
		case 1:
			list, b = append(list, b[0]), b[1:]
		default:
			list = append(list, jitter.Component{Weight: a[0].Weight + b[0].Weight, Lo: a[0].Lo, Hi: a[0].Hi})
			a, b = a[1:], b[1:]
		}
	}
	return append(append(list, a...), b...)
}

// plus returns the parts with one more piece, points or a point at least.
func (l parts) plus(b jitter.Component) []jitter.Component {
	list := make([]jitter.Component, len(l.list))
	for i, a := range l.list {
		list[i] = jitter.Component{Weight: a.Weight * b.Weight, Lo: a.Lo + b.Lo, Hi: a.Hi + b.Hi}
	}
	return list
}

// moment returns E ((x-T)+)^p / p!.
func (l parts) moment(x float64, p int) (total float64) {
	i := sort.Search(len(l.list), func(i int) bool { return l.list[i].Hi > x })
	if i > 0 {
		total = l.sums[i].moment(x, p)
	}
	for ; i < len(l.list) && l.list[i].Hi <= x+l.widest; i++ {
		total += l.list[i].Weight * ramp(l.list[i], x, p)
	}
	return total
}

// ramp returns E ((x-U)+)^p / p! of U uniform between the ends of c.
func ramp(c jitter.Component, x float64, p int) float64 {
	w := c.Hi - c.Lo
	switch {
	case x <= c.Lo:
		return 0
	case x >= c.Hi:
		return beyond(x-c.Lo-w/2, w*w/12, p)
	}
	z := x - c.Lo
	switch p {
	case 0:
		return z / w
	case 1:
		return z * z / (2 * w)
	}
	return z * z * z / (6 * w)
}
