package estimate

import (
	"math"
	"slices"

	"retune/calc/numeric"
)

// drop returns by how much the log likelihood falls at the ends of the 95 % intervals of p parameters: the quantile of
// a gamma distribution with shape p, or half of the quantile of a chi-square distribution.
func (c *candidate) drop() float64 {
	if c.kind.Row().Deviation != nil {
		return 2.5
	}
	return []float64{3, 3, 4.74, 6.3, 7.75, 9.15}[min(5, c.parameters())]
}

// profile returns the interval of free parameter i of the best candidate. The noise keeps its scale.
func (s *search) profile(best *candidate, i int) (lo, hi float64) {
	from := best.holding(i)
	edge := func(sign float64) float64 {
		c := *from // the others keep the best values that they had at the last step
		falls := func(x float64) bool {
			c.x[i] = x
			limit := best.cost + best.drop()
			return s.beside(&c, limit, 0) >= limit
		}
		c.x = slices.Clone(from.x)
		in, step := from.x[i], sign*1e-4*max(math.Abs(from.x[i]), 1e-3)
		for range 18 {
			out := c.within(i, in+step)
			if falls(out) {
				for range 7 {
					if mid := (in + out) / 2; falls(mid) {
						out = mid
					} else {
						in = mid
					}
				}
				return out
			}
			if out != in+step {
				return out
			}
			in, step = out, 2*step
		}
		return math.Inf(int(sign))
	}
	return edge(-1), edge(1)
}

// beside improves the parameters of a candidate that are not held, apart from the noise, and returns its cost. It stops
// at a cost below enough. The noise is least, seconds, at least.
func (s *search) beside(c *candidate, enough, least float64) float64 {
	var moving []int
	for j, name := range c.free {
		if name != Noise && !slices.Contains(c.held, name) {
			moving = append(moving, j)
		}
	}
	at := slices.Clone(c.x)
	reached := false
	f := func(y []float64) float64 {
		if reached {
			return math.Inf(1)
		}
		for k, j := range moving {
			at[j] = y[k]
		}
		cost := s.cost(c, at, s.all, least)
		reached = cost < enough
		return cost
	}
	y, steps, all := make([]float64, len(moving)), make([]float64, len(moving)), s.steps(c, 1)
	for k, j := range moving {
		y[k] = c.x[j]
	}
	cost := f(y)
	for _, part := range []float64{4, 20} {
		for k, j := range moving {
			steps[k] = all[j] / part
		}
		if !reached {
			y, cost = numeric.Simplex(f, y, steps, 60*(len(y)+1), 0.05)
		}
	}
	for k, j := range moving {
		c.x[j] = y[k]
	}
	return cost
}

// shortest returns the number with the fewest digits in an interval, the nearest to x if there are several, and how
// long it is: its digits, less a half for 1, 2 and 5.
func shortest(x, lo, hi float64) (y, length float64) {
	if !(x > 0) || math.IsInf(x, 0) {
		return x, 0
	}
	power := math.Floor(math.Log10(x))
	for digits := 1.0; digits < 15; digits++ {
		unit := math.Pow(10, power-digits+1)
		if y = rounded(x, unit); y < lo || y > hi || y <= 0 {
			continue
		}
		if m := y / math.Pow(10, math.Floor(math.Log10(y*(1+1e-12)))); digits == 1 && (m < 2.5 || m > 4.5 && m < 5.5) {
			return y, 0.5
		}
		return y, digits
	}
	return x, 15
}

// rounded returns the multiple of a power of ten nearest to x, without the rounding error of a product.
func rounded(x, unit float64) float64 {
	if unit < 1 {
		return math.Round(x/unit) / math.Round(1/unit)
	}
	return math.Round(x/unit) * unit
}
