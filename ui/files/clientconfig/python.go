package clientconfig

import (
	"bytes"
	"regexp"
	"strings"
)

// What a program in Python has of settings: calls, the arguments of a call that are literals, and the items of a
// dictionary.
var (
	pythonComment  = lazily(`#.*`)
	pythonCall     = lazily(`[\w.]+\(((?:[^()]|\([^()]*\))*)\)`)
	pythonArgument = lazily(`(\w+)\s*=\s*(\{[^{}]*\}|\([^()]*\)|\[[^\[\]]*\]|"[^"\n]*"|'[^'\n]*'|[^\s,()=]+)`)
	pythonItem     = lazily(`["'](\w+)["']\s*:\s*([^,{}\s]+)`)
	pythonLiteral  = lazily(`^(True|False|None|-?[\d_]*\.?[\d_]+|".*"|'.*')$`)
)

// readPython reads the calls of a program in Python, such as @app.task(retry_backoff=2), as the items of calls. It
// looks for name=value and knows nothing else of the language.
func readPython(data []byte) ([]*node, error) {
	data = pythonComment().ReplaceAll(data, nil)
	root := &node{line: 1, shape: mapping}
	calls := root.set("calls")
	calls.line, calls.shape = 1, list
	for _, m := range pythonCall().FindAllSubmatchIndex(data, -1) {
		call := calls.item(1 + bytes.Count(data[:m[0]], []byte("\n")))
		addPython(call, pythonArgument(), string(data[m[2]:m[3]]))
	}
	return []*node{root}, nil
}

// addPython gives a node what the pattern finds in a text. What is no literal is for another program.
func addPython(n *node, pattern *regexp.Regexp, text string) {
	for _, m := range pattern.FindAllStringSubmatchIndex(text, -1) {
		c, value := n.set(text[m[2]:m[3]]), text[m[4]:m[5]]
		c.line = n.line + strings.Count(text[:m[2]], "\n")
		switch {
		case strings.HasPrefix(value, "{"):
			c.shape = mapping
			addPython(c, pythonItem(), value)
		case !pythonLiteral().MatchString(value):
			c.text = "{{" + value + "}}"
		default:
			c.text = strings.ToLower(strings.ReplaceAll(unquoted(value), "_", ""))
		}
	}
}
