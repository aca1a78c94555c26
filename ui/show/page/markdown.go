package page

import (
	"cmp"
	_ "embed"
	"io"
	"strings"
	"sync"
	"text/template"
	"unicode"
	"unicode/utf8"

	"retune/ui/ask/answer"
	"retune/ui/files/scenario"
	"retune/ui/show/report"
)

//go:embed page.md
var markdownText string

// markdown is the template of a page and of a comment. Every text passes through words, cell or code.
var markdown = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"words": report.Escaped, "cell": report.EscapedCell, "code": report.Code, "upper": upper,
	}).Parse(markdownText))
})

// Markdown returns the page as Markdown.
func (p Page) Markdown() (string, error) {
	var b strings.Builder
	err := markdown().Execute(&b, p)
	return b.String(), err
}

// Comment writes the checks as a comment on a pull request, in Markdown: the verdict, then a line for each limit with
// its worst case, and all checks in a collapsed section.
func Comment(out io.Writer, a answer.Answer, list []scenario.Checked, command, version string) error {
	worst, all := Table{Heads: []string{"", "limit", "figure", "margin", "what binds"}}, everyCheck(list)
	for _, of := range byLimit(list) {
		c := scenario.Nearest(of)
		worst.Rows = append(worst.Rows, []string{string(c.State()), c.Limit.Text, c.Now(), cmp.Or(c.MarginText(), "-"),
			strings.Trim(c.Case.Name()+": "+c.Finding.Binds, ": ")})
	}
	if len(worst.Rows) == len(list) {
		all.Rows = nil
	}
	return markdown().ExecuteTemplate(out, "comment", map[string]any{"Summary": a.Summary, "Worst": worst, "All": all,
		"Warnings": a.Warnings, "Command": command, "Version": version})
}

func upper(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(r)) + text[size:]
}
