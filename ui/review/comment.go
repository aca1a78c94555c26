package review

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"retune/ui/answer"
	"retune/ui/unit"
)

// Comment writes the checks as a comment on a pull request, in Markdown: the verdict, then a
// line for each limit with the case that is nearest to breaking it, and all of it folded in.
func Comment(out io.Writer, a answer.Answer, list []Checked, command, version string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**\n", words(a.Summary))
	worst := PageTable{Heads: []string{"", "limit", "figure", "margin", "what binds"}}
	all := PageTable{Heads: []string{"", "policy", "outage", "limit", "figure", "margin", "what binds"}}
	var limits []string
	for _, c := range list {
		if !slices.Contains(limits, c.Limit.Text) {
			limits = append(limits, c.Limit.Text)
		}
		all.Rows = append(all.Rows, []string{string(c.State()), c.Case.Policy, c.Case.Outage, c.Limit.Text, c.now(), c.margin(), c.Finding.Binds})
	}
	for _, text := range limits {
		c := Nearest(slices.DeleteFunc(slices.Clone(list), func(c Checked) bool { return c.Limit.Text != text }))
		binds := strings.Trim(c.Case.Name()+": "+c.Finding.Binds, ": ")
		worst.Rows = append(worst.Rows, []string{string(c.State()), c.Limit.Text, c.now(), c.margin(), binds})
	}
	b.WriteString(worst.markdown())
	if len(list) > len(limits) {
		b.WriteString(folded(fmt.Sprintf("All %d checks", len(list)), all.markdown()))
	}
	if len(a.Warnings) > 0 {
		b.WriteString("\n")
	}
	for _, w := range a.Warnings {
		fmt.Fprintf(&b, "- %s\n", words(w.String()))
	}
	fmt.Fprintf(&b, "\n%s (retune %s)\n", code(command), words(version))
	_, err := io.WriteString(out, b.String())
	return err
}

// Nearest is the check that fails by most, or else may fail, or else is nearest to its limit;
// there is one.
func Nearest(list []Checked) Checked {
	order := []State{Fails, Inconclusive, Holds}
	return slices.MinFunc(list, func(a, b Checked) int {
		if d := slices.Index(order, a.State()) - slices.Index(order, b.State()); d != 0 {
			return d
		}
		x, y := a.Finding.Margin(), b.Finding.Margin()
		switch {
		case math.IsNaN(x) && math.IsNaN(y):
			return 0
		case math.IsNaN(x): // a verdict that fails has no margin to be little
			return map[bool]int{true: -1, false: 1}[a.State() == Fails]
		case math.IsNaN(y):
			return map[bool]int{true: 1, false: -1}[a.State() == Fails]
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
}

// margin is how far the figure is from its limit, for people.
func (c Checked) margin() string {
	if m := c.Finding.Margin(); !math.IsNaN(m) {
		return unit.Share.Format(m)
	}
	return "-"
}
