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
	fmt.Fprintf(w, "## %s\n\n", Escaped(r.Query))
	for _, said := range []string{a.Summary, assumed(a)} {
		if said != "" {
			fmt.Fprintf(w, "%s\n\n", Escaped(said))
		}
	}
	fmt.Fprintf(w, "%s (version %s)\n", Code(r.Command), Escaped(r.Version))
	figures, tables := o.pick(a)
	if figures {
		for _, g := range visible(a, o) {
			markdownGroup(w, g, a)
		}
	}
	for _, t := range tables {
		if t.Len == 0 || t.InPicture && o.Table == "" {
			continue
		}
		markdownTable(w, t, o)
	}
	if a.Map != nil && (o.Table == "" || o.Table == All) {
		fmt.Fprintf(w, "\n```\n%s\n```\n", strings.Join(mapLines(*a.Map, Options{Width: 80, ASCII: o.ASCII}), "\n"))
	}
	for _, c := range pictures(a, o) {
		fmt.Fprintf(w, "\n%s\n\n```\n%s\n```\n", Escaped(c.Title), draw(c, Options{Width: 72, ASCII: o.ASCII}))
	}
	if ranked := ranking(a); ranked != "" {
		fmt.Fprintf(w, "\n%s\n", Escaped(ranked))
	}
	markdownNotes(w, a.Warnings)
}

func markdownNotes(w *bufio.Writer, list []answer.Warning) {
	if len(list) > 0 {
		fmt.Fprintln(w)
	}
	for _, warning := range list {
		fmt.Fprintln(w, "- "+Escaped(warning.String()))
	}
}

// assumed returns the line of assumptions, or "".
func assumed(a answer.Answer) string {
	if a.Assumed == "" {
		return ""
	}
	return "Assumed: " + a.Assumed
}

func markdownTable(w *bufio.Writer, t answer.Table, o Options) {
	g := newGrid(t, o)
	heads, words := make([]string, len(g.columns)), make([]bool, len(g.columns))
	for k, c := range g.columns {
		heads[k], words[k] = c.head, c.words
	}
	markdownHead(w, heads, words)
	for _, e := range g.entries(mostRows) {
		cells := make([]string, len(heads))
		if cells[0] = e.omits(); e.left == 0 {
			cells = texts(g.table, g.columns, e.row)
		}
		markdownRow(w, cells)
	}
}

func markdownGroup(w *bufio.Writer, g answer.Group, a answer.Answer) {
	heads := []string{g.Title, "value"}
	if a.Policies != nil {
		heads = append(heads[:1], Beside(a)...)
		if !slices.ContainsFunc(g.Quantities, func(q answer.Quantity) bool { return Better(a, q) != "" }) {
			heads = heads[:len(heads)-1]
		}
	}
	markdownHead(w, heads, []bool{true})
	for _, q := range g.Quantities {
		cells := append([]string{q.DisplayName()}, Values(a, q)...)
		for i, e := range Errors(a, q) {
			cells[1+i] = strings.TrimRight(cells[1+i]+" "+e, " ")
		}
		markdownRow(w, append(cells, Better(a, q))[:len(heads)])
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
	escaped := make([]string, len(cells))
	for i, cell := range cells {
		escaped[i] = EscapedCell(cell)
	}
	fmt.Fprintf(w, "| %s |\n", strings.Join(escaped, " | "))
}
