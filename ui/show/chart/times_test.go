package chart

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"retune/ui/unit"
)

// doubling returns n events whose distances double, on an axis that begins before the first.
func doubling(n int) TimeLines {
	e := Events{Role: A, Marked: n / 2, Text: "back", Ends: true}
	for i := range n {
		e.At, e.Height = append(e.At, math.Exp2(float64(i))), append(e.Height, math.Exp2(float64(i+1)))
	}
	e.Height[n-1] = math.NaN()
	return TimeLines{X: Axis{Kind: unit.Duration, Log: true, Lo: 0.8, Hi: e.At[n-1]}, Kind: unit.Duration, Log: true,
		Lines: []Events{e}, Spans: []Stretch{{math.Inf(-1), 5, "outage"}}, Cross: math.NaN()}
}

// TestEveryEventIsDrawn checks that each event has its sign at every size with a column for it, and that the bars rise
// as the heights do. The last event has no bar.
func TestEveryEventIsDrawn(t *testing.T) {
	for _, width := range []int{30, 44, 80, 120} {
		for height := 3; height < 20; height++ {
			d := doubling(8)
			pic := d.Draw(width, height)
			text := pic.String()
			if n := strings.Count(text, eventSign) + strings.Count(text, markedSign); n != 8 {
				t.Fatalf("%dx%d: %d of 8 events are drawn:\n%s", width, height, n, text)
			}
			last := -1
			for i, at := range d.Lines[0].At {
				col, ok := pic.Column(at)
				high := 0
				for row, cells := range pic.Cells[:pic.Bottom] {
					if at := strings.IndexRune(eighths, cells[col].Rune); at >= 0 {
						high = (pic.Bottom-1-row-1)*8 + at/len("▁") + 1
						break
					}
				}
				switch {
				case !ok:
					t.Fatalf("%dx%d: event %d is not on the axis", width, height, i)
				case height > 3 && i < 7 && high < max(1, last):
					t.Fatalf("%dx%d: the bar of event %d has %d eighths, that before it %d:\n%s", width, height, i, high,
						last, text)
				case i == 7 && high > 0:
					t.Fatalf("%dx%d: the last event has a bar:\n%s", width, height, text)
				}
				last = high
			}
			if height > 12 && width >= 80 && strings.Count(text, "█") < 8 {
				t.Fatalf("%dx%d: the bars are low:\n%s", width, height, text)
			}
		}
	}
}

// TestLinesOfEvents checks that each line has its name, and that names of any length and script are cut visibly.
func TestLinesOfEvents(t *testing.T) {
	d := doubling(5)
	for i, name := range []string{"aws", "a-name-that-is-too-long", "漢字"} {
		e := d.Lines[0]
		if i == 0 {
			d.Lines = nil
		}
		e.Name = name
		d.Lines = append(d.Lines, e)
	}
	text := d.Draw(80, 12).String()
	for _, want := range []string{"aws ┤", "a-name-that… ┤", "●5 ✕", "back", "outage"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if n := strings.Count(text, fmt.Sprint(markedSign)); n != 3 {
		t.Errorf("%d lines have their mark, want 3:\n%s", n, text)
	}
}
