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
		root, err := new(yamlReader).tree(&doc)
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

// A yamlReader converts the nodes of a document. It counts them, because aliases can multiply them.
type yamlReader struct{ count int }

// tree converts a node of the library. An alias becomes a copy of what it stands for.
func (r *yamlReader) tree(y *yaml.Node) (*node, error) {
	n := &node{line: y.Line}
	if r.count++; r.count > maxNodes {
		return nil, wrong(y.Line, "the file has more than %d values", maxNodes)
	}
	switch y.Kind {
	case yaml.DocumentNode:
		if len(y.Content) == 0 {
			return n, nil
		}
		return r.tree(y.Content[0])
	case yaml.AliasNode:
		return r.tree(y.Alias)
	case yaml.MappingNode:
		return n, r.mapping(n, y)
	case yaml.SequenceNode:
		n.shape = list
		for _, item := range y.Content {
			c, err := r.tree(item)
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

// mapping converts the keys of a mapping. The key << merges the keys of others that are not there themselves.
func (r *yamlReader) mapping(n *node, y *yaml.Node) error {
	n.shape = mapping
	var merged []*node
	own := map[string]bool{}
	for i := 0; i+1 < len(y.Content); i += 2 {
		c, err := r.tree(y.Content[i+1])
		if err != nil {
			return err
		}
		c.key, c.line = y.Content[i].Value, y.Content[i].Line
		switch {
		case y.Content[i].Kind != yaml.ScalarNode:
			return wrong(c.line, "a key must be a word")
		case c.key == "<<" && c.shape == list:
			merged = append(merged, c.kids...)
		case c.key == "<<":
			merged = append(merged, c)
		default:
			n.kids, own[c.key] = append(n.kids, c), true
		}
	}
	for _, m := range merged {
		for _, c := range m.kids {
			if !own[c.key] {
				n.kids, own[c.key] = append(n.kids, c), true
			}
		}
	}
	return nil
}
