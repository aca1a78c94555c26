package compare

import (
	"strings"

	"retune/ui/answer"
)

// most is how many figures a sentence says of each.
const most = 4

// summary says what the policies do, and who is better in what.
func summary(a answer.Answer, policies string) string {
	var lists [2][]string
	differ := false
	for _, g := range a.Groups[1:] {
		for _, q := range g.Quantities {
			differ = differ || !q.Single && !q.Error && !q.Equal()
			if i, ok := q.Best(); ok && q.Tells && q.Text(i) != q.Text(1-i) && len(lists[i]) < most {
				lists[i] = append(lists[i], q.Called()+" ("+q.Text(i)+" against "+q.Text(1-i)+")")
			}
		}
	}
	first, second, names := lists[0], lists[1], []string{"A", "B"}
	if len(second) > len(first) {
		first, second, names = second, first, []string{"B", "A"}
	}
	better := ""
	switch {
	case !differ:
		return "A and B give the same results."
	case len(first) == 0 && policies == "":
		return "Neither A nor B is better overall."
	case len(second) > 0:
		better = names[0] + " is better in " + answer.Joined(first) + "; " + names[1] + " in " + answer.Joined(second) + "."
	case len(first) > 0:
		better = names[0] + " is better in " + answer.Joined(first) + "."
	}
	return strings.TrimSpace(policies + " " + better)
}
