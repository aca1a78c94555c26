package clientconfig

import (
	"strconv"
	"strings"

	"retune/ui/unit"
)

// A line is a line of a file with its number.
type line struct {
	number int // from 1
	text   string
}

// linesOf returns the lines that are neither empty nor comments, without surrounding blanks. A line that ends in a
// backslash is joined with the next. comment holds the characters that start a comment.
func linesOf(data []byte, comment string) (list []line) {
	rest, number := string(data), 0
	for rest != "" {
		var text string
		number++
		first := number
		text, rest, _ = strings.Cut(rest, "\n")
		text = strings.TrimSpace(text)
		if text == "" || strings.ContainsRune(comment, rune(text[0])) {
			continue
		}
		var joined strings.Builder
		for continued(text) && rest != "" {
			joined.WriteString(text[:len(text)-1])
			number++
			text, rest, _ = strings.Cut(rest, "\n")
			text = strings.TrimSpace(text)
		}
		joined.WriteString(text)
		list = append(list, line{first, joined.String()})
	}
	return list
}

// continued reports whether a line ends in an odd number of backslashes.
func continued(text string) bool {
	return (len(text)-len(strings.TrimRight(text, `\`)))%2 == 1
}

// readProperties reads Java properties and similar files: key=value or key: value, and lines KEY=value of an
// environment, with or without export. The last value of a key counts, as in the clients.
func readProperties(data []byte) ([]*node, error) {
	root := &node{line: 1, shape: mapping}
	for _, l := range linesOf(data, "#!") {
		key, value := l.text, ""
		if i := strings.IndexAny(escape().ReplaceAllString(l.text, "__"), "=: \t"); i >= 0 {
			key, value = l.text[:i], strings.TrimSpace(l.text[i:])
			if value != "" && (value[0] == '=' || value[0] == ':') {
				value = strings.TrimSpace(value[1:])
			}
		}
		if key == "export" {
			key, value, _ = strings.Cut(value, "=")
		}
		n := root.set(unescaped(key))
		n.line, n.text = l.number, unescaped(unquoted(value))
	}
	return []*node{root}, nil
}

// escape matches an escape of a properties file.
var escape = lazily(`\\(u[0-9a-fA-F]{4}|[\x00-\x7f])`)

// unescaped resolves the escapes of a properties file.
func unescaped(text string) string {
	return escape().ReplaceAllStringFunc(text, func(e string) string {
		if letter, err := strconv.Unquote(`"` + e + `"`); err == nil {
			return letter
		}
		return e[1:]
	})
}

// unquoted removes the quotes around text.
func unquoted(text string) string {
	if n := len(text); n >= 2 && (text[0] == '"' || text[0] == '\'') && text[n-1] == text[0] {
		return text[1 : n-1]
	}
	return text
}

// section returns the name in a line [NAME].
func (l line) section() (string, error) {
	name, _, ok := strings.Cut(l.text[1:], "]")
	if !ok {
		return "", wrong(l.number, "the section has no ]")
	}
	return strings.TrimSpace(name), nil
}

// readINI reads sections of key=value, such as systemd units and the configuration of AWS. The last value of a key
// counts. A line without = continues the value before.
func readINI(data []byte) ([]*node, error) {
	root := &node{line: 1, shape: mapping}
	section := root
	for _, l := range linesOf(data, "#;") {
		if l.text[0] == '[' {
			name, err := l.section()
			if err != nil {
				return nil, err
			}
			section = root.set(name)
			section.line, section.shape = l.number, mapping
		} else if key, value, ok := strings.Cut(l.text, "="); ok {
			n := section.set(strings.TrimSpace(key))
			n.line, n.text = l.number, unquoted(strings.TrimSpace(value))
		}
	}
	return []*node{root}, nil
}

// readFluentd reads Fluentd's configuration: <name argument> opens a section, </name> closes it, and other lines are a
// key and its value.
func readFluentd(data []byte) ([]*node, error) {
	root := &node{line: 1, shape: mapping}
	n := root
	for _, l := range linesOf(data, "#@") {
		name, tag := strings.CutPrefix(l.text, "<")
		switch {
		case strings.HasPrefix(name, "/") && tag:
			if n.parent == nil {
				return nil, wrong(l.number, "%s closes no section", unit.Quote(l.text))
			}
			n = n.parent
			if n.shape == list {
				n = n.parent
			}
		case tag:
			name, _, _ = strings.Cut(strings.TrimSuffix(name, ">"), " ")
			n = n.set(name).item(l.number)
		default:
			key, value, ok := strings.Cut(l.text, " ")
			if !ok {
				value = "true" // as Config.bool_value does
			}
			*n.set(key) = node{key: key, line: l.number, text: unquoted(strings.TrimSpace(value)), parent: n}
		}
	}
	if n != root {
		return nil, wrong(n.line, "the section is not closed")
	}
	return []*node{root}, nil
}

// readFluentBit reads Fluent Bit's classic configuration: [SECTION] followed by lines of a key and its value. A section
// can occur several times.
func readFluentBit(data []byte) ([]*node, error) {
	root := &node{line: 1, shape: mapping}
	var section *node
	for _, l := range linesOf(data, "#@") {
		if l.text[0] == '[' {
			name, err := l.section()
			if err != nil {
				return nil, err
			}
			section = root.set(strings.ToLower(name)).item(l.number)
			continue
		}
		if section == nil {
			return nil, wrong(l.number, "a setting outside of a section")
		}
		key, value, ok := strings.Cut(strings.ReplaceAll(l.text, "\t", " "), " ")
		if !ok {
			return nil, wrong(l.number, "a line without a value is no setting")
		}
		key = strings.ToLower(key)
		*section.set(key) = node{key: key, line: l.number, text: strings.TrimSpace(value), parent: section}
	}
	return []*node{root}, nil
}
