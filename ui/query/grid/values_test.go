package grid

import (
	"context"
	"slices"
	"testing"

	"retune/ui/answer"
	"retune/ui/knob"
)

// TestCoarse holds that many values that come of a sample are rough, which is noted, and others are not.
func TestCoarse(t *testing.T) {
	sampled := knob.Default()
	if k, _ := knob.Find("jitter"); k.Set(&sampled, "decorrelated") != nil {
		t.Fatal("there is no decorrelated jitter")
	}
	for _, c := range []struct {
		n             int
		s             knob.Scenario
		drawn, coarse bool
	}{
		{mostExact, sampled, true, false}, {mostExact + 1, sampled, true, true},
		{mostExact + 1, sampled, false, false}, {mostExact + 1, knob.Default(), true, false},
	} {
		v, a := values{}, answer.Answer{}
		v.start(c.n, c.s, answer.Full, c.drawn)
		v.shortfalls(&a, "values", "sweep")
		noted := slices.ContainsFunc(a.Warnings, func(w answer.Warning) bool { return w.Code == answer.Approximate })
		if v.coarse != c.coarse || (v.effort == answer.Rough) != c.coarse || noted != c.coarse {
			t.Errorf("%d values, drawn %v: coarse %v, effort %v, noted %v", c.n, c.drawn, v.coarse, v.effort, noted)
		}
	}
}

// TestMostAttempts holds that values stop at the limit of attempts, in the same place however many cores
// there are, and that what is known is then inconclusive.
func TestMostAttempts(t *testing.T) {
	const n, each = 1000, answer.MostAttempts / 100
	for range 3 {
		v, a := values{}, answer.Answer{}
		v.do = func(context.Context, int) func() { return func() { v.attempts += each } }
		v.start(n, knob.Default(), answer.Full, false)
		whole := v.all(t.Context(), &counter{all: n}, upTo(n))
		v.shortfalls(&a, "cells", "map")
		if known := slices.Index(v.known, false); whole || known != 128 || a.Inconclusive == nil || a.Warnings[0].Code != answer.Partial {
			t.Errorf("%d values are known: %v, %v", known, a.Inconclusive, a.Notes())
		}
	}
}

// TestSweepKeepsFigures holds that of each value of a sweep of figures these are kept alone, even
// where one value has more than a table shows.
func TestSweepKeepsFigures(t *testing.T) {
	var figures []answer.Quantity
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"} {
		figures = append(figures, answer.Quantity{Name: name})
	}
	a := answer.Answer{Groups: []answer.Group{{Quantities: figures}}, Plot: func() []answer.Chart { return nil }, Tables: []answer.Table{{}}}
	if a = (&sweep{axis: knob.Axis{Knob: knob.Knobs[0]}}).figures(1, a); a.Plot != nil || a.Tables != nil {
		t.Errorf("%+v", a)
	}
}
