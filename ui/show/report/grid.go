package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// A grid lays out a table as text. Each column has one unit. Words are left-aligned, numbers right-aligned.
type grid struct {
	table answer.Table
	o     Options
	head  []string // lines of headings
	cells []gridColumn
	wraps bool // the last column holds words of any length
}

// A gridColumn is the layout of one column.
type gridColumn struct {
	column int // index in the table, or -1 for the row names
	head   string
	words  bool
	width  int
	scale  float64 // divisor of rates, or 0
	noise  float64 // smaller numbers are rounding errors
}

// samples is the number of rows of a long table that determine the widths and units of its columns.
const samples = 2000

// mostKept is the number of rows that kept caches.
const mostKept = 2 * samples

// kept returns row with a cache of the first mostKept rows.
func kept(row func(i int) []float64) func(i int) []float64 {
	rows := map[int][]float64{}
	return func(i int) []float64 {
		r, ok := rows[i]
		if !ok {
			if r = row(i); len(rows) < mostKept {
				rows[i] = r
			}
		}
		return r
	}
}

// newGrid lays out the columns of a table that people read.
func newGrid(t answer.Table, o Options) *grid {
	if o.Table != "" {
		t = t.Wide()
	}
	t.Row = kept(t.Row) // each row is read three times
	g := &grid{table: t, o: o}
	if t.Rows != "" {
		g.cells = append(g.cells, gridColumn{column: -1, head: cmp.Or(t.Head, t.Rows), words: true})
	}
	for j, c := range t.Columns {
		if !c.Detail {
			g.cells = append(g.cells, gridColumn{column: j, head: cmp.Or(c.Head, c.Name),
				words: c.Words != nil || c.Truth})
		}
	}
	rows := g.looked()
	g.units(rows)
	for _, i := range rows {
		for k, cell := range g.row(i, t.Row(i)) {
			g.cells[k].width = max(g.cells[k].width, utf8.RuneCountInString(cell))
		}
	}
	last := &g.cells[len(g.cells)-1]
	if g.wraps = last.words; g.wraps {
		last.width = 0
	}
	for k := range g.cells { // headings may take several lines
		for word := range strings.FieldsSeq(g.cells[k].head) {
			g.cells[k].width = max(g.cells[k].width, utf8.RuneCountInString(word))
		}
	}
	if g.width()+8 <= o.Columns { // there is room for longer headings
		g.widen()
	}
	g.heads()
	return g
}

// looked returns the rows that determine the widths and units of columns.
func (g *grid) looked() []int {
	t, until, step := g.table, g.table.Len, 1+g.table.Len/samples
	if g.o.Table == "" && !t.Even && t.Len > compared { // text shows no other rows, and a row can be slow to compute
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
	t := g.table
	most := make([]float64, len(t.Columns))
	for _, i := range rows {
		for j, x := range t.Row(i) {
			if !math.IsInf(x, 0) && !math.IsNaN(x) {
				most[j] = max(most[j], math.Abs(x))
			}
		}
	}
	for k := range g.cells {
		c := &g.cells[k]
		if c.column < 0 || c.words || t.Columns[c.column].KindOf != nil {
			continue
		}
		if t.Even { // a curve starts at 0
			c.noise = 1e-6 * most[c.column]
		}
		if t.Columns[c.column].Kind == unit.Rate {
			unit := "/s"
			c.scale, unit = rateScale(most[c.column])
			c.head += " " + unit
		}
	}
}

// rateScale returns the divisor and the unit for rates up to most.
func rateScale(most float64) (scale float64, name string) {
	for _, s := range []struct {
		scale float64
		name  string
	}{{1e12, "T/s"}, {1e9, "G/s"}, {1e6, "M/s"}, {1e3, "k/s"}} {
		if most >= 10*s.scale {
			return s.scale, s.name
		}
	}
	return 1, "/s"
}

// width returns the number of terminal columns that the grid takes.
func (g *grid) width() int {
	n := 2 * (len(g.cells) - 1)
	for _, c := range g.cells {
		n += c.width
	}
	return n
}

// widen widens columns to fit their headings on one line, if there is room.
func (g *grid) widen() {
	for k := range g.cells {
		c := &g.cells[k]
		if more := utf8.RuneCountInString(c.head) - c.width; more > 0 && g.width()+more <= g.o.Columns {
			c.width += more
		}
	}
}

// heads breaks the headings into lines, aligned at the bottom.
func (g *grid) heads() {
	lines := make([][]string, len(g.cells))
	most := 0
	for k, c := range g.cells {
		line := ""
		for word := range strings.FieldsSeq(c.head) {
			if line != "" && utf8.RuneCountInString(line+" "+word) > c.width {
				lines[k] = append(lines[k], line)
				line = ""
			}
			line = strings.TrimLeft(line+" "+word, " ")
		}
		lines[k] = append(lines[k], line)
		most = max(most, len(lines[k]))
	}
	for i := range most {
		cells := make([]string, len(g.cells))
		for k := range cells {
			if j := i - (most - len(lines[k])); j >= 0 {
				cells[k] = lines[k][j]
			}
		}
		g.head = append(g.head, g.join(cells)...)
	}
}

// row returns the cells of row i, whose numbers are row.
func (g *grid) row(i int, row []float64) []string {
	cells := make([]string, len(g.cells))
	for k, c := range g.cells {
		if c.column < 0 {
			cells[k] = g.table.Label(i)
			continue
		}
		of, x := g.table.Columns[c.column], row[c.column]
		switch kind := of.At(i); {
		case of.Read != nil:
			cells[k] = of.Read(i)
		case of.Words != nil:
			cells[k] = of.Words(i)
		case of.Truth:
			cells[k] = yesNo(x != 0)
		case c.scale > 0:
			if math.Abs(x) < c.noise {
				x = 0
			}
			cells[k] = unit.Number.Rounded(x/c.scale, of.Known(i, row, x))
		case kind != unit.Share && math.Abs(x) < c.noise:
			cells[k] = kind.Format(0)
		default:
			cells[k] = kind.Rounded(x, of.Known(i, row, x))
		}
	}
	return cells
}

// join joins cells into a line, and wraps the last cell if it holds words.
func (g *grid) join(cells []string) []string {
	var b strings.Builder
	for k, cell := range cells {
		if k > 0 {
			b.WriteString("  ")
		}
		blanks := g.cells[k].width - utf8.RuneCountInString(cell)
		switch {
		case g.wraps && k == len(cells)-1:
			line, width := b.String(), g.o.Columns
			indent := utf8.RuneCountInString(line)
			if g.o.Table != "" { // the whole table is not split into blocks
				width = max(width, indent+24)
			}
			return wrap(strings.TrimRight(line+cell, " "), pad(indent), width)
		case g.cells[k].words:
			b.WriteString(cell)
			b.WriteString(pad(blanks))
		default:
			b.WriteString(pad(blanks))
			b.WriteString(cell)
		}
	}
	return []string{strings.TrimRight(b.String(), " ")}
}

// entry returns the lines of an entry.
func (g *grid) entry(e entry) []string {
	switch {
	case e.same:
		return []string{pad(g.cells[0].width-1) + fmt.Sprintf("… %d more like this …", e.left)}
	case e.left > 0:
		return []string{pad(g.cells[0].width-1) + fmt.Sprintf("… %d more: --table all …", e.left)}
	}
	return g.join(g.row(e.row, g.table.Row(e.row)))
}

// lines returns all rows if requested, else the rows that people read. A table that is too wide is split into blocks,
// each with the first column.
func (g *grid) lines() (lines []string) {
	if g.o.Table != "" {
		lines = g.head
		for i := range g.table.Len {
			lines = append(lines, g.join(g.row(i, g.table.Row(i)))...)
		}
		return lines
	}
	blocks := g.split()
	for _, b := range blocks {
		lines = append(lines, b.head...)
		for _, e := range thin(b.table, cmp.Or(g.table.Shown, mostRows/len(blocks))) {
			lines = append(lines, b.entry(e)...)
		}
	}
	return lines
}

// split returns the grid as blocks that fit.
func (g *grid) split() []*grid {
	if g.width() <= g.o.Columns || len(g.cells) < 3 {
		return []*grid{g}
	}
	var blocks []*grid
	for k := 1; k < len(g.cells); {
		b := &grid{table: g.table, o: g.o, cells: slices.Clone(g.cells[:1])}
		for k < len(g.cells) && (len(b.cells) == 1 || b.width()+2+g.cells[k].width <= g.o.Columns) {
			b.cells = append(b.cells, g.cells[k])
			k++
		}
		b.wraps = g.wraps && k == len(g.cells)
		b.heads()
		blocks = append(blocks, b)
	}
	return blocks
}
