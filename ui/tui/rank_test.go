package tui

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
)

// ranked returns the compare view with the fleets of its policies simulated.
func ranked(t *testing.T, m Model) Model {
	t.Helper()
	m = Refined(settled(m))
	m.followed = 0
	m, cmd := commanded(m.workOutRanks())
	if cmd == nil {
		t.Fatal("no fleet is simulated")
	}
	m, _ = send(m, cmd())
	return m
}

// ranksOf returns the names of the rows and a column of their figures.
func ranksOf(m Model, column int) (names []string, figures []float64) {
	for _, b := range m.boxed() {
		names, figures = append(names, b.Name), append(figures, b.Figures[column])
	}
	return names, figures
}

// TestPoliciesAreRanked checks that policies are kept, named and found, that any column orders their rows, the best
// first, and that the column has the figures of retune what for each policy. Enter makes the chosen one the present
// one; u undoes this.
func TestPoliciesAreRanked(t *testing.T) {
	m := screen(t, 120, 36, "cap=3s")
	m = press(m, "c", "N")
	m = press(write(press(m, "ctrl+u"), "short"), "enter")
	m = press(m, "c")
	m = press(write(press(m.toView("compare"), "/"), "aws"), "enter")
	if names := m.scenario.Names(); !slices.Equal(names, []string{"new", "short", "mine", "aws"}) {
		t.Fatalf("the policies are %v", names)
	}
	m = ranked(t, m)
	text := text(m)
	for _, want := range []string{"short", "client=aws", "the same", "the present policy", "peak", "survives"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	policies := m.scenario.Policies()
	for column, name := range map[int]string{1: "peak-load", 2: "longest-outage"} {
		w, _ := question.Results().Find(name)
		for _, b := range m.boxed() {
			v := w.Value(context.Background(), policies[b.Of], answer.Full)
			if want := v.Number; v.Status == "" && math.Abs(b.Figures[column]-want) > 1e-9 {
				t.Errorf("%s of %s is %g, want %g", name, b.Name, b.Figures[column], want)
			}
		}
	}
	for order, falls := range []bool{false, false, false, true} {
		names, figures := ranksOf(m, max(0, order-1))
		if falls {
			slices.Reverse(figures)
		}
		if !slices.IsSorted(figures) {
			t.Errorf("ordered %d times the rows %v have %v", order, names, figures)
		}
		m = press(m, ">")
	}
	m = press(m, "pgup", "home")
	for m.boxed()[m.picked()[1]].Name != "aws" {
		m = press(m, "J")
	}
	m = press(m, "enter")
	if got := m.scenario.Names(); got[0] != "aws" || m.scenario.Cap == 3 || len(got) != 4 {
		t.Errorf("enter on aws makes the policies %v", got)
	}
	if back := press(m, "u"); back.scenario.Cap != 3 {
		t.Errorf("u leaves a cap of %g s", back.scenario.Cap)
	}
}
