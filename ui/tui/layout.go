package tui

import (
	"retune/ui/answer"
)

// A layout says what stands where. It is a function of the size of the
// terminal and of what is in view, so that painting and the mouse agree.
type layout struct {
	tiny   bool // no room for anything but a line or two
	narrow bool // room for knobs and answers only
	single bool // room for one chart

	tabs    tabLine
	knobs   rect
	about   rect // of the knob in focus, below the others
	inert   rect // names those without effect
	rows    []rowPlace
	right   rect   // beside the knobs
	charts  []rect // those in view
	first   int    // the chart that charts[0] shows
	table   rect
	heat    rect // of a map
	verdict rect // of the fleet, in words
	says    rect // the answer in words
	answers rect // and in boxes
	levers  rect // what helps the fleet
	foot    rect // commands
	keys    rect // the last line
}

// The smallest sizes of the terminal: for the whole screen, and for knobs and answers
// without charts.
const (
	fullWidth, fullHeight = 60, 16
	coreWidth, coreHeight = 30, 12
)

func (m Model) tiny() bool {
	return m.width < coreWidth || m.height < coreHeight
}

// A cached is what has been made, and what it depends on.
type cached[K comparable, V any] struct {
	of K
	is V
}

// or is it, if it is of that, and else what is made now.
func (c cached[K, V]) or(of K, made func() V) V {
	if c.of == of {
		return c.is
	}
	return made()
}

func (m Model) layout() layout { return m.laidOut.or(m.layoutOf(), m.newLayout) }

type layoutOf struct {
	inSightOf
	version, width, height, firstRow int
}

func (m Model) layoutOf() layoutOf {
	return layoutOf{m.inSightOf(), m.version, m.width, m.height, m.firstRow}
}

// placed is the model with the layout of what is in view.
func (m Model) placed() Model {
	of := m.inSightOf()
	m.inSight = cached[inSightOf, inSight]{of, m.inSight.or(of, m.newInSight)}
	m.laidOut = cached[layoutOf, layout]{m.layoutOf(), m.layout()}
	return m
}

func (m Model) newLayout() layout {
	w, h := m.width, m.height
	l := layout{narrow: w < fullWidth || h < fullHeight}
	l.tiny = m.tiny()
	if l.tiny {
		return l
	}
	l.tabs = tabLineOf(w, m.tab().Name)
	l.keys = rect{0, h - 1, w, 1}
	foot := m.footRoom()
	l.foot = rect{0, h - 1 - foot, w, foot}
	body := rect{0, 1, w, h - 2 - foot}

	if l.narrow {
		l.knobs = rect{0, 1, w, min(len(m.rows())+2, max(4, body.h/2))}
		l.answers = rect{0, 1 + l.knobs.h, w, body.h - l.knobs.h}
		if w >= fullWidth {
			l.knobs.w, l.knobs.h = 32, body.h
			l.answers = rect{32, 1, w - 32, l.knobs.h}
		}
		if m.showsFleet() {
			v := l.answers.h * 2 / 3
			if l.answers.h-v < 4 { // its words stand above the list, as those of other answers do
				v = 0
			}
			l.verdict, l.answers = split(l.answers, v)
		}
		l.placeList(l.answers)
		l.placeInert(m)
		l.placeRows(m.rows(), m.firstRow)
		return l
	}

	l.knobs = rect{0, 1, 32, 0}
	if w >= 100 {
		l.knobs.w = 36
	}
	l.knobs.h = body.h
	if !m.lists() {
		l.placeAnswers(m, &body)
	}
	if l.answers.x == 0 {
		l.knobs.h = body.h
	}
	if in := l.knobs.inside(); in.h >= aboutHeight+10 {
		l.about = rect{in.x, in.y + in.h - aboutHeight, in.w, aboutHeight}
	}
	l.placeInert(m)
	l.placeRows(m.rows(), m.firstRow)
	l.right = rect{l.knobs.w, 1, w - l.knobs.w, body.h}
	l.placeRight(m)
	if m.showsFleet() && l.answers.x == 0 { // what helps stands beside the answers
		half := l.answers.w / 2
		l.levers = rect{half, l.answers.y, l.answers.w - half, l.answers.h}
		l.answers.w = half
	}
	return l
}

// split is a place in two, of which the first has h lines.
func split(r rect, h int) (first, rest rect) {
	return rect{r.x, r.y, r.w, h}, rect{r.x, r.y + h, r.w, r.h - h}
}

// footRoom is the lines of the commands.
func (m Model) footRoom() int {
	switch {
	case m.height >= 44:
		return 3
	case m.height < fullHeight:
		return 1
	}
	return 2
}

// aboutHeight is the lines about the knob in focus, with one to set them apart.
const aboutHeight = 4

// placeAnswers takes the room for the answers from the foot of the body: under
// everything, or in a small terminal beside the knobs, which need it more. It depends
// on the size of the terminal alone.
func (l *layout) placeAnswers(m Model, body *rect) {
	x, says, rows := l.knobs.w, 3, 3
	switch h := m.height; {
	case h >= 44:
		rows = 8
	case h >= 30 && m.width >= 100:
		says, rows = 2, 5
	case h < 20:
		says, rows = 2, 1
	}
	if m.width >= 100 && m.height >= 30 {
		x = 0
	}
	if m.showsFleet() { // its verdict is said elsewhere
		says = 1
		if m.height >= 30 {
			rows++
		}
	}
	h := says + rows + 2
	body.h -= h
	l.says = rect{x, body.y + body.h, m.width - x, says}
	l.answers = rect{x, l.says.y + says, m.width - x, rows + 2}
}

// placeList has a place for an answer in words and below it in boxes.
func (l *layout) placeList(r rect) {
	says := min(r.h, 5, max(1, r.h/6))
	l.says, l.answers = rect{r.x, r.y, r.w, says}, rect{r.x, r.y + says, r.w, r.h - says}
}

// listHeight is the lines that a list below a chart has.
const listHeight = 6

// panel is what stands in the place of the charts: beside the knobs where that has
// room, else in place of everything.
func (l layout) panel() rect {
	if l.narrow && l.answers.x == 0 || l.knobs.w+l.right.w < 80 {
		return rect{0, 1, max(l.knobs.w, l.keys.w), l.foot.y - 1}
	}
	if l.narrow {
		return l.answers
	}
	return l.right
}

// below tells whether there is room for the schedule under the charts.
func (m Model) below() bool {
	return m.width >= 180 && m.height >= 44 && m.tab().Layout == answer.Charted
}

// placeRight shares out the room beside the knobs.
func (l *layout) placeRight(m Model) {
	r := l.right
	l.single = r.h < 22 && r.w < 140
	switch {
	case m.lists():
		if m.query().Layout == answer.Boxed && len(m.answer.Charts()) > 0 {
			h := min(r.h, max(r.h*2/3, r.h-listHeight), len(m.answer.Charts()[0].Boxes)+5)
			l.charts = []rect{{r.x, r.y, r.w, h}}
			r.y, r.h = r.y+h, r.h-h
		}
		if m.query().Layout == answer.ListedAndCharted && len(m.answer.Charts()) > 0 && r.h >= 30 {
			r.h = r.h * 3 / 5
			l.charts = []rect{{r.x, r.y + r.h, r.w, l.right.h - r.h}}
		}
		l.placeList(r)
	case m.showsFleet():
		l.placeFleet(m)
	case m.tab().Layout == answer.Mapped:
		l.heat = r
	case m.tab().Layout != answer.Charted:
		l.table = r
	case len(m.answer.Charts()) == 0: // none yet
	case r.w >= 140:
		h := r.h
		if m.below() {
			h = r.h * 3 / 5
			l.table = rect{r.x, r.y + h, r.w, r.h - h}
		}
		l.charts = []rect{{r.x, r.y, r.w / 2, h}, {r.x + r.w/2, r.y, r.w - r.w/2, h}}
	case !l.single:
		l.charts = []rect{{r.x, r.y, r.w, r.h / 2}, {r.x, r.y + r.h/2, r.w, r.h - r.h/2}}
	default:
		l.first = views[m.view].chart
		l.charts = []rect{r}
	}
}
