package fleet

import (
	"context"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// Garbage is collected only when memory is used up: then the heap stays as it is, and its pages
// are not given back and asked for again.
func TestMain(m *testing.M) {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(256 << 20)
	os.Exit(m.Run())
}

// ask asks a question as the command line does.
func ask(q answer.Question, s setting.Scenario) answer.Answer {
	return q.Ask(context.Background(), s, answer.Full)
}

// find is the quantity with that JSON key.
func find(t *testing.T, a answer.Answer, key string) answer.Quantity {
	t.Helper()
	for _, q := range a.Quantities() {
		if q.Key() == key {
			return q
		}
	}
	t.Fatalf("there is no %s in the answer", key)
	return answer.Quantity{}
}

// cells is a row of a table, by the keys of its columns.
func cells(t answer.Table, i int) map[string]float64 {
	row := map[string]float64{}
	for j, x := range t.Row(i) {
		row[t.Columns[j].Key()] = x
	}
	return row
}

// warned tells whether a warning is about the quantity of that name.
func warned(a answer.Answer, name string) bool {
	for _, w := range a.Notes() {
		names, _, _ := strings.Cut(w, ": ")
		if slices.Contains(strings.Split(names, ", "), name) {
			return true
		}
	}
	return false
}
