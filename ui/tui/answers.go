package tui

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"retune/ui/answer"
	"retune/ui/knob"
)

// quantities is all quantities of an answer in the order of its groups, but for
// standard errors, which stand behind what they are of.
func quantities(a answer.Answer) (list []answer.Quantity) {
	for _, g := range a.Groups {
		list = slices.Grow(list, len(g.Quantities))
		for _, q := range g.Quantities {
			if q.Words == "" && !q.Error { // what is said in words has a place of its own
				list = append(list, q)
			}
		}
	}
	return list
}

// tones are the roles of answers that are good news, or bad.
var tones = map[answer.Tone]role{answer.Neutral: value, answer.Good: cross, answer.Doubtful: warning, answer.Bad: limit}

// sentence is the answer in words: the summary, or why there is no answer.
func (m Model) sentence() (text string, r role) {
	switch k, _ := knob.Find(m.missing()); {
	case k.IsB:
		return "There is no policy B yet: press b to keep this policy as B, or X to edit B.", warning
	case k.Name != "":
		return "This needs " + k.Flag() + ": " + k.Help, warning
	case m.answer.None != nil:
		return strings.TrimSpace(m.answer.None.Reason + ". " + m.answer.None.Hint), warning
	case m.mode == walking && m.answer.Map != nil:
		at := m.walked()
		return m.answer.Map.Reads(at[0], at[1]), tones[m.answer.Map.Tone(at[0], at[1])]
	}
	return m.answer.Summary, tones[m.answer.Tone]
}

// paintSays paints the answer in words, and the first thing to beware of with how many
// more there are.
func (m Model) paintSays(c *canvas, r rect) {
	if r.h == 0 {
		return
	}
	text, look := m.sentence()
	if m.layout().verdict.h > 0 { // which says it
		text = ""
	}
	if m.dimmed {
		look = muted
	}
	room := r.h
	if len(m.answer.Warnings) > 0 {
		room--
	}
	y, sign := r.y, ""
	if n := len(m.answer.Warnings); n > 0 && r.h == 1 && text != "" {
		sign = fmt.Sprintf(" !%d", n)
		c.right(r.x+r.w-1, y, sign, warning)
	}
	for _, line := range (paragraph{text: text, brief: m.answer.Brief}).lines(r.w-2-len(sign), max(1, room)) {
		if line != "" {
			c.text(r.x+1, y, r.w-2, line, look)
			y++
		}
	}
	if y < r.y+r.h && len(m.answer.Warnings) > 0 {
		more := ""
		if n := len(m.answer.Warnings) - 1; n > 0 {
			more = fmt.Sprintf(" (+%d)", n)
		}
		first := "! " + m.answer.Warnings[0].String()
		c.clipped(r.x+1, y, r.w-2-len(more), first, warning)
		c.text(r.x+1+min(r.w-2-len(more), utf8.RuneCountInString(first)), y, len(more), more, muted)
	}
}

// book is the answer in boxes, on pages of the size of its place. What is cut
// elsewhere stands at its end in full.
func (m Model) book(l layout) [][]piece {
	return m.booked.or(m.bookOf(l), func() [][]piece { return m.newBook(l) })
}

type bookOf struct {
	version, generation int
	answers, says       rect
	table               bool
}

func (m Model) bookOf(l layout) bookOf {
	return bookOf{m.version, m.generation, l.answers, l.says, l.table.h > 0}
}

// bound is the model with the book of its layout, open at a page that it has.
func (m Model) bound() Model {
	m = m.placed()
	l := m.layout()
	if l.tiny {
		m.leaf = 0
		return m
	}
	m.booked = cached[bookOf, [][]piece]{m.bookOf(l), m.book(l)}
	m.leaf = max(0, min(m.leaf, len(m.booked.is)-1))
	return m
}

func (m Model) newBook(l layout) [][]piece {
	r := l.answers
	if r.w < 12 || r.h < 3 || m.missing() != "" {
		return nil
	}
	var without []string
	if len(m.schedule.Tables) > 0 && l.table.h > 0 {
		without = append(without, m.schedule.Tables[0].Name)
	}
	a := m.answer
	if m.showsFleet() { // its words are said above
		a.Groups = slices.Clone(a.Groups)
		for i, g := range a.Groups {
			a.Groups[i].Quantities = slices.DeleteFunc(slices.Clone(g.Quantities), func(q answer.Quantity) bool { return q.Words != "" })
		}
	}
	list := sheets(a, without...)
	if m.query().Layout == answer.Tabled { // the table is the answer
		slices.SortStableFunc(list, func(s, t sheet) int {
			is := func(s sheet) int { return map[bool]int{true: -1}[s.table == table.Name] }
			return is(s) - is(t)
		})
	}
	var notes []string
	if text, _ := m.sentence(); !m.showsFleet() && len(wrap(text, l.says.w-2)) >= l.says.h {
		notes = append(notes, text)
	}
	if in := l.verdict.inside(); m.showsFleet() {
		if _, cut := m.verdictLines(in.w-2, in.h); cut || in.h == 0 {
			for _, p := range m.verdict() {
				notes = append(notes, p.text)
			}
		}
	}
	for _, w := range m.answer.Warnings {
		if len(m.answer.Warnings) > 1 || l.says.h < 2 || utf8.RuneCountInString(w.String()) > l.says.w-4 { // else it stands above
			notes = append(notes, "- "+w.String())
		}
	}
	if text := m.inert(); text != "" && utf8.RuneCountInString(text) > l.inert.w-3 {
		notes = append(notes, text)
	}
	if m.footCut() {
		for _, line := range m.commands() {
			notes = append(notes, "$ "+line)
		}
	}
	if len(notes) > 0 {
		list = append(list, inFull("in full", notes, r.w-4, label))
	}
	return pages(list, r.w, r.h)
}

// paintAnswers paints a page of the answers.
func (m Model) paintAnswers(c *canvas, l layout) {
	book := m.book(l)
	if len(book) > 0 {
		paintPage(c, l.answers, book, min(m.leaf, len(book)-1), m.aged)
	}
	if l.verdict.h == 0 { // on whose border they stand
		m.paintEdges(c, l.answers)
	}
}

// leafed goes n pages of the answers on, and from the last to the first.
func (m Model) leafed(n int) Model {
	if all := len(m.book(m.layout())); all > 0 {
		m.leaf = (min(m.leaf, all-1) + n%all + all) % all
	} else {
		m.leaf = 0
	}
	return m
}

// quantityAt is the answer at a place of the screen.
func (m Model) quantityAt(l layout, x, y int) (q answer.Quantity, ok bool) {
	book := m.book(l)
	if len(book) == 0 {
		return q, false
	}
	p, i, ok := rowAt(l.answers, book[min(m.leaf, len(book)-1)], x, y)
	if !ok || p.quantity == nil {
		return q, false
	}
	return p.quantity(i), true
}

// hasPages tells whether there is more of the schedule or of the answers, or boxes.
func (m Model) hasPages() bool { return m.showsTable() || m.hasBoxes() || m.hasLeaves() }

// paged goes n pages on in the schedule, n boxes on where there are boxes, and else n
// pages in the answers.
func (m Model) paged(n int) Model {
	if m.showsTable() {
		return m.scrolled(n * m.page())
	}
	if m.hasBoxes() {
		return m.pickBox(n)
	}
	return m.leafed(n)
}
