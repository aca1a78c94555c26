package config

import (
	"regexp"
	"strings"
)

// readPython reads the calls of a program in Python that have keyword arguments, such as
// @app.task(retry_backoff=2): an item of calls for each, with those arguments that are
// written out. It runs nothing and knows nothing of the rest of the language.
func readPython(data []byte) ([]*node, error) {
	root := &node{line: 1, shape: mapping}
	calls := root.set("calls")
	calls.line, calls.shape = 1, list
	var open []*node // the calls that are not closed; nil for other brackets
	at, line := 0, 1
	text := string(data)
	for at < len(text) {
		c := text[at]
		switch {
		case c == '\n':
			line++
			at++
		case c == '#':
			at += len(upTo(text[at:], "\n"))
		case c == '"' || c == '\'':
			n := stringLength(text[at:])
			line += strings.Count(text[at:at+n], "\n")
			at += n
		case c == '(' || c == '[' || c == '{':
			var call *node
			if name := wordBehind(text[:at]); c == '(' && name != "" {
				call = &node{line: line, shape: mapping, parent: calls}
				call.kids = []*node{{key: "()", line: line, text: name, parent: call}}
			}
			if open = append(open, call); len(open) > maxDepth {
				return nil, wrong(line, "nested deeper than %d levels", maxDepth)
			}
			at++
		case c == ')' || c == ']' || c == '}':
			if n := len(open) - 1; n >= 0 {
				if call := open[n]; call != nil && len(call.kids) > 1 {
					calls.kids = append(calls.kids, call)
				}
				open = open[:n]
			}
			at++
		case c == '=' && len(open) > 0 && open[len(open)-1] != nil:
			at++
			name := wordBehind(strings.TrimRight(text[max(0, at-100):at-1], " "))
			value := strings.TrimSpace(upTo(text[at:min(len(text), at+200)], ",()[]{}\n#"))
			dict := strings.TrimLeft(text[at:min(len(text), at+1000)], " ")
			switch {
			case name != "" && strings.HasPrefix(dict, "{"):
				pythonDict(open[len(open)-1].set(name), upTo(dict[1:], "}"), line)
			case name != "" && (strings.HasPrefix(dict, "(") || strings.HasPrefix(dict, "[")):
				n := open[len(open)-1].set(name)
				n.line, n.text = line, "{{...}}"
			case name != "" && value != "" && value[0] != '=':
				n := open[len(open)-1].set(name)
				n.line, n.text = line, pythonValue(value)
				n.quoted = strings.HasPrefix(value, `"`) || strings.HasPrefix(value, "'")
			}
		default:
			at++
		}
	}
	return []*node{root}, nil
}

var pythonItem = regexp.MustCompile(`["'](\w+)["']\s*:\s*([^,{}\[\]()#\n]+)`)

// pythonDict gives a node the items of a dictionary that have a name and a literal.
func pythonDict(n *node, text string, line int) {
	n.line, n.shape = line, mapping
	for _, item := range pythonItem.FindAllStringSubmatch(text, -1) {
		c := n.set(item[1])
		c.line, c.text = line, pythonValue(item[2])
	}
}

// wordBehind is the name, maybe with dots, in which a text ends, or "".
func wordBehind(text string) string {
	i := len(text)
	for i > 0 && (text[i-1] == '_' || text[i-1] == '.' || text[i-1] >= '0' && text[i-1] <= '9' || text[i-1]|0x20 >= 'a' && text[i-1]|0x20 <= 'z') {
		i--
	}
	return strings.TrimLeft(text[i:], ".0123456789")
}

// pythonValue is the text of a literal; what is no literal is for another program.
func pythonValue(text string) string {
	text = strings.TrimSpace(text)
	if bare := unquoted(text); bare != text {
		return bare
	}
	switch number := strings.ReplaceAll(text, "_", ""); {
	case text == "True" || text == "False":
		return strings.ToLower(text)
	case strings.Trim(number, "0123456789.e-") == "":
		return number
	}
	return "{{" + text + "}}"
}

// upTo is the text up to the first of the signs.
func upTo(text, signs string) string {
	if i := strings.IndexAny(text, signs); i >= 0 {
		return text[:i]
	}
	return text
}

// stringLength is the length of the string with which a text begins, its quotes included.
func stringLength(text string) int {
	quote := text[:1]
	if strings.HasPrefix(text, strings.Repeat(quote, 3)) {
		quote = text[:3]
	}
	for i := len(quote); i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case strings.HasPrefix(text[i:], quote):
			return i + len(quote)
		case text[i] == '\n' && len(quote) == 1: // not closed on its line
			return i
		}
	}
	return len(text)
}
