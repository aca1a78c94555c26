package clientconfig

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// A Setting is the value of one parameter of a client, as a file has it.
type Setting struct {
	Name string // of the parameter
	Text string // of the value as retune writes it: 500ms, 4, exponential
	Line int
}

// A Policy is what a file says of one client's retries.
type Policy struct {
	Client string // name of the client
	Format string // name of the format
	File   string
	Line   int    // where it begins
	Path   string // kind/name of the object, or the way to it in the file
	Set    []Setting
	Notes  []string // what the file says and retune does not know
	Risks  []string // keys whose values do harm, whatever the policy: see Warning
}

// A Format is one way in which the retries of a client are configured, and all that is
// known of it.
type Format struct {
	Name   string   // format, as flags take it: the client's name where it has but one
	Title  string   // what people call it
	Client string   // whose parameters the keys are; "": called as the format
	Syntax []syntax // nil: YAML
	Files  string   // patterns of names of files, with spaces between them
	Kinds  string   // the kinds of Kubernetes object that have it; "": any document
	// At is where a policy stands: ways of keys with spaces between them; * is any key, [] any item, ** any way.
	At string
	// Marks is the keys that tell a policy from other things: all of one of these lists, with commas between them;
	// "": nothing else stands there.
	Marks    string
	Keys     []Key
	Other    string // keys of a policy that are not about delays and counts
	Open     bool   // other things stand there too: unknown keys are passed over,
	Own      string // but not those that begin like this, with spaces between them
	Fold     bool   // maxDelay, max-delay and max_delay are the same
	Dotted   bool   // a key with dots is a way of keys
	Absent   string // NAME=VALUE with spaces between them: what a policy without a parameter has in place of its default
	Warnings []Warning
	// Implied is where policies stand that are not there, with commas between them: the way of a mapping, a key that
	// it has, and the key of the policy.
	Implied string
	// Inherits returns where the settings stand that a policy does not have itself, or nil.
	Inherits func(*node) *node
	// Beside returns what else belongs to a policy, elsewhere in the document, or nil; where
	// made says so it is made if it is not there.
	Beside func(n *node, made bool) *node
	Frame  string // a file in which only the policy is missing; "": the format is not written
}

// A Warning is printed for a key whose value contains a text.
type Warning struct {
	At    string // as of a Key
	Value string // in the value; "": any
	Text  string // what follows the name of the key
	Note  bool   // it does no harm
}

// warns returns warnings of the values of a key.
func warns(at, text string, values ...string) (list []Warning) {
	for _, value := range values {
		list = append(list, Warning{At: at, Value: value, Text: text})
	}
	return list
}

// A Key is where a parameter stands in a policy.
type Key struct {
	At   string // way of keys from the policy, with / between them; .. is a level up, @ what is Beside it
	Name string // of the parameter
	form form
}

// at returns keys of that form: ways with spaces between them, each with = and the name of its parameter where that is
// not the last part of the way.
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

// Formats is the table of the formats, in the order in which everything lists them and
// in which they are recognised.
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

// Find returns the format of that name, or the first format of the client of that name.
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

// folded is a name without what tells spellings apart.
func folded(name string) string {
	return strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(name, "-", ""), "_", ""))
}

// same tells whether a key of a file is the one that the row has, which has ~1 for a slash in a key.
func (f *Format) same(key, row string) bool {
	return key == strings.ReplaceAll(row, "~1", "/") || f.Fold && folded(key) == folded(row)
}

// follow returns the node to which a way leads from n, or nil.
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

// stanzas is the nodes of a document where a policy stands.
func (f *Format) stanzas(root *node, marked bool) (list []*node) {
	seen := map[*node]bool{}
	for way := range strings.SplitSeq(f.At, " ") {
		f.match(root, strings.Split(way, "/"), func(n *node) {
			if !seen[n] && (n.shape == mapping || n.null) && (!marked || f.marked(n)) {
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

// fits reports whether a key matches a part of a way, which may end in *.
func (f *Format) fits(key, way string) bool {
	beginning, any := strings.CutSuffix(way, "*")
	return f.same(key, way) || any && strings.HasPrefix(key, beginning)
}

// implied is the policies that are not there, of a client that retries all the same.
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

func (f *Format) marked(n *node) bool {
	return f.Marks == "" || slices.ContainsFunc(strings.Split(f.Marks, ","), func(all string) bool {
		for key := range strings.FieldsSeq(all) {
			if f.follow(n, key) == nil {
				return false
			}
		}
		return true
	})
}
