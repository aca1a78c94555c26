package chart

import "strings"

// A Colour is the colour of a role on light and on dark, as #rrggbb.
type Colour struct{ Light, Dark string }

func (c Colour) on(dark bool) string {
	if dark {
		return c.Dark
	}
	return c.Light
}

// Colours are the colours of the roles, each with a contrast of at least 4.5 to 1 on white and black. Each role also
// differs in shape.
var Colours = map[Role]Colour{
	Frame:   {"#6e7781", "#7d8590"},
	Label:   {"#57606a", "#8b949e"},
	A:       {"#0550ae", "#58a6ff"},
	B:       {"#8a4600", "#e3a34a"},
	Limit:   {"#a0111f", "#ff7b72"},
	Mark:    {"#a0111f", "#ff7b72"},
	Cross:   {"#116329", "#56d364"},
	Band:    {"#57606a", "#8b949e"},
	Span:    {"#7d4e00", "#e3b341"},
	Sample:  {"#116329", "#56d364"},
	Goodput: {"#116329", "#56d364"},
	Offered: {"#57606a", "#8b949e"},
	Fifth:   {"#6639ba", "#bc8cff"},
	Sixth:   {"#99286e", "#f778ba"},
}

// Grounds are the backgrounds of shaded parts, so faint that every role has a contrast of 4.5 to 1 on them. The area
// below a curve has a contrast of 2 to 1 with the page, and the curves on it 3 to 1 with it.
var Grounds = map[Role]Colour{
	Band: {"#dde7f5", "#1c2a42"},
	Span: {"#fdeede", "#3a2212"},
	Area: {"#74bf8f", "#1e5a33"},
}

// classes are the class names of the roles in a drawing, in the order of the roles.
var classes = strings.Split(" frame label a b limit mark cross band span sample goodput offered fifth sixth area", " ")

// onPage returns the colour of each class on a light or a dark page.
func onPage(colours map[Role]Colour, dark bool) map[string]string {
	of := map[string]string{}
	for role, c := range colours {
		of[classes[role]] = c.on(dark)
	}
	return of
}

// theme returns the colours and the backgrounds of the classes on a light or a dark page.
func theme(dark bool) any {
	return struct{ Colours, Grounds map[string]string }{onPage(Colours, dark), onPage(Grounds, dark)}
}
