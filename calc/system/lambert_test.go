package system

import (
	"math"
	"math/big"
	"testing"
)

// excess returns v - ln(1+v) to about 60 digits, from ln(1+v) = 2 artanh(v/(2+v)).
func excess(v float64) float64 {
	const prec = 300
	x := new(big.Float).SetPrec(prec).SetFloat64(v)
	z := new(big.Float).SetPrec(prec).Add(x, big.NewFloat(2))
	z.Quo(x, z)
	sum, power, square := new(big.Float).SetPrec(prec), new(big.Float).SetPrec(prec).Set(z), new(big.Float).SetPrec(prec).Mul(z, z)
	for k := int64(1); k < 4000; k += 2 {
		sum.Add(sum, new(big.Float).SetPrec(prec).Quo(power, new(big.Float).SetInt64(k)))
		power.Mul(power, square)
	}
	h, _ := x.Sub(x, sum.Add(sum, sum)).Float64()
	return h
}

// TestLambert goes from a solution to h, in 90 digits, and back: next to the branch
// point, where 1 is almost all of y, and away from it.
func TestLambert(t *testing.T) {
	for _, v := range []float64{1e-15, 1e-12, 1e-9, 1e-6, 1e-4, 1e-3, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99} {
		if low, _ := lambert(excess(-v)); !(math.Abs(low-(1-v)) <= 3e-16*(1+1/(1-v))) {
			t.Errorf("low at 1-%v: off by %v", v, low-(1-v))
		}
		for _, v := range []float64{v, 10 * v} {
			if _, high := lambert(excess(v)); !(math.Abs(high-(1+v)) <= 1e-15*(1+v)) {
				t.Errorf("high at 1+%v: off by %v", v, high-(1+v))
			}
		}
	}
	for x, want := range map[float64][2]float64{ // W0 and W-1
		-0.1: {-0.11183255915896297, -3.577152063957297},
		-0.2: {-0.2591711018190738, -2.5426413577735264},
	} {
		low, high := lambert(-1 - math.Log(-x))
		if !(math.Abs(low+want[0]) <= 2e-15) || !(math.Abs(high+want[1]) <= 1e-14) {
			t.Errorf("W(%v) = %v and %v, want %v", x, -low, -high, want)
		}
		for _, y := range []float64{low, high} {
			if !(math.Abs(-y*math.Exp(-y)-x) <= 1e-15) {
				t.Errorf("%v e^%v is not %v", -y, -y, x)
			}
		}
	}
	for h := 0.0; h < 1e300; h = 2*h + 1e-30 {
		low, high := lambert(h)
		if !(0 <= low && low <= 1 && 1 <= high && high <= (1+h+math.Sqrt(2*h))*(1+1e-15)) {
			t.Errorf("at %v: %v, %v", h, low, high)
		}
	}
	if low, high := lambert(math.Inf(1)); low != 0 || !math.IsInf(high, 1) {
		t.Errorf("at +Inf: %v, %v", low, high)
	}
}
