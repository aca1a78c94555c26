package clientconfig

import (
	"bytes"
	"errors"
	"io"
	"strconv"

	"go.yaml.in/yaml/v4"
)

// lineOf matches the line in an error message of the library.
var lineOf = lazily(`(?: at)? (?:line |L)(\d+)(?:, column \d+|.C\d+)?:?`)

// readYAML reads the documents of a YAML stream.
func readYAML(data []byte) (roots []*node, err error) {
	// check finds duplicate keys. The library takes a minute for 100,000 keys.
	loader, err := yaml.NewLoader(bytes.NewReader(data), yaml.WithUniqueKeys(false))
	if err != nil {
		return nil, err
	}
	for {
		var doc yaml.Node
		err := loader.Load(&doc)
		if errors.Is(err, io.EOF) {
			return roots, nil
		}
		if err != nil {
			return nil, yamlError(err)
		}
		root, err := fromYAML(&doc)
		if err != nil {
			return nil, err
		}
		roots = append(roots, root)
	}
}

func yamlError(err error) error {
	text, line := err.Error(), 0
	if m := lineOf().FindStringSubmatchIndex(text); m != nil {
		line, _ = strconv.Atoi(text[m[2]:m[3]])
		text = text[:m[0]] + text[m[1]:]
	}
	return wrong(line, "not YAML: %s", printable(text))
}

// fromYAML converts a node of the library.
func fromYAML(y *yaml.Node) (*node, error) {
	n := &node{line: y.Line}
	switch y.Kind {
	case yaml.DocumentNode:
		if len(y.Content) == 0 {
			return n, nil
		}
		return fromYAML(y.Content[0])
	case yaml.AliasNode:
		return nil, &Error{Line: y.Line, Hint: "write out what it stands for",
			What: "an alias (*" + printable(y.Value) + ") stands for what is elsewhere: it is not followed"}
	case yaml.MappingNode:
		n.shape = mapping
		for i := 0; i+1 < len(y.Content); i += 2 {
			c, err := fromYAML(y.Content[i+1])
			if err != nil {
				return nil, err
			}
			c.key, c.line = y.Content[i].Value, y.Content[i].Line
			if y.Content[i].Kind != yaml.ScalarNode {
				return nil, wrong(y.Content[i].Line, "a key must be a word")
			}
			n.kids = append(n.kids, c)
		}
	case yaml.SequenceNode:
		n.shape = list
		for _, item := range y.Content {
			c, err := fromYAML(item)
			if err != nil {
				return nil, err
			}
			n.kids = append(n.kids, c)
		}
	default:
		n.text, n.null = y.Value, y.Tag == "!!null"
		n.quoted = y.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0
	}
	return n, nil
}
