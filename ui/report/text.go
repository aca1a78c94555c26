package report

import (
	"bufio"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"retune/ui/answer"
)

// What a text that is to fit a screen has at most, and the least rows of a table that
// it shows even so.
const mostLines, mostRows, leastRows = 45, 20, 3

// text writes for people: the answer in a sentence, the figures, charts, tables, and
// then what to beware of. A blank line stands between two parts.
func text(w *bufio.Writer, r Result, o Options) {
	a := r.Answer
	figures, tables := o.pick(a)
	var before, after [][]string
	if o.Table == "" || o.Table == All {
		before = append(before, summary(a, o))
		after = append(after, notes(a, o))
	}
	for _, c := range pictures(a, o) {
		before = append(before, append([]string{c.Title}, strings.Split(draw(c, o), "\n")...))
	}
	if a.Map != nil && (o.Table == "" || o.Table == All) {
		before = append(before, Map(*a.Map, o))
	}
	least := 1 // of those that stay
	if a.Map != nil {
		least = len(before)
	}
	if figures {
		before = append(before, groups(a, o)...)
	}
	parts := 0
	part := func(lines []string) {
		if len(lines) == 0 {
			return
		}
		if parts++; parts > 1 {
			io.WriteString(w, "\n")
		}
		for _, line := range lines {
			io.WriteString(w, strings.TrimRight(line, " ")+"\n")
		}
	}
	tables = slices.DeleteFunc(slices.Clone(tables), func(t answer.Table) bool { return t.Len == 0 || t.Drawn && o.Table == "" })
	room := mostLines
	for _, lines := range slices.Concat(before, after) {
		room -= 1 + len(lines)
	}
	grids := make([]*grid, len(tables))
	for i, t := range tables {
		grids[i] = newGrid(t, o)
		room -= grids[i].least()
	}
	cut := len(before) // the last figures are those asked for least
	for o.Table == "" && cut > least && room < 0 {
		if cut == len(before) {
			room -= 2
		}
		cut--
		room += 1 + len(before[cut])
	}
	if cut < len(before) {
		before = append(before[:cut:cut], []string{"… more figures: --table all …"})
	}
	for _, g := range grids {
		room += g.least()
	}
	for _, lines := range before {
		part(lines)
	}
	for i := range tables {
		grid := grids[i]
		if o.Table != "" { // of any length: nothing is kept
			part(grid.head)
			grid.all(func(cells []string) {
				for _, line := range grid.join(cells) {
					io.WriteString(w, line)
					w.WriteByte('\n')
				}
			})
			continue
		}
		share := room / (len(tables) - i)
		lines := grid.fit(share - 1)
		room -= 1 + len(lines)
		part(lines)
	}
	for _, lines := range after {
		part(lines)
	}
}

// summary is the sentence that answers the question. Its capital words, the verdict,
// have the colour of the verdict where colours are wanted.
func summary(a answer.Answer, o Options) []string {
	if a.Summary == "" {
		return nil
	}
	lines := wrap(a.Summary, "", o.Width)
	if colour := colours[a.Tone]; o.Colour && colour != "" {
		n := len(lines[0]) - len(strings.TrimLeft(lines[0], "ABCDEFGHIJKLMNOPQRSTUVWXYZ ")) // and the blank behind it
		if n > 1 {
			lines[0] = colour + strings.TrimRight(lines[0][:n], " ") + "\x1b[0m" + lines[0][len(strings.TrimRight(lines[0][:n], " ")):]
		}
	}
	return lines
}

// colours is what begins each colour of a terminal.
var colours = map[answer.Tone]string{answer.Good: "\x1b[1;32m", answer.Doubtful: "\x1b[1;33m", answer.Bad: "\x1b[1;31m"}

// notes is what to beware of, each note indented behind its first line. In text the
// reason of an absent value stands beside it, unless there are two values.
func notes(a answer.Answer, o Options) (lines []string) {
	for _, n := range a.Warnings {
		if n.Code == answer.Absent && o.Table == "" && shared(a, n.Keys) {
			continue
		}
		if n.Code != answer.Absent || a.Pair || len(n.Keys) == 0 || leftOut(a, o, n.Keys[0]) || slices.ContainsFunc(a.Tables, func(t answer.Table) bool { return t.Name == n.Keys[0] }) {
			lines = append(lines, wrap("note: "+n.String(), "  ", o.Width)...)
		}
	}
	return lines
}

func right(s string, width int) string { return pad(width-utf8.RuneCountInString(s)) + s }

func left(s string, width int) string { return s + pad(width-utf8.RuneCountInString(s)) }

func pad(n int) string { return strings.Repeat(" ", max(0, n)) }

// wrap breaks a text into lines of at most width, where it has blanks. All but the
// first begin with indent.
func wrap(text, indent string, width int) (lines []string) {
	for utf8.RuneCountInString(text) > width {
		runes := []rune(text)
		at := -1
		for i := utf8.RuneCountInString(indent) + 1; i < len(runes) && (i <= width || at < 0); i++ {
			if runes[i] == ' ' && strings.TrimSpace(string(runes[:i])) != "" {
				at = i
			}
		}
		if at < 0 {
			break
		}
		lines = append(lines, strings.TrimRight(string(runes[:at]), " "))
		text = indent + strings.TrimLeft(string(runes[at:]), " ")
	}
	return append(lines, text)
}
