package page

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/files/scenario"
)

// Comment writes the checks as a comment on a pull request, in Markdown: the verdict, then a line for each limit with
// its worst case, and all checks in a collapsed section.
func Comment(out io.Writer, a answer.Answer, list []scenario.Checked, command, version string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**\n", words(a.Summary))
	worst := Table{Heads: []string{"", "limit", "figure", "margin", "what binds"}}
	limits := byLimit(list)
	for _, of := range limits {
		c := scenario.Nearest(of)
		binds := strings.Trim(c.Case.Name()+": "+c.Finding.Binds, ": ")
		worst.Rows = append(worst.Rows, []string{string(c.State()), c.Limit.Text, c.Now(),
			cmp.Or(c.MarginText(), "-"), binds})
	}
	b.WriteString(worst.markdown())
	if len(list) > len(limits) {
		b.WriteString(folded(fmt.Sprintf("All %d checks", len(list)), everyCheck(list).markdown()))
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
