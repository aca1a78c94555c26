package clientconfig

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// readDocument reads the policies of a document. Each place belongs to the first format that finds it.
func readDocument(name string, doc *node, s *syntax, formats []Format, marked bool) (list []Policy, err error) {
	if schematic(doc) {
		return nil, nil
	}
	object := printable(strings.Trim(doc.value("kind")+"/"+doc.child("metadata").value("name"), "/"))
	if data := doc.child("data"); doc.value("kind") == "ConfigMap" && data != nil {
		return embedded(name, object, data)
	}
	dotted := expanded(doc)
	for _, f := range formats {
		if f.Short != "" && f.reads(s) {
			dotted.spellOut(strings.Fields(f.Short))
		}
	}
	all, taken := found(doc, dotted, s, formats, marked)
	for _, n := range all {
		p, err := taken[n.path()].read(n)
		if err != nil {
			return nil, err
		}
		p.File, p.Path = name, n.path()
		switch {
		case object != "" && len(all) == 1:
			p.Path = object
		case object != "":
			p.Path = object + "/" + p.Path
		case p.Path == "":
			p.Path = p.Format
		}
		list = append(list, p)
	}
	if len(list) > 0 {
		keys, _ := dotted.unread(taken)
		for _, n := range keys[:min(len(keys), 3)] {
			list[0].note(n.line, printable(n.key), "belongs to no policy that retune reads")
		}
	}
	return list, nil
}

// objects returns the items of a List of Kubernetes, each a document of its own, or else the document.
func (n *node) objects() []*node {
	if n.value("kind") != "List" {
		return []*node{n}
	}
	items := new(Format).at(n, "items/[]")
	for _, item := range items {
		item.parent = nil
	}
	return items
}

// embedded reads the policies of the files in a ConfigMap. Empty lines in front of a file give it the right lines.
func embedded(name, object string, data *node) (list []Policy, err error) {
	for _, file := range data.kids {
		unnamed := filepath.Ext(file.key) == "" // such as default-br-config, which is YAML
		if !unnamed && !Readable(file.key) {
			continue
		}
		more, err := read(file.key, []byte(strings.Repeat("\n", file.line)+file.text), nil)
		if err != nil && !unnamed {
			return nil, err
		}
		for _, p := range more {
			p.File, p.Path = name, object+"/"+file.key+"/"+p.Path
			list = append(list, p)
		}
	}
	return list, nil
}

// found returns the nodes of policies in a document, in order, and their formats by path. dotted is the expanded
// document.
func found(doc, dotted *node, s *syntax, formats []Format, marked bool) (all []*node, taken map[string]*Format) {
	taken = map[string]*Format{}
	for i := range formats {
		f, root := &formats[i], doc
		if !f.reads(s) || f.Kinds != "" && !slices.Contains(strings.Fields(f.Kinds), doc.value("kind")) {
			continue
		}
		if f.Dotted {
			root = dotted
		}
		for _, n := range append(f.stanzas(root, marked || f.Open), f.implied(root)...) {
			if !f.within(taken, n) {
				all, taken[n.path()] = append(all, n), f
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *node) int { return a.line - b.line })
	return all, taken
}

// schematic reports whether a document is a schema, which may mention the keys of policies.
func schematic(doc *node) bool {
	return doc.value("kind") == "CustomResourceDefinition" || doc.child("$schema") != nil &&
		(doc.child("definitions") != nil || doc.child("$defs") != nil || doc.child("properties") != nil)
}

// within reports whether n is a policy, inside one that excludes other content, or inside one of the same client.
func (f *Format) within(taken map[string]*Format, n *node) bool {
	for at := n; at != nil; at = at.parent {
		if g := taken[at.path()]; g != nil && (at == n || !g.Open || g.Client == f.Client) {
			return true
		}
	}
	return false
}

// expanded returns the tree with dotted keys split into paths: {a.b: 1} becomes {a: {b: 1}}.
func expanded(n *node) *node {
	out := &node{line: n.line}
	out.expand(n)
	return out
}

// expand adds the content of a node to n, with dotted keys split into paths.
func (n *node) expand(from *node) {
	if n.shape == scalar {
		n.shape, n.text, n.null = from.shape, from.text, from.null
	}
	for i, c := range from.kids {
		at := n
		if from.shape == list {
			at = &node{line: c.line, parent: n, index: i}
			n.kids = append(n.kids, at)
		} else {
			for key := range strings.SplitSeq(strings.Trim(c.key, "[]"), ".") { // Spring's "[a.b]" is a key of a map
				if at = at.set(key); at.line == 0 {
					at.line = c.line
				}
			}
		}
		at.expand(c)
	}
}

// spellOut writes the items of lists below n that are short forms, see [Format], as mappings.
func (n *node) spellOut(short []string) {
	for _, c := range n.kids {
		key, name, _ := strings.Cut(short[0], "=")
		word, values, given := strings.Cut(c.text, "=")
		if n.shape != list || c.shape != scalar || strings.TrimSpace(word) != name {
			c.spellOut(short)
			continue
		}
		c.text = ""
		c.put(key, name)
		c.put(path.Dir(short[1]), "").shape = mapping
		if !given {
			continue
		}
		for i, value := range strings.Split(values, ",") {
			if i+1 < len(short) {
				c.put(short[i+1], strings.TrimSpace(value))
			}
		}
	}
}

// put sets the text of the node at a path below n, with the line of n.
func (n *node) put(way, text string) *node {
	at := n
	for key := range strings.SplitSeq(way, "/") {
		at = at.set(key)
		at.line = n.line
	}
	at.text = text
	return at
}
