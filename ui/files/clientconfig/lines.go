package clientconfig

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"retune/ui/unit"
)

// A lineSyntax is a syntax in which each line is a setting, or begins or ends a section.
type lineSyntax struct {
	comment string // characters that start a comment
	// pattern matches a line. Its groups are the name and the argument of a section, and the key and the value of a
	// setting.
	pattern  func() *regexp.Regexp
	alone    string // value of a key without one
	nested   bool   // </NAME> ends a section, which may be inside another one
	repeated bool   // sections may have the same name: each is an item of a list
	fold     bool   // names may be in any case
	// How a setting and a section are written: 1 is the indent, 2 the key or the name, 3 the value or the argument, 4 the
	// content of the section.
	line, block string
}

var (
	// properties are Java properties and similar files, and lines KEY=value of an environment, with or without export.
	properties = lineSyntax{comment: "#!", line: "%[2]s=%[3]s\n",
		pattern: lazily(`^()()(?:export\s+)?([^=:\s]*)\s*[=:]?\s*(.*)$`)}
	// ini has sections of key=value, such as systemd units and the configuration of AWS. A line without = continues the
	// value before.
	ini = lineSyntax{comment: "#;", line: "%[2]s=%[3]s\n", block: "\n[%[2]s]\n%[4]s",
		pattern: lazily(`^(?:\[\s*([^\]]*?)\s*\]()|([^=]*?)\s*=\s*(.*))`)}
	// apt has NAME::NAME "value"; and is read without blocks.
	apt = lineSyntax{comment: "#/", line: "%[2]s \"%[3]s\";\n", pattern: lazily(`^()()([\w:/-]+)\s+"?([^";]*)"?\s*;?$`)}
	// haproxy has sections, whose lines are a key and its value. The key of a timeout or an option has two words.
	haproxy = lineSyntax{comment: "#", repeated: true, alone: "true", line: "    %[2]s %[3]s\n", block: "%[2]s\n%[4]s",
		pattern: lazily(`^(?:(global|defaults|frontend|backend|listen|peers|resolvers|userlist|cache|program|mailers|ring)` +
			`(?:\s+(.*))?|((?:timeout|option)\s+\S+|\S+)(?:\s+(.*))?)$`)}
	fluentd = lineSyntax{comment: "#@", nested: true, repeated: true, alone: "true", // as Config.bool_value does
		line: "%[1]s%[2]s %[3]s\n", block: "%[1]s<%[2]s%[3]s>\n%[4]s%[1]s</%[2]s>\n",
		pattern: lazily(`^(?:<([^ >]*)(.*?)>?|(\S+)\s*(.*))$`)}
	fluentBit = lineSyntax{comment: "#@", repeated: true, fold: true,
		line: "    %-16[2]s %[3]s\n", block: "[%[2]s]\n%[4]s",
		pattern: lazily(`^(?:\[\s*([^\]]*?)\s*\]()|(\S+)\s+(.*))`)}
)

// read reads a text. The last value of a key counts, as in the clients.
func (s *lineSyntax) read(data []byte) ([]*node, error) {
	root := &node{line: 1, shape: mapping}
	at := root
	for _, l := range linesOf(data, s.comment) {
		m := s.pattern().FindStringSubmatch(l.text)
		if m == nil {
			continue
		}
		if s.fold {
			m[1], m[3] = strings.ToLower(m[1]), strings.ToLower(m[3])
		}
		switch ends := s.nested && strings.HasPrefix(m[1], "/"); {
		case m[1] == "":
			value, key := unquoted(cmp.Or(m[4], s.alone)), strings.Join(strings.Fields(m[3]), " ")
			*at.set(key) = node{key: key, line: l.number, text: value, parent: at}
		case ends && at == root:
			return nil, wrong(l.number, "%s closes no section", unit.Quote(l.text))
		case ends:
			at = at.parent.parent
		default:
			if !s.nested {
				at = root
			}
			if at = at.set(m[1]); s.repeated {
				at = at.item(l.number)
			}
			at.line, at.shape, at.text = l.number, mapping, m[2]
		}
	}
	if s.nested && at != root {
		return nil, wrong(at.line, "the section is not closed")
	}
	return []*node{root}, nil
}

// write returns the text of a tree.
func (s *lineSyntax) write(root *node) string { return strings.TrimPrefix(s.body(root, ""), "\n") }

// body returns the settings and the sections of a section.
func (s *lineSyntax) body(n *node, indent string) string {
	var b strings.Builder
	for _, c := range n.kids {
		if c.shape == scalar {
			fmt.Fprintf(&b, s.line, indent, c.key, c.text)
			continue
		}
		name, sections := c.key, []*node{c}
		if s.fold {
			name = strings.ToUpper(name)
		}
		if c.shape == list {
			sections = c.kids
		}
		for _, one := range sections {
			fmt.Fprintf(&b, s.block, indent, name, one.text, s.body(one, indent+"  "))
		}
	}
	return b.String()
}

// A line is a line of a file with its number.
type line struct {
	number int // from 1
	text   string
}

// linesOf returns the lines that are neither empty nor comments, without surrounding blanks. A line that ends in a
// backslash is joined with the next. comment holds the characters that start a comment.
func linesOf(data []byte, comment string) (list []line) {
	lines := strings.Split(string(data), "\n")
	for i := 0; i < len(lines); i++ {
		number, text := i+1, strings.TrimSpace(lines[i])
		if text == "" || strings.ContainsRune(comment, rune(text[0])) {
			continue
		}
		var joined strings.Builder
		for continued(text) && i+1 < len(lines) {
			i++
			joined.WriteString(text[:len(text)-1])
			text = strings.TrimSpace(lines[i])
		}
		list = append(list, line{number, joined.String() + text})
	}
	return list
}

// continued reports whether a line ends in an odd number of backslashes.
func continued(text string) bool {
	return (len(text)-len(strings.TrimRight(text, `\`)))%2 == 1
}

// unquoted removes the quotes around text.
func unquoted(text string) string {
	if n := len(text); n >= 2 && (text[0] == '"' || text[0] == '\'') && text[n-1] == text[0] {
		return text[1 : n-1]
	}
	return text
}
