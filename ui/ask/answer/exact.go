package answer

import (
	"math"
	"slices"
)

// places is the number of points at which a slow curve is computed.
const places = 96

// ComputeExact computes the exact curves of the chart at places of the axis and at the crosshair, with straight lines
// between. of returns the mean of curve i at x and the edges of its band, or NaN.
func (c *Chart) ComputeExact(of func(i int) func(x float64) (mean, lo, hi float64)) {
	at := c.Axis(View{}).Places(places)
	if !math.IsNaN(c.Crosshair) {
		at = append(at, c.Crosshair)
		slices.Sort(at)
	}
	for i := range c.Curves {
		curve := &c.Curves[i]
		if !curve.Rough {
			continue
		}
		exact, y := make([]Points, 3), of(i)
		for j := range exact {
			exact[j] = Points{At: at, Values: make([]float64, len(at))}
		}
		for k, x := range at {
			exact[0].Values[k], exact[1].Values[k], exact[2].Values[k] = y(x)
		}
		curve.Exact = exact
	}
}

// WithExactCurves returns the chart with its exact curves in place of the rough ones.
func (c Chart) WithExactCurves() Chart {
	c.Curves = slices.Clone(c.Curves)
	for i := range c.Curves {
		if curve := &c.Curves[i]; curve.Exact != nil {
			curve.Points, curve.Band, curve.Rough = curve.Exact[0], FiveTo95, false
			curve.Band.Lo, curve.Band.Hi = curve.Exact[1], curve.Exact[2]
		}
	}
	return c
}

// FiveTo95 is a band from the 5th to the 95th percentile, without values.
var FiveTo95 = Band{LoName: "p5", HiName: "p95", Name: "5 to 95%"}
