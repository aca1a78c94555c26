package estimate

import (
	"math"
	"testing"

	"retune/calc/jitter"
)

// TestStarts checks the points from which a search starts: those of delays a r^k are a and r, with a cap from any retry
// on; those of other delays leave residuals of log d_k that are orthogonal to 1 and to k; and r is not below 1.
func TestStarts(t *testing.T) {
	has := func(list []map[Name]float64, want map[Name]float64) bool {
		for _, start := range list {
			same := len(start) == len(want)
			for name, x := range want {
				same = same && math.Abs(start[name]-x) <= 1e-9*x
			}
			if same {
				return true
			}
		}
		return false
	}
	for kind, share := range map[jitter.Type]float64{jitter.None: 1, jitter.Full: 0.5, jitter.Equal: 0.75} {
		delays := func(d ...float64) *search { // means of k+2 delays each
			s := &search{}
			for k, x := range d {
				s.of = append(s.of, measure{n: float64(k + 2), mean: share * x, least: share * x, most: share * x})
			}
			return s
		}
		for n, d := 1, 0.3; n <= 4; n++ {
			list := []float64{d}
			for len(list) < n {
				list = append(list, 1.7*list[len(list)-1])
			}
			want := map[Name]float64{Initial: d, Factor: 1.7}
			if n == 1 {
				want[Factor] = 1
			}
			if got := delays(list...).starts(kind, 0, false); !has(got, want) {
				t.Errorf("%v: delays %v start from %v", kind, list, got)
			}
			if n == 1 {
				continue
			}
			want[Cap] = list[n-1] + 0.1
			got := delays(append(list, want[Cap], want[Cap])...).starts(kind, 0, true)
			if !has(got, want) {
				t.Errorf("%v: delays %v with a cap of %v start from %v", kind, list, want[Cap], got)
			}
		}
		if got := delays(3, 2, 1).starts(kind, 0, false); !(got[0][Factor] == 1 && got[0][Initial] > 1) {
			t.Errorf("%v: delays that shrink start from %v", kind, got)
		}
		list := []float64{0.2, 0.5, 0.4, 2, 3}
		got := delays(list...).starts(kind, 0, false)[0]
		sum, turned := 0.0, 0.0
		for k, d := range list {
			left := math.Log(d) - math.Log(got[Initial]) - float64(k)*math.Log(got[Factor])
			sum, turned = sum+float64(k+2)*left, turned+float64(k*(k+2))*left
		}
		if !(math.Abs(sum) <= 1e-9 && math.Abs(turned) <= 1e-9) {
			t.Errorf("%v: delays %v start from %v, with residuals of %v and %v", kind, list, got, sum, turned)
		}
	}
}
