package answer

import (
	"context"
	"math"
	"slices"
	"sort"
)

// Exactly computes the mean of a figure at x and the edges of its band, or NaN. It is too slow to call while drawing.
type Exactly func(ctx context.Context, x float64) (mean, lo, hi float64)

// Takes reports whether some curves are slow to compute.
func (c Chart) Takes() bool {
	return slices.ContainsFunc(c.Curves, func(curve Curve) bool { return curve.Exactly != nil })
}

// Worked returns the chart with its slow curves computed at n places of the visible axis and at the crosshair, with
// straight lines between.
func (c Chart) Worked(ctx context.Context, v View, n int) Chart {
	at := c.Axis(v).Places(n)
	if !math.IsNaN(c.Cross) {
		at = append(at, c.Cross)
		slices.Sort(at)
	}
	c.Curves = slices.Clone(c.Curves)
	for i := range c.Curves {
		curve := &c.Curves[i]
		if curve.Exactly == nil {
			continue
		}
		mean, lo, hi := make([]float64, len(at)), make([]float64, len(at)), make([]float64, len(at))
		for j, x := range at {
			if mean[j], lo[j], hi[j] = math.NaN(), math.NaN(), math.NaN(); ctx.Err() == nil {
				mean[j], lo[j], hi[j] = curve.Exactly(ctx, x)
			}
		}
		curve.Y, curve.Band.Lo, curve.Band.Hi = between(at, mean), between(at, lo), between(at, hi)
		curve.Band.Name, curve.Band.LoName, curve.Band.HiName = FiveTo95.Name, FiveTo95.LoName, FiveTo95.HiName
		curve.Exactly = nil
	}
	return c
}

// FiveTo95 is a band from the 5th to the 95th percentile, without values.
var FiveTo95 = Band{Name: "5 to 95%", LoName: "p5", HiName: "p95"}

// between returns a piecewise linear function through y at the rising places at. It is NaN outside of them.
func between(at, y []float64) func(x float64) float64 {
	return func(x float64) float64 {
		i := sort.SearchFloat64s(at, x)
		switch {
		case i == len(at) || i == 0 && at[0] != x:
			return math.NaN()
		case at[i] == x:
			return y[i]
		}
		share := (x - at[i-1]) / (at[i] - at[i-1])
		return y[i-1] + share*(y[i]-y[i-1])
	}
}
