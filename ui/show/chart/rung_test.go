package chart

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"retune/ui/unit"
)

// TestRungs checks that the rungs rise, that rungFrom finds them, and that rungs of numbers are 1, 2 and 5 times powers
// of ten.
func TestRungs(t *testing.T) {
	for _, kind := range []unit.Kind{unit.Duration, unit.Number} {
		for i := -900; i < 850; i++ {
			v, next := rung(kind, i), rung(kind, i+1)
			if !(v < next) || rungFrom(kind, v) != i || rungFrom(kind, math.Nextafter(v, inf)) != i+1 {
				t.Errorf("rung %d of kind %d is %g, the next %g", i, kind, v, next)
			}
			if digit := strconv.FormatFloat(v, 'e', -1, 64); kind == unit.Number && max(i, -i) < 60 &&
				!strings.Contains("1e2e5e", digit[:2]) {
				t.Errorf("rung %d is %s", i, digit)
			}
		}
	}
}
