package report

import (
	"strings"
	"testing"
	"unicode/utf8"

	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// TestLongNames checks that the values of several policies stay in their columns beside a name that is too long, and
// that a group of sentences has no headings of columns.
func TestLongNames(t *testing.T) {
	long := answer.Quantity{Name: strings.Repeat("clients ", 6), Value: answer.Amount(3, unit.Count)}
	words := answer.Quantity{Name: "limits", Value: answer.Word("a sentence about the limits of the fleet")}
	a := answer.Answer{Policies: []string{"A", "B"}, Groups: []answer.Group{
		{Title: "figures", Quantities: []answer.Quantity{long}},
		{Title: "tipping points", Quantities: []answer.Quantity{words}}}}
	blocks := figureBlocks(a, Options{Table: All, Width: 40, Columns: 40})
	for _, line := range blocks[0] {
		if n := utf8.RuneCountInString(line); n > 40 && !strings.Contains(line, long.Name) {
			t.Errorf("%d characters: %q", n, line)
		}
	}
	if name, values := blocks[0][1], strings.Fields(blocks[0][2]); name != "  "+long.Name || values[0] != "3" {
		t.Errorf("the name and its values: %q", blocks[0])
	}
	if blocks[1][0] != "tipping points" {
		t.Errorf("the heading of a sentence: %q", blocks[1][0])
	}
}
