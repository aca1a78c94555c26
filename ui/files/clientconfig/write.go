package clientconfig

import (
	"bytes"
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
	s := f.Syntax[0]
	docs, err := parse(s, []byte(f.Frame))
	if err != nil {
		return "", nil, nil, err
	}
	at := f.stanzas(docs[0], false)
	if len(at) == 0 {
		return "", nil, nil, fmt.Errorf("%s has no place for a policy", f.Title)
	}
	set := map[*node]bool{}
	for n, k := range f.Keys {
		// another key of the same parameter
		if slices.ContainsFunc(f.Keys[:n], func(first Key) bool { return first.Name == k.Name }) {
			continue
		}
		i := slices.IndexFunc(settings, func(x Setting) bool { return x.Name == k.Name })
		if i < 0 {
			continue
		}
		written, bare, err := k.form.write(settings[i].Text)
		if err != nil {
			return "", nil, nil, fmt.Errorf("%s: %w", k.label(), err)
		}
		if becomes, err := k.form.read(written); err != nil {
			return "", nil, nil, fmt.Errorf("%s: %w", k.label(), err)
		} else if becomes != settings[i].Text {
			inexact = append(inexact, Setting{Name: k.Name, Text: becomes})
		}
		n := f.made(at[0], k.At)
		if !set[n] {
			n.text = ""
		}
		n.text, n.quoted, set[n] = n.text+written, !bare, true
	}
	for _, x := range settings {
		if !slices.ContainsFunc(f.Keys, func(k Key) bool { return k.Name == x.Name }) {
			missing = append(missing, x)
		}
	}
	return syntaxes[s].write(docs[0]), inexact, missing, nil
}

// made returns the node at path way from n, and creates missing nodes.
func (f Format) made(n *node, way string) *node {
	for part := range strings.SplitSeq(way, "/") {
		switch part {
		case "..":
			n = n.parent
		case "@":
			n = f.Beside(n, true)
		case "[]":
			n = n.first()
		default:
			n = n.set(part)
		}
	}
	return n
}

func writeJSON(root *node) string {
	var of func(n *node) string
	text := func(s string) string {
		out, _ := json.Marshal(s)
		return string(out)
	}
	of = func(n *node) string {
		var parts []string
		for _, c := range n.kids {
			part := of(c)
			if n.shape == mapping {
				part = text(c.key) + ":" + part
			}
			parts = append(parts, part)
		}
		switch all := strings.Join(parts, ","); {
		case n.shape == mapping:
			return "{" + all + "}"
		case n.shape == list:
			return "[" + all + "]"
		case n.quoted:
			return text(n.text)
		}
		return n.text
	}
	var out bytes.Buffer
	json.Indent(&out, []byte(of(root)), "", "  ")
	return out.String() + "\n"
}

func writeYAML(root *node) string {
	var of func(n *node) *yaml.Node
	of = func(n *node) *yaml.Node {
		y := &yaml.Node{Kind: yaml.ScalarNode, Value: n.text}
		if n.quoted {
			y.Tag = "!!str" // the library quotes it if necessary
		}
		switch n.shape {
		case mapping:
			y = &yaml.Node{Kind: yaml.MappingNode}
			for _, c := range n.kids {
				y.Content = append(y.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: c.key}, of(c))
			}
		case list:
			y = &yaml.Node{Kind: yaml.SequenceNode}
			for _, c := range n.kids {
				y.Content = append(y.Content, of(c))
			}
		}
		return y
	}
	out, err := yaml.Dump(of(root), yaml.WithIndent(2))
	if err != nil {
		panic("config: a tree cannot be written: " + err.Error())
	}
	return string(out)
}

// writeProperties writes the children of a node as lines key=value.
func writeProperties(n *node) string {
	var b strings.Builder
	for _, c := range n.kids {
		b.WriteString(c.key + "=" + c.text + "\n")
	}
	return b.String()
}

func writeINI(root *node) string {
	var sections []string
	for _, section := range root.kids {
		sections = append(sections, "["+section.key+"]\n"+writeProperties(section))
	}
	return strings.Join(sections, "\n")
}

func writeFluentd(root *node) string {
	var b strings.Builder
	var write func(n *node, indent string)
	write = func(n *node, indent string) {
		for _, c := range n.kids {
			if c.shape == scalar {
				fmt.Fprintf(&b, "%s%s %s\n", indent, c.key, c.text)
			}
			for _, one := range c.kids {
				argument := ""
				if c.key == "match" {
					argument = " **"
				}
				fmt.Fprintf(&b, "%s<%s%s>\n", indent, c.key, argument)
				write(one, indent+"  ")
				fmt.Fprintf(&b, "%s</%s>\n", indent, c.key)
			}
		}
	}
	write(root, "")
	return b.String()
}

func writeFluentBit(root *node) string {
	var b strings.Builder
	for _, all := range root.kids {
		for _, section := range all.kids {
			fmt.Fprintf(&b, "[%s]\n", strings.ToUpper(all.key))
			for _, c := range section.kids {
				fmt.Fprintf(&b, "    %-16s %s\n", c.key, c.text)
			}
		}
	}
	return b.String()
}
