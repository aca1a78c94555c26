package chart

import "math"

// sample evaluates every curve at the centre of every column, or its peak over the column. Curves drawn in dots are
// evaluated for every column of dots. The samples of the curves are followed by those of the edges of every fill.
func (p Plot) sample(x scale, cells int) [][]float64 {
	samples := make([][]float64, 0, len(p.Curves)+len(p.Fills))
	columns := cells
	if p.Glyphs == Braille {
		columns *= dotsWide
	}
	add := func(f func(float64) float64, columns int) {
		at := make([]float64, columns)
		for col := range at {
			at[col] = f(x.centre(col, columns))
		}
		samples = append(samples, at)
	}
	for _, c := range p.Curves {
		if c.Peaks == nil {
			add(c.Y, columns)
			continue
		}
		at := make([]float64, columns)
		for col := range at {
			at[col] = c.Peaks(x.edge(col, columns), x.edge(col+1, columns))
		}
		samples = append(samples, at)
	}
	for _, f := range p.Fills {
		if f.Role != Span {
			add(f.Hi, cells)
			add(f.Lo, cells)
		}
	}
	return samples
}

// rowsOf returns the rows of samples, counted from the bottom; NaN is a gap.
func rowsOf(y scale, samples []float64, rows int) []float64 {
	at := make([]float64, len(samples))
	for i, v := range samples {
		at[i] = math.NaN()
		if row, ok := y.row(v, rows); ok {
			at[i] = float64(row)
		}
	}
	return at
}
