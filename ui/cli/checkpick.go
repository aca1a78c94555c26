package cli

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"retune/ui/ask/setting"
	"retune/ui/files/scenario"
)

// picked are the limits that the user chose by their figures.
type picked struct{ selected, ignored []string }

// add adds the flags.
func (p *picked) add(set *pflag.FlagSet) {
	set.StringSliceVar(&p.selected, "select", nil, "check only the limits on these `figures`: recovers,peak_load")
	set.StringSliceVar(&p.ignored, "ignore", nil, "leave out the limits on these `figures`")
}

// choose keeps the limits on the selected figures, or all if none is selected, without those on the ignored ones. A
// limit goes by its figure, its verdict or its whole text.
func (c *checking) choose(p picked) error {
	var names []string
	for _, l := range c.limits {
		names = append(names, l.Name)
		if !strings.ContainsAny(l.Text, "<>=") {
			names = append(names, l.Text)
		}
	}
	slices.Sort(names)
	all, flags := c.limits, []string{"--select", "--ignore"}
	for i, list := range [][]string{p.selected, p.ignored} {
		for _, word := range list {
			if !slices.ContainsFunc(all, func(l scenario.Limit) bool { return goesBy(l, word) }) {
				return notOneOf(flags[i], word, slices.Compact(names))
			}
			c.picks = append(c.picks, flags[i], word)
		}
	}
	c.limits = slices.DeleteFunc(slices.Clone(all), func(l scenario.Limit) bool {
		is := func(word string) bool { return goesBy(l, word) }
		return len(p.selected) > 0 && !slices.ContainsFunc(p.selected, is) || slices.ContainsFunc(p.ignored, is)
	})
	if len(c.limits) == 0 && len(all) > 0 {
		return usage("", "--select and --ignore leave no limit to check")
	}
	return nil
}

// goesBy reports whether a word means the limit.
func goesBy(l scenario.Limit, word string) bool {
	return slices.Contains([]string{setting.DashedLower(l.Name), setting.DashedLower(l.Text)}, setting.DashedLower(word))
}
