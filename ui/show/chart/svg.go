package chart

import (
	_ "embed"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"
	"text/template"
	"unicode/utf8"
)

// A Panel is a plot with its title, as part of a drawing.
type Panel struct {
	Title, Desc string // Desc is read out by screen readers
	Plot        Plot
	Heat        *Heat // in place of a plot, or nil
	Bars        Bars  // in place of a plot, or nil
	Legend      []Key
}

// A Key is an entry of a legend.
type Key struct {
	Role Role
	Text string
}

// These are the sizes of a drawing in pixels.
const (
	svgWidth, svgHeight = 760, 230 // of the whole drawing, and of a panel's plot area
	svgNarrow           = 352      // width of a figure in a page: a telephone shows its letters at true size
	svgGap, svgLine     = 14, 20
	svgLetter           = 7 // upper estimate of the width of a letter
)

//go:embed svg.tmpl
var svgText string

// drawing is the template of a drawing.
var drawing = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("svg").Funcs(template.FuncMap{
		"num": num, "element": element, "theme": theme, "shades": func() []Shade { return wordShades },
	}).Parse(svgText))
})

// SVG writes panels one below the other as an SVG drawing. It refers to nothing outside itself and follows its reader's
// light or dark setting. The same panels give the same bytes.
func SVG(out io.Writer, title, desc string, panels []Panel) error {
	d := &svg{Whole: true, Title: title, Desc: desc, Width: svgWidth, Bottom: svgGap}
	d.panels(panels, true)
	return drawing().Execute(out, d)
}

// Figure returns panels as a drawing within a page. The page has the [Style] of all its figures and, once, their
// [Patterns]. The heading of a single panel is left to the page.
func Figure(panels ...Panel) string {
	d := &svg{Width: svgNarrow}
	d.panels(panels, len(panels) > 1)
	return made("svg", d)
}

// Patterns returns an empty drawing that defines the patterns of the figures of a page.
func Patterns() string {
	return `<svg aria-hidden="true" class="retune patterns" height="0" width="0">` + "\n" + made("patterns", nil) +
		"</svg>\n"
}

// Style returns the style rules of a drawing: those for a light page, and those that differ on a dark one.
func Style() string { return made("style", nil) }

// made returns a part of the template.
func made(part string, data any) string {
	var b strings.Builder
	if err := drawing().ExecuteTemplate(&b, part, data); err != nil {
		panic("chart: " + err.Error()) // a builder accepts every write
	}
	return b.String()
}

// An svg is a drawing under construction.
type svg struct {
	strings.Builder
	Whole         bool // not part of a page
	Title, Desc   string
	Width, Bottom float64 // Bottom is the bottom edge of what is drawn so far
	labels        int     // letters left of the plots
	beyond        int     // letters right of the plots
}

// draw writes a line. Each %s takes a text, which is escaped, or a number.
func (d *svg) draw(format string, values ...any) {
	for i, v := range values {
		switch x := v.(type) {
		case float64:
			values[i] = num(x)
		case string:
			values[i] = escaped(x)
		}
	}
	fmt.Fprintf(d, format+"\n", values...)
}

func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a builder accepts every write
	return b.String()
}

// element returns an element with a text that is not drawn, or "" for an empty text.
func element(name, text string) string {
	if text == "" {
		return ""
	}
	return "<" + name + ">" + escaped(text) + "</" + name + ">\n"
}

// num formats a number with at most one decimal: a tenth of a pixel.
func num(x float64) string { return strconv.FormatFloat(math.Round(x*10)/10+0, 'f', -1, 64) }

// panels draws panels one below the other and aligns the x axes of all plots.
func (d *svg) panels(list []Panel, heads bool) {
	d.labels = labelField
	for _, p := range list {
		if p.Heat == nil && p.Bars == nil && len(p.Plot.Boxes) == 0 {
			d.labels, d.beyond = max(d.labels, widest(d.layout(p.Plot).labels)), max(d.beyond, p.Plot.margin())
		}
	}
	for _, p := range list {
		d.draw("<g>")
		d.WriteString(element("title", p.Title) + element("desc", p.Desc))
		if heads {
			d.Bottom += svgLine
			d.label(svgGap, d.Bottom-6, p.Title, "heading")
		}
		d.panel(p)
		d.draw("</g>")
		d.Bottom += svgGap
	}
}

// panel draws a panel below the previous ones.
func (d *svg) panel(p Panel) {
	switch {
	case p.Heat != nil:
		d.Bottom += svgGap
		d.heat(*p.Heat)
		d.legend(p)
		return
	case p.Bars != nil:
		d.bars(p.Bars)
		return
	}
	d.legend(p)
	d.Bottom += svgGap
	if len(p.Plot.Boxes) > 0 {
		d.boxes(p.Plot)
	} else {
		d.plot(p.Plot)
	}
}

// legend draws the meanings of curves, or of the signs of a map, in as many lines as necessary.
func (d *svg) legend(p Panel) {
	x := d.Width
	for _, k := range p.Legend {
		long := float64(svgLetter*utf8.RuneCountInString(k.Text) + 40)
		if x+long > d.Width {
			x, d.Bottom = svgGap, d.Bottom+svgLine
		}
		d.sample(x, d.Bottom-10, k.Role, p.Heat)
		d.label(x+30, d.Bottom-6, k.Text, "label")
		x += long
	}
}

// sample draws a sample of a role for the legend of a plot, or of a map.
func (d *svg) sample(x, y float64, role Role, h *Heat) {
	switch {
	case role >= Class:
		i := int(role - Class)
		d.shaded(place{x, y - 7}, 24, 14, h.Shades[i], string(h.Signs[i]))
	case role == Mark && h != nil:
		d.heatMark(x+12, y)
	case role == Sample || role == Mark:
		d.marker(x+12, y, role)
	case role == Band || role == Span:
		d.draw(`<rect class="ground-%s" height="10" width="24" x="%s" y="%s"/>`, classes[role], x, y-5)
	default:
		d.line("curve "+classes[role], place{x, y}, place{x + 24, y})
	}
}

// label writes a text that starts at x.
func (d *svg) label(x, y float64, text, class string) { d.anchored(x, y, text, class, "start") }

func (d *svg) anchored(x, y float64, text, class, anchor string) {
	if text != "" {
		d.draw(`<text class="%s" text-anchor="%s" x="%s" y="%s">%s</text>`, class, anchor, x, y, text)
	}
}

// A place is a point in pixels.
type place [2]float64

// line draws straight lines through places.
func (d *svg) line(class string, places ...place) {
	d.draw(`<path class="%s" d="%s"/>`, class, path(places))
}

// path returns the path from each place to the next.
func path(places []place) string {
	var b strings.Builder
	for _, p := range places {
		b.WriteString(" " + num(p[0]) + " " + num(p[1]))
	}
	return strings.Replace(b.String(), " ", "M", 1)
}

// marker draws a point: a diamond, a hollow one in the role of B, or a dot.
func (d *svg) marker(x, y float64, role Role) {
	if role == Sample {
		d.draw(`<circle class="dot" cx="%s" cy="%s" r="1.5"/>`, x, y)
		return
	}
	d.draw(`<path class="marker %s" d="M%s %sl5 5l-5 5l-5-5z"/>`, classes[role], x, y-5)
}
