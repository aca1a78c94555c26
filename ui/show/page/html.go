package page

import (
	"bytes"
	_ "embed"
	"html/template"
	"strings"

	"retune/ui/files/scenario"
	"retune/ui/show/chart"
)

//go:embed page.html
var pageText string

// mostSource is how long the text of a scenario file may be that stands in its page.
const mostSource = 10_000

// HTML is the page as a file that needs nothing else: no script and no other file. Everything in it is text that the
// template escapes, but the drawings, which escape what they hold.
func (p Page) HTML() (string, error) {
	t := template.Must(template.New("page").Funcs(template.FuncMap{
		"drawing":  func(f Figure) template.HTML { return template.HTML(f.Drawing) },
		"patterns": func() template.HTML { return template.HTML(chart.Patterns()) },
		"style":    func() template.CSS { return template.CSS(chart.Style()) },
		"short":    func(text string) bool { return text != "" && len(text) <= mostSource },
		"state":    stateOf,
	}).Parse(pageText))
	var b bytes.Buffer
	err := t.Execute(&b, p)
	return b.String(), err
}

// stateOf is the state with which a cell begins, or "".
func stateOf(cell string) string {
	if word, _, _ := strings.Cut(cell, ":"); scenario.State(word).Rank() >= 0 {
		return word
	}
	return ""
}
