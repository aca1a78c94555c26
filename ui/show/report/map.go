package report

import (
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/show/chart"
)

// tallest is the largest number of rows of a map in text, without its axis.
const tallest = 60

// Map returns a map as lines of text: its title, the picture and the legend.
func Map(m answer.Map, o Options) []string {
	width := min(o.Width, 100)
	heat, rows := m.Heat(o.glyphs()), min(len(m.Y.Values), tallest)
	if o.Rows > 0 {
		heat, rows = m.Sketch(o.glyphs()), min(rows, o.Rows)
	}
	pic := heat.Draw(width, rows+chart.HeatHeight)
	lines := append([]string{m.Title}, strings.Split(paint(pic, hues(m, o)), "\n")...)
	legend, length := "", 0
	for _, e := range m.Legend() {
		entry := strings.TrimSpace(e.Sign + " " + e.Text)
		n := len([]rune(entry))
		if length > 0 && length+3+n > width {
			lines, legend, length = append(lines, legend), "", 0
		}
		if length > 0 {
			legend, length = legend+"   ", length+3
		}
		if hue := hues(m, o)[e.Role]; hue != "" {
			entry = hue + e.Sign + plain + strings.TrimPrefix(entry, e.Sign)
		}
		legend, length = legend+entry, length+n
	}
	return append(lines, legend)
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
		if m.Among == nil {
			of[chart.Class+chart.Role(i)] = ranks[i*(len(ranks)-1)/max(1, len(classes)-1)]
		}
	}
	return of
}

// paint returns a picture as text, with the colours of its roles.
func paint(pic chart.Picture, hues map[chart.Role]string) string {
	if len(hues) == 0 {
		return pic.String()
	}
	var text strings.Builder
	for i, cells := range pic.Cells {
		if i > 0 {
			text.WriteByte('\n')
		}
		now := ""
		for _, c := range cells {
			if hue := hues[c.Role]; hue != now {
				if now != "" {
					text.WriteString(plain)
				}
				text.WriteString(hue)
				now = hue
			}
			text.WriteRune(c.Rune)
		}
		if now != "" {
			text.WriteString(plain)
		}
	}
	return text.String()
}
