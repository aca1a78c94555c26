package tui

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"

	"retune/ui/chart"
)

// A role is what a cell stands for. Whatever a colour says, a shape or a word
// says too, so that nothing is lost without colour.
type role uint8

const (
	plain    role = iota
	frame         // borders, axes
	heading       // titles of panels, the tab in view
	label         // names of things
	value         // numbers
	focusBar      // the knob that the keys turn
	policyA       // curves and values of A
	policyB       // and of B
	limit         // the cap
	mark          // the retry that reaches it
	cross         // what is asked about
	warning       // what to beware of
	muted         // hints, what does not count now
	keyName       // a key that can be pressed
	roles
)

// chartRoles translates the roles of a chart's cells.
var chartRoles = map[chart.Role]role{
	chart.Blank: plain,
	chart.Frame: frame,
	chart.Label: muted,
	chart.A:     policyA,
	chart.B:     policyB,
	chart.Limit: limit,
	chart.Mark:  mark,
	chart.Cross: cross,
}

// A theme is what begins and ends a text in each role. A style is rendered once
// and taken apart, since a frame has hundreds of texts.
type theme [roles]struct{ begin, end string }

// palette has each role's colour on a light and on a dark background: at
// least 4.5 to 1 against white and black, six hues, one accent.
var palette = map[role][2]string{
	frame:    {"#6e7781", "#7d8590"},
	heading:  {"#24292f", "#e6edf3"},
	label:    {"#24292f", "#c9d1d9"},
	value:    {"#0a3069", "#f0f6fc"},
	focusBar: {"#0550ae", "#79c0ff"},
	policyA:  {"#0550ae", "#58a6ff"},
	policyB:  {"#8a4600", "#e3a34a"},
	limit:    {"#a0111f", "#ff7b72"},
	mark:     {"#a0111f", "#ff7b72"},
	cross:    {"#116329", "#56d364"},
	warning:  {"#7d4e00", "#e3b341"},
	muted:    {"#57606a", "#8b949e"},
	keyName:  {"#0550ae", "#79c0ff"},
}

// bold roles stand out without colour too.
var bold = map[role]bool{heading: true, value: true, focusBar: true}

func newTheme(dark bool) theme {
	pick := lipgloss.LightDark(dark)
	var t theme
	for r := plain + 1; r < roles; r++ {
		s := lipgloss.NewStyle().Bold(bold[r]).Inline(true)
		if p, ok := palette[r]; ok {
			s = s.Foreground(pick(colour(p[0]), colour(p[1])))
		}
		t[r].begin, t[r].end, _ = strings.Cut(s.Render("x"), "x")
	}
	return t
}

func colour(hex string) color.Color { return lipgloss.Color(hex) }
