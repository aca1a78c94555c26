package tui

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query"
)

// rowsOf are the knobs on the screen while a query is in view: the policy's, and with
// it what the query has turned.
func rowsOf(q answer.Query) []knob.Knob {
	list := slices.DeleteFunc(slices.Clone(knob.Knobs), func(k knob.Knob) bool {
		return k.Sets || k.Asks && !slices.Contains(q.Screen, k.Name)
	})
	if ofFleet(q) {
		first, _ := knob.Find("scenario")
		return slices.Concat([]knob.Knob{first}, ownRows(q), grouped(list, inFleet))
	}
	return append(ownRows(q), list...)
}

// ownRows are the knobs of the query's own that have a row.
func ownRows(q answer.Query) (list []knob.Knob) {
	for _, k := range q.Own {
		if slices.Contains(q.Screen, k.Name) {
			list = append(list, k)
		}
	}
	return list
}

// ofFleet tells whether the knobs of a fleet have rows while the query is in view.
func ofFleet(q answer.Query) bool { return q.Layout == answer.Verdict || q.Layout == answer.Mapped }

// turnsFleet tells whether they have now.
func (m Model) turnsFleet() bool { return ofFleet(m.tab()) }

// verdictQuery is that of the fleet.
var verdictQuery = query.First(func(q answer.Query) bool { return q.Layout == answer.Verdict })

var policyRows, fleetRows = rowsOf(query.Queries[0]), rowsOf(verdictQuery)

// showsFleet tells whether the fleet is in view.
func (m Model) showsFleet() bool { return m.tab().Layout == answer.Verdict }

// paintKnobs paints the panel of knobs. The cursor is in the value that is
// being typed, if one is.
func (m Model) paintKnobs(c *canvas, l layout) (cursor *tea.Cursor) {
	title, note := "policy", "b keeps it as B"
	if m.scenario.Versus != nil {
		title, note = "policy A", "X edits B"
	}
	if m.editsB {
		title, note = "policy B", "X edits A"
	}
	if d := m.document; d != nil { // which names them
		if name := []string{d.Policy, d.Beside}[map[bool]int{true: 1}[m.editsB && d.Pair]]; name != "" && (d.Pair || m.scenario.Versus == nil) {
			if title = strings.TrimPrefix(title, "policy"); title != "" {
				title = strings.TrimSpace(title) + ": "
			}
			title += name
		}
	}
	c.box(l.knobs, clip(title, max(8, l.knobs.w-len(note)-8)), note)
	list, s := m.rows(), m.turned()
	if l.rows[0].area.h == 0 { // some are out of sight
		c.put(l.knobs.x+1, l.knobs.y, '↑', keyName)
	}
	if l.rows[len(list)-1].area.h == 0 {
		c.put(l.knobs.x+1, l.knobs.y+l.knobs.h-1, '↓', keyName)
	}
	m.paintAbout(c, l.about)
	c.clipped(l.inert.x+2, l.inert.y, l.inert.w-3, m.inert(), muted)
	focus := m.focused()
	for i, place := range l.rows {
		if place.area.h == 0 {
			continue
		}
		k := list[i]
		y := place.area.y
		if head, ok := k.Value.(groupHead); ok {
			m.paintHeading(c, place.area, head, i == focus)
			continue
		}
		name := label
		if m.turnsFleet() && m.idle(k) {
			name = muted
		}
		if i == focus {
			c.put(place.area.x, y, '▸', focusBar)
			name = focusBar
		}
		c.clipped(place.name.x, y, place.name.w, rowLabel(k), name)
		if i == focus && m.mode == typing {
			x := place.name.x + place.name.w + 1
			in := rect{x, y, place.area.x + place.area.w - 1 - x, 1}
			c.blank(in)
			_, cursor = m.editor.paint(c, in)
			continue
		}
		if tracked(k) && k.Asked(s) {
			m.paintTrack(c, place.track, k, s, i == focus)
		}
		shown := k.Show(s)
		if k.Name == fleetRows[0].Name {
			shown = cmp.Or(knob.PresetOf(s), "changed")
		}
		if utf8.RuneCountInString(shown) > valueWidth {
			shown = " " + shown // off the track that it stands on
		}
		c.right(place.area.x+place.area.w-1, y, shown, value)
	}
	return cursor
}

// about is what is to be known of the knob in focus.
func (m Model) about() string {
	k, s := m.knob(), m.turned()
	text := k.Help + "; " + k.Range()
	if len(k.Words()) > 0 {
		text = k.Help + "; enter lists the values"
	}
	if label := rowLabel(k); utf8.RuneCountInString(label) > nameWidth { // which may be cut
		text = label + ": " + text
	}
	if k.Idle != nil && k.Idle(s) != "" {
		text = "no effect " + k.Idle(s) + "; " + text
	}
	if d := k.Usually(); d != "" {
		text += "; " + d
	}
	return text
}

// paintAbout paints it under the knobs.
func (m Model) paintAbout(c *canvas, r rect) {
	if r.h == 0 {
		return
	}
	for x := r.x; x < r.x+r.w; x++ {
		c.put(x, r.y, '─', frame)
	}
	for i, line := range wrapTo(m.about(), r.w-2, r.h-1) {
		c.text(r.x+1, r.y+1+i, r.w-2, line, muted)
	}
}

// rowLabel is the name of a knob in its row.
func rowLabel(k knob.Knob) string { return cmp.Or(k.Row, k.Title()) }

// paintTrack paints a knob's track: how far it is turned, where its default
// is, and where the other policy has it.
func (m Model) paintTrack(c *canvas, r rect, k knob.Knob, s knob.Scenario, focus bool) {
	if r.w == 0 {
		return
	}
	at := func(s knob.Scenario) int { return r.x + int(math.Round(k.Place(s)*float64(r.w-1))) }
	here := at(s)
	filled, handle, other := muted, policyA, policyB
	if m.editsB {
		handle, other = policyB, policyA
	}
	if focus {
		filled, handle = focusBar, focusBar
	}
	for x := r.x; x < r.x+r.w; x++ {
		if x < here {
			c.put(x, r.y, '━', filled)
		} else {
			c.put(x, r.y, '─', frame)
		}
	}
	if !k.Asks {
		if d := at(k.Untouched()); d < here {
			c.put(d, r.y, '┷', filled)
		} else {
			c.put(d, r.y, '┴', frame)
		}
	}
	if s.Versus != nil && k.Asked(s.B()) && (!k.Asks || k.MayDiffer() && k.Text(s.B()) != k.Text(s)) {
		c.put(at(s.B()), r.y, '○', other)
	}
	c.put(here, r.y, '●', handle)
}
