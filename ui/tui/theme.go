package tui

import (
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"retune/ui/show/chart"
)

// A role is the meaning of a cell. Every meaning also has a shape or a word, so that nothing is lost without colour.
// The roles of a chart are roles of the screen.
type role = chart.Role

const (
	plain   = chart.Blank
	ruled   = chart.Frame // borders, axes
	muted   = chart.Label // hints and stale values
	policyA = chart.A     // curves and values of A
	policyB = chart.B     // curves and values of B
	limit   = chart.Limit // the cap, bad news
	mark    = chart.Mark  // the retry that reaches the cap
	cross   = chart.Cross // where values are read
	band    = chart.Band  // where most delays lie
	span    = chart.Span  // an outage
	fine    = chart.Goodput
	offered = chart.Offered
	area    = chart.Area // the area below goodput
)

const (
	heading  = chart.Area + 1 + iota // titles of panels, the tab in view
	label                            // names of things
	value                            // numbers
	focusBar                         // what the keys act on, and keys; the only accent
	warning                          // warnings
	onGround                         // the word of a verdict on its background
	darkInk                          // text on a light shade of a map
	lightInk                         // text on a dark shade of a map
	shades                           // the shades of maps, in the order of [chart.Shades]
	roles    = shades + role(len(chart.Shades))
)

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
	ruled:        {"#afb8c1", "#30363d", 8, 8}, // rules and axes, which need less contrast
	heading:      {"#24292f", "#e6edf3", 0, 15},
	label:        {"#24292f", "#c9d1d9", 0, 15},
	value:        {"#0a3069", "#f0f6fc", 0, 15},
	focusBar:     {"#0550ae", "#79c0ff", 4, 14},
	policyA:      in(chart.A, 4, 12),
	policyB:      in(chart.B, 5, 11),
	limit:        in(chart.Limit, 1, 9),
	mark:         in(chart.Mark, 1, 9),
	cross:        in(chart.Label, 8, 7),
	warning:      {"#7d4e00", "#e3b341", 3, 13},
	muted:        in(chart.Label, 8, 7),
	band:         in(chart.Band, 8, 7),
	span:         in(chart.Span, 3, 3),
	fine:         in(chart.Goodput, 2, 10),
	area:         {chart.Grounds[chart.Area].Light, chart.Grounds[chart.Area].Dark, 2, 2},
	offered:      in(chart.Offered, 8, 7),
	onGround:     {"#ffffff", "#0d1117", 0, 15},
	chart.Sample: in(chart.Label, 8, 7),
	chart.Fifth:  in(chart.Fifth, 5, 13),
	chart.Sixth:  in(chart.Sixth, 5, 13),
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

// grounds are the backgrounds of shaded parts of a chart and of verdicts, with the nearest of 256 colours. Shaded parts
// are so faint that every role of a chart has a contrast of 4.5 to 1 on them. With sixteen colours or none, they are
// drawn with characters.
var grounds = map[role]struct {
	chart.Colour
	light256, dark256 int
}{
	band: {chart.Grounds[chart.Band], 254, 236},
	span: {chart.Grounds[chart.Span], 230, 52},
	area: {chart.Grounds[chart.Area], 108, 29},

	fine:    {chart.Colours[chart.Goodput], 22, 77},
	warning: {chart.Colour{Light: "#7d4e00", Dark: "#e3b341"}, 94, 179},
	limit:   {chart.Colours[chart.Limit], 124, 209},
}

// greys replaces bluish greys in terminals of 256 colours, on light and on dark: the nearest colour would be a
// lavender.
var greys = map[role][2]string{ruled: {"250", "238"}, muted: {"241", "245"}, cross: {"241", "245"},
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
