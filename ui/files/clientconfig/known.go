package clientconfig

import (
	"fmt"
	"slices"
	"strings"

	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// rows returns the keys that the format allows in a policy, as a tree.
func (f *Format) rows() *node {
	root := &node{shape: mapping}
	ways := strings.Fields(f.Other)
	for _, k := range f.Keys {
		ways = append(ways, k.At)
	}
	for _, way := range ways {
		if at := root; !strings.ContainsAny(way[:1], ".@") {
			for key := range strings.SplitSeq(way, "/") {
				at = at.set(key)
			}
		}
	}
	return root
}

// known refuses an unknown key of n, part of a policy. rows are the keys that the format allows there.
func (f *Format) known(n, rows *node, p *Policy) error {
	if n.shape != mapping {
		return nil
	}
	for _, c := range n.kids {
		row := rows.find(func(name string) bool { return f.same(c.key, name) })
		own := func(own string) bool { return strings.HasPrefix(c.key, own) }
		switch {
		case row == nil && f.Open && rows.parent == nil && !slices.ContainsFunc(strings.Fields(f.Own), own):
			if aboutRetries().MatchString(c.key) {
				p.note(c.line, printable(c.key), "does not count: retune does not know it")
			}
		case row == nil:
			key := strings.TrimPrefix(rows.path()+"."+c.key, ".")
			var names []string
			for _, row := range rows.kids {
				names = append(names, row.key)
			}
			slices.Sort(names)
			return wrong(c.line, "%w", setting.Refused{
				Reason: fmt.Sprintf("unknown key %s in the %s", unit.Quote(key), f.Title),
				Typed:  c.key, Names: names, Hint: "the keys are " + strings.Join(names, ", ")})
		case len(row.kids) > 0:
			if err := f.known(c, row, p); err != nil {
				return err
			}
		}
	}
	return nil
}
