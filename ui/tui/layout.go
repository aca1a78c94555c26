package tui

import (
	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
)

// A block is a part of the screen: where it stands, what it shows, and what the mouse does there.
type block struct {
	rect
	paint func(Model, *canvas, rect) *tea.Cursor
	grab  func(m Model, r rect, x, y int) (Model, tea.Cmd) // takes a click; nil: it does nothing
	wheel func(m Model, r rect, x, n int) Model            // takes the wheel; nil: it does nothing

	figures bool // it is the pages of figures
}

// A layout says what stands where. It is a function of the size of the terminal and of what is in view,
// so that painting and the mouse agree.
type layout struct {
	tiny   bool // no room for anything but a line or two
	narrow bool // room for the sentence and the settings only

	tabs     tabLine
	says     rect // the answer in words
	settings rect
	rows     []rowPlace
	about    rect    // of the setting in focus
	right    rect    // beside the settings
	blocks   []block // that stand there
	charts   []rect  // of these those that are charts
	foot     rect    // commands
	keys     rect    // the last line
}

// The smallest sizes of the terminal: for the whole screen, and for the sentence and the settings.
const (
	fullWidth, fullHeight = 60, 16
	coreWidth, coreHeight = 30, 12
)

func (m Model) tiny() bool {
	return m.width < coreWidth || m.height < coreHeight
}

// A memo is what has been made of a model for its frame: it is made once, and belongs to no other model.
type memo struct {
	layout   *layout
	rows     *[]row
	figures  *[]string
	heat     *heated
	drawings [2]*drawing
}

// once is what has been made already, or else is made now, and kept where there is a place for it.
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
		return l
	}
	l.tabs = tabLineOf(w, m.tab().Name, m.tabs())
	l.keys = rect{0, h - 1, w, 1}
	commands, _ := m.footLines()
	foot := len(commands)
	l.foot = rect{0, h - 1 - foot, w, foot}
	body := rect{1, 2, w - 2, h - 4 - foot}
	body, l.about = split(body, body.h-1)
	says := 1
	if l.narrow || h >= 30 || w < 80 || !m.showsFleet() {
		says = 2
	}
	l.says, body = split(body, says)
	if h >= 30 {
		_, body = split(body, 1)
	}
	if l.narrow {
		l.settings, l.right = body, body
		l.placeRows(m)
		return l
	}
	width := 24
	if w >= 100 {
		width = 30
	}
	l.settings, l.right = body.beside(width)
	l.placeRows(m)
	arrange := (*layout).placeFigures
	for _, row := range arrangements {
		if row.of == m.question().Layout && !m.figures && m.missing() == "" {
			arrange = row.place
		}
	}
	arrange(&l, m, l.right)
	return l
}

// An arrangement is what stands beside the settings, by the layout of the question.
type arrangement struct {
	of    answer.Layout
	place func(l *layout, m Model, r rect)
}

// arrangements is in the order of the views.
var arrangements []arrangement

func init() { // the rows lead back to the table
	arrangements = []arrangement{
		{answer.Charted, (*layout).placePolicy},
		{answer.ListedAndCharted, (*layout).placeFiguresAndChart},
		{answer.Boxed, (*layout).placeBoxes},
		{answer.Verdict, (*layout).placeFleet},
		{answer.Mapped, (*layout).placeMap},
		{answer.Ranked, (*layout).placeBoxes},
		{answer.Nested, (*layout).placeStack},
	}
	for _, row := range arrangements {
		for _, q := range question.Questions {
			if q.Tab != "" && q.Layout == row.of {
				views = append(views, q)
			}
		}
	}
}

// add gives a place to a block.
func (l *layout) add(b block, r rect) {
	if b.rect = r; r.h > 0 {
		l.blocks = append(l.blocks, b)
	}
}

// addChart gives a place to the next chart.
func (l *layout) addChart(r rect) {
	i := len(l.charts)
	l.charts = append(l.charts, r)
	l.add(block{
		paint: func(m Model, c *canvas, r rect) *tea.Cursor { m.paintChart(c, r, i); return nil },
		grab: func(m Model, r rect, x, y int) (Model, tea.Cmd) {
			m.held = hold{chart: true, index: i, area: r}
			return m.drag(x), nil
		},
		wheel: func(m Model, r rect, x, n int) Model {
			if at, ok := m.picture(i, r).X(x - r.x); ok {
				return m.zoom(i, n, at)
			}
			return m
		},
	}, r)
}

// placeFigures has all figures.
func (l *layout) placeFigures(_ Model, r rect) { l.add(figuresBlock(), r) }

// placeFiguresAndChart has them above a chart, where there is room for both.
func (l *layout) placeFiguresAndChart(m Model, r rect) {
	if len(m.answer.Charts()) > 0 && r.h >= 20 {
		var chart rect
		r, chart = split(r, r.h*3/5)
		l.addChart(chart)
	}
	l.add(figuresBlock(), r)
}

// panel is what stands in the place of the answers, while something is chosen from a list.
func (l layout) panel() rect {
	if l.right.w < 50 {
		return rect{l.says.x, l.settings.y, l.says.w, l.settings.h}
	}
	return l.right
}
