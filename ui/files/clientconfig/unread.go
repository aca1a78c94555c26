package clientconfig

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Unread returns up to three keys of a file that seem to be about retries, with their lines. It helps users of files
// without a policy that retune reads.
func Unread(name string, data []byte) (keys []string) {
	var walk func(n *node)
	walk = func(n *node) {
		if aboutRetries().MatchString(n.key) && plain(n.key) && len(keys) < 3 {
			keys = append(keys, fmt.Sprintf("%s in line %d", printable(n.key), n.line))
		}
		for _, c := range n.kids {
			walk(c)
		}
	}
	for _, s := range syntaxesOf(name, data) {
		docs, err := parse(s, data)
		for _, doc := range docs {
			walk(doc)
		}
		if err == nil {
			break
		}
	}
	if keys == nil { // in files inside a file, and in an unknown syntax
		for _, l := range linesOf(data, "#") {
			walk(&node{key: strings.TrimRight(strings.Fields(l.text)[0], ":="), line: l.number})
		}
	}
	return keys
}

// Readable reports whether retune can read files with the extension of name. Scans of a directory use it.
func Readable(name string) bool {
	end := strings.ToLower(filepath.Ext(name))
	return Recognised(name) || slices.ContainsFunc(likely, func(s syntax) bool {
		return slices.Contains(strings.Fields(syntaxes[s].ends), end)
	})
}

// Recognised reports whether the file name alone implies that the file has a policy.
func Recognised(name string) bool {
	base := filepath.Base(name)
	return slices.ContainsFunc(Formats(), func(f Format) bool {
		return slices.ContainsFunc(strings.Fields(f.Files), func(pattern string) bool {
			ok, _ := filepath.Match(pattern, base)
			return ok
		})
	})
}
