package fluid

import (
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc/system"
)

// TestBudgetLooksBack grants retries in cells as a list of all that happened says.
func TestBudgetLooksBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, spec := range []system.Budget{{Kind: system.Expiring, Ratio: 0.2, Reserve: 1, Window: 3}, {Kind: system.Expiring, Ratio: 0.5, Window: 1, FromStart: true}} {
		b := newBudget(system.Client{Budget: spec, Processes: 2})
		h := spec.Window / 40
		var counted, granted []float64 // by cell
		for j := range 400 {
			b.begin(float64(j) * h)
			m, wanted := 100*math.Pow(r.Float64(), 4), 40*math.Pow(r.Float64(), 2)
			b.started(m, false)
			b.started(7, true) // retries do not count
			got := b.keeps([2]float64{wanted / 4, 3 * wanted / 4}, 0, 0)[0] * wanted
			counted, granted = append(counted, m), append(granted, got)
			free := 2 * spec.Reserve * spec.Window
			for i := range counted {
				if slots := j/4 - i/4; slots < 10 || slots == 10 && !spec.FromStart {
					free += spec.Ratio * counted[i]
					if i < j {
						free -= granted[i]
					}
				}
			}
			if want := max(0, min(wanted, free)); !(math.Abs(got-want) <= 1e-9) {
				t.Fatalf("%+v: cell %d grants %g of %g, want %g", spec, j, got, wanted, want)
			}
		}
	}
}
