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

// A Map is a figure over two settings: a heat map in numbers.
type Map struct {
	Title string // what is shown over what
	X, Y  MapAxis
	Kind  unit.Kind // of the values
	Cells []Value   // row by row from the least Y, each from the least X
	Known []bool    // cells that are computed; nil: all
	Among []string  // the words that a value may be, in order
	Tones []Tone    // of those words
	Now   [2]int    // the column and the row of the scenario as it is, -1: it is not among them

	// Take is a scenario with the two settings as at a cell, asked for the same map.
	Take func(s setting.Scenario, column, row int) (setting.Scenario, error)

	Border [][2]float64            // points at which the values go from one word, or one side of the limit, to another
	Limit  string                  // a limit of the figure in words, or ""
	Keeps  func(Value) chart.State // whether a value keeps it
}

// A MapAxis is the values of a setting, rising.
type MapAxis struct {
	Name   string
	Kind   unit.Kind
	Log    bool // equal steps are equal factors
	Values []float64
}

// chart is the axis as it is drawn.
func (a MapAxis) chart() chart.Axis {
	return chart.Axis{Kind: a.Kind, Lo: a.Values[0], Hi: a.Values[len(a.Values)-1], Log: a.Log}
}

// Cell is the index of a cell.
func (m Map) Cell(column, row int) int { return row*len(m.X.Values) + column }

// A Class is the values of a map that are drawn with one sign.
type Class struct {
	Sign  rune
	Text  string
	Tone  Tone
	Shade chart.Shade
	has   func(Value) bool
}

// mostClasses is how many classes of numbers there are at most.
const mostClasses = 8

// The signs of classes: of numbers from the least to the greatest, of words in their
// order, and of values that are absent.
const (
	ramp      = "·:-=+*#@"
	wordSigns = "·-~#@xo%"
)

var absentSigns = map[Status]rune{Unbounded: '^', NotReached: 'x', NotApplicable: 'n', Unknown: '?', Overflow: '!'}

// Classes are those of the map, as far as it is known: words, ranges of numbers at round
// values, and the ways in which values are absent.
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

// ranges are the classes of numbers.
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

// any tells whether something holds of any value that is known.
func (m Map) any(is func(Value) bool) bool {
	for i, v := range m.Cells {
		if m.known(i) && is(v) {
			return true
		}
	}
	return false
}

func (m Map) known(i int) bool { return m.Known == nil || m.Known[i] }

// Heat is the map as it is drawn.
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

// Sketch is the map while it is computed: an unknown cell is drawn as the nearest known
// cell at its lower left.
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

// Value is what a cell has, as text.
func (m Map) Value(column, row int) string {
	if !m.known(m.Cell(column, row)) {
		return "not computed yet"
	}
	q := Quantity{Kind: m.Kind}
	q.Set(m.Cells[m.Cell(column, row)])
	return q.Text(0)
}

// Reads is what there is at a cell, in words.
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

// Tone is how a cell is judged.
func (m Map) Tone(column, row int) Tone {
	i := m.Cell(column, row)
	if at := slices.Index(m.Among, m.Cells[i].Words); m.known(i) && at >= 0 {
		return m.Tones[at]
	}
	return Neutral
}

// Legend is what the signs of the map mean.
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

// count is how many values are known.
func (m Map) count() (n int) {
	for i := range m.Cells {
		if m.known(i) {
			n++
		}
	}
	return n
}

// Panel is the map with its legend, as a part of a drawing.
func (m Map) Panel() chart.Panel {
	h := m.Heat(chart.Strokes)
	p := chart.Panel{Title: m.Title, Heat: &h}
	for _, e := range m.Legend() {
		p.Legend = append(p.Legend, chart.Key{Role: e.Role, Text: e.Text})
	}
	return p
}
