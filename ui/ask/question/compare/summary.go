package compare

import (
	"slices"
	"strings"

	"retune/ui/ask/answer"
)

// most is how many figures a sentence says of each.
const most = 4

// summary says what the policies do, and who is better in what by more than a tenth.
func summary(a answer.Answer, policies string) string {
	type better struct {
		who string
		in  []string
	}
	lists := make([]better, len(a.Policies))
	differ := false
	for _, g := range a.Groups[1:] {
		for _, q := range g.Quantities {
			differ = differ || !q.Single && !q.Error && !q.Equal()
			i, ok := q.Best(answer.Tenth)
			if !ok || !q.Tells || len(lists[i].in) == most {
				continue
			}
			var others []string
			for j := range a.Policies {
				if text := q.Text(j); j != i && !slices.Contains(others, text) {
					others = append(others, text)
				}
			}
			lists[i].who = a.Policies[i]
			lists[i].in = append(lists[i].in, q.Called()+" ("+q.Text(i)+" vs "+answer.Joined(others)+")")
		}
	}
	slices.SortStableFunc(lists, func(x, y better) int { return len(y.in) - len(x.in) })
	var parts []string
	for _, b := range lists {
		if b.in != nil {
			parts = append(parts, b.who+" in "+answer.Joined(b.in))
		}
	}
	switch {
	case !differ:
		return answer.Joined(a.Policies) + " give the same results."
	case parts != nil:
		is := map[bool]string{true: " is better", false: " is best"}[len(lists) == 2]
		parts[0] = strings.Replace(parts[0], " ", is+" ", 1)
		return strings.TrimSpace(policies + " " + strings.Join(parts, "; ") + ".")
	case policies == "":
		return "Neither " + strings.Join(a.Policies, " nor ") + " is better overall."
	}
	return policies
}
