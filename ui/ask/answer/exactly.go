package answer

import (
	"math"
	"slices"

	"retune/ui/show/chart"
)

// places is the number of points at which a slow curve is computed.
const places = 96

// Worked returns the chart with its slow curves computed at places of the axis and at the crosshair, with straight
// lines between.
func (c Chart) Worked() Chart {
	at := c.Axis(View{}).Places(places)
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
			mean[j], lo[j], hi[j] = curve.Exactly(x)
		}
		curve.Band, curve.Exactly = FiveTo95, nil
		line := Straight(false, false)
		curve.Y, curve.Band.Lo, curve.Band.Hi = Through(at, mean, line), Through(at, lo, line), Through(at, hi, line)
	}
	return c
}

// FiveTo95 is a band from the 5th to the 95th percentile, without values.
var FiveTo95 = Band{chart.Fill{LoName: "p5", HiName: "p95"}, "5 to 95%"}

// A Joint interpolates a figure at x between its values at two neighbouring places.
type Joint func(x, lo, hi, from, to float64) float64

// Straight returns a joint that is a straight line on linear or logarithmic axes.
func Straight(logX, logY bool) Joint {
	return func(x, lo, hi, from, to float64) float64 {
		share := (x - lo) / (hi - lo)
		if logX {
			share = math.Log(x/lo) / math.Log(hi/lo)
		}
		if logY { // NaN from 0, which a logarithmic axis lacks
			return from * math.Pow(to/from, share)
		}
		return from + (to-from)*share
	}
}

// Through returns a function through y at the rising places at. It is NaN outside of them.
func Through(at, y []float64, joined Joint) func(x float64) float64 {
	return func(x float64) float64 {
		switch i, found := slices.BinarySearch(at, x); {
		case found:
			return y[i]
		case i == 0 || i == len(at):
			return math.NaN()
		default:
			return joined(x, at[i-1], at[i], y[i-1], y[i])
		}
	}
}
