package answer

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"retune/ui/ask/setting"
	"retune/ui/show/chart"
	"retune/ui/unit"
)

// A Map is a heat map in numbers: a figure over two settings.
type Map struct {
	Title         string    // the figure and the settings
	X, Y          Axis      // the settings with rising values
	Kind          unit.Kind // kind of the values
	Cells         []Value   // row by row from the least Y, each row from the least X; [Pending]: not computed yet
	PossibleWords []string  // the words that a value can be, in order
	Tones         []Tone    // tones of those words
	Current       [2]int    // column and row of the present scenario; -1: outside the map

	Border [][2]float64 // points between cells of different words or on different sides of the limit
	Limit  string       // limit of the figure in words, or ""
	Limits []LimitState // what the limit makes of each cell; nil: there is none
}

// An Axis is a setting with the rising values that a map has of it.
type Axis struct {
	Setting string
	Text    string // as a user types it
	Kind    unit.Kind
	Log     bool
	Values  []float64
}

// Name returns the name of the setting for people.
func (a Axis) Name() string { return strings.ReplaceAll(a.Setting, "-", " ") }

// LimitState is what a limit makes of a cell.
type LimitState uint8

// The kinds of cells with a limit.
const (
	LimitUnknown LimitState = iota
	Keeps                   // it keeps the limit
	Breaks                  // it breaks the limit
	KeepsLost               // it is within the limit, of a fleet that does not recover
)

// ScenarioAt returns s with both settings at the values of a cell.
func (m Map) ScenarioAt(given *setting.Scenario, column, row int) (setting.Scenario, error) {
	s := *given
	s.X, s.Y = m.X.Text, m.Y.Text // they may depend on the present values
	x, _ := setting.Find(m.X.Setting)
	y, _ := setting.Find(m.Y.Setting)
	s = y.WithNumber(new(x.WithNumber(&s, m.X.Values[column])), m.Y.Values[row])
	return s, s.Check()
}

// Cell returns the index of a cell in Cells.
func (m Map) Cell(column, row int) int { return row*len(m.X.Values) + column }

// at returns the value of a cell.
func (m Map) at(column, row int) Value { return m.Cells[m.Cell(column, row)] }

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
var ramp, wordSigns = []rune("·:-=+*#@"), []rune("·-~#@xo%")

// absentSigns are the signs of absent values in the order of the legend.
var absentSigns = []struct {
	status Status
	sign   rune
}{{NotReached, 'x'}, {Unbounded, '^'}, {Overflow, '!'}, {NotApplicable, 'n'}, {Unknown, '?'}}

// Classes returns the classes of the computed cells: words, ranges of numbers between round values, and kinds of absent
// values.
func (m Map) Classes() (list []Class) {
	add := func(c Class) {
		if slices.ContainsFunc(m.Cells, c.has) {
			list = append(list, c)
		}
	}
	for i, word := range m.PossibleWords {
		add(Class{wordSigns[i%len(wordSigns)], word, m.Tones[i], chart.WordShade(i),
			func(v Value) bool { return v.Words == word }})
	}
	list = append(list, m.ranges()...)
	for _, a := range absentSigns {
		add(Class{a.sign, absent[a.status], Neutral, chart.AbsentShade,
			func(v Value) bool { return v.Words == "" && v.Status == a.status }})
	}
	return list
}

// ranges returns the classes of numbers.
func (m Map) ranges() (list []Class) {
	var numbers []float64
	for _, v := range m.Cells {
		if v.Words == "" && v.Status == "" {
			numbers = append(numbers, v.Number)
		}
	}
	if numbers == nil {
		return nil
	}
	lo, hi := slices.Min(numbers), slices.Max(numbers)
	bounds := chart.Axis{Kind: m.Kind, Lo: lo, Hi: hi, Log: lo > 0 && hi >= steep*lo}.Divide(mostClasses)
	edges := slices.Concat([]float64{math.Inf(-1)}, bounds, []float64{math.Inf(1)})
	for i := range len(bounds) + 1 {
		from, to := edges[i], edges[i+1]
		text := m.Kind.Format(from) + " to " + m.Kind.Format(to)
		switch {
		case len(bounds) == 0:
			text = m.Kind.Format(lo)
		case i == 0:
			text = "< " + m.Kind.Format(to)
		case i == len(bounds):
			text = "from " + m.Kind.Format(from)
		}
		sign := ramp[i*(len(ramp)-1)/max(1, len(bounds))]
		list = append(list, Class{sign, text, Neutral, chart.RankShade(i, len(bounds)+1), func(v Value) bool {
			return v.Words == "" && v.Status == "" && v.Number >= from && v.Number < to
		}})
	}
	return list
}

// Heat returns the map in the form that package chart draws.
func (m Map) Heat(glyphs chart.Glyphs) chart.Heat {
	along := func(a Axis) chart.Axis {
		return chart.Axis{Kind: a.Kind, Lo: a.Values[0], Hi: a.Values[len(a.Values)-1], Log: a.Log}
	}
	h := chart.Heat{X: along(m.X), Y: along(m.Y), Columns: len(m.X.Values), Rows: len(m.Y.Values),
		Mark: m.Current, Border: m.Border, Cross: [2]int{-1, -1}, Glyphs: glyphs}
	if m.Current[0] >= 0 {
		h.Marked = [2]float64{m.X.Values[m.Current[0]], m.Y.Values[m.Current[1]]}
	}
	classes := m.Classes()
	for _, c := range classes {
		h.Signs, h.Shades = append(h.Signs, c.Sign), append(h.Shades, c.Shade)
		h.Signed = append(h.Signed, c.Shade.Pattern != "" || c.Shade == chart.AbsentShade)
	}
	of := make([]int, len(m.Cells))
	for i, v := range m.Cells {
		of[i] = slices.IndexFunc(classes, func(c Class) bool { return c.has(v) })
	}
	h.Class = func(column, row int) int { return of[m.Cell(column, row)] }
	if m.Limits != nil {
		h.Kept = func(column, row int) chart.State {
			return [...]chart.State{Keeps: chart.Keeps, Breaks: chart.Breaks, KeepsLost: chart.Breaks}[m.limitState(column, row)]
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
			if class := exact(column>>bits<<bits, row>>bits<<bits); class >= 0 {
				return class
			}
		}
		return -1
	}
	return h
}

// CellText returns the text of a cell.
func (m Map) CellText(column, row int) string {
	return m.at(column, row).WithUnit(m.Kind).Text()
}

// DescribeCell describes a cell in a sentence.
func (m Map) DescribeCell(column, row int) string {
	text := fmt.Sprintf("At %s %s and %s %s: %s", m.X.Name(), m.X.Kind.Format(m.X.Values[column]), m.Y.Name(),
		m.Y.Kind.Format(m.Y.Values[row]), m.CellText(column, row))
	text += [...]string{Keeps: ", which keeps the limit of " + m.Limit, Breaks: ", which breaks the limit of " + m.Limit,
		KeepsLost: ", where the fleet does not recover, within the limit of " + m.Limit}[m.limitState(column, row)]
	if m.Current == [2]int{column, row} {
		text += ", as it is"
	}
	return text + "."
}

// limitState returns what the limit makes of a cell.
func (m Map) limitState(column, row int) LimitState {
	if m.Limits == nil {
		return LimitUnknown
	}
	return m.Limits[m.Cell(column, row)]
}

// Tone returns the tone of a cell.
func (m Map) Tone(column, row int) Tone {
	if at := slices.Index(m.PossibleWords, m.at(column, row).Words); at >= 0 {
		return m.Tones[at]
	}
	return Neutral
}

// Legend returns the meaning of the signs of the map.
func (m Map) Legend() (list []Entry) {
	for i, c := range m.Classes() {
		list = append(list, Entry{chart.Class + chart.Role(i), string(c.Sign), c.Text})
	}
	if m.Current[0] >= 0 {
		list = append(list, Entry{chart.Mark, "◆", "as it is"})
	}
	if m.Limit != "" {
		list = append(list, Entry{chart.Limit, "│", m.Limit})
	}
	if left := len(m.Cells) - m.count(); left > 0 {
		list = append(list, Entry{chart.Label, " ", strconv.Itoa(left) + " not computed"})
	}
	return list
}

// count returns the number of computed cells.
func (m Map) count() (n int) {
	for _, v := range m.Cells {
		if v.Status != Pending {
			n++
		}
	}
	return n
}

// Panel returns the map with its legend, as part of a drawing.
func (m Map) Panel() chart.Panel {
	h := m.Heat(chart.Strokes)
	return chart.Panel{Title: m.Title, Heat: &h, Legend: keysOf(m.Legend())}
}
