package chart

import (
	"math"
	"slices"
	"strconv"

	"retune/ui/unit"
)

// A TimeLines is a picture of events in time: one line for each list of events over one axis, with a sign for each
// event and, where there is room, a bar above it.
type TimeLines struct {
	X      Axis
	Kind   unit.Kind // of the heights of the bars
	Log    bool      // the heights are logarithmic
	Lines  []Events
	Spans  []Stretch
	Cross  float64 // x of the crosshair; NaN: none
	Glyphs Glyphs
}

// A Stretch is a shaded part of the x axis with a text in it.
type Stretch struct {
	From, To float64
	Text     string
}

// Events are the events of one line, in ascending order of time.
type Events struct {
	Name   string // before the line; "" if there is only one line
	Role   Role
	At     []float64 // times of the events
	Height []float64 // of the bar above each event; NaN: none
	Marked int       // index of the event with its own sign and Text; -1: none
	Text   string    // behind the marked event
	Ends   bool      // nothing follows the last event
}

// The signs of events: any, the marked one, and the end of a line.
const eventSign, markedSign, endSign = "●", "◉", "✕"

// Draw draws the lines in exactly width by height cells. Each line has its events in its lowest row, and the bars in
// the rows above. Where there is not enough room, it draws fewer rows, then nothing.
func (t TimeLines) Draw(width, height int) Picture {
	pic := blank(width, height)
	rows, field := height-2, labelField
	if len(t.Lines) == 0 || rows < len(t.Lines) {
		return pic
	}
	for _, l := range t.Lines {
		field = max(field, min(Width(l.Name), labelWidest))
	}
	each := rows / len(t.Lines)
	y := newScale(t.heights())
	labels := Plot{}.yLabels(y, each-1)
	if each < 4 || !y.valid() {
		labels = nil
	}
	field = max(field, widest(labels))
	if width-field-2 < fewest {
		return pic
	}
	pic.area(field+2, width-t.margin(width-field-2), 0, rows, newScale(t.X))
	pic.xAxis()
	t.shade(pic)
	pic.crosshair(t.Cross)
	var marks []label
	for i, l := range t.Lines {
		from := rows - (i+1)*each // from the bottom, the last line lowest
		for _, tick := range labels {
			tick.at += from + 1
			marks = append(marks, tick)
		}
		if l.Name != "" {
			marks = append(marks, label{at: from, text: Shortened(l.Name, field), role: l.Role})
		}
		l.draw(pic, from, each, y)
	}
	pic.yAxis(marks)
	t.names(pic)
	return pic.glyphs(t.Glyphs)
}

// heights returns the axis of the bars, from the shortest to the longest.
func (t TimeLines) heights() Axis {
	bars := Plot{Y: Axis{Kind: t.Kind, Log: t.Log}}
	for _, l := range t.Lines {
		for _, h := range l.Height {
			if h > 0 {
				bars.Points = append(bars.Points, Point{Y: h, Stem: true})
			}
		}
	}
	return bars.yAxis(layout{}, 0)
}

// margin returns the columns behind the axis: room for the number of the last event and its end.
func (t TimeLines) margin(columns int) int {
	const room = 6
	if columns < 4*room {
		return 0
	}
	return room
}

// shade draws the spans.
func (t TimeLines) shade(pic Picture) {
	for _, s := range t.Spans {
		pic.fill(Shading(s.From, s.To), pic.x, newScale(Axis{Lo: 0, Hi: 1}))
	}
}

// names writes the texts of the spans in the highest row where they hide nothing.
func (t TimeLines) names(pic Picture) {
	for _, s := range t.Spans {
		col, _ := pic.x.column(max(s.From, t.X.Lo), pic.Right-pic.Left)
		for _, row := range slices.Backward(pic.grid) {
			if vacant(row, col+1, s.Text) {
				write(row, col+1, s.Text, Label)
				break
			}
		}
	}
}

// vacant reports whether a text has room in a row from a column on, with a blank on both sides: only shading and the
// crosshair are there.
func vacant(cells []Cell, col int, text string) bool {
	end := col + Width(text)
	return col >= 0 && end <= len(cells) && !slices.ContainsFunc(cells[max(0, col-1):min(end+1, len(cells))],
		func(c Cell) bool { return !slices.Contains([]Role{Blank, Band, Span, Cross}, c.Role) })
}

// draw draws the events into rows of a picture from a row on, the lowest of which has their signs.
func (l Events) draw(pic Picture, from, rows int, y scale) {
	columns, last := pic.Right-pic.Left, len(l.At)-1
	line := pic.Cells[pic.Bottom-1-from][pic.Left:] // reaches into the margin
	at := make([]int, len(l.At))
	for i, x := range l.At {
		col, ok := pic.x.column(max(x, pic.x.Lo), columns)
		if at[i] = col; !ok {
			at[i] = -1
			continue
		}
		if rows > 1 && i < len(l.Height) {
			pic.bar(from+1, rows-1, col, y, l.Height[i], l.Role)
		}
		write(line, col, eventSign, l.Role)
	}
	for i, col := range at {
		text := strconv.Itoa(i + 1)
		if i == last && l.Ends {
			text += " " + endSign
		}
		if next := append(at[i+1:], len(line)); col < 0 || i < last && next[0] < col+len(text)+2 {
			continue
		}
		write(line, col+1, text, Label)
	}
	if l.Marked >= 0 && l.Marked <= last && at[l.Marked] >= 0 {
		l.mark(pic, from, rows, at[l.Marked])
	}
}

// mark draws the sign of the marked event, and its text in the lowest row where it hides nothing.
func (l Events) mark(pic Picture, from, rows, col int) {
	write(pic.grid[from], col, markedSign, Mark)
	behind := 1 + len(strconv.Itoa(l.Marked+1)) + 1
	for row := from; row < from+rows; row++ {
		for _, start := range []int{col + behind, col - Width(l.Text) - 1} {
			if vacant(pic.grid[row], start, l.Text) {
				write(pic.grid[row], start, l.Text, Mark)
				return
			}
			behind = 2
		}
	}
}

// bar draws a bar of a height into a column, in eighths of a cell.
func (pic Picture) bar(from, rows, col int, y scale, height float64, role Role) {
	if !(height > 0) || !y.valid() {
		return
	}
	blocks := []rune(eighths)
	of := min(max(y.fraction(height), 0), 1)
	high := 1 + int(math.Round(7*of)) // in one row; in several, a scale leads to the middle of each
	if rows > 1 {
		high = int(math.Round(8 * (of*float64(rows-1) + 0.5)))
	}
	for row := from; high > 0; row, high = row+1, high-8 {
		pic.put(row, col, blocks[min(high, 8)-1], role)
	}
}
