package page

import (
	_ "embed"
	"html/template"
	"strings"
	"sync"

	"retune/ui/files/scenario"
	"retune/ui/show/chart"
)

//go:embed page.html
var pageText string

// mostSource is the largest size in bytes of a scenario file that its page includes.
const mostSource = 10_000

// htmlPage is the template of the page. It escapes all text. The drawings escape their own text.
var htmlPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"drawing":  func(f Figure) template.HTML { return template.HTML(f.Drawing) },
		"patterns": func() template.HTML { return template.HTML(chart.Patterns()) },
		"style":    func() template.CSS { return template.CSS(chart.Style()) },
		"short":    func(text string) bool { return text != "" && len(text) <= mostSource },
		"state":    stateOf,
		"breaks":   breaks,
	}).Parse(pageText))
})

// HTML returns the page as a self-contained file without scripts.
func (p Page) HTML() (string, error) {
	var b strings.Builder
	err := htmlPage().Execute(&b, p)
	return b.String(), err
}

// stateOf returns the state at the start of a cell, or "".
func stateOf(cell string) string {
	if word, _, _ := strings.Cut(cell, ":"); scenario.State(word).Rank() >= 0 {
		return word
	}
	return ""
}

// breaks returns a name as HTML in which a line may end after each underscore.
func breaks(name string) template.HTML {
	return template.HTML(strings.ReplaceAll(template.HTMLEscapeString(name), "_", "_<wbr>"))
}
