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
)

//go:embed page.md
var markdownText string

// markdown is the template of a page and of a comment. Every text passes through words, cell or code.
var markdown = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"words": words, "upper": upper, "code": code,
		"cell": func(text string) string { return strings.ReplaceAll(words(text), "|", `\|`) },
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

// words returns a text on one line, with the special characters of Markdown escaped.
func words(text string) string {
	var b strings.Builder
	text = strings.Join(strings.Fields(text), " ")
	for i, r := range text {
		switch {
		case r == '<' && i+1 < len(text) && text[i+1] != ' ' && text[i+1] != '=': // it could begin an element
			b.WriteString("&lt;")
		case r == '&':
			b.WriteString("&amp;")
		case strings.ContainsRune("\\`*[]!~", r):
			b.WriteRune('\\')
			b.WriteRune(r)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		}
	}
	return b.String()
}

// code returns a command as inline code, with a fence that it does not contain.
func code(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		return fence + " " + text + " " + fence
	}
	return fence + text + fence
}

func upper(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(r)) + text[size:]
}
