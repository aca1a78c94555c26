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
	svgGap, svgLine     = 14, 20
	svgLetter           = 7 // a letter is about as wide as that, or less
)

// SVG writes panels one below the other as a drawing in SVG, which asks for nothing
// outside of itself and is light or dark as its reader's settings are. The same panels
// make the same bytes.
func SVG(out io.Writer, title, desc string, panels []Panel) error {
	d := &svg{bottom: svgGap}
	for _, p := range panels {
		d.panel(p)
	}
	body := d.String()
	d.Reset()
	height := num(d.bottom)
	d.open("svg", "class", "retune", "height", height, "role", "img", "viewBox", "0 0 "+num(svgWidth)+" "+height,
		"width", num(svgWidth), "xmlns", "http://www.w3.org/2000/svg")
	d.text("title", title)
	d.text("desc", desc)
	d.text("style", svgStyle())
	d.open("defs")
	d.open("pattern", "height", "8", "id", "retune-hatch", "patternTransform", "rotate(45)", "patternUnits", "userSpaceOnUse", "width", "8")
	d.empty("rect", "class", "ground-span", "height", "8", "width", "8")
	d.empty("path", "class", "hatch", "d", "M0 0V8")
	d.close("pattern")
	d.close("defs")
	d.empty("rect", "class", "page", "height", height, "width", num(svgWidth))
	d.WriteString(body)
	d.close("svg")
	_, err := d.WriteTo(out)
	return err
}

// An svg is a drawing in the making.
type svg struct {
	bytes.Buffer
	bottom float64 // of what has been drawn
}

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

// num is a number with at most two decimals.
func num(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100+0, 'f', -1, 64) }

// panel draws a panel below what there is.
func (d *svg) panel(p Panel) {
	d.open("g")
	d.text("title", p.Title)
	d.text("desc", p.Desc)
	d.bottom += svgLine
	d.label(svgGap, d.bottom-6, p.Title, "heading")
	if p.Heat != nil {
		d.bottom += svgGap
		d.heat(*p.Heat)
		d.heatLegend(*p.Heat, p.Legend)
		d.bottom += svgGap
		d.close("g")
		return
	}
	x := svgWidth - svgGap
	for _, k := range slices.Backward(p.Legend) {
		x -= svgLetter*utf8.RuneCountInString(k.Text) + 40
		d.sample(float64(x), d.bottom-10, k.Role)
		d.label(float64(x)+30, d.bottom-6, k.Text, "label")
	}
	d.bottom += svgGap
	if len(p.Plot.Boxes) > 0 {
		d.boxes(p.Plot)
	} else {
		d.plot(p.Plot)
	}
	d.bottom += svgGap
	d.close("g")
}

// label writes a text of which the first letter stands at x.
func (d *svg) label(x, y float64, text, class string) { d.anchored(x, y, text, class, "start") }

func (d *svg) anchored(x, y float64, text, class, anchor string) {
	d.text("text", text, "class", class, "text-anchor", anchor, "x", num(x), "y", num(y))
}

// line draws straight lines through places.
func (d *svg) line(class string, places ...[2]float64) {
	if len(places) > 0 {
		d.empty("path", "class", class, "d", path(places))
	}
}

func path(places [][2]float64) string {
	var b strings.Builder
	for i, p := range places {
		b.WriteString(map[bool]string{true: "M", false: "L"}[i == 0] + num(p[0]) + " " + num(p[1]))
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
