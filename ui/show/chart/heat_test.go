package chart

import (
	"strings"
	"testing"

	"retune/ui/unit"
)

// square is a map of 8 by 4 cells with three classes. The first two keep the limit.
func square(glyphs Glyphs) Heat {
	class := func(column, row int) int {
		switch {
		case column == 7 && row == 3:
			return -1
		case column+2*row >= 8:
			return 2
		case column+2*row >= 5:
			return 1
		}
		return 0
	}
	return Heat{X: Axis{Kind: unit.Factor, Lo: 1, Hi: 8}, Y: Axis{Kind: unit.Count, Lo: 1, Hi: 1000, Log: true},
		Columns: 8, Rows: 4,
		Signs: []rune("·=@"), Shades: []Shade{RankShade(0, 3), RankShade(1, 3), RankShade(2, 3)}, Class: class,
		Kept: func(column, row int) State {
			return []State{Open, Keeps, Keeps, Breaks}[class(column, row)+1]
		}, Mark: [2]int{1, 0}, Cross: [2]int{-1, -1}, Border: [][2]float64{{4.5, 10}}, Glyphs: glyphs}
}

// TestHeat draws maps with room for a cell in several characters, in one, and in none.
func TestHeat(t *testing.T) {
	for _, c := range []struct {
		h             Heat
		width, height int
		want          string
	}{
		{square(Strokes), 24, 6, `
  1000 ┤====\───@@@@@@
   100 ┤··======\───@@@@
    10 ┤······======\───
     1 ┤···◆······======
       └─────────┬──────
                 5`},
		{square(ASCII), 16, 6, `
  1000 +==\-@@@
   100 +.===\-@@
    10 +...===\-
     1 +.*...===
       +----+---
            5`},
		{square(Braille), 24, 4, `
   100 ┤▀▀▀▀┗━━━━━━━┓▀┗━
     1 ┤▀▀▀◆▀▀▀▀ 10 ╹▀▀▀
       └─────────┬──────
                 5`},
		{square(Strokes), 8, 3, "\n\n\n"},
	} {
		pic := c.h.Draw(c.width, c.height)
		if got := "\n" + pic.String(); len(pic.Cells) != c.height || got != c.want {
			t.Errorf("%d by %d:%s\nwant%s", c.width, c.height, got, c.want)
		}
	}
}

// TestHeatSVG counts the elements of a drawing of a map.
func TestHeatSVG(t *testing.T) {
	h := square(Strokes)
	text := drawn(t, "a map", "", Panel{Title: "square", Heat: &h, Legend: []Key{{Class, "little"}, {Mark, "as it is"},
		{Limit, "at most 3"}}})
	for what, want := range map[string]int{"crispEdges": 11, "<circle": 1, "l6 6l-6 6": 2, "curve limit": 10,
		">@</text>": 3} {
		if n := strings.Count(text, what); n != want {
			t.Errorf("%d times %s, not %d", n, what, want)
		}
	}
}

// TestDivide checks where an axis is divided into classes.
func TestDivide(t *testing.T) {
	for _, c := range []struct {
		a    Axis
		want string
	}{
		{Axis{Kind: unit.Number, Lo: 0, Hi: 10}, "2 4 6 8"},
		{Axis{Kind: unit.Duration, Lo: 1, Hi: 3600, Log: true}, "10 60 600"},
		{Axis{Kind: unit.Number, Lo: 3, Hi: 3}, ""},
	} {
		var list []string
		for _, v := range c.a.Divide(8) {
			list = append(list, unit.Number.Format(v))
		}
		if got := strings.Join(list, " "); got != c.want {
			t.Errorf("%v is divided at %s, not %s", c.a, got, c.want)
		}
	}
}

// TestMarkIsOnItsTick checks at many sizes that the mark stands in its cell, in the row of the label of its value.
func TestMarkIsOnItsTick(t *testing.T) {
	for rows := 2; rows <= 40; rows++ {
		for cells := 3; cells <= 40; cells++ {
			h := Heat{X: Axis{Kind: unit.Factor, Lo: 1, Hi: 8}, Y: Axis{Kind: unit.Count, Lo: 100, Hi: 10000, Log: true},
				Columns: 8, Rows: cells, Signs: []rune("·"), Class: func(_, _ int) int { return 0 }, Mark: [2]int{3, cells / 2},
				Marked: [2]float64{4, 1000}, Cross: [2]int{-1, -1}, Glyphs: Strokes}
			pic := h.Draw(40, rows+HeatHeight)
			for y, line := range strings.Split(pic.String(), "\n") {
				x := strings.Index(line, "◆")
				if x < 0 {
					continue
				}
				if strings.Contains(pic.String(), "1000 ┤") && !strings.Contains(line, "1000 ┤") {
					t.Fatalf("%d rows of %d cells: the mark is not on its tick:\n%s", rows, cells, pic)
				}
				_, up, ok := h.At(pic, pic.Left+len([]rune(line[:x]))-pic.Left, y)
				if want := cells / 2; !ok || up != want && rows >= cells {
					t.Fatalf("%d rows of %d cells: the mark is in row %d of the cells, want %d", rows, cells, up, want)
				}
			}
		}
	}
}
