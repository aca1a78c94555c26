package tui

import (
	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/show/chart"
)

// A block is a part of the screen: its place, its content and its response to the wheel.
type block struct {
	rect
	paint func(Model, canvas)
	wheel func(m Model, n int) Model // handles the wheel; nil: nothing happens
	keeps bool                       // a click leaves the typed text and the menu
}

// A layout is the place of everything on the screen, so that painting and the mouse agree.
type layout struct {
	tiny   bool    // room for a line or two only
	narrow bool    // room for the sentence and the settings only
	blocks []block // everything in sight

	tabs     tabLine
	says     rect // the answer in words
	settings rect
	rows     []rowPlace
	right    rect   // everything beside the settings
	charts   []rect // the charts among the blocks
	figures  rect   // the figures among the blocks, a page at a time
}

// These are the smallest sizes of the terminal for the whole screen, and for the sentence and the settings.
const (
	fullWidth, fullHeight = 60, 16
	coreWidth, coreHeight = 30, 12
)

// leastRows is the number of lines of settings that remain below a list of policies.
const leastRows = 4

func (m Model) tiny() bool {
	return m.width < coreWidth || m.height < coreHeight
}

// A memo caches what is derived from one model for its frame. No other model shares it.
type memo struct {
	layout   *layout
	figures  map[int][]string // by width
	tables   *[]string
	heat     *heated
	drawings [2]*drawing
}

// once returns the cached value, or computes it and caches it if the model has a memo.
func once[T any](m Model, at func(*memo) **T, made func() T) T {
	if m.memo == nil {
		return made()
	}
	kept := at(m.memo)
	if *kept == nil {
		now := made()
		*kept = &now
	}
	return **kept
}

func (m Model) layout() layout {
	return once(m, func(of *memo) **layout { return &of.layout }, m.newLayout)
}

func (m Model) newLayout() layout {
	w, h := m.width, m.height
	l := layout{tiny: m.tiny(), narrow: w < fullWidth || h < fullHeight}
	if l.tiny {
		l.add(block{paint: Model.paintTiny}, rect{0, 0, w, h})
		return l
	}
	l.tabs = tabLineOf(w, m.tab().Name, m.tabs())
	commands, _ := m.footLines()
	body, foot := split(rect{0, 2, w, h - 2}, h-4-len(commands))
	body, about := split(rect{1, body.y, w - 2, body.h}, body.h-1)
	says := 1
	if l.narrow || h >= 30 || w < 80 || !m.showsFleet() {
		says = 2
	}
	l.says, body = split(body, says)
	if h >= 30 {
		_, body = split(body, 1)
	}
	l.settings, l.right = body, body
	if !l.narrow {
		width := 24
		if w >= 100 {
			width = 30
		}
		l.settings, l.right = body.beside(width)
	}
	kept := rect{}
	if n := len(m.scenario.Policies()) + 3; m.listsKept() && l.settings.h >= n+leastRows {
		kept, l.settings = split(l.settings, n)
	}
	l.placeRows(m)
	if !l.narrow {
		m.arrange(&l)
	}
	l.addPanel(m, kept)
	l.add(block{paint: Model.paintHead}, rect{0, 0, w, 2})
	l.add(block{paint: Model.paintSays}, l.says)
	l.add(block{paint: Model.paintAbout}, about)
	l.add(block{paint: Model.paintFoot, keeps: true}, foot)
	return l
}

// addPanel adds the list of policies, if there is one, above the settings, and the menu, which covers all else.
func (l *layout) addPanel(m Model, kept rect) {
	if m.mode == choosing {
		l.blocks = nil
		l.add(block{paint: Model.paintMenu, keeps: true}, l.panel())
		if l.panel() != l.right || l.narrow {
			return
		}
	}
	l.add(block{paint: Model.paintKept, wheel: func(m Model, n int) Model { return m.choosePolicyBy(-n) }}, kept)
	l.add(block{paint: Model.paintSettings, wheel: func(m Model, n int) Model { return m.focusBy(-n) }}, l.settings)
}

// arrange places the blocks beside the settings as the question of the view wants them.
func (m Model) arrange(l *layout) {
	place := (*layout).placeFigures
	for _, row := range arrangements {
		if row.of == m.question().Layout && len(m.charts()) >= row.charts && !m.figures {
			place = row.place
		}
	}
	place(l, m, l.right)
}

// An arrangement is the content of the area beside the settings for one layout of a question. An answer with fewer
// charts has figures only.
type arrangement struct {
	of     answer.Layout
	charts int
	place  func(l *layout, m Model, r rect)
}

// arrangements is in the order of the views.
var arrangements []arrangement

func init() { // the rows refer back to the table
	arrangements = []arrangement{
		{answer.Charted, 2, (*layout).placePolicy},
		{answer.ListedAndCharted, 0, (*layout).placeFiguresAndChart},
		{answer.Boxed, 1, (*layout).placeBoxes},
		{answer.Verdict, 1, (*layout).placeFleet},
		{answer.Mapped, 0, (*layout).placeMap},
		{answer.Ranked, 2, (*layout).placeCompare},
		{answer.Nested, 0, (*layout).placeStack},
		{answer.Listed, 0, (*layout).placeFigures},
	}
	for _, row := range arrangements {
		for _, q := range question.Questions {
			if q.Tab != "" && q.Layout == row.of {
				views = append(views, q)
			}
		}
	}
}

// add places a block.
func (l *layout) add(b block, r rect) {
	if b.rect = r; r.h > 0 {
		l.blocks = append(l.blocks, b)
	}
}

// addChart places the i-th chart.
func (l *layout) addChart(i int, r rect) {
	l.charts = append(l.charts, r)
	l.add(block{
		paint: func(m Model, c canvas) { m.paintChart(c, i) },
		wheel: func(m Model, n int) Model {
			if m.hasBoxes() {
				return m.pickRow(-n)
			}
			return m.pointBy(i, r, -n)
		},
	}, r)
}

// placeFigures places all figures.
func (l *layout) placeFigures(_ Model, r rect) {
	l.figures = r
	l.add(block{paint: Model.paintFigures, wheel: func(m Model, n int) Model { return m.leafed(-n) }}, r)
}

// placeFiguresAndChart places the tables, which have most of the answer, and below them the figures, beside a chart if
// there is room. Where the figures have room beside the tables, the chart has the whole width below both.
func (l *layout) placeFiguresAndChart(m Model, r rect) {
	const figures, least = 40, 4 // columns and lines
	charted := len(m.charts()) > 0 && r.h >= 2*leastChart
	if lines := m.tablesText(r.w); len(lines) > 0 {
		n, wide := len(lines)+1, 0
		if r.h-n < least { // the tables come first
			n = r.h
		}
		tables, below := split(r, n)
		for _, line := range lines {
			wide = max(wide, chart.Width(line))
		}
		left, right := r.beside(wide + 2)
		left, rest := split(left, max(len(lines), len(m.figuresText(right.w)))+1)
		if charted && right.w >= figures && rest.h >= leastChart {
			tables.w, right.h = left.w, left.h
			l.add(block{paint: Model.paintTables}, tables)
			l.placeFigures(m, right)
			l.addChart(0, rect{r.x, rest.y, r.w, rest.h})
			return
		}
		l.add(block{paint: Model.paintTables}, tables)
		r = below
	}
	if left, right := r.beside(figures); charted && right.w >= figures && r.h >= 2*leastChart {
		l.addChart(0, right)
		r = left
	}
	l.placeFigures(m, r)
}

// panel returns the area for a menu, which covers the answers.
func (l layout) panel() rect {
	if l.right.w < 50 {
		return rect{l.says.x, l.settings.y, l.says.w, l.settings.h}
	}
	return l.right
}
