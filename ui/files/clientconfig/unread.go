package clientconfig

import (
	"slices"
	"strings"
)

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
