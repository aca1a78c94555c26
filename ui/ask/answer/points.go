package answer

import (
	"math"
	"slices"
)

// Points are a function of x in numbers: values at rising places, and how they are joined. They are NaN before the
// first place and after the last.
type Points struct {
	At     []float64
	Step   float64 // if it is not 0, Values[i] holds from i*Step to (i+1)*Step
	Values []float64
	Join   Join
}

// A Join says what points are between two places: a straight line on these axes, or the value of the place before.
type Join struct{ LogX, LogY, Holds bool }

// Y returns the value at x.
func (c Points) Y(x float64) float64 {
	if c.Step > 0 {
		if i := x / c.Step; i >= 0 && i < float64(len(c.Values)) {
			return c.Values[int(i)]
		}
		return math.NaN()
	}
	i, found := slices.BinarySearch(c.At, x)
	switch {
	case found:
		for c.Join.Holds && i+1 < len(c.At) && c.At[i+1] == x {
			i++
		}
		return c.Values[i]
	case i == 0 || i == len(c.At):
		return math.NaN()
	case c.Join.Holds:
		return c.Values[i-1]
	}
	lo, hi, from, to := c.At[i-1], c.At[i], c.Values[i-1], c.Values[i]
	share := (x - lo) / (hi - lo)
	if c.Join.LogX {
		share = math.Log(x/lo) / math.Log(hi/lo)
	}
	if c.Join.LogY { // NaN from 0, which a logarithmic axis lacks
		return from * math.Pow(to/from, share)
	}
	return from + (to-from)*share
}

// Peak returns the largest value of even steps between two places.
func (c Points) Peak(from, to float64) float64 {
	most := math.NaN()
	for i := max(0, int(from/c.Step)); i < len(c.Values) && float64(i)*c.Step < to; i++ {
		if !(c.Values[i] <= most) {
			most = c.Values[i]
		}
	}
	return most
}

// Numbered returns points with a value for each of the numbers 1, 2 ..., which holds half a step to both sides.
func Numbered(values []float64) Points {
	c := Points{Join: Join{Holds: true}, At: make([]float64, len(values)+1),
		Values: append(values[:len(values):len(values)], math.NaN())}
	for i := range c.At {
		c.At[i] = float64(i) + 0.5
	}
	return c
}
