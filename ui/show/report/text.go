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

// mostNotes is how many notes a text shows unless all are asked for.
const mostNotes = 3

// mostRows is how many rows of a table a text shows unless all are asked for.
const mostRows = 20

// text writes for people: the answer in a sentence, the figures, charts, tables, and
// then what to beware of. A blank line stands between two parts.
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

// opening is what stands above the figures: the answer in a sentence, and the pictures.
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

// closing is what stands below the tables: who is best in what, what to beware of, and the command.
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
			verdict := strings.TrimRight(lines[0][:n], " ")
			lines[0] = colour + verdict + "\x1b[0m" + lines[0][len(verdict):]
		}
	}
	if a.Assumed != "" {
		lines = append(lines, wrap("assumed: "+a.Assumed, "  ", o.Width)...)
	}
	return lines
}

// colours is what begins each colour of a terminal.
var colours = map[answer.Tone]string{answer.Good: "\x1b[1;32m", answer.Doubtful: "\x1b[1;33m", answer.Bad: "\x1b[1;31m"}

// notes is what to beware of, each note indented behind its first line. In text the
// reason of an absent value stands beside it, unless there are two values.
func notes(a answer.Answer, o Options) (lines []string) {
	shown := 0
	for _, n := range a.Warnings {
		if n.Code == answer.Absent && o.Table == "" && shared(a, n.Keys) {
			continue
		}
		if n.Code != answer.Absent || a.Policies != nil || len(n.Keys) == 0 || leftOut(a, o, n.Keys[0]) ||
			slices.ContainsFunc(a.Tables, func(t answer.Table) bool { return t.Name == n.Keys[0] }) {
			if shown++; shown > mostNotes && o.Table == "" {
				continue
			}
			lines = append(lines, wrap("note: "+n.String(), "  ", o.Width)...)
		}
	}
	if more := shown - mostNotes; more > 0 && o.Table == "" {
		lines = append(lines, fmt.Sprintf("… %s: --table all …",
			answer.Counted(float64(more), "more note", "more notes")))
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
