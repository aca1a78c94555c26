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
	var docs, lines []*node
	for _, s := range syntaxesOf(name, data) {
		list, err := s.parse(data)
		if docs = append(docs, list...); err == nil {
			break
		}
	}
	for _, l := range linesOf(data, "#") {
		lines = append(lines, &node{key: strings.TrimRight(strings.Fields(l.text)[0], ":="), line: l.number})
	}
	found, _ := (&node{kids: docs}).unread(nil)
	if found == nil { // in files inside a file, and in an unknown syntax
		found, _ = (&node{kids: lines}).unread(nil)
	}
	for _, n := range found[:min(len(found), 3)] {
		keys = append(keys, fmt.Sprintf("%s in line %d", printable(n.key), n.line))
	}
	return keys
}

// unread returns the keys at n or below that seem to be about retries, each without those below it, and belong to no
// policy. policies has the paths of the policies; held reports whether one is at n or below. Health checks retry
// nothing, and the targets of Dapr only name policies.
func (n *node) unread(policies map[string]*Format) (keys []*node, held bool) {
	if held = policies[n.path()] != nil; held || n.key == "healthcheck" || n.key == "targets" {
		return nil, held
	}
	for _, c := range n.kids {
		more, holds := c.unread(policies)
		keys, held = append(keys, more...), held || holds
	}
	if !held && aboutRetries().MatchString(n.key) && plain(n.key) && !beside(n.key) {
		keys = []*node{n}
	}
	return keys, held
}

// beside reports whether a format reads the key in another place than its policy.
func beside(key string) bool {
	for _, f := range Formats() {
		for _, k := range f.Keys {
			if strings.ContainsAny(k.At[:1], ".@") && slices.Contains(strings.Split(k.At, "/"), key) {
				return true
			}
		}
	}
	return false
}

// Readable reports whether retune can read files with the extension of name. Scans of a directory use it.
func Readable(name string) bool {
	return Recognised(name) || slices.ContainsFunc(syntaxes, func(s *syntax) bool { return s.named(name) })
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
