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
		joined  answer.Join
		x, want float64
	}{
		{answer.Join{}, 30, 30},
		{answer.Join{LogX: true}, 10, 50.5}, {answer.Join{LogX: true, LogY: true}, 10, 10},
		{answer.Join{LogY: true}, 50.5, 10}, {answer.Join{Holds: true}, 99, 1}, {answer.Join{Holds: true}, 100, 100},
		{answer.Join{Holds: true}, 1, 1},
	} {
		got := answer.Points{At: ends, Values: ends, Join: c.joined}.Y(c.x)
		if !(math.Abs(got-c.want) < 1e-12*c.want) {
			t.Errorf("at %v it is %v, want %v", c.x, got, c.want)
		}
	}
}
