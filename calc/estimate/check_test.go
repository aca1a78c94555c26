package estimate

import (
	"math"
	"testing"
)

// TestUneven compares with a chi-square of counts by hand: 16, 8, 8 and 8 of 40 places in four bins are usually 10, so
// chi-square is (36 + 3 x 4)/10 = 4.8 and 6 of 40 would have to move. By Wilson and Hilferty its z is
// (cbrt(4.8/3) - (1 - 2/27))/sqrt(2/27) = 0.8953, and z^2/2 is 0.4008.
func TestUneven(t *testing.T) {
	var places []float64
	for i, n := range []int{16, 8, 8, 8} {
		for range n {
			places = append(places, 0.25*float64(i)+0.1)
		}
	}
	for _, c := range []struct {
		places      []float64
		level, want float64
	}{{places, 0.399, 0.15}, {places, 0.402, 0}, {places[:39], 0, 0}} {
		if got := uneven(c.places, c.level); !(math.Abs(got-c.want) <= 1e-12) {
			t.Errorf("%d places are uneven by %v at the level %v, want %v", len(c.places), got, c.level, c.want)
		}
	}
	var even []float64
	for i := range 400 {
		even = append(even, (float64(i)+0.5)/400)
	}
	if got := uneven(even, 0); got != 0 {
		t.Errorf("even places are uneven by %v", got)
	}
	even[0], even[399] = -0.01, 1 // the ends belong to the outer bins
	if got := uneven(even, 0); got != 0 {
		t.Errorf("with both ends they are uneven by %v", got)
	}
}
