package answer

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"retune/ui/ask/setting"
	"retune/ui/show/chart"
	"retune/ui/unit"
)

// A Map is a heat map in numbers: a figure over two settings.
type Map struct {
	Title string // the figure and the settings
	X, Y  MapAxis
	Kind  unit.Kind // kind of the values
	Cells []Value   // row by row from the least Y, each row from the least X
	Known []bool    // cells that are computed; nil: all
	Among []string  // the words that a value can be, in order
	Tones []Tone    // tones of those words
	Now   [2]int    // column and row of the present scenario; -1: outside the map

	// Take returns the scenario with both settings at the values of a cell.
	Take func(s setting.Scenario, column, row int) (setting.Scenario, error)

	Border [][2]float64            // points between cells of different words or on different sides of the limit
	Limit  string                  // limit of the figure in words, or ""
	Keeps  func(Value) chart.State // reports whether a value keeps the limit
}

// A MapAxis is a setting with rising values.
type MapAxis struct {
	Name   string
	Kind   unit.Kind
	Log    bool // equal steps are equal factors
	Values []float64
}

// chart returns the axis in the form that package chart draws.
func (a MapAxis) chart() chart.Axis {
	return chart.Axis{Kind: a.Kind, Lo: a.Values[0], Hi: a.Values[len(a.Values)-1], Log: a.Log}
}

// Cell returns the index of a cell in Cells.
func (m Map) Cell(column, row int) int { return row*len(m.X.Values) + column }

// A Class is a set of values that are drawn with the same sign.
type Class struct {
	Sign  rune
	Text  string
	Tone  Tone
	Shade chart.Shade
	has   func(Value) bool
}

// mostClasses is the largest number of classes of numbers.
const mostClasses = 8

// Signs of classes: ramp for numbers, from the least to the greatest; wordSigns for words in their order.
const (
	ramp      = "·:-=+*#@"
	wordSigns = "·-~#@xo%"
)

var absentSigns = map[Status]rune{Unbounded: '^', NotReached: 'x', NotApplicable: 'n', Unknown: '?', Overflow: '!'}

// Classes returns the classes of the computed cells: words, ranges of numbers between round values, and kinds of absent
// values.
func (m Map) Classes() (list []Class) {
	for i, word := range m.Among {
		if m.any(func(v Value) bool { return v.Words == word }) {
			list = append(list, Class{[]rune(wordSigns)[i%len([]rune(wordSigns))], word, m.Tones[i], chart.WordShade(i),
				func(v Value) bool { return v.Words == word }})
		}
	}
	list = append(list, m.ranges()...)
	for _, status := range []Status{NotReached, Unbounded, Overflow, NotApplicable, Unknown} {
		has := func(v Value) bool { return v.Words == "" && v.Status == status }
		if m.any(has) {
			list = append(list, Class{absentSigns[status], absent[status], Neutral, chart.AbsentShade, has})
		}
	}
	return list
}

// ranges returns the classes of numbers.
func (m Map) ranges() (list []Class) {
	lo, hi := math.Inf(1), math.Inf(-1)
	m.any(func(v Value) bool {
		if v.Words == "" && v.Status == "" {
			lo, hi = min(lo, v.Number), max(hi, v.Number)
		}
		return false
	})
	if lo > hi {
		return nil
	}
	bounds := chart.Axis{Kind: m.Kind, Lo: lo, Hi: hi, Log: lo > 0 && hi >= steep*lo}.Divide(mostClasses)
	signs := []rune(ramp)
	for i := range len(bounds) + 1 {
		from, to := math.Inf(-1), math.Inf(1)
		text := m.Kind.Format(lo)
		if i > 0 {
			from = bounds[i-1]
			text = "from " + m.Kind.Format(from)
		}
		if i < len(bounds) {
			to = bounds[i]
			if text = "< " + m.Kind.Format(to); i > 0 {
				text = m.Kind.Format(from) + " to " + m.Kind.Format(to)
			}
		}
		sign := signs[0]
		if len(bounds) > 0 {
			sign = signs[i*(len(signs)-1)/len(bounds)]
		}
		list = append(list, Class{sign, text, Neutral, chart.RankShade(i, len(bounds)+1), func(v Value) bool {
			return v.Words == "" && v.Status == "" && v.Number >= from && v.Number < to
		}})
	}
	return list
}

// any reports whether is holds for any computed cell.
func (m Map) any(is func(Value) bool) bool {
	for i, v := range m.Cells {
		if m.known(i) && is(v) {
			return true
		}
	}
	return false
}

func (m Map) known(i int) bool { return m.Known == nil || m.Known[i] }

// Heat returns the map in the form that package chart draws.
func (m Map) Heat(glyphs chart.Glyphs) chart.Heat {
	h := chart.Heat{X: m.X.chart(), Y: m.Y.chart(), Columns: len(m.X.Values), Rows: len(m.Y.Values),
		Mark: m.Now, Border: m.Border, Cross: [2]int{-1, -1}, Glyphs: glyphs}
	classes := m.Classes()
	for _, c := range classes {
		h.Signs, h.Shades = append(h.Signs, c.Sign), append(h.Shades, c.Shade)
	}
	of := make([]int, len(m.Cells))
	for i, v := range m.Cells {
		if of[i] = -1; m.known(i) {
			of[i] = slices.IndexFunc(classes, func(c Class) bool { return c.has(v) })
		}
	}
	h.Class = func(column, row int) int { return of[m.Cell(column, row)] }
	if m.Keeps != nil {
		h.Kept = func(column, row int) chart.State {
			i := m.Cell(column, row)
			if !m.known(i) {
				return chart.Open
			}
			return m.Keeps(m.Cells[i])
		}
	}
	return h
}

// Sketch returns the map while it is being computed. A missing cell looks like the nearest computed cell to its lower
// left.
func (m Map) Sketch(glyphs chart.Glyphs) chart.Heat {
	h := m.Heat(glyphs)
	exact := h.Class
	h.Class = func(column, row int) int {
		for bits := range 16 {
			c, r := column>>bits<<bits, row>>bits<<bits
			if m.known(m.Cell(c, r)) {
				return exact(c, r)
			}
		}
		return -1
	}
	return h
}

// Value returns the text of a cell.
func (m Map) Value(column, row int) string {
	if !m.known(m.Cell(column, row)) {
		return "not computed yet"
	}
	q := Quantity{Kind: m.Kind}
	q.Set(m.Cells[m.Cell(column, row)])
	return q.Text(0)
}

// Reads describes a cell in a sentence.
func (m Map) Reads(column, row int) string {
	text := fmt.Sprintf("At %s %s and %s %s: %s", m.X.Name, m.X.Kind.Format(m.X.Values[column]), m.Y.Name,
		m.Y.Kind.Format(m.Y.Values[row]), m.Value(column, row))
	if i := m.Cell(column, row); m.Keeps != nil && m.known(i) {
		text += map[chart.State]string{chart.Keeps: ", which keeps the limit of " + m.Limit,
			chart.Breaks: ", which breaks the limit of " + m.Limit}[m.Keeps(m.Cells[i])]
	}
	if m.Now == [2]int{column, row} {
		text += ", as it is"
	}
	return text + "."
}

// Tone returns the tone of a cell.
func (m Map) Tone(column, row int) Tone {
	i := m.Cell(column, row)
	if at := slices.Index(m.Among, m.Cells[i].Words); m.known(i) && at >= 0 {
		return m.Tones[at]
	}
	return Neutral
}

// Legend returns the meaning of the signs of the map.
func (m Map) Legend() (list []Entry) {
	for i, c := range m.Classes() {
		list = append(list, Entry{chart.Class + chart.Role(i), string(c.Sign), c.Text})
	}
	if m.Now[0] >= 0 {
		list = append(list, Entry{chart.Mark, "◆", "as it is"})
	}
	if m.Limit != "" {
		list = append(list, Entry{chart.Limit, "│", m.Limit})
	}
	if known := m.count(); known < len(m.Cells) {
		list = append(list, Entry{chart.Label, " ", strconv.Itoa(len(m.Cells)-known) + " not computed"})
	}
	return list
}

// count returns the number of computed cells.
func (m Map) count() (n int) {
	for i := range m.Cells {
		if m.known(i) {
			n++
		}
	}
	return n
}

// Panel returns the map with its legend, as part of a drawing.
func (m Map) Panel() chart.Panel {
	h := m.Heat(chart.Strokes)
	p := chart.Panel{Title: m.Title, Heat: &h}
	for _, e := range m.Legend() {
		p.Legend = append(p.Legend, chart.Key{Role: e.Role, Text: e.Text})
	}
	return p
}
