package report

import (
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// TestMarkdownIsEscaped puts the special characters of Markdown into every text of an answer. A row of a table then has
// as many cells as its headings, the command stays inline code, and no character changes how the text looks.
func TestMarkdownIsEscaped(t *testing.T) {
	const odd = "a|b *c* [d](e) <f> `g` ![h] ~i~"
	q := answer.Quantity{Name: odd, Label: odd, Value: answer.Word(odd)}
	number := answer.Quantity{Name: "n", Value: answer.Amount(1, unit.Number)}
	for _, policies := range [][]string{nil, {odd, "B|"}, {"A", odd, "C"}} {
		a := answer.Answer{Summary: odd, Assumed: odd, Policies: policies}
		for range len(policies) - 1 {
			q.Others, number.Others = append(q.Others, q.For(0)), append(number.Others, number.For(0))
		}
		a.Groups = []answer.Group{{Title: odd, Quantities: []answer.Quantity{q, number}}}
		a.Tables = []answer.Table{answer.WordTable(odd, "odd, bar", [][]string{{odd, "two\nlines"}, {"|", "||"}})}
		a.Tables[0].Columns[0].Name, a.Tables[0].Columns[1].Name = odd, "|"
		a.Warn(answer.Input, odd)
		var b strings.Builder
		result := Result{Query: odd, Command: "retune " + odd, Version: odd, Answer: a}
		if err := Write(&b, result, Options{Format: "markdown"}); err != nil {
			t.Fatal(err)
		}
		cells := 0
		for line := range strings.Lines(b.String()) {
			free := strings.ReplaceAll(line, `\|`, "")
			switch {
			case !strings.HasPrefix(line, "|"):
				cells = 0
				if bare := strings.NewReplacer(`\*`, "", `\[`, "", `\~`, "").Replace(line); strings.ContainsAny(bare, "*[~") &&
					!strings.Contains(line, "retune a|b") {
					t.Errorf("not escaped: %s", line)
				}
			case cells == 0:
				cells = strings.Count(free, "|")
			case strings.Count(free, "|") != cells:
				t.Errorf("%d bars, not %d: %s", strings.Count(free, "|"), cells, line)
			}
		}
		if !strings.Contains(b.String(), "`` retune "+odd+" ``") {
			t.Errorf("the command is not inline code:\n%s", &b)
		}
	}
}
