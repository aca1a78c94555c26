package report

import (
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// TestWholeTimes checks that the rows of a curve over time are shown at times that people count in.
func TestWholeTimes(t *testing.T) {
	for _, span := range []float64{0.1, 1, 2, 10} {
		for n := 2; n < 60_000; n += 1 + n/3 {
			columns := []answer.Column{{Name: "t", Kind: unit.Duration}, {Name: "x"}}
			table := answer.Table{Even: true, Columns: columns}.WithRows(n, func(i int) []answer.Value {
				return answer.Numbers(span*float64(i), float64(i))
			})
			entries := thin(table, 8)
			for i, e := range entries {
				at := span * float64(e.row)
				if step := span * float64(entries[min(1, len(entries)-1)].row); e.left > 0 || !near(at, step*float64(i)) ||
					step > 60 && !near(step, 60*float64(int(step/60+0.5))) {
					t.Errorf("%d rows each %g s: row %d is at %g s", n, span, i, at)
				}
			}
		}
	}
}

func near(x, y float64) bool { return x-y <= 1e-6 && y-x <= 1e-6 }
