package jitter

import "math"

// A total is a sum kept in two float64, so that adding a thousand delays costs
// no digit. Source: Knuth's two-sum; Neumaier 1974.
type total struct{ hi, lo float64 }

func (t total) plus(x float64) total {
	s := t.hi + x
	if math.IsInf(s, 0) {
		return total{s, 0}
	}
	b := s - t.hi
	return total{s, t.lo + ((t.hi - (s - b)) + (x - b))}
}

func (t total) value() float64 { return t.hi + t.lo }
