package chart

import (
	"math"
	"strings"
	"testing"
)

// TestAreaStemsAndTexts checks that a filled curve is an area under the line of another curve, that stems lead up to
// points, that texts stand where they have room, and that two names can share a row.
func TestAreaStemsAndTexts(t *testing.T) {
	flat := func(v float64) func(float64) float64 { return func(float64) float64 { return v } }
	p := Plot{
		X: elapsed(40), Y: Axis{Hi: 8}, Cross: math.NaN(),
		Curves: []Curve{{Role: A, Name: "load", Y: flat(4)}, {Role: Goodput, Name: "goodput", Y: flat(4), Fills: true}},
		Texts:  []Text{{X: 10, Y: 8, Text: "peak", Role: Label}, {X: 39, Y: 8, Text: "end", Role: Label}},
	}
	pic := p.Draw(60, 11)
	text := pic.String()
	for _, want := range []string{"load, goodput", "peak", "end"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q:\n%s", want, text)
		}
	}
	middle := (pic.Bottom - 1) / 2
	for col := pic.Left; col < pic.Right-6; col++ {
		for row, want := range []Cell{{'─', A, Blank}, {'█', Area, Area}, {'█', Area, Area}} {
			if got := pic.Cells[middle+row][col]; got != want {
				t.Fatalf("column %d, row %d is %v, want %v:\n%s", col, middle+row, got, want, text)
			}
		}
	}
	p = Plot{X: elapsed(40), Y: Axis{Hi: 8}, Cross: math.NaN(),
		Points: []Point{{X: 20, Y: 4, Role: A, Stem: true}, {X: 30, Y: 8, Role: Mark, Stem: true}}}
	pic = p.Draw(60, 11)
	for _, point := range p.Points {
		col, _ := pic.Column(point.X)
		high := 0
		for row := range pic.Bottom {
			if pic.Cells[row][col].Role == point.Role {
				high++
			}
		}
		if want := int(point.Y/8*float64(pic.Bottom-1)) + 1; high != want {
			t.Errorf("the stem at %v has %d cells, want %d:\n%s", point.X, high, want, pic)
		}
	}
}
