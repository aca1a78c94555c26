package tui

import (
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"retune/ui/ask/answer"
	"retune/ui/show/chart"
)

// A role is the meaning of a cell. Every meaning also has a shape or a word, so that nothing is lost without colour.
type role uint8

const (
	plain    role = iota
	frame         // borders, axes
	heading       // titles of panels, the tab in view
	label         // names of things
	value         // numbers
	focusBar      // what the keys act on; the only accent
	policyA       // curves and values of A
	policyB       // curves and values of B
	limit         // the cap
	mark          // the retry that reaches the cap
	cross         // where values are read
	fine          // good news
	warning       // warnings
	muted         // hints and stale values
	keyName       // a key that can be pressed
	band          // where most delays lie
	span          // an outage
	good          // goodput
	area          // the area below goodput
	offered       // offered load
	onGround      // the word of a verdict on its background
	won           // the background of a good verdict
	late          // of a doubtful one
	lost          // of a bad one
	darkInk       // text on a light shade of a map
	lightInk      // text on a dark shade of a map
	shades        // the shades of maps, in the order of [chart.Shades]
	roles    = shades + role(len(chart.Shades))
)

// chartRoles maps the roles of a chart's cells to roles of the screen.
var chartRoles = [...]role{
	chart.Blank:   plain,
	chart.Frame:   frame,
	chart.Label:   muted,
	chart.A:       policyA,
	chart.B:       policyB,
	chart.Limit:   limit,
	chart.Mark:    mark,
	chart.Cross:   cross,
	chart.Band:    band,
	chart.Span:    span,
	chart.Sample:  muted,
	chart.Goodput: good,
	chart.Offered: offered,
	chart.Fifth:   plain,
	chart.Sixth:   plain,
	chart.Area:    area,
}

// A theme has the escape sequences that begin and end a text in each role. Each style is rendered once and split, since
// a frame has hundreds of texts. Where the terminal has enough colours, a shaded role also has a background.
type theme [roles]struct{ begin, end, ground string }

// A hue is a colour for a light and for a dark background, with substitutes for terminals of sixteen colours.
type hue struct {
	light, dark     string
	light16, dark16 int
}

// palette has a contrast of at least 4.5 to 1 on white and on black, with six hues and one accent. The sixteen-colour
// substitutes are chosen by hand: the nearest to a grey is often a dark blue.
var palette = map[role]hue{
	frame:    {"#afb8c1", "#30363d", 8, 8}, // rules and axes, which need less contrast
	heading:  {"#24292f", "#e6edf3", 0, 15},
	label:    {"#24292f", "#c9d1d9", 0, 15},
	value:    {"#0a3069", "#f0f6fc", 0, 15},
	focusBar: {"#0550ae", "#79c0ff", 4, 14},
	policyA:  in(chart.A, 4, 12),
	policyB:  in(chart.B, 5, 11),
	limit:    in(chart.Limit, 1, 9),
	mark:     in(chart.Mark, 1, 9),
	cross:    in(chart.Label, 8, 7),
	fine:     in(chart.Goodput, 2, 10),
	warning:  {"#7d4e00", "#e3b341", 3, 13},
	muted:    in(chart.Label, 8, 7),
	keyName:  {"#0550ae", "#79c0ff", 4, 14},
	band:     in(chart.Band, 8, 7),
	span:     in(chart.Span, 3, 3),
	good:     in(chart.Goodput, 2, 10),
	area:     {chart.Grounds[chart.Area].Light, chart.Grounds[chart.Area].Dark, 2, 2},
	offered:  in(chart.Offered, 8, 7),
	onGround: {"#ffffff", "#0d1117", 0, 15},
	won:      in(chart.Goodput, 2, 10),
	late:     {"#7d4e00", "#e3b341", 3, 13},
	lost:     in(chart.Limit, 1, 9),
}

// hueOf returns the hue of a role. The hue of a shade is its fill.
func hueOf(r role) hue {
	switch {
	case r == darkInk:
		return hue{"#000000", "#000000", 0, 0}
	case r == lightInk:
		return hue{"#ffffff", "#ffffff", 15, 15}
	case r >= shades:
		fill := chart.Shades[r-shades].Fill
		return hue{fill, fill, 0, 0}
	}
	return palette[r]
}

// groundOf returns the background of a role, if it has one. The background of a shade is its fill.
func groundOf(r role) (chart.Colour, bool) {
	if r >= shades {
		fill := chart.Shades[r-shades].Fill
		return chart.Colour{Light: fill, Dark: fill}, true
	}
	g, ok := grounds[r]
	return g.Colour, ok
}

// in returns the hue of a chart's role.
func in(r chart.Role, light16, dark16 int) hue {
	c := chart.Colours[r]
	return hue{c.Light, c.Dark, light16, dark16}
}

// grounds are the backgrounds of shaded parts of a chart, with the nearest of 256 colours. They are so faint that every
// role has a contrast of 4.5 to 1 on them. With sixteen colours or none, shaded parts are drawn with characters.
var grounds = map[role]struct {
	chart.Colour
	light256, dark256 int
}{
	band: {chart.Grounds[chart.Band], 254, 236},
	span: {chart.Grounds[chart.Span], 230, 52},
	area: {chart.Grounds[chart.Area], 151, 22},
	won:  {chart.Colours[chart.Goodput], 22, 77},
	late: {chart.Colour{Light: "#7d4e00", Dark: "#e3b341"}, 94, 179},
	lost: {chart.Colours[chart.Limit], 124, 209},
}

// verdicts are the backgrounds of verdicts by tone.
var verdicts = map[answer.Tone]role{answer.Neutral: muted, answer.Good: won, answer.Doubtful: late, answer.Bad: lost}

// greys replaces bluish greys in terminals of 256 colours, on light and on dark: the nearest colour would be a
// lavender.
var greys = map[role][2]string{frame: {"250", "238"}, muted: {"241", "245"}, cross: {"241", "245"},
	band: {"241", "245"}, offered: {"241", "245"}}

// bold roles stand out even without colour.
var bold = map[role]bool{heading: true, value: true, focusBar: true, onGround: true}

// newTheme returns the theme for a background and for the colours of the terminal.
func newTheme(dark bool, profile colorprofile.Profile) theme {
	pick := lipgloss.LightDark(dark)
	var t theme
	for r := plain + 1; r < roles; r++ {
		p := hueOf(r)
		colour := pick(lipgloss.Color(p.light), lipgloss.Color(p.dark))
		if profile == colorprofile.ANSI {
			colour = pick(lipgloss.Color(strconv.Itoa(p.light16)), lipgloss.Color(strconv.Itoa(p.dark16)))
		}
		if grey, ok := greys[r]; ok && profile == colorprofile.ANSI256 {
			colour = pick(lipgloss.Color(grey[0]), lipgloss.Color(grey[1]))
		}
		s := lipgloss.NewStyle().Bold(bold[r]).Inline(true).Foreground(colour)
		t[r].begin, t[r].end, _ = strings.Cut(s.Render("x"), "x")
		if ground, ok := groundOf(r); ok && profile >= colorprofile.ANSI256 {
			colour := pick(lipgloss.Color(ground.Light), lipgloss.Color(ground.Dark))
			if g, ok := grounds[r]; ok && profile == colorprofile.ANSI256 {
				colour = pick(lipgloss.Color(strconv.Itoa(g.light256)), lipgloss.Color(strconv.Itoa(g.dark256)))
			}
			t[r].ground, _, _ = strings.Cut(lipgloss.NewStyle().Background(colour).Render("x"), "x")
		}
	}
	return t
}
