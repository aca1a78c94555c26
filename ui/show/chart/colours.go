package chart

import "strings"

// A Colour is the colour of a role on light and on dark, as #rrggbb.
type Colour struct{ Light, Dark string }

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

// Grounds are the backgrounds of shaded parts, so faint that every role has a contrast of 4.5 to 1 on them.
var Grounds = map[Role]Colour{
	Band: {"#dde7f5", "#1c2a42"},
	Span: {"#fdeede", "#3a2212"},
	Area: {"#c3ead0", "#0f3019"},
}

// classes are the class names of the roles in a drawing.
var classes = map[Role]string{
	Frame: "frame", Label: "label", A: "a", B: "b", Limit: "limit", Mark: "mark", Cross: "cross",
	Band: "band", Span: "span", Sample: "sample", Goodput: "goodput", Offered: "offered", Fifth: "fifth", Sixth: "sixth",
}

// patterns are the dash patterns of curves, which distinguish them without colours.
var patterns = map[Role]string{B: "7 4", Goodput: "14 3", Offered: "2 4", Fifth: "10 3 2 3", Sixth: "4 2",
	Cross: "1 4", Limit: "6 3"}

// Style returns the style rules of a drawing: those for a light page, and those that differ on a dark one.
func Style() string {
	var b strings.Builder
	b.WriteString("\n.retune text{font:12px ui-sans-serif,system-ui,-apple-system,\"Segoe UI\",sans-serif}\n" +
		".retune .heading{font-weight:600}.retune path{fill:none;stroke-width:1}" +
		".retune .curve{stroke-linejoin:round;stroke-width:2}\n")
	for r := Frame; r <= Sixth; r++ {
		if p := patterns[r]; p != "" {
			b.WriteString(".retune ." + classes[r] + "{stroke-dasharray:" + p + "}")
		}
	}
	b.WriteString(".retune .marker{stroke-dasharray:none;stroke-width:1.5}\n")
	for _, dark := range []bool{false, true} {
		pick := func(c Colour) string {
			if dark {
				return c.Dark
			}
			return c.Light
		}
		if dark {
			b.WriteString("@media screen and (prefers-color-scheme:dark){\n")
		}
		page := pick(Colour{"#ffffff", "#0d1117"})
		b.WriteString(".retune .page{fill:" + page + "}.retune .heading{fill:" + pick(Colour{"#24292f", "#e6edf3"}) +
			"}.retune .marker.b,.retune .median{fill:" + page + "}\n")
		for r := Frame; r <= Sixth; r++ {
			name, colour := ".retune "+"path."+classes[r], pick(Colours[r])
			b.WriteString(name + "{stroke:" + colour + "}.retune text." + classes[r] + ",.retune .full." + classes[r] +
				"{fill:" + colour + "}\n")
		}
		b.WriteString(".retune .hatch{stroke:" + pick(Colours[Span]) + ";stroke-opacity:.35}.retune .dot{fill:" +
			pick(Colours[Sample]) + "}.retune .marker.mark{fill:" + pick(Colours[Mark]) + "}\n" +
			".retune .ground-band{fill:" + pick(Grounds[Band]) + "}.retune .grid{stroke:" + pick(Colours[Frame]) +
			";stroke-opacity:.25}.retune path.ground-span{fill:url(#retune-hatch)}.retune rect.ground-span{fill:" +
			pick(Grounds[Span]) + "}\n")
		if dark {
			b.WriteString("}\n")
		}
	}
	return b.String()
}
