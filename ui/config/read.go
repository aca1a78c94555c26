package config

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"retune/ui/spelling"
	"retune/ui/unit"
)

// Read returns the policies that a file has, in its order. name is that of the file,
// which tells how it is written; format is the name of the format, or "" where the file
// says itself what it is. It has no policy if that is nil.
func Read(name string, data []byte, format *Format) ([]Policy, error) {
	list, err := read(name, data, format)
	if e, ok := errors.AsType[*Error](err); ok {
		if e.File = name; bytes.Contains(data, []byte("{{")) && format == nil {
			e.What, e.Hint = "not read, as it is a template: "+e.What, "render it first, as helm template does"
		}
	}
	return list, err
}

// text returns the text of a file without a byte order mark.
func text(data []byte) ([]byte, error) {
	if len(data) > maxSize {
		return nil, wrong(0, "the file is larger than %d bytes", maxSize)
	}
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return nil, wrong(1+bytes.Count(data[:i], []byte("\n")), "this is not a text")
	}
	return data, nil
}

func read(name string, data []byte, format *Format) ([]Policy, error) {
	data, err := text(data)
	if err != nil {
		return nil, err
	}
	formats := Formats
	if format != nil {
		formats = []Format{*format}
	}
	var first error
	whole := false // it is written in a syntax, if without a policy
	for _, s := range syntaxesOf(name, data) {
		if !slices.ContainsFunc(formats, func(f Format) bool { return f.reads(s) }) {
			continue
		}
		docs, err := parse(s, data)
		if err != nil {
			if first == nil {
				first = err
			}
			continue
		}
		whole = true
		var list []Policy
		for _, doc := range docs {
			more, err := readDocument(name, doc, s, formats, format == nil)
			if err != nil {
				return nil, err
			}
			list = append(list, more...)
		}
		if len(list) > 0 {
			return list, nil
		}
	}
	if whole {
		return nil, nil
	}
	return nil, first
}

func parse(s syntax, data []byte) ([]*node, error) {
	docs, err := s.read(data)
	if err != nil {
		return nil, err
	}
	for _, doc := range docs {
		if err := check(doc); err != nil {
			return nil, err
		}
	}
	return docs, nil
}

// readDocument reads the policies of a document; each place in it belongs to the first
// format that finds it.
func readDocument(name string, doc *node, s syntax, formats []Format, marked bool) (list []Policy, err error) {
	if schematic(doc) {
		return nil, nil
	}
	type found struct {
		at *node
		f  *Format
	}
	var all []found
	taken := map[*node]bool{} // by place, whether nothing else stands there
	dotted := sync.OnceValue(func() *node { return expanded(doc) })
	for i := range formats {
		f := &formats[i]
		if !f.reads(s) || f.Kinds != "" && !slices.Contains(strings.Fields(f.Kinds), doc.value("kind")) {
			continue
		}
		root := doc
		if f.Dotted {
			root = dotted()
		}
		for _, n := range f.stanzas(root, marked || f.Open) {
			if _, same := taken[n]; !same && !within(taken, n) {
				all, taken[n] = append(all, found{n, f}), !f.Open
			}
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return a.at.line - b.at.line })
	object := strings.Trim(doc.value("kind")+"/"+doc.child("metadata").value("name"), "/")
	for _, x := range all {
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
	return list, nil
}

// schematic tells whether a document says what others may have, policies among it.
func schematic(doc *node) bool {
	return doc.value("kind") == "CustomResourceDefinition" ||
		doc.child("$schema") != nil && (doc.child("definitions") != nil || doc.child("$defs") != nil || doc.child("properties") != nil)
}

// within tells whether the node is one of these or stands in one.
func within(these map[*node]bool, n *node) bool {
	for ; n != nil; n = n.parent {
		if these[n] {
			return true
		}
	}
	return false
}

// expanded is the tree with keys that have dots as ways of keys: {a.b: 1} is {a: {b: 1}}.
func expanded(n *node) *node {
	out := &node{key: n.key, line: n.line, text: n.text, quoted: n.quoted, null: n.null, shape: n.shape, index: n.index}
	for _, c := range n.kids {
		at, key := out, c.key
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
		if twin := at.child(key); twin != nil && n.shape == mapping { // {a: {b: 1}, a.c: 2}
			for _, kid := range e.kids {
				kid.parent = twin
			}
			twin.shape, twin.kids = mapping, append(twin.kids, e.kids...)
			continue
		}
		if n.shape == mapping {
			at.shape = mapping
		}
		at.add(e)
	}
	return out
}

// placeholder is text that another program replaces, with what stands for it where
// nothing does.
var placeholder = regexp.MustCompile(`^\$\{[^}:]*(?::-?(?P<else>[^}]*))?\}$|^"?#\{ENV\[[^\]]*\]\s*(?:\|\|\s*['"](?P<else>[^'"]*)['"])?\s*\}"?$|^"?#\{.*\}"?$|^\$[A-Za-z_]\w*$|^\{\{.*\}\}$|^%\(.*\)s$|^@.*@$|^!|^<%.*%>$`)

// replaced tells whether another program replaces the text, and what stands for it where
// nothing does, or "".
func replaced(text string) (is bool, without string) {
	m := placeholder.FindStringSubmatch(text)
	for i, name := range placeholder.SubexpNames() {
		if m != nil && name != "" && m[i] != "" {
			without = m[i]
		}
	}
	return m != nil, without
}

// read reads the policy that stands at n.
func (f *Format) read(n *node) (Policy, error) {
	p := Policy{Client: f.Client, Format: f.Name, Line: n.line}
	if err := f.known(n, "", &p); err != nil {
		return p, err
	}
	var base *node
	if f.Inherits != nil {
		base = f.Inherits(n)
	}
	for way := range strings.FieldsSeq(f.Unread) {
		if at := f.follow(n, way); at != nil {
			p.Notes = append(p.Notes, fmt.Sprintf("line %d: %s does not count: retune does not know it", at.line, Key{At: way}.label()))
		}
	}
	for _, k := range f.Keys {
		at := f.follow(n, k.At)
		if at == nil && base != nil {
			at = f.follow(base, k.At)
		}
		if at == nil || at.null {
			continue
		}
		if at.shape != scalar {
			return p, wrong(at.line, "%s must be one value, such as %s", k.label(), k.form.like)
		}
		text := at.text
		if is, without := replaced(text); is {
			if without == "" {
				p.Notes = append(p.Notes, fmt.Sprintf("line %d: %s is %s, which another program replaces: it is taken as not set", at.line, k.label(), printable(text)))
				continue
			}
			text = without
		}
		value, err := k.form.read(text)
		if err != nil {
			return p, wrong(at.line, "%s: %s", k.label(), err)
		}
		if value == "" {
			continue
		}
		p.Set = slices.DeleteFunc(p.Set, func(s Setting) bool { return s.Name == k.Name })
		p.Set = append(p.Set, Setting{k.Name, value, at.line})
	}
	p.Set = f.completed(p.Set, n.line)
	return p, nil
}

// completed returns the settings and those that are absent, as if they stood in that line.
func (f *Format) completed(set []Setting, line int) []Setting {
	for absent := range strings.FieldsSeq(f.Absent) {
		name, value, _ := strings.Cut(absent, "=")
		if !slices.ContainsFunc(set, func(s Setting) bool { return s.Name == name }) {
			set = append(set, Setting{name, value, line})
		}
	}
	return set
}

// label is the key as messages name it.
func (k Key) label() string {
	return strings.ReplaceAll(strings.TrimLeft(k.At, "./@"), "/", ".")
}

// known refuses an unknown key below n, where only a policy stands; under is the way from
// the policy to n, with a / behind it.
func (f *Format) known(n *node, under string, p *Policy) error {
	var names []string
	for _, k := range f.Keys {
		if rest, ok := strings.CutPrefix(k.At, under); ok && !strings.HasPrefix(rest, "..") && !strings.HasPrefix(rest, "@") {
			name, _, _ := strings.Cut(rest, "/")
			names = append(names, name)
		}
	}
	for other := range strings.FieldsSeq(f.Other) {
		if rest, ok := strings.CutPrefix(other, under); ok && !strings.Contains(rest, "/") {
			names = append(names, rest)
		}
	}
	for _, c := range n.kids {
		i := slices.IndexFunc(names, func(name string) bool { return f.same(c.key, name) })
		switch {
		case n.shape != mapping:
		case i < 0 && f.Open && under == "" && !slices.ContainsFunc(strings.Fields(f.Own), func(own string) bool { return strings.HasPrefix(c.key, own) }):
		case i < 0:
			err := wrong(c.line, "unknown key %s in the %s", unit.Quote(strings.ReplaceAll(under, "/", ".")+c.key), f.Title)
			if err.Hint = "the keys are " + strings.Join(slices.Compact(slices.Sorted(slices.Values(names))), ", "); nearest(c.key, names) != "" {
				err.Hint = "did you mean " + nearest(c.key, names) + "?"
			}
			return err
		case slices.ContainsFunc(f.Keys, func(k Key) bool { return strings.HasPrefix(k.At, under+names[i]+"/") }):
			if err := f.known(c, under+names[i]+"/", p); err != nil {
				return err
			}
		}
	}
	return nil
}

// nearest is the name that is at most a third of its letters from what was typed, or "".
func nearest(typed string, names []string) (best string) {
	least := max(2, len(typed)/3) + 1
	for _, name := range names {
		if d := spelling.Distance(short(folded(typed)), short(folded(name))); d < least {
			best, least = name, d
		}
	}
	return best
}

// printable is the text on one line, without what a terminal would act on.
func printable(text string) string {
	text = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return ' '
		}
		if !plain(string(r)) {
			return -1
		}
		return r
	}, text)
	if len(text) > 200 {
		text = strings.ToValidUTF8(text[:200], "") + "..."
	}
	return text
}

// Readable tells whether the name of a file ends as those do that can be read: for those
// who look through a directory.
func Readable(name string) bool {
	end := strings.ToLower(filepath.Ext(name))
	return Recognised(name) || slices.ContainsFunc(likely, func(s syntax) bool { return slices.Contains(strings.Fields(syntaxes[s].ends), end) })
}

// Recognised tells whether the name alone says that a file has a policy.
func Recognised(name string) bool {
	base := filepath.Base(name)
	return slices.ContainsFunc(Formats, func(f Format) bool {
		return slices.ContainsFunc(strings.Fields(f.Files), func(pattern string) bool {
			ok, _ := filepath.Match(pattern, base)
			return ok
		})
	})
}

// short is the beginning of a name: the time to compare two grows with their square.
func short(name string) string { return name[:min(len(name), 60)] }
