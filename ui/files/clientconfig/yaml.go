package clientconfig

import (
	"bytes"
	"errors"
	"io"
	"strconv"

	"go.yaml.in/yaml/v4"
)

// place matches the beginning of an error message of the library, with the line.
var place = lazily(`^go-yaml load error in \w+(?: \(.*?\))? at (?:L(\d+)\S*|<.*>): `)

// readYAML reads the documents of a YAML stream, or JSON with comments.
func readYAML(data []byte) (roots []*node, err error) {
	if jsonStart().Match(data) {
		data = withoutComments(data)
	}
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
		root := &node{line: doc.Line}
		if len(doc.Content) > 0 {
			root = yamlReader{}.tree(doc.Content[0])
		}
		roots = append(roots, root)
	}
}

func yamlError(err error) error {
	text, line := err.Error(), 0
	if m := place().FindStringSubmatch(text); m != nil {
		line, _ = strconv.Atoi(m[1])
		text = text[len(m[0]):]
	}
	return wrong(line, "not read: %s", printable(text))
}

// A yamlReader holds the nodes of a document, which the aliases of an anchor share. They would multiply as copies.
type yamlReader map[*yaml.Node]*node

// tree converts a node of the library.
func (r yamlReader) tree(y *yaml.Node) *node {
	if y.Kind == yaml.AliasNode {
		y = y.Alias
	}
	if r[y] != nil {
		return r[y]
	}
	n := &node{line: y.Line, text: y.Value, null: y.Tag == "!!null"}
	n.quoted = y.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0
	r[y] = n
	switch y.Kind {
	case yaml.MappingNode:
		n.shape = mapping
		r.mapping(n, y.Content)
	case yaml.SequenceNode:
		n.shape = list
		for _, item := range y.Content {
			n.kids = append(n.kids, r.tree(item))
		}
	}
	return n
}

// mapping adds keys with their values to a mapping. The key << merges the keys of others that are not there themselves.
func (r yamlReader) mapping(n *node, content []*yaml.Node) {
	var merged []*node
	own := map[string]bool{}
	for i := 0; i+1 < len(content); i += 2 {
		c := *r.tree(content[i+1])
		switch c.key, c.line = content[i].Value, content[i].Line; {
		case c.key == "<<" && c.shape == list:
			merged = append(merged, c.kids...)
		case c.key == "<<":
			merged = append(merged, &c)
		default:
			n.kids, own[c.key] = append(n.kids, &c), true
		}
	}
	for _, m := range merged {
		for _, c := range m.kids {
			if !own[c.key] {
				n.kids, own[c.key] = append(n.kids, c), true
			}
		}
	}
}
