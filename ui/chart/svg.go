package chart

import (
	"bytes"
	"encoding/xml"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Panel is a plot with what is said of it, as a part of a drawing.
type Panel struct {
	Title, Desc string // Desc: for who cannot see it
	Plot        Plot
	Heat        *Heat // in place of a plot, or nil
	Bars        *Bars // in place of a plot, or nil
	Legend      []Key
}

// A Key is an entry of a legend.
type Key struct {
	Role Role
	Text string
}

// The sizes of a drawing in pixels.
const (
	svgWidth, svgHeight = 760, 230 // of all, and of the plot area of a panel
	svgNarrow           = 480      // the width of a figure in a page, which a telephone shows whole
	svgGap, svgLine     = 14, 20
	svgLetter           = 7 // a letter is about as wide as that, or less
)

// SVG writes panels one below the other as a drawing in SVG, which asks for nothing
// outside of itself and is light or dark as its reader's settings are. The same panels
// make the same bytes.
func SVG(out io.Writer, title, desc string, panels []Panel) error {
	d := &svg{width: svgWidth, bottom: svgGap}
	for _, p := range panels {
		d.panel(p)
	}
	body := d.String()
	d.Reset()
	d.root("xmlns", "http://www.w3.org/2000/svg")
	d.text("title", title)
	d.text("desc", desc)
	d.text("style", Style())
	d.defs(slices.ContainsFunc(panels, func(p Panel) bool { return p.Heat != nil || p.Bars != nil }))
	d.empty("rect", "class", "page", "height", num(d.bottom), "width", num(d.width))
	d.WriteString(body)
	d.close("svg")
	_, err := d.WriteTo(out)
	return err
}

// Figure is a panel as a drawing within a page, which has the [Style] of all its figures and,
// once, their [Patterns]. Its heading is not drawn: the page has it.
func Figure(p Panel) string {
	d := &svg{width: svgNarrow, figure: true}
	d.panel(p)
	body := d.String()
	d.Reset()
	d.root()
	d.WriteString(body)
	d.close("svg")
	return d.String()
}

// Patterns is a drawing that shows nothing: the patterns of the figures of a page.
func Patterns() string {
	d := &svg{}
	d.open("svg", "aria-hidden", "true", "class", "retune patterns", "height", "0", "width", "0")
	d.defs(true)
	d.close("svg")
	return d.String()
}

// root opens the drawing.
func (d *svg) root(more ...string) {
	width, height := num(d.width), num(d.bottom)
	d.open("svg", append([]string{"class", "retune", "height", height, "role", "img", "viewBox", "0 0 " + width + " " + height, "width", width}, more...)...)
}

// defs writes the patterns that the drawings refer to: of outages, and if need be of words.
func (d *svg) defs(ofWords bool) {
	d.open("defs")
	d.open("pattern", "height", "8", "id", "retune-hatch", "patternTransform", "rotate(45)", "patternUnits", "userSpaceOnUse", "width", "8")
	d.empty("rect", "class", "ground-span", "height", "8", "width", "8")
	d.empty("path", "class", "hatch", "d", "M0 0V8")
	d.close("pattern")
	for i, s := range wordShades {
		if ofWords && s.Pattern != "" {
			d.open("pattern", "height", "8", "id", patternID(i), "patternUnits", "userSpaceOnUse", "width", "8")
			d.empty("path", "d", s.Pattern, "stroke", s.Ink, "stroke-opacity", ".45")
			d.close("pattern")
		}
	}
	d.close("defs")
}

// An svg is a drawing in the making.
type svg struct {
	bytes.Buffer
	width  float64
	bottom float64 // of what has been drawn
	figure bool    // it is part of a page
}

// columns is at how many places curves are sampled, and off by how many pixels a line may miss
// one: fewer, and more, in a figure of a page.
func (d *svg) columns() int {
	if d.figure {
		return int(d.width) / 2
	}
	return int(d.width) - 120
}

func (d *svg) off() float64 { return map[bool]float64{false: 0.1, true: 0.4}[d.figure] }

// open writes the beginning of an element with attributes, sorted by their names.
func (d *svg) open(name string, attributes ...string) { d.tag(name, ">\n", attributes) }

// empty writes an element that has nothing in it.
func (d *svg) empty(name string, attributes ...string) { d.tag(name, "/>\n", attributes) }

// text writes an element that is a text.
func (d *svg) text(name, text string, attributes ...string) {
	if text == "" {
		return
	}
	d.tag(name, ">", attributes)
	d.escape(text)
	d.close(name)
}

func (d *svg) close(name string) { d.WriteString("</" + name + ">\n") }

func (d *svg) tag(name, end string, attributes []string) {
	var pairs [][2]string
	for i := 0; i+1 < len(attributes); i += 2 {
		pairs = append(pairs, [2]string{attributes[i], attributes[i+1]})
	}
	slices.SortFunc(pairs, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	d.WriteString("<" + name)
	for _, p := range pairs {
		d.WriteString(" " + p[0] + `="`)
		d.escape(p[1])
		d.WriteString(`"`)
	}
	d.WriteString(end)
}

func (d *svg) escape(text string) { _ = xml.EscapeText(&d.Buffer, []byte(text)) } // a buffer takes all

// num is a number with at most one decimal: a tenth of a pixel.
func num(x float64) string { return strconv.FormatFloat(math.Round(x*10)/10+0, 'f', -1, 64) }

// panel draws a panel below what there is.
func (d *svg) panel(p Panel) {
	if !d.figure { // of which the drawing is the panel
		d.open("g")
		defer d.close("g")
	}
	d.text("title", p.Title)
	d.text("desc", p.Desc)
	if !d.figure {
		d.bottom += svgLine
		d.label(svgGap, d.bottom-6, p.Title, "heading")
	}
	switch {
	case p.Heat != nil:
		d.bottom += svgGap
		d.heat(*p.Heat)
		d.heatLegend(*p.Heat, p.Legend)
	case p.Bars != nil:
		d.bars(*p.Bars)
	default:
		d.legend(p.Legend)
		d.bottom += svgGap
		if len(p.Plot.Boxes) > 0 {
			d.boxes(p.Plot)
		} else {
			d.plot(p.Plot)
		}
	}
	d.bottom += svgGap
}

// legend draws what the curves mean, at the right of the heading, or below it in the width
// of a page.
func (d *svg) legend(legend []Key) {
	long := func(k Key) float64 { return float64(svgLetter*utf8.RuneCountInString(k.Text) + 40) }
	x := d.width - svgGap
	if d.figure {
		x, d.bottom = svgGap, d.bottom+svgLine
	} else {
		for _, k := range legend {
			x -= long(k)
		}
	}
	for _, k := range legend {
		if d.figure && x+long(k) > d.width {
			x, d.bottom = svgGap, d.bottom+svgLine
		}
		d.sample(x, d.bottom-10, k.Role)
		d.label(x+30, d.bottom-6, k.Text, "label")
		x += long(k)
	}
}

// label writes a text of which the first letter stands at x.
func (d *svg) label(x, y float64, text, class string) { d.anchored(x, y, text, class, "start") }

func (d *svg) anchored(x, y float64, text, class, anchor string) {
	d.text("text", text, "class", class, "text-anchor", anchor, "x", num(x), "y", num(y))
}

// line draws straight lines through places.
func (d *svg) line(class string, places ...[2]float64) {
	if len(places) > 0 {
		d.empty("path", "class", class, "d", d.path(places))
	}
}

// path is lines through places; in a figure from each to the next, which is shorter.
func (d *svg) path(places [][2]float64) string {
	var b strings.Builder
	tenths := func(x float64) float64 { return math.Round(x*10) / 10 }
	for i, p := range places {
		switch x, y := tenths(p[0]), tenths(p[1]); {
		case i == 0:
			b.WriteString("M" + num(x) + " " + num(y))
		case d.figure:
			was := places[i-1]
			b.WriteString("l" + num(x-tenths(was[0])) + " " + num(y-tenths(was[1])))
		default:
			b.WriteString("L" + num(x) + " " + num(y))
		}
	}
	return b.String()
}

// sample draws how things in a role look, for the legend.
func (d *svg) sample(x, y float64, role Role) {
	switch role {
	case Band, Span:
		d.empty("rect", "class", "ground-"+classes[role], "height", "10", "width", "24", "x", num(x), "y", num(y-5))
	case Sample, Mark, Limit:
		d.marker(x+12, y, role)
	default:
		d.line("curve "+classes[role], [2]float64{x, y}, [2]float64{x + 24, y})
	}
}

// marker draws a point: a diamond, a hollow one in the role of B, or a dot.
func (d *svg) marker(x, y float64, role Role) {
	if role == Sample {
		d.empty("circle", "class", "dot", "cx", num(x), "cy", num(y), "r", "1.5")
		return
	}
	d.empty("path", "class", "marker "+classes[role], "d", "M"+num(x)+" "+num(y-5)+"l5 5l-5 5l-5-5z")
}
