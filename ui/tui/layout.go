package tui

import (
	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
)

// A block is a part of the screen: its place, its content and its response to the mouse.
type block struct {
	rect
	paint func(Model, *canvas, rect) *tea.Cursor
	grab  func(m Model, r rect, x, y int) (Model, tea.Cmd) // handles a click; nil: nothing happens
	wheel func(m Model, n int) Model                       // handles the wheel; nil: nothing happens
}

// A layout is the place of everything on the screen. It depends only on the size of the terminal and on the view, so
// that painting and the mouse agree.
type layout struct {
	tiny   bool // room for a line or two only
	narrow bool // room for the sentence and the settings only

	tabs     tabLine
	says     rect // the answer in words
	settings rect
	rows     []rowPlace
	about    rect    // help for the focused setting
	right    rect    // everything beside the settings
	blocks   []block // the blocks in right
	charts   []rect  // the charts among the blocks
	figures  rect    // the figures among the blocks, a page at a time
	foot     rect    // the commands
	keys     rect    // the last line
}

// These are the smallest sizes of the terminal for the whole screen, and for the sentence and the settings.
const (
	fullWidth, fullHeight = 60, 16
	coreWidth, coreHeight = 30, 12
)

func (m Model) tiny() bool {
	return m.width < coreWidth || m.height < coreHeight
}

// A memo caches what is derived from one model for its frame. No other model shares it.
type memo struct {
	layout   *layout
	rows     *[]row
	figures  *[]string
	goals    *[]aim
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
		if row.of == m.question().Layout && !m.figures {
			arrange = row.place
		}
	}
	arrange(&l, m, l.right)
	return l
}

// An arrangement is the content of the area beside the settings for one layout of a question.
type arrangement struct {
	of    answer.Layout
	place func(l *layout, m Model, r rect)
}

// arrangements is in the order of the views.
var arrangements []arrangement

func init() { // the rows refer back to the table
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

// add places a block.
func (l *layout) add(b block, r rect) {
	if b.rect = r; r.h > 0 {
		l.blocks = append(l.blocks, b)
	}
}

// addChart places the next chart.
func (l *layout) addChart(r rect) {
	i := len(l.charts)
	l.charts = append(l.charts, r)
	l.add(block{
		paint: func(m Model, c *canvas, r rect) *tea.Cursor { m.paintChart(c, r, i); return nil },
		grab: func(m Model, r rect, x, y int) (Model, tea.Cmd) {
			return m.pointAt(i, r, x), nil
		},
	}, r)
}

// placeFigures places all figures.
func (l *layout) placeFigures(_ Model, r rect) {
	l.figures = r
	l.add(block{paint: Model.paintFigures, wheel: func(m Model, n int) Model { return m.leafed(-n) }}, r)
}

// placeFiguresAndChart places the figures above a chart, if there is room for both.
func (l *layout) placeFiguresAndChart(m Model, r rect) {
	if len(m.answer.Charts()) > 0 && r.h >= 20 {
		var chart rect
		r, chart = split(r, min(r.h*3/5, len(m.figuresText(r.w))+1))
		l.addChart(chart)
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
