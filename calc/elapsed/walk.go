package elapsed

import (
	"context"
	"math"
	"slices"
)

// A walk is the clients of a stateful policy on their way: for each cell of what they remember at retry k the CDF of
// T_k, straight between knots.
type walk struct {
	knots  int
	joints []joint                                        // of retry k at k
	follow func(ctx context.Context, k int) (sums, error) // what adds up to T_k, of a walk to retry k-1
}

// A joint is T_k by the cell of a delay: that before retry k, or the next one.
type joint struct {
	y   []float64   // knots, seconds
	cdf [][]float64 // P(T_k <= y; cell)
}

// A sums is what adds up to T_k, by the cell of the delay before.
type sums [][]curve

func newWalk(knots int) *walk {
	return &walk{knots: knots, joints: []joint{{[]float64{0, 0}, [][]float64{{0, 1}}}}}
}

// to walks to retry k.
func (w *walk) to(ctx context.Context, k int) error {
	for n := len(w.joints); n <= k; n++ {
		list, err := w.follow(ctx, n)
		if err != nil {
			return err
		}
		j := joint{y: w.spaced(list)}
		for _, curves := range list {
			row, all := make([]float64, len(j.y)), 0.0
			for _, c := range curves {
				c.add(j.y, row)
				all += c.f[len(c.f)-1]
			}
			row[len(row)-1] = all
			j.cdf = append(j.cdf, row)
		}
		w.joints = append(w.joints, j)
	}
	return nil
}

// spaced returns knots for sums.
func (w *walk) spaced(list sums) []float64 {
	const trial = 256
	curves := slices.Concat(list...)
	var at, cdf [trial + 1]float64
	lo, hi := math.Inf(1), 0.0
	for _, c := range curves {
		lo, hi = min(lo, c.x[0]+c.lo), max(hi, c.x[len(c.x)-1]+c.hi)
	}
	for j := range at {
		u := float64(j) / trial
		c := curves[min(int(u*float64(len(curves))), len(curves)-1)]
		at[j] = along(c.x, u) + c.lo + u*(c.hi-c.lo)
	}
	at[0], at[trial] = lo, hi
	slices.Sort(at[:])
	for _, c := range curves {
		c.add(at[:], cdf[:])
	}
	if !(lo < hi) {
		return []float64{lo, hi}
	}
	return knots(at[:], cdf[:], w.knots)
}

// along returns the knot at a share u of them, seconds.
func along(x []float64, u float64) float64 {
	at := u * float64(len(x)-1)
	i := min(int(at), len(x)-2)
	return x[i] + (at-float64(i))*(x[i+1]-x[i])
}

// start returns the CDF of T_k.
func (j joint) start() (cdf []float64) {
	cdf = make([]float64, len(j.y))
	for _, f := range j.cdf {
		for m, p := range f {
			cdf[m] += p
		}
	}
	return cdf
}
