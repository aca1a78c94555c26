package answer_test

import (
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// TestTableOfBoxes checks that the table of a chart of boxes has the five percentiles of each with three digits, which
// is what distributions are known to.
func TestTableOfBoxes(t *testing.T) {
	c := answer.Chart{Title: "call time", X: unit.Duration}
	c.Add(answer.Box{Name: "mine", Percentiles: [5]float64{1.23456, 2.34567, 3.45678, 4.56789, 5.6789}})
	c.Add(answer.Box{Name: "theirs", Percentiles: [5]float64{0.5, 1, 1, 2, 60}})
	table := c.Table(20)
	if table.Len != 2 || len(table.Columns) != 6 || table.Row(1)[0].Words != "theirs" {
		t.Fatalf("%d rows of %d columns: %+v", table.Len, len(table.Columns), table.Row(1))
	}
	for k, want := range []string{"1.23s", "2.35s", "3.46s", "4.57s", "5.68s"} {
		column, cell := table.Columns[k+1], table.Row(0)[k+1]
		if got := column.UnitOf(cell).Rounded(cell.Number, column.DigitsOf(cell)); got != want {
			t.Errorf("%s is %s, want %s", column.Name, got, want)
		}
	}
	if c.Hi != 60 || c.LogFrom != 0.5 {
		t.Errorf("the axis goes from %v to %v", c.LogFrom, c.Hi)
	}
}
