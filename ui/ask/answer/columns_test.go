package answer

import (
	"slices"
	"testing"

	"retune/ui/unit"
)

// TestColumns reads columns with every trait, and checks that the words for units are in their order.
func TestColumns(t *testing.T) {
	got := Columns("knob as setting: words, at, fits: yes-no detail, load: rate ±, " +
		"p99 as call p99: duration estimated, gave up: share own-digits, r: factor, n: number, clients: count")
	want := []Column{{Name: "knob", Heading: "setting", IsWords: true}, {Name: "at"},
		{Name: "fits", IsYesNo: true, Detail: true}, {Name: "load", Kind: unit.Rate, Error: "load se"},
		{Name: "p99", Heading: "call p99", Kind: unit.Duration, HasEstimates: true},
		{Name: "gave up", Kind: unit.Share, OwnDigits: true}, {Name: "r", Kind: unit.Factor},
		{Name: "n", Kind: unit.Number}, {Name: "clients", Kind: unit.Count}}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
