package config

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
)

// Write returns the text of a file that has those settings and nothing else; inexact is
// what a setting becomes where the file cannot hold it as it is. The settings of
// parameters that the format has no key for are returned as missing.
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
	for _, k := range f.Keys {
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
		n := at[0]
		for part := range strings.SplitSeq(k.At, "/") {
			switch {
			case part == "..":
				n = n.parent
			case part == "@":
				n = f.Beside(n, true)
			case part == "[]":
				n = n.first()
			default:
				n = n.set(part)
			}
		}
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

func writeJSON(root *node) string {
	var b strings.Builder
	var write func(n *node, indent string)
	text := func(s string) string {
		out, _ := json.Marshal(s)
		return string(out)
	}
	write = func(n *node, indent string) {
		open, closed := "{", "}"
		if n.shape == list {
			open, closed = "[", "]"
		}
		switch {
		case n.shape == scalar && n.quoted:
			b.WriteString(text(n.text))
			return
		case n.shape == scalar:
			b.WriteString(n.text)
			return
		case len(n.kids) == 0:
			b.WriteString(open + closed)
			return
		}
		b.WriteString(open)
		for i, c := range n.kids {
			if i > 0 {
				b.WriteString(",")
			}
			b.WriteString("\n" + indent + "  ")
			if n.shape == mapping {
				b.WriteString(text(c.key) + ": ")
			}
			write(c, indent+"  ")
		}
		b.WriteString("\n" + indent + closed)
	}
	write(root, "")
	return b.String() + "\n"
}

func writeYAML(root *node) string {
	var of func(n *node) *yaml.Node
	of = func(n *node) *yaml.Node {
		y := &yaml.Node{Kind: yaml.ScalarNode, Value: n.text}
		if n.quoted {
			y.Tag = "!!str" // which the library puts in quotes where it must
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

func writeTOML(root *node) string {
	var b strings.Builder
	var write func(n *node, way string)
	value := func(n *node) string {
		if n.quoted {
			return strconv.Quote(n.text)
		}
		return n.text
	}
	write = func(n *node, way string) {
		if way != "" && slices.ContainsFunc(n.kids, func(c *node) bool { return c.shape == scalar }) {
			fmt.Fprintf(&b, "[%s]\n", way)
		}
		for _, c := range n.kids {
			if c.shape == scalar {
				fmt.Fprintf(&b, "%s = %s\n", c.key, value(c))
			}
		}
		for _, c := range n.kids {
			if c.shape == mapping {
				write(c, strings.TrimPrefix(way+"."+c.key, "."))
			}
		}
	}
	write(root, "")
	return b.String()
}

func writeProperties(root *node) string {
	var b strings.Builder
	for _, c := range root.kids {
		fmt.Fprintf(&b, "%s=%s\n", c.key, c.text)
	}
	return b.String()
}

func writeINI(root *node) string {
	var b strings.Builder
	for i, section := range root.kids {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "[%s]\n", section.key)
		for _, c := range section.kids {
			fmt.Fprintf(&b, "%s=%s\n", c.key, c.text)
		}
	}
	return b.String()
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
