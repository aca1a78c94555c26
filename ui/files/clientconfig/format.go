package clientconfig

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"retune/calc/client"
)

// A Setting is the value of one parameter in a file.
type Setting struct {
	Name string // name of the parameter
	Text string // value as retune writes it: 500ms, 4, exponential
}

// A Policy is the retry policy of one client in a file.
type Policy struct {
	Client string // name of the client
	Format string // name of the format
	File   string
	Line   int    // first line of the policy
	Path   string // kind/name of a Kubernetes object, or the path in the file
	Set    []Setting
	Notes  []string // keys that retune does not model
	Risks  []string // keys with values that do harm in any policy: see Warning
	// Missing are keys without which the client refuses the configuration.
	Missing []string
	Unknown []string // parameters whose values another program fills in
}

// A Format describes one configuration of a client's retries.
type Format struct {
	Name   string // name for flags: the client's name if it has only one format
	Title  string // name for people
	Client string // name of the client that has the keys as parameters; "": Name
	Syntax string // names of syntaxes, separated by spaces; the first is written; "": YAML
	Files  string // names of files, separated by spaces; "": any
	Kinds  string // kinds of Kubernetes objects, separated by spaces; "": any document
	// At lists the paths of policies, separated by spaces. * is any key, [] any item, ** any path.
	At string
	// Marks lists sets of keys, separated by commas. A mapping is a policy if it has all keys of one set, and none of
	// those behind a !. "": any mapping.
	Marks  string
	Never  string // KEY or KEY=VALUE, separated by spaces: a mapping with one of them is no policy
	Keys   []Key
	Other  string // keys of a policy other than delays and counts
	Open   bool   // the mapping has other keys too: unknown keys are ignored,
	Own    string // except keys with one of these prefixes, separated by spaces
	Fold   bool   // maxDelay, max-delay and max_delay are the same key
	Dotted bool   // a key with dots is a path of keys
	// Short is KEY=NAME and then paths, separated by spaces: an item of a list may be NAME or NAME=VALUE,VALUE,... with
	// the values of these paths, for a format with Dotted. "": it may not.
	Short    string
	Absent   string // NAME=VALUE, separated by spaces: values of absent parameters that differ from their defaults
	Warnings []Warning
	// Implied lists policies that apply although they are absent, separated by commas: the path of a mapping, a key
	// that it must have, the key of the policy, and KEY=VALUE for its settings.
	Implied string
	// Unless reports whether a mapping is no policy in spite of its keys.
	Unless func(*node) bool
	// Inherits returns the node with the settings that a policy inherits, or nil.
	Inherits func(*node) *node
	// Beside returns the node elsewhere in the document that holds further settings of policy n, or nil. It creates the
	// node if made is true.
	Beside func(n *node, made bool) *node
	Frame  string // a file without the settings of the policy; "": the format cannot be written
}

// A Warning is printed for a key if its value contains a text.
type Warning struct {
	At     string // path, as in a Key
	Values string // the texts, separated by spaces; "": any value
	Text   string // text behind the name of the key
	Note   bool   // it is information, not a risk
	Absent bool   // the client refuses a policy without the key
}

// A Key is the place of a parameter in a policy.
type Key struct {
	At   string // path from the policy, separated by /; .. is the parent, @ the node of Beside
	Name string // name of the parameter
	form form
}

// at returns keys with that form; with a form of times only those of times, see [form.of]. ways lists their paths,
// separated by spaces. PATH=NAME names a parameter that differs from the last part of its path.
func (f form) at(ways string) (list []Key) {
	for way := range strings.FieldsSeq(ways) {
		way, name, named := strings.Cut(way, "=")
		if !named {
			name = way[strings.LastIndex(way, "/")+1:]
		}
		list = append(list, Key{way, name, f})
	}
	return list
}

// Formats returns the table of formats, in display order. A file is recognised as the first that fits.
var Formats = sync.OnceValue(func() []Format {
	list := slices.Concat(meshFormats(), istioFormats(), sidecarFormats(), kubernetesFormats(), workflowFormats(),
		cloudFormats(), awsServiceFormats(), javaFormats(), dotnetFormats(), kafkaFormats(), agentFormats(),
		shipperFormats(), restartFormats(), queueFormats(), webserverFormats(), toolFormats())
	for i := range list {
		f := &list[i]
		f.Client, f.Syntax = cmp.Or(f.Client, f.Name), cmp.Or(f.Syntax, "yaml")
		for j := range f.Keys {
			k := &f.Keys[j]
			p, _ := client.Find(f.Client).Find(k.Name)
			k.form = k.form.of(p)
		}
	}
	return list
})

// Find returns the format with that name, or the first format of the client with that name.
func Find(name string) (Format, bool) {
	for _, of := range []func(Format) string{
		func(f Format) string { return f.Name },
		func(f Format) string { return f.Client },
	} {
		i := slices.IndexFunc(Formats(), func(f Format) bool { return folds(of(f), name) })
		if i >= 0 {
			return Formats()[i], true
		}
	}
	return Format{}, false
}

// folds reports whether two names are the same but for case, hyphens and underscores.
func folds(a, b string) bool {
	for {
		a, b = strings.TrimLeft(a, "-_"), strings.TrimLeft(b, "-_")
		x, m := utf8.DecodeRuneInString(a)
		y, n := utf8.DecodeRuneInString(b)
		if m == 0 || unicode.ToLower(x) != unicode.ToLower(y) {
			return m == 0 && n == 0
		}
		a, b = a[m:], b[n:]
	}
}

// same reports whether a key of a file is the key of a row, where ~1 stands for a slash.
func (f *Format) same(key, row string) bool {
	return key == strings.ReplaceAll(row, "~1", "/") || f.Fold && folds(key, row)
}

// follow returns the node at path way from n. If it is missing, follow returns nil, or creates it if made is true.
func (f *Format) follow(n *node, way string, made bool) *node {
	for part := range strings.SplitSeq(way, "/") {
		switch {
		case n == nil:
			return nil
		case part == "..":
			n = n.parent
		case part == "@":
			n = f.Beside(n, made)
		case made && part == "[]":
			n = n.first()
		case made:
			n = n.set(part)
		case part == "[]" && len(n.kids) > 0:
			n = n.kids[0]
		default:
			n = n.find(func(key string) bool { return f.same(key, part) })
		}
	}
	return n
}

// at returns the nodes at a path of At from n.
func (f *Format) at(n *node, way string) (nodes []*node) {
	part, rest, _ := strings.Cut(way, "/")
	beginning, any := strings.CutSuffix(part, "*")
	switch part {
	case "":
		return []*node{n}
	case "**":
		nodes = f.at(n, rest)
	}
	for _, c := range n.kids {
		switch {
		case part == "**":
			nodes = append(nodes, f.at(c, way)...)
		case n.shape == list && part == "[]",
			n.shape == mapping && (f.same(c.key, part) || any && strings.HasPrefix(c.key, beginning)):
			nodes = append(nodes, f.at(c, rest)...)
		}
	}
	return nodes
}

// stanzas returns the nodes of a document that hold a policy.
func (f *Format) stanzas(root *node, marked bool) (list []*node) {
	ways := strings.Fields(f.At)
	if f.At == "" {
		ways = []string{""} // the document
	}
	for _, way := range ways {
		for _, n := range f.at(root, way) {
			if (n.shape == mapping || n.null) && (!marked || f.marked(n)) && (f.Unless == nil || !f.Unless(n)) {
				list = append(list, n)
			}
		}
	}
	return list
}

// implied returns nodes for the absent policies of clients that retry by default: see Implied.
func (f *Format) implied(root *node) (list []*node) {
	for one := range strings.SplitSeq(f.Implied, ",") {
		parts := strings.Fields(one)
		if len(parts) == 0 {
			break
		}
		for _, n := range f.at(root, parts[0]) {
			if n.shape == scalar && n.text != "" || n.child(parts[1]) != nil && n.child(parts[2]) == nil {
				policy := &node{key: parts[2], line: n.line, shape: mapping, null: true, parent: n}
				for _, setting := range parts[3:] {
					key, value, _ := strings.Cut(setting, "=")
					policy.set(key).text = value
				}
				list = append(list, policy)
			}
		}
	}
	return list
}

// marked reports whether the mapping has all keys of one set of Marks, and none of Never.
func (f *Format) marked(n *node) bool {
	has := func(one string) bool {
		key, value, valued := strings.Cut(one, "=")
		at := f.follow(n, key, false)
		return at != nil && (!valued || strings.EqualFold(at.text, value))
	}
	lacks := func(one string) bool {
		key, absent := strings.CutPrefix(one, "!")
		return has(key) == absent
	}
	return !slices.ContainsFunc(strings.Fields(f.Never), has) &&
		slices.ContainsFunc(strings.Split(f.Marks, ","), func(all string) bool {
			return !slices.ContainsFunc(strings.Fields(all), lacks)
		})
}
