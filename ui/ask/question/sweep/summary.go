package sweep

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// describe sets what is known of the map before its cells are computed.
func (m *mapping) describe() {
	m.X, m.Y = axisOf(m.x, m.s.X), axisOf(m.y, m.s.Y)
	m.Title = fmt.Sprintf("%s over %s (horizontal) and %s (vertical)", m.figure.DisplayName(), m.X.Name(), m.Y.Name())
	m.Kind, m.PossibleWords, m.Tones = m.figure.Unit, m.figure.PossibleWords, m.figure.Tones
	if m.Current = [2]int{m.x.Index(m.x.CurrentNumber(&m.s)), m.y.Index(m.y.CurrentNumber(&m.s))}; m.Current[0] < 0 ||
		m.Current[1] < 0 {
		m.Current = [2]int{-1, -1}
	}
	if !math.IsNaN(m.s.Wanted) {
		m.Limit = m.figure.BoundWords(&m.s) + " " + m.figure.Unit.Exact(m.s.Wanted)
	}
}

// picture returns the map as far as it is computed, with its border.
func (m *mapping) picture() answer.Map {
	p := m.Map
	if p.Cells = slices.Clone(m.Cells); m.Limit != "" {
		for _, v := range p.Cells {
			p.Limits = append(p.Limits, map[string]answer.LimitState{keeps: answer.Keeps, breaks: answer.Breaks,
				lost: answer.KeepsLost}[m.class(v)])
		}
	}
	for _, b := range m.crossed() {
		share := 0.5
		if m.parts.known[b] {
			share = m.parts.list[b]
		}
		p.Border = append(p.Border, m.between(b, share))
	}
	return p
}

// table returns a row for each computed cell, from the least y, and for each y from the least x.
func (m *mapping) table(p answer.Map) answer.Table {
	rows := slices.DeleteFunc(upTo(len(p.Cells)), func(i int) bool { return p.Cells[i].Status == answer.Pending })
	columns := answer.Columns("x, y, value: own-digits, status: words, state: words") // the keys have no unit
	value := &columns[2]
	if value.IsWords = m.figure.PossibleWords != nil; !value.IsWords && m.figure.Simulated() {
		value.Error = "value se"
	}
	return answer.Table{Name: "map", InPicture: true, Columns: columns}.WithRows(len(rows), func(i int) []answer.Value {
		v := p.Cells[rows[i]]
		if v.Kind = m.figure.Unit; v.Status != "" {
			v.Number = math.NaN()
		}
		x, y := m.at(rows[i])
		return []answer.Value{{Number: x, Kind: m.X.Kind}, {Number: y, Kind: m.Y.Kind}, v, {Words: string(v.Status)},
			{Words: string(v.State)}}
	})
}

// figures returns the axes, the range of the values, and the share of each class.
func (m *mapping) figures() []answer.Quantity {
	list := []answer.Quantity{
		{Name: "x axis", Value: answer.Word(m.x.Setting.Key()), Detail: true},
		{Name: "y axis", Value: answer.Word(m.y.Setting.Key()), Detail: true},
		{Name: "result", Value: answer.Word(m.figure.Name + m.figure.Unit.Suffix()), Detail: true},
	}
	lo, hi := answer.Value{Number: math.Inf(1)}, answer.Value{Number: math.Inf(-1)}
	counted, share := 0.0, map[string]float64{}
	for _, v := range m.Cells {
		if v.Words == "" && v.Status == "" {
			if v.Number < lo.Number {
				lo = v
			}
			if v.Number > hi.Number {
				hi = v
			}
		}
		if class := m.class(v); class != "" {
			counted++
			share[class]++
		}
	}
	if m.figure.PossibleWords == nil && lo.Number <= hi.Number {
		for i, name := range []string{"least", "greatest"} {
			v := []answer.Value{lo, hi}[i].WithUnit(m.figure.Unit)
			v.IsLimit = true
			list = append(list, answer.Quantity{Name: name, Label: name + " on the map", Value: v})
		}
	}
	if m.Limit != "" {
		list = append(list, answer.Quantity{Name: "cells that keep the limit",
			Value: answer.Amount(share[keeps]/counted, unit.Share).WithReason("no cell has a value")})
		if share[lost] > 0 {
			list = append(list, answer.Quantity{Name: "cells within it that do not recover",
				Value: answer.Amount(share[lost]/counted, unit.Share)})
		}
	}
	for _, word := range m.figure.PossibleWords {
		if share[word] > 0 {
			list = append(list, answer.Quantity{Name: word, Label: "cells: " + word,
				Value: answer.Amount(share[word]/counted, unit.Share)})
		}
	}
	return list
}

// summary describes the present scenario and its distance from the border.
func (m *mapping) summary() (string, answer.Tone) {
	at := m.Current
	if at[0] < 0 || m.Cells[m.Cell(at[0], at[1])].Status == answer.Pending {
		text := fmt.Sprintf("The %s at %d values of the %s and %d of the %s", m.figure.DisplayName(), len(m.X.Values),
			m.X.Name(),
			len(m.Y.Values), m.Y.Name())
		if where := m.where(); at[0] < 0 && where != "" {
			text += ". The current settings (" + where + ") are off the map"
		}
		return text + ".", answer.Neutral
	}
	v := m.Cells[m.Cell(at[0], at[1])]
	tone, text := answer.Neutral, fmt.Sprintf("The %s is %s", m.figure.DisplayName(), v.WithUnit(m.figure.Unit).Text())
	switch v.Status {
	case answer.NotReached:
		text = fmt.Sprintf("The %s is never reached", m.figure.DisplayName())
	case "", answer.Unbounded:
		text = answer.Sentence(m.figure.Clause(v.WithUnit(m.figure.Unit).Text()))
	}
	if i := slices.Index(m.figure.PossibleWords, v.Words); i >= 0 {
		tone, text = m.figure.Tones[i], strings.ToUpper(v.Words)
	}
	text += " at the current settings (" + m.where() + ")"
	switch class := m.class(v); class {
	case keeps, breaks:
		text += ", and " + class + " of " + m.Limit
	case lost:
		text += ", within the limit of " + m.Limit + ", but the fleet does not recover"
	}
	if near := m.near(); len(near) > 0 {
		text += ". " + answer.Sentence(strings.Join(near, "; "))
	}
	return text + ".", tone
}

// where describes the present scenario by the settings of the axes.
func (m *mapping) where() string {
	var list []string
	for _, a := range []setting.Axis{m.x, m.y} {
		text := a.Setting.Show(&m.s)
		switch things := a.Setting.Nouns; {
		case !a.Setting.Asked(&m.s):
			continue
		case text == "none":
			list = append(list, "no "+cmp.Or(things[1], a.Name()))
		case things[1] != "" && text == unit.Count.Format(a.CurrentNumber(&m.s)):
			list = append(list, answer.Counted(a.CurrentNumber(&m.s), things[0], things[1]))
		default:
			list = append(list, a.Name()+" "+text)
		}
	}
	return strings.Join(list, ", ")
}

// from returns the values of an axis from x on, down for a step of -1 or up for 1, or x alone: "with 313 clients or
// fewer", "at factor 2.21 or more", "at factor 2.21".
func from(a setting.Axis, x float64, step int) string {
	text, less := "at "+a.Name()+" "+a.Kind.Rounded(x, 3), "less"
	if things := a.Setting.Nouns; things[1] != "" && unit.Finite(x) {
		text, less = "with "+answer.Counted(x, things[0], things[1]), "fewer"
	}
	switch step {
	case -1:
		text += " or " + less
	case 1:
		text += " or more"
	}
	return text
}

// near describes where another class begins on the lines through the present scenario, on either side: a text for each
// class.
func (m *mapping) near() (list []string) {
	var said []string // classes
	here := m.class(m.Cells[m.Cell(m.Current[0], m.Current[1])])
	for i, axis := range []setting.Axis{m.x, m.y} {
		for _, step := range []int{-1, 1} {
			at, first, begins, on := m.Current, "", 0.0, step
			for at[i] += step; at[i] >= 0 && at[i] < len(axis.Values); at[i] += step {
				switch class := m.class(m.Cells[m.Cell(at[0], at[1])]); {
				case class == "" || here == "" || first == "" && class == here:
				case first == "":
					first, begins = class, axis.Values[at[i]]
				case class != first: // not the last class on this side
					on = 0
				}
			}
			switch k := slices.Index(said, first); {
			case k >= 0:
				list[k] += " and " + from(axis, begins, on)
			case first != "":
				said = append(said, first)
				list = append(list, first+" "+from(axis, begins, on))
			}
		}
	}
	return list
}

// axisOf returns an axis as a map has it, with its text.
func axisOf(a setting.Axis, text string) answer.Axis {
	return answer.Axis{Setting: a.Setting.Name, Text: text, Kind: a.Kind, Log: a.Log, Values: a.Values}
}
