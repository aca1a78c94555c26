package clientconfig

import (
	"slices"
	"strings"
	"sync"

	"retune/ui/unit"
)

// readDocument reads the policies of a document. Each place belongs to the first format that finds it.
func readDocument(name string, doc *node, s syntax, formats []Format, marked bool) (list []Policy, err error) {
	if schematic(doc) {
		return nil, nil
	}
	object := strings.Trim(doc.value("kind")+"/"+doc.child("metadata").value("name"), "/")
	if data := doc.child("data"); doc.value("kind") == "ConfigMap" && data != nil {
		return embedded(name, object, data)
	}
	all := found(doc, s, formats, marked)
	policies := map[string]bool{}
	for _, x := range all {
		policies[x.at.path()] = true
		p, err := x.f.read(x.at)
		if err != nil {
			return nil, err
		}
		p.File, p.Path = name, x.at.path()
		switch {
		case object != "" && len(all) == 1:
			p.Path = object
		case object != "":
			p.Path = object + "/" + p.Path
		case p.Path == "":
			p.Path = x.f.Name
		}
		if !plain(p.Path) {
			return nil, wrong(p.Line, "the name %s has a control character", unit.Quote(p.Path))
		}
		list = append(list, p)
	}
	if len(list) > 0 {
		keys, _ := expanded(doc).unread(policies)
		for _, n := range keys[:min(len(keys), 3)] {
			list[0].note(n.line, printable(n.key), "belongs to no policy that retune reads")
		}
	}
	return list, nil
}

// objects returns the items of a List of Kubernetes, each a document of its own, or else the document.
func (n *node) objects() []*node {
	items := n.child("items")
	if items == nil || n.value("kind") != "List" {
		return []*node{n}
	}
	for _, item := range items.kids {
		item.parent = nil
	}
	return items.kids
}

// embedded reads the policies of the files in a ConfigMap. Empty lines in front of a file give it the right lines.
func embedded(name, object string, data *node) (list []Policy, err error) {
	for _, file := range data.kids {
		if !Readable(file.key) {
			continue
		}
		more, err := read(file.key, []byte(strings.Repeat("\n", file.line)+file.text), nil)
		if err != nil {
			return nil, err
		}
		for _, p := range more {
			p.File, p.Path = name, object+"/"+file.key+"/"+p.Path
			list = append(list, p)
		}
	}
	return list, nil
}

// A place is the node of a policy with its format.
type place struct {
	at *node
	f  *Format
}

// found returns the places of policies in a document, in order.
func found(doc *node, s syntax, formats []Format, marked bool) (all []place) {
	taken := map[string]*Format{} // by path
	dotted := sync.OnceValue(func() *node { return expanded(doc) })
	for i := range formats {
		f := &formats[i]
		if !f.reads(s) || !f.isKind(doc.value("kind")) {
			continue
		}
		root := doc
		if f.Dotted {
			root = dotted()
		}
		for _, n := range append(f.stanzas(root, marked || f.Open), f.implied(root)...) {
			if taken[n.path()] == nil && !f.within(taken, n) {
				all, taken[n.path()] = append(all, place{n, f}), f
			}
		}
	}
	slices.SortStableFunc(all, func(a, b place) int { return a.at.line - b.at.line })
	return all
}

// isKind reports whether an object of that kind can have the format.
func (f *Format) isKind(kind string) bool {
	return f.Kinds == "" || slices.Contains(strings.Fields(f.Kinds), kind)
}

// schematic reports whether a document is a schema, which may mention the keys of policies.
func schematic(doc *node) bool {
	return doc.value("kind") == "CustomResourceDefinition" || doc.child("$schema") != nil &&
		(doc.child("definitions") != nil || doc.child("$defs") != nil || doc.child("properties") != nil)
}

// within reports whether n is inside a policy that excludes other content, or inside one of the same client.
func (f *Format) within(taken map[string]*Format, n *node) bool {
	for ; n != nil; n = n.parent {
		if g := taken[n.path()]; g != nil && (!g.Open || g.Client == f.Client) {
			return true
		}
	}
	return false
}

// expanded returns the tree with dotted keys split into paths: {a.b: 1} becomes {a: {b: 1}}.
func expanded(n *node) *node {
	out := new(*n)
	out.kids, out.parent = nil, nil
	for _, c := range n.kids {
		at, key := out, strings.Trim(c.key, "[]") // Spring's "[a.b]" is a key of a map
		for n.shape == mapping {
			first, rest, more := strings.Cut(key, ".")
			if !more {
				break
			}
			if at = at.set(first); at.line == 0 {
				at.line = c.line
			}
			key = rest
		}
		e := expanded(c)
		e.key, e.parent = key, at
		if twin := at.child(key); twin != nil && n.shape == mapping { // for example {a: {b: 1}, a.c: 2}
			for _, kid := range e.kids {
				kid.parent = twin
			}
			twin.shape, twin.kids = mapping, append(twin.kids, e.kids...)
			continue
		}
		if n.shape == mapping {
			at.shape = mapping
		}
		at.kids = append(at.kids, e)
	}
	return out
}
