package chart

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Panel is a plot with its title, as part of a drawing.
type Panel struct {
	Title, Desc string // Desc is read out by screen readers
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

// These are the sizes of a drawing in pixels.
const (
	svgWidth, svgHeight = 760, 230 // of the whole drawing, and of a panel's plot area
	svgNarrow           = 352      // width of a figure in a page: a telephone shows its letters at true size
	svgGap, svgLine     = 14, 20
	svgLetter           = 7 // upper estimate of the width of a letter
)

// SVG writes panels one below the other as an SVG drawing. It refers to nothing outside itself and follows its reader's
// light or dark setting. The same panels give the same bytes.
func SVG(out io.Writer, title, desc string, panels []Panel) error {
	d := &svg{width: svgWidth, bottom: svgGap, heads: true}
	d.panels(panels)
	out.Write([]byte(d.root(" xmlns=\"http://www.w3.org/2000/svg\"") + "\n" + element("title", title) + element("desc",
		desc) + element("style", Style())))
	defs := &svg{}
	defs.defs(slices.ContainsFunc(panels, func(p Panel) bool { return p.Heat != nil || p.Bars != nil }))
	defs.draw(`<rect class="page" height="%s" width="%s"/>`, d.bottom, d.width)
	_, err := io.WriteString(out, defs.String()+d.String()+"</svg>\n")
	return err
}

// Figure returns panels as a drawing within a page. The page has the [Style] of all its figures and, once, their
// [Patterns]. The heading of a single panel is left to the page.
func Figure(panels ...Panel) string {
	d := &svg{width: svgNarrow, figure: true, heads: len(panels) > 1}
	d.panels(panels)
	return d.root("") + "\n" + d.String() + "</svg>\n"
}

// Patterns returns an empty drawing that defines the patterns of the figures of a page.
func Patterns() string {
	d := &svg{}
	d.draw(`<svg aria-hidden="true" class="retune patterns" height="0" width="0">`)
	d.defs(true)
	d.draw(`</svg>`)
	return d.String()
}

// An svg is a drawing under construction.
type svg struct {
	strings.Builder
	width  float64
	bottom float64 // bottom edge of what is drawn so far
	figure bool    // the drawing is part of a page
	heads  bool    // panels have headings
	labels int     // letters left of the plots
	beyond int     // letters right of the plots
}

// root returns the start tag of the drawing.
func (d *svg) root(more string) string {
	w, h := num(d.width), num(d.bottom)
	return `<svg class="retune" height="` + h + `" role="img" viewBox="0 0 ` + w + " " + h + `" width="` + w + `"` +
		more + ">"
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

// defs writes the patterns for outages and, if ofWords is set, for words.
func (d *svg) defs(ofWords bool) {
	d.draw(`<defs><pattern height="8" id="retune-hatch" patternTransform="rotate(45)" ` +
		`patternUnits="userSpaceOnUse" width="8">` +
		`<rect class="ground-span" height="8" width="8"/><path class="hatch" d="M0 0V8"/></pattern>`)
	for i, s := range wordShades {
		if ofWords && s.Pattern != "" {
			d.draw(`<pattern height="8" id="%s" patternUnits="userSpaceOnUse" width="8">`+
				`<path d="%s" stroke="%s" stroke-opacity=".45"/></pattern>`,
				patternID(i), s.Pattern, s.Ink)
		}
	}
	d.draw("</defs>")
}

// panels draws panels one below the other and aligns the x axes of all plots.
func (d *svg) panels(list []Panel) {
	d.labels = labelField
	for _, p := range list {
		if p.Heat == nil && p.Bars == nil && len(p.Plot.Boxes) == 0 {
			d.labels, d.beyond = max(d.labels, widest(d.measured(p.Plot).labels)), max(d.beyond, p.Plot.margin())
		}
	}
	for _, p := range list {
		d.draw("<g>")
		d.WriteString(element("title", p.Title) + element("desc", p.Desc))
		if d.heads {
			d.bottom += svgLine
			d.label(svgGap, d.bottom-6, p.Title, "heading")
		}
		d.panel(p)
		d.draw("</g>")
		d.bottom += svgGap
	}
}

// panel draws a panel below the previous ones.
func (d *svg) panel(p Panel) {
	switch {
	case p.Heat != nil:
		d.bottom += svgGap
		d.heat(*p.Heat)
		d.legend(p.Legend, p.Heat)
	case p.Bars != nil:
		d.bars(*p.Bars)
	default:
		d.legend(p.Legend, nil)
		d.bottom += svgGap
		if len(p.Plot.Boxes) > 0 {
			d.boxes(p.Plot)
		} else {
			d.plot(p.Plot)
		}
	}
}

// legend draws the meanings of curves, or of the signs of a map, in as many lines as necessary.
func (d *svg) legend(legend []Key, h *Heat) {
	x := d.width
	for _, k := range legend {
		long := float64(svgLetter*utf8.RuneCountInString(k.Text) + 40)
		if x+long > d.width {
			x, d.bottom = svgGap, d.bottom+svgLine
		}
		if h != nil {
			d.shadeSample(x, d.bottom-10, k.Role, *h)
		} else {
			d.sample(x, d.bottom-10, k.Role)
		}
		d.label(x+30, d.bottom-6, k.Text, "label")
		x += long
	}
}

// sample draws a sample of a role for the legend.
func (d *svg) sample(x, y float64, role Role) {
	switch role {
	case Band, Span:
		d.draw(`<rect class="ground-%s" height="10" width="24" x="%s" y="%s"/>`, classes[role], x, y-5)
	case Sample, Mark:
		d.marker(x+12, y, role)
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
	if len(places) > 0 {
		d.draw(`<path class="%s" d="%s"/>`, class, path(places))
	}
}

// path returns the path from each place to the next.
func path(places []place) string {
	var b strings.Builder
	tenths := func(x float64) float64 { return math.Round(x*10) / 10 }
	for i, p := range places {
		if i == 0 {
			b.WriteString("M" + num(p[0]) + " " + num(p[1]))
			continue
		}
		was := places[i-1]
		b.WriteString("l" + num(tenths(p[0])-tenths(was[0])) + " " + num(tenths(p[1])-tenths(was[1])))
	}
	return b.String()
}

// marker draws a point: a diamond, a hollow one in the role of B, or a dot.
func (d *svg) marker(x, y float64, role Role) {
	if role == Sample {
		d.draw(`<circle class="dot" cx="%s" cy="%s" r="1.5"/>`, x, y)
		return
	}
	d.draw(`<path class="marker %s" d="M%s %sl5 5l-5 5l-5-5z"/>`, classes[role], x, y-5)
}
