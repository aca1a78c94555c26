package clientconfig

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"retune/ui/unit"
)

// The limits of a file.
const (
	maxSize  = 1 << 20 // bytes
	maxDepth = 100     // levels
	maxNodes = 200_000 // keys, items and values
)

// A shape is the type of a node.
type shape uint8

const (
	scalar  shape = iota
	mapping       // its children have keys
	list          // its children are items
)

// A node is a value in a file. Every syntax is parsed into a tree of nodes.
type node struct {
	key    string
	line   int // line of the key, or of a value without one; from 1
	shape  shape
	text   string // text of a scalar
	quoted bool   // the scalar is a string even if it looks like a number
	null   bool
	kids   []*node
	parent *node
	index  int // index in its list
}

// child returns the child with that key, or nil.
func (n *node) child(key string) *node { return n.find(func(k string) bool { return k == key }) }

// find returns the first child with such a key, or nil.
func (n *node) find(is func(key string) bool) *node {
	if n == nil || n.shape != mapping {
		return nil
	}
	if i := slices.IndexFunc(n.kids, func(c *node) bool { return is(c.key) }); i >= 0 {
		return n.kids[i]
	}
	return nil
}

// set returns the child with that key of n, or of the last item if n is a list. It adds the child if necessary.
func (n *node) set(key string) *node {
	if n.shape == list && len(n.kids) > 0 {
		n = n.kids[len(n.kids)-1]
	}
	if c := n.child(key); c != nil {
		return c
	}
	c := &node{key: key, parent: n}
	n.shape, n.kids = mapping, append(n.kids, c)
	return c
}

// first returns the first item of a list, and adds it if necessary.
func (n *node) first() *node {
	if len(n.kids) == 0 {
		n.item(n.line)
	}
	return n.kids[0]
}

// item turns n into a list if necessary, appends a mapping, and returns it. line becomes the line of both.
func (n *node) item(line int) *node {
	n.line, n.shape = line, list
	n.kids = append(n.kids, &node{line: line, shape: mapping, parent: n})
	return n.kids[len(n.kids)-1]
}

// value returns the text of the child with that key, or "".
func (n *node) value(key string) string {
	if c := n.child(key); c != nil && c.shape == scalar {
		return c.text
	}
	return ""
}

// root returns the root of the document of n.
func (n *node) root() *node {
	for n.parent != nil {
		n = n.parent
	}
	return n
}

// path returns the path of the node from the root of its document: spec.http[0].retries.
func (n *node) path() (path string) {
	for ; n.parent != nil; n = n.parent {
		part := "." + n.key
		if n.parent.shape == list {
			part = fmt.Sprintf("[%d]", n.index)
		}
		path = part + path
	}
	return strings.TrimPrefix(path, ".")
}

// wrong returns an error in a line of a file.
func wrong(line int, format string, args ...any) error {
	return fmt.Errorf("line %d: %w", max(1, line), fmt.Errorf(format, args...))
}

// check refuses a tree that is too deep or too large, or has duplicate keys or control characters in names. It sets
// parent and index of every node, and copies those that several parents share. n is at a depth, behind count nodes.
func (n *node) check(depth int, count *int) error {
	if *count++; *count > maxNodes {
		return wrong(n.line, "the file has more than %d values", maxNodes)
	}
	if depth > maxDepth || strings.Count(n.key, ".") > maxDepth {
		return wrong(n.line, "nested deeper than %d levels", maxDepth)
	}
	lines := map[string]int{}
	n.kids = slices.Clone(n.kids)
	for i, shared := range n.kids {
		c := new(*shared)
		n.kids[i], c.parent, c.index = c, n, i
		if n.shape == mapping {
			if !plain(c.key) {
				return wrong(c.line, "the key %s has a control character", unit.Quote(c.key))
			}
			if first, twice := lines[c.key]; twice {
				return wrong(c.line, "the key %s is there twice, first in line %d", unit.Quote(c.key), first)
			}
			lines[c.key] = c.line
		}
		if err := c.check(depth+1, count); err != nil {
			return err
		}
	}
	return nil
}

// plain reports whether name can be printed unchanged: it has no character that moves the cursor or changes the writing
// direction.
func plain(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}
