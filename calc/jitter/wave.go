package jitter

import "math"

// A wave is the transform of a mixture, built up delay by delay on one period:
// at each frequency, the products of the transforms of the delays by the number
// of draws in them, the last place for all numbers above most.
//
// The next partial sum has one delay more and, rounded up, mostly the same
// period; then only that delay is left to do.
type wave struct {
	span  float64 // L, seconds
	most  int     // draws of the terms in closed form
	done  int     // delays multiplied in
	whole int     // of them, those that are always drawn
	draws [][maxWidths + 2]complex128
}

// period returns length rounded up to a power of the square root of 2.
func period(length float64) float64 {
	return math.Exp2(math.Ceil(2*math.Log2(length)) / 2)
}

// advance makes w the transform of the delays at the first n frequencies of the
// period span, from the start if what is there is of no use.
func (w *wave) advance(delays []part, most, n int, span, limit float64) {
	if w.span != span || w.most != most || len(w.draws) < n {
		*w = wave{span: span, most: most, draws: make([][maxWidths + 2]complex128, n)}
		for j := range w.draws {
			w.draws[j][0] = 1
		}
	}
	last := most + 1
	for _, p := range delays[w.done:] {
		for j := range w.draws {
			d := &w.draws[j]
			points, piece := p.split(j+1, span, limit)
			d[last] *= points + piece
			if w.whole > most {
				continue // nothing is left with fewer draws
			}
			d[last] += d[last-1] * piece
			for u := last - 1; u > 0; u-- {
				d[u] = d[u]*points + d[u-1]*piece
			}
			d[0] *= points
		}
		w.done++
		if p.whole() {
			w.whole++
		}
	}
}

// series returns psi_j/(pi j), j = 1 to n, of the draws from more than most
// pieces, about the point at. The normals without a cut come last, as one,
// since their sum changes with each. about is the sum of the middles.
func (w *wave) series(gauss *part, n int, at, about float64) (re, im []float64) {
	re, im = make([]float64, n), make([]float64, n)
	sin, cos := math.Sincos(2 * math.Pi * math.Remainder((at-about)/w.span, 1))
	turn, step := complex(cos, sin), complex(cos, sin)
	for j := range n {
		d := &w.draws[j]
		v := d[w.most+1]
		if gauss != nil {
			u := 2 * math.Pi * float64(j+1) / w.span * gauss.slice.sigma
			v = (v + d[w.most]) * complex(math.Exp(-u*u/2), 0)
		}
		v *= turn / complex(math.Pi*float64(j+1), 0)
		re[j], im[j] = real(v), imag(v)
		turn *= step
	}
	return re, im
}
