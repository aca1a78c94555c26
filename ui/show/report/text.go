package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"retune/ui/ask/answer"
)

// mostNotes is the number of notes in text unless all are requested.
const mostNotes = 2

// mostRows is the number of rows of a table in text unless all are requested.
const mostRows = 20

// text writes an answer for people: the summary, the figures, charts, tables, and the notes, separated by blank lines.
func text(w *bufio.Writer, r Result, o Options) {
	a, all := r.Answer, o.Table == "" || o.Table == All
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
	for _, lines := range opening(a, o, all) {
		part(lines)
	}
	figures, tables := o.pick(a)
	if figures {
		for _, lines := range groups(a, o) {
			part(lines)
		}
	}
	for _, t := range tables {
		if t.Len > 0 && (o.Table != "" || !t.Drawn) {
			part(newGrid(t, o).lines())
		}
	}
	if all {
		for _, lines := range closing(r, o) {
			part(lines)
		}
	}
}

// opening returns the parts above the figures: the summary and the pictures.
func opening(a answer.Answer, o Options, all bool) (parts [][]string) {
	if all {
		parts = append(parts, summary(a, o))
	}
	for _, c := range pictures(a, o) {
		parts = append(parts, append([]string{c.Title}, strings.Split(draw(c, o), "\n")...))
	}
	if a.Map != nil && all {
		parts = append(parts, Map(*a.Map, o))
	}
	return parts
}

// closing returns the parts below the tables: the ranking, the notes, and the command.
func closing(r Result, o Options) (parts [][]string) {
	a := r.Answer
	if ranked := a.Ranking(); ranked != nil {
		parts = append(parts, wrap(answer.Sentence(strings.Join(ranked, "; "))+".", "  ", o.Width))
	}
	parts = append(parts, notes(a, o))
	if a.Duration > 0 {
		parts = append(parts, []string{"command: " + r.Command})
	}
	return parts
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
		if o.Table == "" && shared(a, n.Keys) {
			return true
		}
		return a.Policies == nil && len(n.Keys) > 0 && !leftOut(a, o, n.Keys[0]) &&
			!slices.ContainsFunc(a.Tables, func(t answer.Table) bool { return t.Name == n.Keys[0] })
	}
	return false
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
