package sweep

import (
	"slices"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// TestMostAttempts checks that a sweep stops at the limit of attempts, at the same value for any number of cores, and
// that its answer is then inconclusive.
func TestMostAttempts(t *testing.T) {
	const n, each = 1000, answer.MostAttempts / 100
	for range 3 {
		v, a := newValues[int](n, nil), answer.Answer{}
		whole := v.each(t.Context(), nil, upTo(n), func(i int) (int, float64) { return i, each })
		v.shortfalls(&a, "cells", "map")
		if known := slices.Index(v.known, false); whole || known != 128 || a.Inconclusive == "" ||
			a.Warnings[0].Code != answer.Partial {
			t.Errorf("%d values are known: %v, %v", known, a.Inconclusive, a.Notes())
		}
	}
}

// TestSweepKeepsFigures checks that a sweep of figures keeps only the figures of each value, even if a value has more
// than the table shows.
func TestSweepKeepsFigures(t *testing.T) {
	var figures []answer.Quantity
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"} {
		figures = append(figures, answer.Quantity{Name: name})
	}
	a := answer.Answer{Groups: []answer.Group{{Quantities: figures}}, Charts: []answer.Chart{{}},
		Tables: []answer.Table{{}}}
	if a = (&sweep{axis: setting.Axis{Setting: setting.Settings[0]}}).figuresOnly(a); a.Charts != nil || a.Tables != nil {
		t.Errorf("%+v", a)
	}
}
