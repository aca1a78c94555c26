package cli

import (
	"fmt"
	"maps"
	"slices"

	"retune/calc/client"
	"retune/ui/ask/question/clients"
	"retune/ui/files/clientconfig"
)

// A linted is a finding with the reasons why it does not count, if there are any.
type linted struct {
	clients.Finding
	ignored string // reason of an ignore comment, or ""
	old     bool   // the baseline has it
}

// counts reports whether neither a comment nor the baseline leaves the finding out.
func (f linted) counts() bool { return f.ignored == "" && !f.old }

// commented marks the findings that the comments of their files leave out, and adds a finding for each comment without
// effect.
func commented(list []linted, comments map[string][]clientconfig.Ignore, policies []clientconfig.Policy) []linted {
	lines := map[string][]int{}
	for _, p := range policies {
		lines[p.File] = append(lines[p.File], p.Line)
	}
	for _, file := range slices.Sorted(maps.Keys(comments)) {
		slices.Sort(lines[file])
		for _, c := range comments[file] {
			if why := ignore(list, file, c.About(lines[file]), c); why != "" {
				at := fmt.Sprintf("%s:%d", file, c.Line)
				list = append(list, linted{Finding: clients.Finding{Rule: client.IgnoreUnused, Text: why, Where: at}})
			}
		}
	}
	return list
}

// ignore marks the findings about the policy in a line of a file that a comment leaves out. It returns why the comment
// has no effect, or "".
func ignore(list []linted, file string, line int, c clientconfig.Ignore) (why string) {
	named, err := rulesOf(c.Rules)
	switch {
	case c.Rules == "":
		return "the comment names no rule"
	case err != nil:
		return err.Error()
	case c.Reason == "":
		return "the comment has no reason, and hides nothing"
	case line == 0:
		return "the comment is neither in a retry policy nor above one"
	}
	why = fmt.Sprintf("the comment hides nothing: there is no finding of %s about the policy of line %d", c.Rules, line)
	where := fmt.Sprintf("%s:%d", file, line)
	for i := range list {
		if f := &list[i]; f.Where == where && slices.Contains(named, f.Rule) {
			f.ignored, why = c.Reason, ""
		}
	}
	return why
}
