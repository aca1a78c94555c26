package review

import (
	"bytes"
	_ "embed"
	"html/template"

	"retune/ui/chart"
)

//go:embed page.html
var pageText string

// mostSource is how long the text of a scenario file may be that stands in its page.
const mostSource = 10_000

// pageTemplate writes a page. Everything in it is text that the template escapes, but the
// drawings, which escape what they hold: those of a file are checked when it is read.
var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"drawing":  func(f Figure) template.HTML { return template.HTML(f.Drawing) },
	"patterns": func() template.HTML { return template.HTML(chart.Patterns()) },
	"style":    func() template.CSS { return template.CSS(chart.Style()) },
	"short":    func(text string) bool { return text != "" && len(text) <= mostSource },
}).Parse(pageText))

// HTML is the page as a file that needs nothing else: no script and no other file. version is
// that of the program that writes it, which may not be the one that made the numbers.
func (p Page) HTML(version string) (string, error) {
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, struct {
		Page
		Now string
	}{p, version})
	return b.String(), err
}
