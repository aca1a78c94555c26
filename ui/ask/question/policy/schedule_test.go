package policy

import (
	"math"
	"strings"
	"testing"

	"retune/calc/elapsed"
	"retune/ui/ask/answer"
)

// TestLateRetries checks the schedule of many retries for every type of jitter, alone, with feedback and drawn once,
// with and without a cap. Only delays that depend on each other and have no cap lack late rows, and a note says so.
func TestLateRetries(t *testing.T) {
	for _, c := range []struct {
		settings string
		lacks    bool
	}{
		{"jitter decorrelated", true},
		{"jitter decorrelated, cap 9s", false},
		{"jitter smooth", true},
		{"jitter smooth, cap 9s", false},
		{"jitter spread=0.1, feedback yes, factor 1.01", true},
		{"jitter spread=0.1, feedback yes, cap 9s", false},
		{"jitter once:full, factor 1.01", false},
		{"jitter once:full, cap 9s", false},
		{"jitter full, factor 1.01", false},
		{"jitter none, factor 1.01", false},
	} {
		s := scenarioOf(t, nil, c.settings+", retries 300")
		a := Schedule.Ask(t.Context(), &s, answer.Rough)
		table := a.Tables[0]
		for row, lacks := range map[int]bool{elapsed.MostUncapped - 1: false, elapsed.MostUncapped: c.lacks, 299: c.lacks} {
			for _, name := range []string{"delay mean", "elapsed mean"} {
				for k, column := range table.Columns {
					if column.Name == name && math.IsNaN(table.Row(row)[k].Number) != lacks {
						t.Errorf("%s: the %s of retry %d is %v", c.settings, name, row+1, table.Row(row)[k].Number)
					}
				}
			}
		}
		if said := strings.Contains(strings.Join(a.Notes(), " "), "are not computed"); said != c.lacks {
			t.Errorf("%s: the note is there: %v", c.settings, said)
		}
	}
}
