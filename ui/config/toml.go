package config

import (
	"bytes"
	"errors"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// maxTOML is the most signs of equality in a TOML document: the time of the library grows
// with their square.
const maxTOML = 5000

// readTOML reads a TOML document.
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
	r := tomlReader{data: data}
	r.Reset(data)
	table := root
	for r.NextExpression() {
		e := r.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = r.under(root, e, e.Kind == unstable.ArrayTable)
		case unstable.KeyValue:
			r.pair(table, e, 0)
		}
		if r.deep {
			break
		}
	}
	if r.deep {
		return nil, wrong(0, "nested deeper than %d levels", maxDepth)
	}
	return []*node{root}, nil
}

type tomlReader struct {
	unstable.Parser
	data []byte
	deep bool
	from int // up to where the lines are counted
	line int
}

// lineAt is the line of a node that the file has as it is.
func (r *tomlReader) lineAt(n *unstable.Node) int {
	at := min(int(n.Raw.Offset), len(r.data))
	if at < r.from {
		return 1 + bytes.Count(r.data[:at], []byte("\n"))
	}
	r.line += bytes.Count(r.data[r.from:at], []byte("\n"))
	r.from = at
	return r.line + 1
}

// under is the table of an expression, made where it is not there yet.
func (r *tomlReader) under(root *node, e *unstable.Node, item bool) *node {
	n, it, depth := root, e.Key(), 0
	for it.Next() {
		if n.shape == list && len(n.kids) > 0 {
			n = n.kids[len(n.kids)-1]
		}
		if depth++; depth > maxDepth {
			r.deep = true
			return root
		}
		k := it.Node()
		made := n.child(string(k.Data)) == nil
		if n = n.set(string(k.Data)); made {
			n.line, n.shape = r.lineAt(k), mapping
		}
	}
	if item {
		return n.item(n.line)
	}
	if n.shape == list && len(n.kids) > 0 {
		n = n.kids[len(n.kids)-1]
	}
	return n
}

// pair adds a key with its value, which may be a table or a list written in line.
func (r *tomlReader) pair(n *node, e *unstable.Node, depth int) {
	for it := e.Key(); it.Next(); {
		k := it.Node()
		if depth++; depth > maxDepth {
			r.deep = true
			return
		}
		if n = n.set(string(k.Data)); n.line == 0 {
			n.line = r.lineAt(k)
		}
	}
	r.value(n, e.Value(), depth)
}

func (r *tomlReader) value(n *node, v *unstable.Node, depth int) {
	if depth > maxDepth {
		r.deep = true
		return
	}
	switch v.Kind {
	case unstable.InlineTable:
		n.shape = mapping
		for it := v.Children(); it.Next(); {
			r.pair(n, it.Node(), depth+1)
		}
	case unstable.Array:
		n.shape = list
		for it := v.Children(); it.Next(); {
			c := &node{line: n.line, parent: n}
			n.kids = append(n.kids, c)
			r.value(c, it.Node(), depth+1)
		}
	default:
		if v.Raw.Length > 0 { // an item of a list stands in a line of its own
			n.line = r.lineAt(v)
		}
		if n.text, n.quoted = string(v.Data), v.Kind == unstable.String; !n.quoted {
			n.text = strings.ReplaceAll(n.text, "_", "")
		}
	}
}
