package clientconfig

import (
	"fmt"
	"slices"
)

// An Entry is one value of a file with its path of keys. The items of a list have the path of the list.
type Entry struct {
	Path  []string
	Text  string
	Line  int
	Nth   int    // number in its list, from 1; 0: it is in no list
	Empty string // "[]" for a list without items, "{}" for a table without keys; "" for a value
}

// Entries returns the values of a TOML document in order, and its empty lists and tables, with the same limits as Read.
func Entries(name string, data []byte) ([]Entry, error) {
	data, err := text(data)
	if err == nil {
		var roots []*node
		if roots, err = syntaxOf("toml").parse(data); err == nil {
			return roots[0].entries(nil, 0), nil
		}
	}
	return nil, fmt.Errorf("%s %w", name, err)
}

// entries returns the values at n and below. path has the keys of n, and nth is its number in a list, or 0.
func (n *node) entries(path []string, nth int) (values []Entry) {
	switch {
	case n.shape == scalar:
		return []Entry{{Path: path, Text: n.text, Line: n.line, Nth: nth}}
	case len(n.kids) == 0 && n.parent != nil:
		return []Entry{{Path: path, Line: n.line, Nth: nth, Empty: map[shape]string{list: "[]", mapping: "{}"}[n.shape]}}
	}
	for i, c := range n.kids {
		below := path
		if n.shape == mapping {
			below = append(slices.Clip(path), c.key)
		} else {
			nth = i + 1
		}
		values = append(values, c.entries(below, nth)...)
	}
	return values
}
