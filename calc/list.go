package calc

import "math"

// A List is an immutable list of times in seconds. Lists of the same times are ==, so that a policy can be compared,
// copied and used as a key. The text holds the bits of the times, eight bytes each: see NewList and At.
type List string

// NewList returns the list of the times, in seconds.
func NewList(seconds ...float64) List {
	var b []byte
	for _, x := range seconds {
		for u, i := math.Float64bits(x), 0; i < 8; i++ {
			b = append(b, byte(u>>(8*i)))
		}
	}
	return List(b)
}

// Len returns the number of times.
func (l List) Len() int { return len(l) / 8 }

// At returns time i in seconds, 0 <= i < Len().
func (l List) At(i int) float64 {
	u := uint64(0)
	for j := range 8 {
		u |= uint64(l[8*i+j]) << (8 * j)
	}
	return math.Float64frombits(u)
}

// All returns the times in seconds.
func (l List) All() []float64 {
	list := make([]float64, l.Len())
	for i := range list {
		list[i] = l.At(i)
	}
	return list
}
