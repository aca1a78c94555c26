package numeric_test

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"retune/calc/numeric"
)

// TestFourier compares the transform with its sum.
func TestFourier(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := 1; n <= 64; n *= 2 {
		x := make([]complex128, n)
		for i := range x {
			x[i] = complex(r.NormFloat64(), r.NormFloat64())
		}
		got := append([]complex128(nil), x...)
		numeric.Fourier(got)
		for k := range got {
			want := complex(0, 0)
			for j, v := range x {
				want += v * cmplx.Exp(complex(0, 2*math.Pi*float64(j*k%n)/float64(n)))
			}
			if off := cmplx.Abs(got[k] - want); !(off <= 1e-13) {
				t.Errorf("n %d: X_%d is %v, want %v", n, k, got[k], want)
			}
		}
	}
}
