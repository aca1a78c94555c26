package report

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// A grid lays out a table as text. Each column has one unit. Words are left-aligned, numbers right-aligned.
type grid struct {
	table   answer.Table
	o       Options
	columns []column
	wraps   bool // the last column holds words of any length
}

// samples is the number of rows of a long table that determine the widths and units of its columns.
const samples = 2000

// newGrid lays out the columns of a table that people read.
func newGrid(t answer.Table, o Options) *grid {
	if o.Table != "" {
		t = t.WithWideColumns()
	}
	g := &grid{table: t, o: o, columns: columnsOf(t)}
	rows := g.looked()
	g.units(rows)
	for _, i := range rows {
		for k, cell := range texts(t, g.columns, i) {
			g.columns[k].width = max(g.columns[k].width, utf8.RuneCountInString(cell))
		}
	}
	last := &g.columns[len(g.columns)-1]
	if g.wraps = last.words; g.wraps {
		last.width = 0
	}
	for k := range g.columns { // headings may take several lines
		for word := range strings.FieldsSeq(g.columns[k].head) {
			g.columns[k].width = max(g.columns[k].width, utf8.RuneCountInString(word))
		}
	}
	g.widen()
	g.narrow()
	return g
}

// narrow makes the widest column of words between the first and the last so narrow that the table fits, if enough of it
// is left. A whole table is not cut.
func (g *grid) narrow() {
	const least, wrapped = 24, 28 // characters of the narrowed column, and of a last column that wraps
	var widest *column
	for k := 1; k < len(g.columns)-1; k++ {
		if c := &g.columns[k]; c.words && (widest == nil || c.width > widest.width) {
			widest = c
		}
	}
	over := g.width() - g.o.Columns
	if g.wraps {
		over += max(0, wrapped-g.columns[len(g.columns)-1].width)
	}
	if g.o.Table == "" && widest != nil && over > 0 && widest.width-over >= least {
		widest.width -= over
	}
}

// looked returns the rows that determine the widths and units of columns.
func (g *grid) looked() []int {
	t, until, step := g.table, g.table.Len, 1+g.table.Len/samples
	if g.o.Table == "" && !t.Even && t.Len > compared { // text shows no other rows
		until, step = mostRows, 1
	}
	rows := []int{t.Len - 1}
	for i := 0; i < until; i += step {
		rows = append(rows, i)
	}
	return rows
}

// units chooses the unit of each column, and the size of rounding errors, from the largest values in rows.
func (g *grid) units(rows []int) {
	for k := range g.columns {
		c := &g.columns[k]
		if c.words {
			continue
		}
		most := 0.0
		for _, i := range rows {
			if x := math.Abs(g.table.At(i, c.at).Number); !math.IsInf(x, 1) && x > most {
				most = x
			}
		}
		kind := g.table.Columns[c.at].Kind
		if g.table.Even && kind != unit.Share { // a curve starts at 0
			c.noise = 1e-6 * most
		}
		if kind == unit.Rate {
			scale, name := rateScale(most)
			c.scale, c.head = scale, c.head+" "+name
		}
	}
}

// rateScale returns the divisor and the unit for rates up to most.
func rateScale(most float64) (scale float64, name string) {
	scale, name = 1, "/s"
	for _, letter := range "kMGT" {
		if !(most >= 1e4*scale) {
			break
		}
		scale, name = 1e3*scale, string(letter)+"/s"
	}
	return scale, name
}

// width returns the number of terminal columns that the grid takes.
func (g *grid) width() int {
	n := 2 * (len(g.columns) - 1)
	for _, c := range g.columns {
		n += c.width
	}
	return n
}

// widen widens columns to fit their headings on one line, if there is room for more than a few letters.
func (g *grid) widen() {
	if g.width()+8 > g.o.Columns {
		return
	}
	for k := range g.columns {
		c := &g.columns[k]
		if more := utf8.RuneCountInString(c.head) - c.width; more > 0 && g.width()+more <= g.o.Columns {
			c.width += more
		}
	}
}

// heads returns the lines of the headings, aligned at the bottom.
func (g *grid) heads() (lines []string) {
	wrapped, most := make([][]string, len(g.columns)), 0
	for k, c := range g.columns {
		wrapped[k] = wrap(c.head, "", c.width)
		most = max(most, len(wrapped[k]))
	}
	for i := range most {
		cells := make([]string, len(g.columns))
		for k, head := range wrapped {
			if j := i - (most - len(head)); j >= 0 {
				cells[k] = head[j]
			}
		}
		lines = append(lines, g.join(cells)...)
	}
	return lines
}

// join joins cells into a line, and wraps the last cell if it holds words.
func (g *grid) join(cells []string) []string {
	line := ""
	for k, cell := range cells {
		if k > 0 {
			line += "  "
		}
		switch {
		case g.wraps && k == len(cells)-1:
			indent, width := utf8.RuneCountInString(line), g.o.Columns
			if g.o.Table != "" { // the whole table is not split into blocks
				width = max(width, indent+24)
			}
			return wrap(strings.TrimRight(line+cell, " "), pad(indent), width)
		case g.columns[k].words:
			line += left(middle(cell, g.columns[k].width), g.columns[k].width)
		default:
			line += right(cell, g.columns[k].width)
		}
	}
	return []string{strings.TrimRight(line, " ")}
}

// middle returns a text with an ellipsis in its middle in place of what exceeds width characters: both ends of a path
// tell most.
func middle(text string, width int) string {
	runes := []rune(text)
	if len(runes) <= width {
		return text
	}
	end := width / 2
	return string(runes[:width-1-end]) + "…" + string(runes[len(runes)-end:])
}

// entries returns the lines of the table: all rows if requested, else those that people read, at most n.
func (g *grid) entries(n int) []entry {
	if g.o.Table == "" {
		return thin(g.table, n)
	}
	all := make([]entry, g.table.Len)
	for i := range all {
		all[i].row = i
	}
	return all
}

// lines returns the table as text. A table that is too wide is split into blocks, each with the first column.
func (g *grid) lines() (lines []string) {
	blocks := g.split()
	entries := g.entries(cmp.Or(g.table.TextRows, mostRows/len(blocks)))
	if g.o.Fit == Cut {
		blocks = blocks[:1]
	}
	for i, b := range blocks {
		if i > 0 && g.o.Fit == Parted {
			lines = append(lines, "")
		}
		if g.o.Fit != Overflows { // the blocks of a report share the widths of their columns
			b.widen()
		}
		lines = append(lines, b.heads()...)
		for _, e := range entries {
			if e.left > 0 {
				lines = append(lines, pad(b.columns[0].width-1)+e.omits())
			} else {
				lines = append(lines, b.join(texts(b.table, b.columns, e.row))...)
			}
		}
	}
	return lines
}

// split returns the grid as blocks that fit.
func (g *grid) split() (blocks []*grid) {
	if g.o.Table != "" && g.o.Fit == Overflows || g.width() <= g.o.Columns || len(g.columns) < 3 {
		return []*grid{g}
	}
	most := len(g.columns) - 1
	if blocks = g.blocks(most); g.o.Fit == Parted { // of even sizes
		blocks = g.blocks((most + len(blocks) - 1) / len(blocks))
	}
	return blocks
}

// blocks returns the grid as blocks that fit, each with the first column and at most that many others.
func (g *grid) blocks(most int) (blocks []*grid) {
	for k := 1; k < len(g.columns); {
		b := &grid{table: g.table, o: g.o, columns: slices.Clone(g.columns[:1])}
		for k < len(g.columns) && (len(b.columns) == 1 || b.width()+2+g.columns[k].width <= g.o.Columns) &&
			len(b.columns) <= most {
			b.columns = append(b.columns, g.columns[k])
			k++
		}
		b.wraps = g.wraps && k == len(g.columns)
		blocks = append(blocks, b)
	}
	return blocks
}
