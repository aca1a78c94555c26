package config

import (
	"slices"
	"strings"
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
}

// A Format is one way in which the retries of a client are configured, and all that is
// known of it.
type Format struct {
	Name   string // format, as flags take it: the client's name where it has but one
	Title  string // what people call it
	Client string // whose parameters the keys are
	Syntax []syntax
	Files  string   // patterns of names of files, with spaces between them
	Kinds  string   // the kinds of Kubernetes object that have it; "": any document
	At     []string // where a policy stands: ways of keys, * is any key, [] any item, ** any way
	Marks  []string // keys, all of one of these lists, that tell a policy from other things; nil: nothing else stands there
	Keys   []Key
	Other  string // keys of a policy that are not about delays and counts
	Unread string // ways of keys that change what the policy does in a way that retune does not know
	Open   bool   // other things stand there too: unknown keys are passed over,
	Own    string // but not those that begin like this, with spaces between them
	Fold   bool   // maxDelay, max-delay and max_delay are the same
	Dotted bool   // a key with dots is a way of keys
	Absent string // NAME=VALUE with spaces between them: parameters that a policy does not say, where that is not their default
	// Inherits returns where the settings stand that a policy does not have itself, or nil.
	Inherits func(*node) *node
	// Beside returns what else belongs to a policy, elsewhere in the document, or nil; where
	// made says so it is made if it is not there.
	Beside func(n *node, made bool) *node
	Frame  string // a file in which only the policy is missing; "": the format is not written
}

// A Key is where a parameter stands in a policy.
type Key struct {
	At   string // way of keys from the policy, with / between them; .. is a level up, @ what is Beside it
	Name string // of the parameter
	form form
}

// Formats is the table of the formats, in the order in which everything lists them and
// in which they are recognised.
var Formats = slices.Concat(meshFormats, kubernetesFormats, workflowFormats, cloudFormats, javaFormats, dotnetFormats, kafkaFormats, agentFormats, restartFormats, queueFormats)

// Find returns the format with that name, or that of the client with that name.
func Find(name string) (Format, bool) {
	for _, is := range []func(Format) bool{
		func(f Format) bool { return f.Name == name },
		func(f Format) bool { return f.Client == name },
		func(f Format) bool { return folded(f.Name) == folded(name) || folded(f.Client) == folded(name) },
	} {
		if i := slices.IndexFunc(Formats, is); i >= 0 {
			return Formats[i], true
		}
	}
	return Format{}, false
}

// folded is a name without what tells spellings apart.
func folded(name string) string {
	return strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(name, "-", ""), "_", ""))
}

// alike tells whether the folded names are the same.
func alike(a, b string) bool {
	i, j := 0, 0
	for {
		for i < len(a) && (a[i] == '-' || a[i] == '_') {
			i++
		}
		for j < len(b) && (b[j] == '-' || b[j] == '_') {
			j++
		}
		if i == len(a) || j == len(b) {
			return i == len(a) && j == len(b)
		}
		if lower(a[i]) != lower(b[j]) {
			return false
		}
		i, j = i+1, j+1
	}
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// same tells whether a key of a file is the one that the row has.
func (f *Format) same(key, row string) bool { return key == row || f.Fold && alike(key, row) }

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
	for _, way := range f.At {
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
		case n.shape == list && way[0] == "[]", n.shape == mapping && (way[0] == "*" || f.same(c.key, way[0])):
			f.match(c, way[1:], found)
		}
	}
}

func (f *Format) marked(n *node) bool {
	return f.Marks == nil || slices.ContainsFunc(f.Marks, func(all string) bool {
		for key := range strings.FieldsSeq(all) {
			if f.follow(n, key) == nil {
				return false
			}
		}
		return true
	})
}
