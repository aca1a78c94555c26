package compare

import (
	"slices"
	"strings"

	"retune/ui/ask/answer"
)

// most is the largest number of figures for each policy in a sentence.
const most = 4

// summary says what the policies do, and which is better by more than 10% in which figure.
func summary(a answer.Answer, policies string) string {
	parts, differ := wins(a)
	switch {
	case !differ:
		return answer.JoinWords(a.Policies) + " give the same results."
	case parts != nil:
		is := " is best"
		if len(a.Policies) == 2 {
			is = " is better"
		}
		parts[0] = strings.Replace(parts[0], " in ", is+" in ", 1)
		return strings.TrimSpace(policies + " " + strings.Join(parts, "; ") + ".")
	case policies == "":
		return "Neither " + strings.Join(a.Policies, " nor ") + " is better overall."
	}
	return policies
}

// wins returns a clause for each policy that is better than the others in some figure, longest first, and whether any
// figure differs.
func wins(a answer.Answer) (parts []string, differ bool) {
	type win struct {
		who string
		in  []string
	}
	wins := make([]win, len(a.Policies))
	for _, g := range a.Groups[1:] {
		for _, q := range g.Quantities {
			differ = differ || !q.Shared && !q.Equal()
			i, ok := q.Best(answer.HeadlineMargin)
			if wins[i].who = a.Policies[i]; !ok || !q.InComparisons || len(wins[i].in) == most {
				continue
			}
			var others []string
			for j := range a.Policies {
				if text := answer.SentenceText(q.Text(j)); j != i && !slices.Contains(others, text) {
					others = append(others, text)
				}
			}
			wins[i].in = append(wins[i].in,
				q.DisplayName()+" ("+answer.SentenceText(q.Text(i))+" vs "+answer.JoinWords(others)+")")
		}
	}
	slices.SortStableFunc(wins, func(x, y win) int { return len(y.in) - len(x.in) })
	for _, w := range wins {
		if w.in != nil {
			parts = append(parts, w.who+" in "+answer.JoinWords(w.in))
		}
	}
	return parts, differ
}
