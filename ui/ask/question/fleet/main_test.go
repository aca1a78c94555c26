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

// TestMain runs the garbage collector only at the memory limit. The heap then keeps its pages instead of returning and
// requesting them.
func TestMain(m *testing.M) {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(256 << 20)
	os.Exit(m.Run())
}

// ask asks a question at full effort, as the command line does.
func ask(q answer.Question, s *setting.Scenario) answer.Answer {
	return q.Ask(context.Background(), s, answer.Full)
}

// find returns the quantity with that JSON key.
func find(t *testing.T, a answer.Answer, key string) answer.Quantity {
	t.Helper()
	for _, q := range answer.WithErrors(a.Quantities()) {
		if q.Key() == key {
			return q
		}
	}
	t.Fatalf("there is no %s in the answer", key)
	return answer.Quantity{}
}

// cells returns a row of a table by the keys of its columns.
func cells(t answer.Table, i int) map[string]float64 {
	row := map[string]float64{}
	t = t.WithErrors(false)
	for j, v := range t.Row(i) {
		row[t.Columns[j].Key()] = v.Number
	}
	return row
}

// warned reports whether a warning is about the named quantity.
func warned(a answer.Answer, name string) bool {
	for _, w := range a.Notes() {
		names, _, _ := strings.Cut(w, ": ")
		if slices.Contains(strings.Split(names, ", "), name) {
			return true
		}
	}
	return false
}
