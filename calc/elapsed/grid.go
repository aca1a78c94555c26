package elapsed

import (
	"math"
	"slices"

	"retune/calc/jitter"
)

// same reports whether two grids are the same slice.
func same(x, y []float64) bool { return &x[0] == &y[0] }

// cells returns the probabilities of the cells between knots.
func cells(d jitter.Dist, x []float64) []float64 {
	lo, hi := d.Support()
	p, before := make([]float64, len(x)-1), 0.0
	for j := range p {
		end := x[j+1]
		if j == len(p)-1 || end > hi {
			p[j] = 1 - before
			break
		}
		if end < lo {
			continue
		}
		by := d.CDF(end)
		if x[j] < end && x[j+2] == end { // a point is next
			by -= d.Atom(end)
		}
		p[j], before = by-before, by
	}
	return p
}

// grid returns the knots for the delay that follows. It returns the grid of the previous delay if that serves.
func (c *chain) grid(from *marginal, follow []jitter.Dist) []float64 {
	lo, hi, points := math.Inf(1), 0.0, []float64{}
	for i, d := range follow {
		if from.cdf[i/2+1] < trimmed || from.cdf[i/2] > 1-trimmed {
			continue
		}
		first, last := d.Support()
		for _, x := range [2]float64{first, last} {
			if len(points) <= mostAtoms && d.Atom(x) > 0 && !slices.Contains(points, x) {
				points = append(points, x)
			}
		}
		if nothing < last && first < last {
			lo, hi = min(lo, d.Quantile(trimmed)), max(hi, d.Quantile(1-trimmed))
		}
	}
	if len(points) > mostAtoms {
		lo, hi, points = min(lo, slices.Min(points)), max(hi, slices.Max(points)), nil
	}
	x := slices.Concat(points, points)
	if lo < hi {
		x = append(x, c.between(from, follow, max(lo, 1e-60*hi), hi)...)
	}
	if len(x) == 0 {
		return []float64{0, 0}
	}
	slices.Sort(x)
	return c.kept(from, x)
}

// kept returns the grid of the previous delay if it can replace x, and otherwise x.
func (c *chain) kept(from *marginal, x []float64) []float64 {
	if k := len(c.delays); k > 1 && serves(from.x, x) && (k&(k-1) != 0 || fits(from.x, x)) {
		return from.x
	}
	return x
}

// serves reports whether a grid can replace another one: it covers the other and is hardly wider.
func serves(old, x []float64) bool {
	n := len(x) - 1
	return len(old) == len(x) && old[0] <= x[0] && old[n] >= x[n] &&
		math.Log(x[n]/x[0]) >= 0.7*math.Log(old[n]/old[0])
}

// fits reports whether no cell of the old grid is as wide as three cells of x.
func fits(old, x []float64) bool {
	n := len(x) - 1
	for i, j := 0, 0; j+3 <= n; j++ {
		for old[i+1] <= x[j] && i < n-1 {
			i++
		}
		if old[i+1] > x[j+3] && x[j] < x[j+3] {
			return false
		}
	}
	return true
}

// between returns knots from lo to hi.
func (c *chain) between(from *marginal, follow []jitter.Dist, lo, hi float64) []float64 {
	const trial = 64
	at := make([]float64, trial+1)
	for j := range at {
		at[j] = lo * math.Pow(hi/lo, float64(j)/trial)
	}
	at = knots(at, from.mixed(follow, at), trial) // closer together where the delays are likely
	return knots(at, from.mixed(follow, at), c.cells)
}

// mixed returns P(first < t' <= time) for the delay t' that follows, for ascending times.
func (m *marginal) mixed(follow []jitter.Dist, times []float64) []float64 {
	cdf := make([]float64, len(times))
	for i, d := range follow {
		if p := m.p[i]; p > trimmed*trimmed {
			for j, t := range times {
				cdf[j] += p * d.CDF(t)
			}
		}
	}
	for j := len(cdf) - 1; j >= 0; j-- { // subtracts a point at the first time
		cdf[j] -= cdf[0]
	}
	return cdf
}

// knots returns n+1 knots for a CDF that is known at some times. They cover all but the trimmed tails. Their density
// is the average of four: even in probability, in contribution to the mean, in time and in the logarithm of time.
func knots(at, cdf []float64, n int) []float64 {
	from, last := 0, len(at)-1
	for from+1 < last && cdf[from+1] < trimmed {
		from++
	}
	for last-1 > from && cdf[last-1] > cdf[len(at)-1]-trimmed {
		last--
	}
	at, cdf, last = at[from:last+1], cdf[from:last+1], last-from
	share, mean := make([]float64, len(at)), 0.0
	for j := 1; j <= last; j++ {
		mean += (cdf[j] - cdf[j-1]) * (at[j] + at[j-1]) / 2
		share[j] = mean
	}
	for j := range share {
		share[j] = share[j]/mean + (cdf[j]-cdf[0])/(cdf[last]-cdf[0]) +
			(at[j]-at[0])/(at[last]-at[0]) + math.Log(at[j]/at[0])/math.Log(at[last]/at[0])
	}
	x, j := make([]float64, n+1), 0
	for i := range x {
		want := 4 * float64(i) / float64(n)
		for j+1 < last && share[j+1] < want {
			j++
		}
		x[i] = at[j] * math.Pow(at[j+1]/at[j], min(1, (want-share[j])/(share[j+1]-share[j])))
	}
	return x
}

// weights returns the share of a cell that each of its two values has, the lower value first. It follows the slope of
// the density g in ln t, which moves the mean by w^2 g'/12 g, with w the width of the cell in ln t.
func weights(x, cdf []float64) []float64 {
	list := make([]float64, 0, 2*len(x))
	g, w := make([]float64, len(x)-1), make([]float64, len(x)-1)
	for i := range g {
		w[i] = math.Log(x[i+1] / x[i])
		g[i] = (cdf[i+1] - cdf[i]) / w[i]
	}
	for i := range g {
		move := 0.0
		if i > 0 && i+1 < len(g) {
			slope := (g[i+1] - g[i-1]) / (w[i-1]/2 + w[i] + w[i+1]/2) / g[i]
			if move = math.Sqrt(3) / 12 * w[i] * slope; math.IsNaN(move) || math.IsInf(move, 0) {
				move = 0 // next to a point
			}
		}
		move = min(0.5, max(-0.5, move))
		list = append(list, 0.5-move, 0.5+move)
	}
	return list
}
