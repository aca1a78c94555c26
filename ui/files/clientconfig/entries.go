package clientconfig

// An Entry is one value of a file with its path of keys. The items of a list have the path of the list.
type Entry struct {
	Path []string
	Text string
	Line int
	Nth  int // number in its list, from 1; 0: it is in no list
}

// Entries returns the values of a TOML document in order, with the same limits as Read. Its errors are of the type
// [Error].
func Entries(data []byte) ([]Entry, error) {
	data, err := text(data)
	if err != nil {
		return nil, err
	}
	roots, err := syntaxOf("toml").parse(data)
	if err != nil {
		return nil, err
	}
	var entries []Entry
	var walk func(n *node, path []string, nth int)
	walk = func(n *node, path []string, nth int) {
		if n.shape == scalar {
			entries = append(entries, Entry{path, n.text, n.line, nth})
		}
		for i, c := range n.kids {
			below := path
			if n.shape == mapping {
				below = append(path[:len(path):len(path)], c.key)
			}
			if n.shape == list {
				nth = i + 1
			}
			walk(c, below, nth)
		}
	}
	walk(roots[0], nil, 0)
	return entries, nil
}
