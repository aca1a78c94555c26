package report

import (
	"strings"
	"unicode"
)

// Escaped returns a text on one line, with the special characters of Markdown escaped.
func Escaped(text string) string {
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

// EscapedCell is [Escaped] for a cell of a table.
func EscapedCell(text string) string { return strings.ReplaceAll(Escaped(text), "|", `\|`) }

// Code returns a command as inline code, with a fence that it does not contain.
func Code(text string) string {
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
