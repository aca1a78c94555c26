package report

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"retune/ui/ask/answer"
)

// markdown writes a section for a review: the summary, the command that repeats it, figures, tables and warnings.
func markdown(w *bufio.Writer, r Result, o Options) {
	a := r.Answer
	fmt.Fprintf(w, "## %s\n\n", r.Question.Name)
	if a.Summary != "" {
		fmt.Fprintf(w, "%s\n\n", a.Summary)
	}
	fmt.Fprintf(w, "`%s` (version %s)\n", r.Command, r.Version)
	figures, tables := o.pick(a)
	for _, g := range a.Groups {
		if figures {
			markdownGroup(w, g, a, o)
		}
	}
	for _, t := range tables {
		if t.Len == 0 || t.Drawn && o.Table == "" {
			continue
		}
		markdownTable(w, t, o)
	}
	if a.Map != nil && (o.Table == "" || o.Table == All) {
		fmt.Fprintf(w, "\n```\n%s\n```\n", strings.Join(Map(*a.Map, Options{Width: 80, ASCII: o.ASCII}), "\n"))
	}
	for _, c := range pictures(a, o) {
		fmt.Fprintf(w, "\n%s\n\n```\n%s\n```\n", c.Title, draw(c, Options{Width: 72, ASCII: o.ASCII}))
	}
	if ranked := a.Ranking(); ranked != nil {
		fmt.Fprintf(w, "\n%s.\n", answer.Sentence(strings.Join(ranked, "; ")))
	}
	if len(a.Warnings) > 0 {
		fmt.Fprintln(w)
	}
	for _, warning := range a.Warnings {
		fmt.Fprintln(w, "- "+warning.String())
	}
}

func markdownTable(w *bufio.Writer, t answer.Table, o Options) {
	g := newGrid(t, o)
	heads, words := make([]string, len(g.cells)), make([]bool, len(g.cells))
	for k, c := range g.cells {
		heads[k], words[k] = c.head, c.words || k == 0 && t.Rows != ""
	}
	markdownHead(w, heads, words)
	if o.Table != "" {
		for i := range t.Len {
			markdownRow(w, g.row(i, g.table.Row(i)))
		}
		return
	}
	for _, e := range thin(t, mostRows) {
		cells := make([]string, len(heads))
		if e.left > 0 {
			cells[0] = strings.TrimSpace(g.entry(e)[0])
		} else {
			cells = g.row(e.row, g.table.Row(e.row))
		}
		markdownRow(w, cells)
	}
}

func markdownGroup(w *bufio.Writer, g answer.Group, a answer.Answer, o Options) {
	heads := []string{g.Title, "value"}
	said := slices.ContainsFunc(g.Quantities, func(q answer.Quantity) bool { return Better(a, q) != "" })
	if a.Policies != nil {
		if heads = append(heads[:1], Beside(a)...); !said {
			heads = heads[:len(heads)-1]
		}
	}
	begun := false
	for _, q := range shown(g, a, o) {
		if !begun {
			markdownHead(w, heads, []bool{true})
			begun = true
		}
		values := Values(a, q)
		for i, e := range Errors(a, q) {
			values[i] = strings.TrimRight(values[i]+" "+e, " ")
		}
		if said {
			values = append(values, Better(a, q))
		}
		markdownRow(w, append([]string{q.Called()}, values...))
	}
}

// markdownHead writes headings. Columns of words are left-aligned.
func markdownHead(w *bufio.Writer, cells []string, words []bool) {
	fmt.Fprintln(w)
	markdownRow(w, cells)
	rule := make([]string, len(cells))
	for i := range rule {
		rule[i] = "---:"
		if i < len(words) && words[i] {
			rule[i] = "---"
		}
	}
	markdownRow(w, rule)
}

func markdownRow(w *bufio.Writer, cells []string) {
	fmt.Fprintf(w, "| %s |\n", strings.ReplaceAll(strings.Join(cells, " | "), "\n", " "))
}
