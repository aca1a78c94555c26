package report

import (
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/show/chart"
)

// tallest is the largest number of rows of a map in text, without its axis.
const tallest = 60

// mapLines returns a map as lines of text: its title, the picture and the legend.
func mapLines(m answer.Map, o Options) []string {
	width := min(o.Width, 100)
	pic := m.Heat(o.glyphs()).Draw(width, min(len(m.Y.Values), tallest)+chart.HeatHeight)
	var line []chart.Cell
	for _, e := range m.Legend() {
		entry := []rune(strings.TrimSpace(e.Sign + " " + e.Text))
		switch {
		case line != nil && len(line)+3+len(entry) > width:
			pic.Cells, line = append(pic.Cells, line), nil
		case line != nil:
			line = append(line, slices.Repeat([]chart.Cell{{Rune: ' '}}, 3)...)
		}
		for i, r := range entry {
			cell := chart.Cell{Rune: r}
			if i == 0 { // the sign
				cell.Role = e.Role
			}
			line = append(line, cell)
		}
	}
	pic.Cells = append(pic.Cells, line)
	return append([]string{m.Title}, paint(pic, hues(m, o))...)
}

// plain ends a colour.
const plain = "\x1b[0m"

// ranks are the colours of numbers, from the smallest to the largest.
var ranks = []string{"\x1b[34m", "\x1b[36m", "\x1b[32m", "\x1b[33m", "\x1b[31m", "\x1b[35m"}

// hues returns the escape sequence for each class of a map, or none without colours.
func hues(m answer.Map, o Options) map[chart.Role]string {
	of := map[chart.Role]string{}
	if !o.Colour {
		return of
	}
	classes := m.Classes()
	for i, c := range classes {
		of[chart.Class+chart.Role(i)] = colours[c.Tone]
		if m.PossibleWords == nil {
			of[chart.Class+chart.Role(i)] = ranks[i*(len(ranks)-1)/max(1, len(classes)-1)]
		}
	}
	return of
}

// paint returns the lines of a picture, with the colours of its roles.
func paint(pic chart.Picture, hues map[chart.Role]string) (lines []string) {
	for _, cells := range pic.Cells {
		var line strings.Builder
		now := ""
		for _, c := range append(slices.Clip(cells), chart.Cell{}) { // the last ends a colour
			if hue := hues[c.Role]; hue != now {
				if now != "" {
					line.WriteString(plain)
				}
				line.WriteString(hue)
				now = hue
			}
			if c.Rune != 0 {
				line.WriteRune(c.Rune)
			}
		}
		lines = append(lines, strings.TrimRight(line.String(), " "))
	}
	return lines
}
