package sweep

import (
	"math"
	"testing"

	"retune/ui/ask/answer"
)

// TestJoints checks the interpolation between the values of a sweep: steps, or lines that are straight as drawn.
func TestJoints(t *testing.T) {
	ends := []float64{1, 100}
	for _, c := range []struct {
		joined  answer.Joint
		x, want float64
	}{
		{answer.Straight(false, false), 30, 30},
		{answer.Straight(true, false), 10, 50.5}, {answer.Straight(true, true), 10, 10},
		{answer.Straight(false, true), 50.5, 10}, {steps, 99, 1}, {steps, 100, 100}, {steps, 1, 1},
	} {
		got := answer.Through(ends, ends, c.joined)(c.x)
		if !(math.Abs(got-c.want) < 1e-12*c.want) {
			t.Errorf("at %v it is %v, want %v", c.x, got, c.want)
		}
	}
}
