package report

import (
	"bufio"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"retune/ui/ask/answer"
)

// mostNotes is the number of notes in text unless all are requested.
const mostNotes = 2

// mostRows is the number of rows of a table in text unless all are requested.
const mostRows = 20

// text writes an answer for people in parts separated by blank lines.
func text(w *bufio.Writer, r Result, o Options) {
	parts := slices.DeleteFunc(partsOf(r, o), func(lines []string) bool { return len(lines) == 0 })
	for i, lines := range parts {
		if i > 0 {
			w.WriteString("\n")
		}
		for _, line := range lines {
			w.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
}

// partsOf returns the parts of an answer: the summary, the pictures, the figures, the tables, the ranking, the notes
// and the command.
func partsOf(r Result, o Options) (parts [][]string) {
	a, all := r.Answer, o.Table == "" || o.Table == All
	figures, tables := o.pick(a)
	if all {
		parts = append(parts, summary(a, o))
	}
	for _, c := range pictures(a, o) {
		parts = append(parts, append([]string{c.Title}, strings.Split(draw(c, o), "\n")...))
	}
	if a.Map != nil && all {
		parts = append(parts, mapLines(*a.Map, o))
	}
	if figures {
		parts = append(parts, figureBlocks(a, o)...)
	}
	for _, t := range tables {
		if t.Len > 0 && (o.Table != "" || !t.InPicture) {
			parts = append(parts, newGrid(t, o).lines())
		}
	}
	if !all {
		return parts
	}
	if ranked := ranking(a); ranked != "" {
		parts = append(parts, wrap(ranked, "  ", o.Width))
	}
	if parts = append(parts, notes(a, o)); a.Duration > 0 {
		parts = append(parts, []string{"command: " + r.Command})
	}
	return parts
}

// ranking returns the ranking of the policies as a sentence, or "".
func ranking(a answer.Answer) string {
	if ranked := a.Ranking(); ranked != nil {
		return answer.Sentence(strings.Join(ranked, "; ")) + "."
	}
	return ""
}

// summary returns the lines of the summary. The verdict, its words in capitals, is coloured if o.Colour is true.
func summary(a answer.Answer, o Options) []string {
	if a.Summary == "" {
		return nil
	}
	lines := wrap(a.Summary, "", o.Width)
	if colour := colours[a.Tone]; o.Colour && colour != "" {
		n := len(lines[0]) - len(strings.TrimLeft(lines[0], "ABCDEFGHIJKLMNOPQRSTUVWXYZ ")) // with the space behind it
		if n > 1 {
			verdict := strings.TrimRight(lines[0][:n], " ")
			lines[0] = colour + verdict + "\x1b[0m" + lines[0][len(verdict):]
		}
	}
	if a.Assumed != "" {
		lines = append(lines, wrap("assumed: "+a.Assumed, "  ", o.Width)...)
	}
	return lines
}

// colours are the escape sequences that start a colour.
var colours = map[answer.Tone]string{answer.Good: "\x1b[1;32m", answer.Doubtful: "\x1b[1;33m", answer.Bad: "\x1b[1;31m"}

// notes returns the notes, indented after their first lines. It leaves out what the headline or the figures already
// say.
func notes(a answer.Answer, o Options) (lines []string) {
	shown := 0
	for _, n := range a.Warnings {
		if known(a, o, n) {
			continue
		}
		if shown++; shown <= mostNotes || o.Table != "" {
			lines = append(lines, wrap("note: "+n.String(), "  ", o.Width)...)
		}
	}
	if more := shown - mostNotes; more > 0 && o.Table == "" {
		lines = append(lines, fmt.Sprintf("… %s: --table all …",
			answer.Counted(float64(more), "more note", "more notes")))
	}
	return lines
}

// known reports whether a reader knows what the note says: from the headline, or from a figure that is shown as absent.
func known(a answer.Answer, o Options, n answer.Warning) bool {
	switch n.Code {
	case answer.NoEffect:
		return strings.Contains(strings.ToLower(a.Summary), strings.ToLower(n.Message))
	case answer.Absent:
		if a.Policies == nil {
			return len(n.Keys) > 0 && !unseen(a, o, n.Keys[0])
		}
		return o.Table == "" && !slices.ContainsFunc(n.Keys, func(key string) bool {
			alike := func(q answer.Quantity) bool { return q.Key() == key && q.Equal() }
			return !slices.ContainsFunc(a.Quantities(), alike)
		})
	}
	return false
}

// unseen reports whether the table or the figure with that key is left out. Text says behind other figures why they
// have no value.
func unseen(a answer.Answer, o Options, key string) bool {
	named := func(t answer.Table) bool { return t.Name == key }
	return slices.ContainsFunc(a.Tables, named) || slices.ContainsFunc(a.Groups, func(g answer.Group) bool {
		return bare(g, a, o) && slices.ContainsFunc(g.Quantities, func(q answer.Quantity) bool { return q.Key() == key })
	})
}

func right(s string, width int) string { return pad(width-utf8.RuneCountInString(s)) + s }

func left(s string, width int) string { return s + pad(width-utf8.RuneCountInString(s)) }

func pad(n int) string { return strings.Repeat(" ", max(0, n)) }

// wrap breaks text at spaces into lines of at most width characters. Lines after the first begin with indent.
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
