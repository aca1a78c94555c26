package tui

import (
	"fmt"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/show/chart"
	"retune/ui/show/report"
)

// tones maps the tone of an answer to its role.
var tones = map[answer.Tone]role{answer.Neutral: value, answer.Good: fine, answer.Doubtful: warning, answer.Bad: limit}

// sentence returns the answer in words: the summary, or why there is no answer.
func (m Model) sentence() (text string, r role) {
	switch k, _ := setting.Find(m.missing()); {
	case k.IsB:
		return "Nothing is kept yet to compare with: c keeps this policy, then change it. Or / and a client.", warning
	case k.Name != "":
		what, _, _ := strings.Cut(k.Help, ":")
		return "This view needs a " + what + ": type /" + k.ListName() + " and its value.", warning
	case m.answer.None != nil:
		return strings.TrimSpace(m.answer.None.Reason + ". " + m.answer.None.Hint), warning
	case m.mode == picking && m.answer.Map != nil:
		at := m.picked()
		return m.answer.Map.DescribeCell(at[0], at[1]), tones[m.answer.Map.Tone(at[0], at[1])]
	}
	return m.answer.Summary, tones[m.answer.Tone]
}

// paintSays paints the answer in words, in brief where it has no room, and the number of its warnings.
func (m Model) paintSays(c canvas) {
	if m.showsFleet() && m.answer.None == nil && m.missing() == "" && m.answer.Summary != "" {
		m.paintVerdict(c)
		return
	}
	text, look := m.sentence()
	c.w -= m.beware(c)
	if m.answer.Brief != "" && text == m.answer.Summary && len(wrap(text, c.w)) > c.h {
		text = m.answer.Brief
	}
	c.wrapped(0, 0, c.h, inClauses(text, c.w, c.h), m.aged(look))
}

// inClauses returns the first clauses of a text that fit into h lines of w cells, or the whole text if its first clause
// does not fit.
func inClauses(text string, w, h int) string {
	if len(wrap(text, w)) <= h {
		return text
	}
	for short := text; ; {
		end := max(strings.LastIndex(short, "; "), strings.LastIndex(short, ". "))
		if end < 0 {
			return text
		}
		short = short[:end]
		open := strings.Count(short, "(") > strings.Count(short, ")")
		if len(wrap(short+".", w)) <= h && !open {
			return short + "."
		}
	}
}

// beware paints the number of warnings at the end of the sentence and returns the columns that it takes. Remarks about
// how an answer was made are no warnings.
func (m Model) beware(c canvas) int {
	n := 0
	for _, w := range m.answer.Warnings {
		if !w.Code.Remark() {
			n++
		}
	}
	if n == 0 || m.answer.None != nil {
		return 0
	}
	sign := "  " + answer.Counted(float64(n), "note", "notes") + " i"
	c.right(c.w, c.h-1, sign, warning)
	return len(sign)
}

// mostRows is the number of table rows that the screen shows: a schedule may have millions.
const mostRows = 1000

// figuresText returns every figure and table of the answer as retune prints them, in lines of w columns. Where they
// replace the pictures, the sentence and the commands follow in full.
func (m Model) figuresText(w int) (lines []string) {
	if w < 12 || m.blank() {
		return nil
	}
	if m.memo != nil {
		if kept, ok := m.memo.figures[w]; ok {
			return kept
		}
		defer func() {
			if m.memo.figures == nil {
				m.memo.figures = map[int][]string{}
			}
			m.memo.figures[w] = lines
		}()
	}
	parts, ends := m.figureParts()
	for _, part := range parts {
		if len(part.Tables) == 1 && strings.Contains(part.Tables[0].Name, " of ") {
			lines = append(lines, part.Tables[0].Name, "")
		}
		lines = append(lines, m.printed(part, w)...)
	}
	for _, command := range m.facts().commands {
		ends = append(ends, "$ "+command)
	}
	if !m.figures { // they stand above and below
		ends = nil
	}
	for _, end := range ends {
		lines = append(lines, wrap(end, w)...)
	}
	return lines
}

// figureParts returns the parts of the answer in the order in which they are printed, and the lines that end them.
func (m Model) figureParts() (parts []answer.Answer, ends []string) {
	a := m.answer
	a.Tables = slices.Clone(a.Tables)
	for i := range a.Tables {
		if t := &a.Tables[i]; t.Len > mostRows {
			ends = append(ends, fmt.Sprintf("%s: the first %d of %d rows; e exports all", t.Name, mostRows, t.Len))
			t.Len = mostRows
		}
	}
	tables := slices.DeleteFunc(a.Tables, func(t answer.Table) bool { // tables that a picture shows
		return t.Even && a.Charts != nil || t.InPicture && a.Map != nil || m.question().SeparateTables && !m.figures
	})
	notes := answer.Answer{Warnings: a.Warnings, Policies: a.Policies}
	ends = append(ends, a.Summary)
	a.Summary, a.Assumed, a.Duration, a.Charts, a.Map, a.Tables, a.Warnings = "", "", 0, nil, nil, nil, nil
	if m.question().ListsPolicies && len(a.Groups) > 0 { // of the settings only those that differ
		a.Groups = slices.Clone(a.Groups)
		a.Groups[0].Quantities = slices.DeleteFunc(slices.Clone(a.Groups[0].Quantities), answer.Quantity.Equal)
	}
	if notes.Warnings != nil { // what is doubtful comes first
		parts = append(parts, notes)
	}
	slices.SortStableFunc(tables, func(x, y answer.Table) int { return scheduled(y) - scheduled(x) })
	figured := false
	for _, t := range tables {
		if scheduled(t) == 0 && !figured { // the schedule comes before the figures
			parts, figured = append(parts, a), true
		}
		parts = append(parts, answer.Answer{Tables: []answer.Table{t}, Policies: a.Policies})
	}
	if !figured {
		parts = append(parts, a)
	}
	return parts, ends
}

// scheduled returns 1 for the schedule of a policy, else 0.
func scheduled(t answer.Table) int {
	if strings.HasPrefix(t.Name, table.Name) {
		return 1
	}
	return 0
}

// tablesText returns the tables of the answer as retune prints them, in lines of w columns. Columns at their ends that
// have no room are left out.
func (m Model) tablesText(w int) []string {
	return once(m, func(of *memo) **[]string { return &of.tables }, func() (lines []string) {
		if m.missing() != "" || m.blank() || len(m.answer.Tables) == 0 {
			return nil
		}
		for _, t := range m.answer.Tables {
			lines = append(lines, m.unwrapped(answer.Answer{Tables: []answer.Table{t}, Policies: m.answer.Policies}, w,
				report.Cut)...)
		}
		for len(lines) > 0 && lines[len(lines)-1] == "" {
			lines = lines[:len(lines)-1]
		}
		return lines
	})
}

// paintTables paints the beginning of the tables, and how much of them it is.
func (m Model) paintTables(c canvas) {
	lines := m.tablesText(c.w)
	n := min(len(lines), c.h-1)
	for i, line := range lines[:n] {
		look := label
		if i == 0 {
			look = heading
		}
		c.text(0, i, line, m.aged(look))
	}
	c.right(c.w, c.h-1, linesOf(1, n, len(lines)), muted)
}

// printed returns an answer as retune prints it, in lines of w columns.
func (m Model) printed(a answer.Answer, w int) (lines []string) {
	for _, line := range m.unwrapped(a, w, report.Parted) {
		lines = append(lines, wrap(line, w)...)
	}
	return lines
}

// unwrapped returns an answer as retune prints it for w columns. Lines of a table with one or two columns may be
// longer.
func (m Model) unwrapped(a answer.Answer, w int, fit report.Fit) []string {
	o := report.Options{Width: w, Columns: w, Table: report.All, ASCII: m.options.ASCII, Fit: fit}
	var text strings.Builder
	if report.Write(&text, report.Result{Query: m.question().Name, Answer: a}, o) != nil {
		return nil
	}
	return strings.Split(text.String(), "\n")
}

// figuresIn returns the figures as lines for an area, and the number of columns in which they stand there. Lines that
// fit below each other have one column. Others have up to three, and are broken for two if more of them is then in
// sight.
func (m Model) figuresIn(r rect) (lines []string, columns int) {
	const gap, most, readable = 4, 3, 76
	if lines = m.figuresText(r.w); len(lines) <= r.h {
		return lines, 1
	}
	widest := 1
	for _, line := range lines {
		widest = max(widest, chart.Width(line))
	}
	columns = max(1, min(most, (r.w+gap)/(widest+gap)))
	if w := (r.w+gap)/2 - gap; columns == 1 && w >= readable && !m.figures {
		if broken := m.figuresText(w); len(broken) < 2*len(lines) {
			return broken, 2
		}
	}
	return lines, columns
}

// pagesIn returns the figures as lines for an area, the columns in which they stand there, and the lines of a page.
func (m Model) pagesIn(r rect) (lines []string, columns, room int) {
	lines, columns = m.figuresIn(r)
	if room = max(1, r.h) * columns; len(lines) > room {
		room = max(1, r.h-1) * columns // the last line says which lines are in sight
	}
	return lines, columns, room
}

// paintFigures paints a page of the figures. Titles are highlighted.
func (m Model) paintFigures(c canvas) {
	lines, columns, room := m.pagesIn(c.rect)
	n := len(lines)
	from := min(m.figurePage, max(0, n-1)/room) * room
	to := min(n, from+room)
	rows := (min(n, room) + columns - 1) / columns
	for i, line := range lines[from:to] {
		look := label
		if line != "" && line[0] != ' ' && (from+i == 0 || lines[from+i-1] == "") && !strings.HasPrefix(line, "note") {
			look = heading
		}
		c.text(i/rows*(c.w/columns), i%rows, line, m.aged(look))
	}
	c.right(c.w, c.h-1, linesOf(from+1, to, n), muted)
}

// leafed moves n pages through the figures and stops at the ends.
func (m Model) leafed(n int) Model {
	lines, _, room := m.pagesIn(m.layout().figures)
	m.figurePage = max(0, min(m.figurePage+n, (len(lines)-1)/room))
	return m
}

// hasPages reports whether there are further pages of figures, or boxes.
func (m Model) hasPages() bool {
	r := m.layout().figures
	if r.h == 0 {
		return m.hasBoxes()
	}
	lines, _, room := m.pagesIn(r)
	return len(lines) > room || m.hasBoxes()
}

// paged moves n boxes where there are boxes, otherwise n pages of the figures.
func (m Model) paged(n int) Model {
	if m.hasBoxes() && !m.figures {
		return m.pickRow(n)
	}
	return m.leafed(n)
}
