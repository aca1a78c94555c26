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
			keep := b.keeps([2]float64{wanted / 4, 3 * wanted / 4}, 0, 0, j%2 == 0)
			got := (keep[0] + 3*keep[1]) * wanted / 4
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

// TestTokensGoToWhoBringsThem plays a bucket attempt by attempt: first attempts that each bring a
// part of a token, and of which a share fails at once, among retries that all do.
func TestTokensGoToWhoBringsThem(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, v := range []struct{ ratio, s, retries float64 }{{0.1, 1, 1}, {0.5, 1, 3}, {0.2, 0.5, 1}, {0.05, 0.2, 0.3}, {0.2, 0.8, 0.5}} {
		const n = 200_000
		tokens, got := 0.0, [2]float64{}
		for range n {
			kind := 0
			if r.Float64() < v.retries/(1+v.retries) {
				kind = 1
			} else if tokens += v.ratio; r.Float64() >= v.s {
				continue
			}
			if tokens >= 1-1e-9 {
				tokens--
				got[kind]++
			}
		}
		b := newBudget(system.Client{Budget: system.Budget{Kind: system.Ratio, Ratio: v.ratio, Reserve: 100}, Processes: 1})
		b.tokens = 0
		b.begin(0)
		b.started(1, false)
		wanted := [2]float64{v.s, v.retries}
		keep := b.keeps(wanted, 0, 1, true)
		if want := got[0] / (got[0] + got[1]); !(math.Abs(keep[0]*wanted[0]/v.ratio-want) <= 0.01) || !(math.Abs(keep[0]*wanted[0]+keep[1]*wanted[1]-v.ratio) <= 1e-12) {
			t.Errorf("%+v: first attempts get %.4f of the tokens, and a played bucket gives them %.4f", v, keep[0]*wanted[0]/v.ratio, want)
		}
	}
}

// TestPlacesOfThoseThatTimeOut lets attempts time out at one time and asks one by one for places.
func TestPlacesOfThoseThatTimeOut(t *testing.T) {
	for _, v := range []struct{ underWay, out, ratio, reserve, retries float64 }{
		{0, 2200, 0.2, 10, 0}, {500, 1000, 0.1, 3, 20}, {1000, 50, 0.5, 3, 0}, {0, 100, 0.2, 50, 10}, {100, 1000, 0.2, 3, 900},
	} {
		left, retries, granted := v.underWay+v.out, v.retries, 0.0
		for range int(v.out) {
			left--
			if retries+1 <= max(v.reserve, v.ratio*left) {
				retries++
				granted++
			}
		}
		b := newBudget(system.Client{Budget: system.Budget{Kind: system.Concurrent, Ratio: v.ratio, Reserve: v.reserve}, Processes: 1})
		b.retries = v.retries
		if got := b.keeps([2]float64{v.out, 0}, v.underWay, 0, false)[0] * v.out; !(math.Abs(got-granted) <= 1) {
			t.Errorf("%+v: %g places, one by one %g", v, got, granted)
		}
	}
}
