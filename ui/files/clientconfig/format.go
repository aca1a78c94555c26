package clientconfig

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// A Setting is the value of one parameter in a file.
type Setting struct {
	Name string // name of the parameter
	Text string // value as retune writes it: 500ms, 4, exponential
	Line int
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
}

// A Format describes one configuration of a client's retries.
type Format struct {
	Name   string   // name for flags: the client's name if it has only one format
	Title  string   // name for people
	Client string   // name of the client that has the keys as parameters; "": Name
	Syntax []syntax // nil: YAML
	Files  string   // patterns of file names, separated by spaces
	Kinds  string   // kinds of Kubernetes objects, separated by spaces; "": any document
	// At lists the paths of policies, separated by spaces. * is any key, [] any item, ** any path.
	At string
	// Marks lists sets of keys, separated by commas. A mapping is a policy if it has all keys of one set, and none of
	// those behind a !. "": any mapping.
	Marks    string
	Never    string // KEY or KEY=VALUE, separated by spaces: a mapping with one of them is no policy
	Keys     []Key
	Other    string // keys of a policy other than delays and counts
	Open     bool   // the mapping has other keys too: unknown keys are ignored,
	Own      string // except keys with one of these prefixes, separated by spaces
	Fold     bool   // maxDelay, max-delay and max_delay are the same key
	Dotted   bool   // a key with dots is a path of keys
	Absent   string // NAME=VALUE, separated by spaces: values of absent parameters that differ from their defaults
	Warnings []Warning
	// Implied lists policies that apply although they are absent, separated by commas: the path of a mapping, a key
	// that it must have, and the key of the policy.
	Implied string
	// Inherits returns the node with the settings that a policy inherits, or nil.
	Inherits func(*node) *node
	// Beside returns the node elsewhere in the document that holds further settings of policy n, or nil. It creates the
	// node if made is true.
	Beside func(n *node, made bool) *node
	Frame  string // a file without the settings of the policy; "": the format cannot be written
}

// A Warning is printed for a key if its value contains a text.
type Warning struct {
	At    string // path, as in a Key
	Value string // the text; "": any value
	Text  string // text behind the name of the key
	Note  bool   // it is information, not a risk
}

// warns returns a warning for each of the values of a key.
func warns(at, text string, values ...string) (list []Warning) {
	for _, value := range values {
		list = append(list, Warning{At: at, Value: value, Text: text})
	}
	return list
}

// A Key is the place of a parameter in a policy.
type Key struct {
	At   string // path from the policy, separated by /; .. is the parent, @ the node of Beside
	Name string // name of the parameter
	form form
}

// at returns keys with that form. ways lists their paths, separated by spaces. PATH=NAME names a parameter that differs
// from the last part of its path.
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
	list := slices.Concat(meshFormats(), sidecarFormats(), kubernetesFormats(), workflowFormats(), cloudFormats(),
		javaFormats(), dotnetFormats(), kafkaFormats(), agentFormats(), shipperFormats(), restartFormats(), queueFormats())
	for i := range list {
		f := &list[i]
		if f.Client = cmp.Or(f.Client, f.Name); f.Syntax == nil {
			f.Syntax = []syntax{yamlSyntax}
		}
	}
	return list
})

// Find returns the format with that name, or the first format of the client with that name.
func Find(name string) (Format, bool) {
	for _, is := range []func(Format) bool{
		func(f Format) bool { return f.Name == name },
		func(f Format) bool { return f.Client == name },
		func(f Format) bool { return folded(f.Name) == folded(name) || folded(f.Client) == folded(name) },
	} {
		if i := slices.IndexFunc(Formats(), is); i >= 0 {
			return Formats()[i], true
		}
	}
	return Format{}, false
}

// folded returns name in lower case without hyphens and underscores.
func folded(name string) string {
	return strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(name, "-", ""), "_", ""))
}

// same reports whether a key of a file is the key of a row, where ~1 stands for a slash.
func (f *Format) same(key, row string) bool {
	return key == strings.ReplaceAll(row, "~1", "/") || f.Fold && folded(key) == folded(row)
}

// follow returns the node at path way from n, or nil.
func (f *Format) follow(n *node, way string) *node {
	for part := range strings.SplitSeq(way, "/") {
		switch {
		case n == nil:
			return nil
		case part == "..":
			n = n.parent
		case part == "@":
			n = f.Beside(n, false)
		case part == "[]" && n.shape == list && len(n.kids) > 0:
			n = n.kids[0]
		case n.shape != mapping:
			return nil
		default:
			i := slices.IndexFunc(n.kids, func(c *node) bool { return f.same(c.key, part) })
			if i < 0 {
				return nil
			}
			n = n.kids[i]
		}
	}
	return n
}

// stanzas returns the nodes of a document that hold a policy.
func (f *Format) stanzas(root *node, marked bool) (list []*node) {
	seen := map[*node]bool{}
	for way := range strings.SplitSeq(f.At, " ") {
		f.match(root, strings.Split(way, "/"), func(n *node) {
			if !seen[n] && (n.shape == mapping || n.null) && (!marked || f.marked(n) && !f.never(n)) {
				seen[n] = true
				list = append(list, n)
			}
		})
	}
	return list
}

func (f *Format) match(n *node, way []string, found func(*node)) {
	if len(way) == 0 || way[0] == "" {
		found(n)
		return
	}
	deeper := way[0] == "**"
	if deeper {
		f.match(n, way[1:], found)
	}
	for _, c := range n.kids {
		switch {
		case deeper:
			f.match(c, way, found)
		case n.shape == list && way[0] == "[]", n.shape == mapping && f.fits(c.key, way[0]):
			f.match(c, way[1:], found)
		}
	}
}

// fits reports whether a key matches one part of a path. The part may end in *.
func (f *Format) fits(key, way string) bool {
	beginning, any := strings.CutSuffix(way, "*")
	return f.same(key, way) || any && strings.HasPrefix(key, beginning)
}

// implied returns nodes for the absent policies of clients that retry by default: see Implied.
func (f *Format) implied(root *node) (list []*node) {
	for one := range strings.SplitSeq(f.Implied, ",") {
		parts := strings.Fields(one)
		if len(parts) == 0 {
			break
		}
		f.match(root, strings.Split(parts[0], "/"), func(n *node) {
			if n.shape == scalar && n.text != "" || n.child(parts[1]) != nil && n.child(parts[2]) == nil {
				list = append(list, &node{key: parts[2], line: n.line, shape: mapping, parent: n})
			}
		})
	}
	return list
}

// never reports whether the mapping has a key of Never, with its value if there is one.
func (f *Format) never(n *node) bool {
	return slices.ContainsFunc(strings.Fields(f.Never), func(one string) bool {
		key, value, valued := strings.Cut(one, "=")
		return n.child(key) != nil && (!valued || strings.EqualFold(n.value(key), value))
	})
}

func (f *Format) marked(n *node) bool {
	return f.Marks == "" || slices.ContainsFunc(strings.Split(f.Marks, ","), func(all string) bool {
		for key := range strings.FieldsSeq(all) {
			key, absent := strings.CutPrefix(key, "!")
			if (f.follow(n, key) == nil) != absent {
				return false
			}
		}
		return true
	})
}
