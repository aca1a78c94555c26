package clientconfig

import (
	"fmt"
	"slices"
)

// An Entry is one value of a file with its path of keys. The items of a list have the path of the list.
type Entry struct {
	Path []string
	Text string
	Line int
	Nth  int // number in its list, from 1; 0: it is in no list
}

// Entries returns the values of a TOML document in order, with the same limits as Read.
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
func (n *node) entries(path []string, nth int) (list []Entry) {
	if n.shape == scalar {
		return []Entry{{path, n.text, n.line, nth}}
	}
	for i, c := range n.kids {
		below := path
		if n.shape == mapping {
			below = append(slices.Clip(path), c.key)
		} else {
			nth = i + 1
		}
		list = append(list, c.entries(below, nth)...)
	}
	return list
}
