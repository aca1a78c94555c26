package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"retune/ui/help"
)

// A helpWriter writes lines of at most width characters.
type helpWriter struct {
	io.Writer
	width int
}

func newHelp(cmd *cobra.Command) helpWriter {
	return helpWriter{cmd.OutOrStdout(), lineWidth(cmd.OutOrStdout())}
}

// A section is a titled list of names with descriptions.
type section struct {
	title string
	rows  [][2]string
	full  bool // every row has its line; otherwise the names of all stand in one
}

func (s section) empty() bool { return len(s.rows) == 0 }

// sections writes the full sections, then the names of the others.
func (w helpWriter) sections(list []section) {
	for _, s := range list {
		if s.full {
			w.rows("\n"+s.title+":", s.rows)
		}
	}
	w.names(list, false)
}

// names writes the names of the sections, one line each: of those that are not full, or of all.
func (w helpWriter) names(list []section, all bool) {
	var lines [][2]string
	for _, s := range list {
		var names []string // "-o --output" for "-o, --output FILE"
		for _, row := range s.rows {
			name := strings.TrimRightFunc(row[0], unicode.IsUpper)
			names = append(names, strings.TrimSpace(strings.Replace(name, ",", "", 1)))
		}
		if all || !s.full {
			lines = append(lines, [2]string{s.title, strings.Join(names, ", ")})
		}
	}
	if lines != nil {
		w.rows("\nFlags:", lines)
	}
}

// brief writes the full sections without blank lines between them, each row on one line, then the names of the others.
func (w helpWriter) brief(list []section) {
	column := 0
	for _, s := range list {
		for _, row := range s.rows {
			if s.full {
				column = max(column, len(row[0]))
			}
		}
	}
	fmt.Fprintln(w)
	for _, s := range list {
		if !s.full {
			continue
		}
		fmt.Fprintln(w, s.title+":")
		for _, row := range s.rows {
			text := help.Wrap(clauses(row[1], w.width-column-4), w.width-column-4, strings.Repeat(" ", column+4))
			fmt.Fprintf(w, "  %-*s  %s\n", column, row[0], text)
		}
	}
	w.names(list, false)
}

// clauses returns the first clauses of the text that fit into a width, without an unclosed parenthesis. A list stays
// whole, and so does a text whose first clause is too long.
func clauses(text string, width int) string {
	if len(text) <= width {
		return text
	}
	first, rest := text, ""
	for _, end := range []string{"; ", " (", ": ", ", such as "} {
		if i := strings.LastIndex(text[:min(len(text), width+len(end))], end); i > 0 &&
			strings.Count(text[:i], "(") == strings.Count(text[:i], ")") {
			first, rest = text[:i], text[i:]
			break
		}
	}
	if i := strings.LastIndex(rest, " (default "); i > 0 && len(first)+len(rest[i:]) <= width {
		first += rest[i:]
	}
	return first
}

// text writes a paragraph, with blank lines before or after it if the text begins or ends with a newline.
func (w helpWriter) text(paragraph string) {
	if strings.HasPrefix(paragraph, "\n") {
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w, help.Wrap(paragraph, w.width, ""))
	if strings.HasSuffix(paragraph, "\n") {
		fmt.Fprintln(w)
	}
}

// rows writes a title and rows of a name and its description.
func (w helpWriter) rows(title string, rows [][2]string) {
	const most = 30
	fmt.Fprintln(w, title)
	column := 0
	for _, row := range rows {
		if n := len(row[0]); n <= most || strings.HasPrefix(row[0], "retune ") {
			column = max(column, n)
		}
	}
	indent := strings.Repeat(" ", column+4)
	for _, row := range rows {
		switch {
		case row[1] == "":
			fmt.Fprintf(w, "  %s\n", row[0])
		case len(row[0]) > column:
			fmt.Fprintf(w, "  %s\n%s%s\n", row[0], indent, help.Wrap(row[1], w.width-len(indent), indent))
		default:
			fmt.Fprintf(w, "  %-*s  %s\n", column, row[0], help.Wrap(row[1], w.width-len(indent), indent))
		}
	}
}
