package report

import (
	"bufio"
	"fmt"
	"strings"
)

// markdown writes a section for a review: what was asked, the command that
// asks it again, quantities, tables and warnings.
func markdown(w *bufio.Writer, r Result) {
	fmt.Fprintf(w, "## %s\n\n", r.Query.Name)
	fmt.Fprintf(w, "`%s` (version %s)\n", r.Command, r.Version)
	values := []string{"value"}
	if r.Answer.Pair {
		values = []string{"A", "B", "B/A"}
	}
	for _, g := range r.Answer.Groups {
		markdownHead(w, append([]string{g.Title}, values...))
		for _, q := range g.Quantities {
			if q.Error && !r.Answer.Pair { // it stands behind what it is of
				continue
			}
			cells := append([]string{q.Called()}, Values(q, r.Answer.Pair)...)
			if !r.Answer.Pair {
				cells[1] = strings.TrimRight(cells[1]+" "+Errors(r.Answer, q)[0], " ")
			}
			markdownRow(w, cells)
		}
	}
	for _, t := range r.Answer.Tables {
		if t.Len == 0 {
			continue
		}
		markdownHead(w, Heads(t))
		for i := range t.Len {
			markdownRow(w, Row(t, i))
		}
	}
	for _, c := range r.Answer.Charts {
		if c.InText {
			fmt.Fprintf(w, "\n%s\n\n```\n%s\n```\n", c.Title, draw(c))
		}
	}
	if len(r.Answer.Warnings) > 0 {
		fmt.Fprintln(w)
	}
	for _, warning := range r.Answer.Warnings {
		fmt.Fprintln(w, "- "+warning.String())
	}
}

func markdownHead(w *bufio.Writer, cells []string) {
	fmt.Fprintln(w)
	markdownRow(w, cells)
	markdownRow(w, append([]string{"---"}, strings.Split(strings.Repeat("---: ", len(cells)-1), " ")[:len(cells)-1]...))
}

func markdownRow(w *bufio.Writer, cells []string) {
	fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | "))
}
