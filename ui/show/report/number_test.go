package report

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestAppendTidy compares the number of a row with encoding/json, for numbers of every size and sign.
func TestAppendTidy(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	list := []float64{0, math.Copysign(0, -1), 1, -1, 10, 100, 1e20, 1e21, 123456789012345, 0.7000000000000001, 1e-6, 1e-7,
		9.999999999999999e-7, 9.999999999999999e22, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(1), math.NaN(),
		999999999999999.9, 0.1 + 0.2}
	for range 20_000 {
		x := math.Float64frombits(r.Uint64())
		list = append(list, x, math.Round(1e6*r.NormFloat64()), r.NormFloat64()*math.Pow(10, 60*r.Float64()-30))
	}
	for _, x := range list {
		if got, want := string(appendTidy(nil, x)), exact(tidy(x)); got != want {
			t.Fatalf("%v is written as %s, want %s", x, got, want)
		}
	}
}
