package elapsed

import (
	"math"

	"retune/calc/jitter"
)

// A comb is n pieces of a mixture that are alike, one as far from the next as the others.
type comb struct {
	n, weight    float64 // of all
	mid, spacing float64 // its middle, and from piece to piece, seconds
	width        float64 // of each, seconds
}

// combs returns pieces in order as combs, in few, moved by so many seconds.
func combs(pieces []jitter.Component, by float64) (list []comb) {
	near := func(x, y float64) bool { return math.Abs(x-y) <= 1e-9*y }
	for i, b := range pieces {
		width := b.Hi - b.Lo
		if last := len(list) - 1; last >= 0 {
			c := &list[last]
			spacing := b.Lo - pieces[i-1].Lo
			if near(b.Weight, c.weight/c.n) && (near(width, c.width) || width == c.width) && (c.n == 1 || near(spacing, c.spacing)) {
				c.spacing = (spacing + (c.n-1)*c.spacing) / c.n
				c.n, c.weight, c.mid = c.n+1, c.weight+b.Weight, c.mid+spacing/2
				continue
			}
		}
		list = append(list, comb{n: 1, weight: b.Weight, mid: by + b.Lo + width/2, width: width})
	}
	return list
}

// psi returns the weight times E e^(-iw t) of what is in the comb:
//
//	e^(-iw mid) sin(x)/x D    x = w width/2,  D = sin(n y/2)/(n sin(y/2)),  y = w spacing
func (c comb) psi(w float64) complex128 {
	sin, cos := math.Sincos(w * c.mid)
	size := c.weight
	if x := w * c.width / 2; x > 0 {
		size *= math.Sin(x) / x
	}
	if c.n > 1 {
		turns := math.Round(w * c.spacing / (2 * math.Pi))
		if y := w*c.spacing - turns*2*math.Pi; y != 0 {
			size *= math.Sin(c.n*y/2) / (c.n * math.Sin(y/2))
		}
		if math.Mod(turns*(c.n-1), 2) != 0 {
			size = -size
		}
	}
	return complex(size*cos, -size*sin)
}

// bound returns what |psi| is at most at frequencies from w on: |sin x/x| is at most e^(-x^2/6)
// to x = 2, and beyond 1/x and that. To y = pi
//
//	|D| <= e^(-(1-1/n^2) z^2/6), z = n y/2 <= 2,  and beyond pi/(2 z) and that
//
// where it may be 1 again.
func (c comb) bound(w float64) float64 {
	alike := func(w float64) float64 {
		x := w * c.width / 2
		return min(math.Exp(-min(x, 2)*min(x, 2)/6), 1/x)
	}
	y := w * c.spacing
	if c.n == 1 || y >= math.Pi {
		return c.weight * alike(w)
	}
	z := c.n * y / 2
	apart := min(math.Exp(-(1-1/(c.n*c.n))*min(z, 2)*min(z, 2)/6), math.Pi/(2*z))
	return c.weight * max(apart*alike(w), alike(math.Pi/c.spacing))
}
