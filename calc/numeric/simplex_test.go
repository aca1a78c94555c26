package numeric

import (
	"math"
	"testing"
)

// TestSimplex finds the least value of Rosenbrock's valley, of a function with corners, and of one that is infinite
// beside its least value.
func TestSimplex(t *testing.T) {
	for name, c := range map[string]struct {
		f    func(x []float64) float64
		want []float64
	}{
		"valley": {func(x []float64) float64 {
			return math.Pow(1-x[0], 2) + 100*math.Pow(x[1]-x[0]*x[0], 2)
		}, []float64{1, 1}},
		"corners": {func(x []float64) float64 { return math.Abs(x[0]-3) + 2*math.Abs(x[1]+1) }, []float64{3, -1}},
		"edge": {func(x []float64) float64 {
			if x[0] < 2 {
				return math.Inf(1)
			}
			return x[0] + x[1]*x[1]
		}, []float64{2, 0}},
	} {
		got, _ := Simplex(c.f, []float64{4, 2}, []float64{0.5, 0.5}, 600, 1e-12)
		for i := range got {
			if !(math.Abs(got[i]-c.want[i]) <= 1e-3) {
				t.Errorf("%s: %v, want %v", name, got, c.want)
				break
			}
		}
	}
	calls := 0
	Simplex(func(x []float64) float64 { calls++; return x[0] * x[0] }, []float64{1}, []float64{1}, 20, 0)
	if calls > 24 {
		t.Errorf("%d calls instead of about 20", calls)
	}
}
