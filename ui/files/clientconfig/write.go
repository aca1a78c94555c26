package clientconfig

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// Write returns the text of a file with those settings and nothing else. inexact lists settings that the file cannot
// hold exactly, with the values in the file. missing lists settings that the format has no key for.
func (f Format) Write(settings []Setting) (text string, inexact, missing []Setting, err error) {
	if f.Frame == "" {
		return "", nil, nil, fmt.Errorf("%s is read and not written", f.Title)
	}
	s := syntaxOf(strings.Fields(f.Syntax)[0])
	docs, err := s.parse([]byte(f.Frame))
	if err != nil {
		return "", nil, nil, err
	}
	at, done := f.stanzas(docs[0], false)[0], map[string]bool{}
	for _, k := range f.Keys {
		i := indexOf(settings, k.Name)
		if i < 0 || done[k.Name] { // another key has the parameter
			continue
		}
		done[k.Name] = true
		written, err := k.form.write(settings[i].Text)
		becomes, unread := k.form.read(written)
		if err := cmp.Or(err, unread); err != nil {
			return "", nil, nil, fmt.Errorf("%s: %w", k.label(), err)
		}
		if becomes != settings[i].Text {
			inexact = append(inexact, Setting{k.Name, becomes})
		}
		n := f.follow(at, k.At, true)
		n.text, n.quoted = n.text+written, !bare().MatchString(written)
	}
	missing = slices.DeleteFunc(slices.Clone(settings), func(x Setting) bool { return done[x.Name] })
	write := s.write
	if json.Valid([]byte(f.Frame)) {
		write = writeJSON
	}
	return write(docs[0]), inexact, missing, nil
}

// bare matches the values that syntaxes with strings write without quotes: numbers and booleans.
var bare = lazily(`^(?:-?[\d.]+|true|false)$`)

// writeJSON writes YAML in the style of JSON, with line breaks and indents.
func writeJSON(root *node) string {
	var out bytes.Buffer
	if err := json.Indent(&out, []byte(dumped(root.yaml(yaml.FlowStyle, yaml.DoubleQuotedStyle))), "", "  "); err != nil {
		panic("config: a tree cannot be written: " + err.Error())
	}
	return out.String()
}

func writeYAML(root *node) string { return dumped(root.yaml(0, 0)) }

func dumped(y *yaml.Node) string {
	out, err := yaml.Dump(y, yaml.WithIndent(2), yaml.WithLineWidth(-1))
	if err != nil {
		panic("config: a tree cannot be written: " + err.Error())
	}
	return string(out)
}

// yaml returns the node of the library, with the styles of mappings and lists, and of strings.
func (n *node) yaml(style, quotes yaml.Style) *yaml.Node {
	y := &yaml.Node{Kind: yaml.ScalarNode, Value: n.text}
	if n.quoted {
		y.Tag, y.Style = "!!str", quotes // the library quotes it if necessary
	}
	switch n.shape {
	case mapping:
		y = &yaml.Node{Kind: yaml.MappingNode, Style: style}
	case list:
		y = &yaml.Node{Kind: yaml.SequenceNode, Style: style}
	}
	for _, c := range n.kids {
		if n.shape == mapping {
			y.Content = append(y.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: c.key, Style: quotes})
		}
		y.Content = append(y.Content, c.yaml(style, quotes))
	}
	return y
}
