package query

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"retune/ui/knob"
)

// TestNothingIsUnexplained asks everything of scenarios from all over the
// range: no panic, and no value that is not finite without a warning that names
// it, unless it is a limit that may be absent.
func TestNothingIsUnexplained(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	for _, q := range Queries {
		answered := 0
		for range 5000 {
			s := random(rng, q)
			a := q.Ask(s)
			if a.None != nil {
				continue
			}
			answered++
			for _, x := range every(a) {
				values := []float64{x.A}
				if a.Pair && !x.Single {
					values = append(values, x.B)
				}
				for i, v := range values {
					switch {
					case finite(v):
						if v < 0 {
							t.Fatalf("%s: %s of %c is %v for %+v", q.Name, x.Name, "AB"[i], v, s)
						}
					case x.Limit && math.IsInf(v, 1):
					case !warned(a, x.Name):
						t.Fatalf("%s: %s of %c is %v and nobody is warned for %+v", q.Name, x.Name, "AB"[i], v, s)
					}
				}
				if r := x.Ratio(); math.IsInf(r, 0) {
					t.Fatalf("%s: the ratio of %s is %v", q.Name, x.Name, r)
				}
			}
			tables(t, q, s, a)
			for _, w := range a.Warnings {
				if w == "" || strings.ContainsAny(w, "\n") || strings.Contains(w, "NaN") || strings.Contains(w, "Inf") {
					t.Fatalf("%s warns %q", q.Name, w)
				}
			}
		}
		if answered < 300 {
			t.Errorf("%s: only %d of the scenarios had an answer", q.Name, answered)
		}
	}
}

func warned(a Answer, name string) bool {
	for _, w := range a.Warnings {
		names, _, _ := strings.Cut(w, ": ")
		if slices.Contains(strings.Split(names, ", "), name) {
			return true
		}
	}
	return false
}

// tables looks at the ends of each table, and at some rows between.
func tables(t *testing.T, q Query, s knob.Scenario, a Answer) {
	t.Helper()
	for _, table := range a.Tables {
		var last []float64
		for i := 0; i < table.Len; i += 1 + table.Len/20 {
			row := table.Row(i)
			if row[0] != float64(i+1) {
				t.Fatalf("row %d of %s is numbered %v", i, table.Name, row[0])
			}
			for j, x := range row {
				overflow := math.IsInf(x, 1)
				ended := a.Pair && math.IsNaN(x)
				if !(x >= 0) && !ended || overflow && len(a.Warnings) == 0 {
					t.Fatalf("%s: column %d of row %v in %s, for %+v", q.Name, j, row, table.Name, s)
				}
				if last != nil && x < last[j] {
					t.Fatalf("%s: %v comes after %v, for %+v", q.Name, row, last, s)
				}
			}
			last = row
		}
	}
}

// TestPairIsTwoAnswers holds that of a pair A is what A alone would answer, and
// B what B alone would.
func TestPairIsTwoAnswers(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	alone := func(s knob.Scenario) knob.Scenario {
		s.Versus = nil
		return s
	}
	for _, q := range []Query{at, schedule} {
		for range 3000 {
			s := random(rng, q)
			if s.Versus == nil {
				s = s.Keep()
				knob.Knobs[rng.IntN(3)].Step(&s, 1, false)
			}
			both, a, b := q.Ask(s), q.Ask(alone(s)), q.Ask(s.B())
			if !both.Pair || a.Pair || b.Pair {
				t.Fatalf("%s: pairs are %v, %v, %v", q.Name, both.Pair, a.Pair, b.Pair)
			}
			for _, x := range every(both) {
				check := func(single Answer, got float64, name string) {
					for _, y := range every(single) {
						if y.Key() == x.Key() && math.Float64bits(y.A) != math.Float64bits(got) && !(math.IsNaN(y.A) && math.IsNaN(got)) {
							t.Fatalf("%s: %s of %s is %v in a pair and %v alone, for %+v", q.Name, x.Name, name, got, y.A, s)
						}
					}
				}
				check(a, x.A, "A")
				check(b, x.B, "B")
			}
			// And nothing that is answered alone is left out of the pair.
			for _, single := range []Answer{a, b} {
				for _, y := range every(single) {
					find(t, both, y.Key())
				}
			}
			for _, table := range both.Tables {
				want := max(a.Tables[0].Len, b.Tables[0].Len)
				if table.Len != want {
					t.Fatalf("the table of a pair has %d rows, want %d", table.Len, want)
				}
			}
		}
	}
}

// TestAskIsPure holds that asking changes nothing and gives the same
// again.
func TestAskIsPure(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	for _, q := range Queries {
		for range 300 {
			s := random(rng, q)
			b := s.Versus
			first, second := q.Ask(s), q.Ask(s)
			if s.Versus != b {
				t.Fatalf("%s changes the scenario", q.Name)
			}
			x, y := every(first), every(second)
			if len(x) != len(y) || !reflect.DeepEqual(first.Warnings, second.Warnings) || !reflect.DeepEqual(first.None, second.None) {
				t.Fatalf("%s answers differently the second time", q.Name)
			}
			for i := range x {
				if math.Float64bits(x[i].A) != math.Float64bits(y[i].A) || math.Float64bits(x[i].B) != math.Float64bits(y[i].B) {
					t.Fatalf("%s: %s is %v and then %v", q.Name, x[i].Name, x[i].A, y[i].A)
				}
			}
		}
	}
}

// TestCharts holds that a chart can be drawn: a finite axis, curves that are
// delays or nothing, and marks on the axis.
func TestCharts(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for _, q := range Queries {
		for range 1000 {
			s := random(rng, q)
			for _, c := range q.Ask(s).Charts {
				if !(c.Lo < c.Hi) || !finite(c.Lo) || !finite(c.Hi) || c.Title == "" {
					t.Fatalf("%s goes from %v to %v for %+v", c.Title, c.Lo, c.Hi, s)
				}
				if want := 1; len(c.Curves) != want && s.Versus == nil || s.Versus != nil && len(c.Curves) != 2 {
					t.Fatalf("%s has %d curves", c.Title, len(c.Curves))
				}
				if !math.IsNaN(c.Cross) && !(c.Cross >= 0 && c.Cross <= c.Hi) {
					t.Fatalf("%s: the crosshair is at %v, the axis ends at %v", c.Title, c.Cross, c.Hi)
				}
				for _, curve := range c.Curves {
					if !math.IsNaN(curve.Capped) && !(curve.Capped >= 0 && curve.Capped <= c.Hi) {
						t.Fatalf("%s: the cap is reached at %v, the axis ends at %v, for %+v", c.Title, curve.Capped, c.Hi, s)
					}
					for i := range 20 {
						x := c.Lo + (c.Hi-c.Lo)*float64(i)/19
						if y := curve.Y(x); !math.IsNaN(y) && !(y > 0 && y <= curve.Cap) {
							t.Fatalf("%s: the delay at %v is %v, the cap %v, for %+v", c.Title, x, y, curve.Cap, s)
						}
					}
				}
			}
		}
	}
}
