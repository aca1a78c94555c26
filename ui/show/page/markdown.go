package page

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Markdown returns the page as Markdown.
func (p Page) Markdown() (string, error) {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("# %s\n\n**%s**", words(p.Title), words(p.Verdict))
	list := func(texts []string) {
		for i, text := range texts {
			if i == 0 {
				line("")
			}
			line("- %s", words(text))
		}
	}
	list(p.Needs)
	if p.Notes != "" {
		line("\n%s", words(p.Notes))
	}
	for _, c := range p.Chapters {
		line("\n## %s", words(c.Heading))
		if c.About != "" {
			line("\n%s", words(c.About))
		}
		for _, f := range c.Figures {
			line("\n**%s**", words(f.Title))
			list(f.Says)
			b.WriteString(folded("In numbers", f.Numbers.markdown()))
		}
		for _, t := range c.Tables {
			b.WriteString(t.markdown())
		}
		details := ""
		for _, t := range c.Details {
			details += t.markdown()
		}
		b.WriteString(folded("More numbers", details))
	}
	line("\n## What the numbers rest on")
	list(p.LeftOut)
	for _, t := range p.Assumed {
		b.WriteString(folded(t.Title, t.markdown()))
	}
	line("\nMade by retune %s with %s. The same file and version give the same numbers.", words(p.Version),
		code(p.Command))
	return b.String(), nil
}

// markdown returns the table as Markdown, or "" without rows.
func (t Table) markdown() string {
	if len(t.Rows) == 0 {
		return ""
	}
	var b strings.Builder
	if title := t.Title; title != "" {
		if t.More {
			title += ", some of its rows"
		}
		fmt.Fprintf(&b, "\n%s\n", words(upper(title)))
	}
	b.WriteString("\n")
	row := func(cells []string) {
		for _, cell := range cells {
			b.WriteString("| " + strings.ReplaceAll(words(cell), "|", `\|`) + " ")
		}
		b.WriteString("|\n")
	}
	row(t.Heads)
	b.WriteString(strings.Repeat("| --- ", len(t.Heads)) + "|\n")
	for _, cells := range t.Rows {
		row(cells)
	}
	return b.String()
}

// folded returns a collapsed section, or "" if text is empty.
func folded(title, text string) string {
	if text == "" {
		return ""
	}
	return fmt.Sprintf("\n<details><summary>%s</summary>\n%s\n</details>\n", words(title), text)
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
