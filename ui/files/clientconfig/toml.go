package clientconfig

import (
	"bytes"
	"errors"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// maxTOML is the largest number of = signs in a TOML document. The library's time grows with their square.
const maxTOML = 5000

func readTOML(data []byte) ([]*node, error) {
	if bytes.Count(data, []byte("="))+bytes.Count(data, []byte("\n[")) > maxTOML {
		return nil, wrong(0, "the file has more than %d settings", maxTOML)
	}
	if err := toml.Unmarshal(data, new(map[string]any)); err != nil {
		line := 0
		if d, ok := errors.AsType[*toml.DecodeError](err); ok {
			line, _ = d.Position()
		}
		return nil, wrong(line, "not TOML: %s", printable(strings.TrimPrefix(err.Error(), "toml: ")))
	}
	root := &node{line: 1, shape: mapping}
	var r tomlReader
	r.Reset(data)
	table := root
	for r.NextExpression() {
		switch e := r.Expression(); e.Kind {
		case unstable.Table:
			table = r.under(root, e)
			table.shape = mapping
		case unstable.ArrayTable:
			list := r.under(root, e)
			table = list.item(list.line)
		case unstable.KeyValue:
			r.pair(table, e)
		}
	}
	return []*node{root}, nil
}

type tomlReader struct{ unstable.Parser }

// under returns the node at the keys of e from n, and creates missing nodes.
func (r *tomlReader) under(n *node, e *unstable.Node) *node {
	for it := e.Key(); it.Next(); {
		k := it.Node()
		if n = n.set(string(k.Data)); n.line == 0 {
			n.line = r.Shape(k.Raw).Start.Line
		}
	}
	return n
}

// pair adds a key with its value, which may be an inline table or an array.
func (r *tomlReader) pair(n *node, e *unstable.Node) { r.value(r.under(n, e), e.Value()) }

func (r *tomlReader) value(n *node, v *unstable.Node) {
	switch v.Kind {
	case unstable.InlineTable:
		n.shape = mapping
		for it := v.Children(); it.Next(); {
			r.pair(n, it.Node())
		}
	case unstable.Array:
		n.shape = list
		for it := v.Children(); it.Next(); {
			c := &node{line: n.line, parent: n}
			n.kids = append(n.kids, c)
			r.value(c, it.Node())
		}
	default:
		if v.Raw.Length > 0 { // an item of an array has its own line
			n.line = r.Shape(v.Raw).Start.Line
		}
		if n.text, n.quoted = string(v.Data), v.Kind == unstable.String; !n.quoted {
			n.text = strings.ReplaceAll(n.text, "_", "")
		}
	}
}
