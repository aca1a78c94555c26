package clientconfig

import (
	"slices"
	"strings"

	"retune/ui/unit"
)

// known refuses an unknown key below n, part of a policy. under is the path from the policy to n, with a / behind it.
func (f *Format) known(n *node, under string, p *Policy) error {
	if n.shape != mapping {
		return nil
	}
	names := f.names(under)
	for _, c := range n.kids {
		i := slices.IndexFunc(names, func(name string) bool { return f.same(c.key, name) })
		own := func(own string) bool { return strings.HasPrefix(c.key, own) }
		switch {
		case i < 0 && f.Open && under == "" && !slices.ContainsFunc(strings.Fields(f.Own), own):
			if aboutRetries().MatchString(c.key) {
				p.note(c.line, printable(c.key), "does not count: retune does not know it")
			}
		case i < 0:
			key := unit.Quote(strings.ReplaceAll(under, "/", ".") + c.key)
			err := wrong(c.line, "unknown key %s in the %s", key, f.Title)
			err.Typed, err.Names = c.key, slices.Compact(slices.Sorted(slices.Values(names)))
			err.Hint = "the keys are " + strings.Join(err.Names, ", ")
			return err
		case f.below(under + names[i]):
			if err := f.known(c, under+names[i]+"/", p); err != nil {
				return err
			}
		}
	}
	return nil
}

// below reports whether the format has keys below a path.
func (f *Format) below(way string) bool {
	return slices.ContainsFunc(f.Keys, func(k Key) bool { return strings.HasPrefix(k.At, way+"/") })
}

// names returns the keys that the format allows under a path.
func (f *Format) names(under string) (list []string) {
	for _, k := range f.Keys {
		rest, ok := strings.CutPrefix(k.At, under)
		if name, _, _ := strings.Cut(rest, "/"); ok && name != ".." && name != "@" {
			list = append(list, name)
		}
	}
	for other := range strings.FieldsSeq(f.Other) {
		if rest, ok := strings.CutPrefix(other, under); ok && !strings.Contains(rest, "/") {
			list = append(list, rest)
		}
	}
	return list
}
