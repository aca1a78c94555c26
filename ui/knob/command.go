package knob

import (
	"slices"
	"strings"
)

// Args returns the words of the command that asks the query of s, after the
// program's name: the sub-command, if it has one, the first delay and the
// factor, everything else that differs from the default, and of the questions
// those in takes.
//
// What the environment sets must be said even where it is at its default,
// or the command would mean something else here than elsewhere: pinned names
// those knobs.
func Args(s Scenario, sub string, takes, pinned []string) []string {
	var args []string
	if sub != "" {
		args = append(args, sub)
	}
	for _, k := range Knobs {
		text := k.Text(s)
		if k.Asks && !slices.Contains(takes, k.Name) || text == "" || k.Within != "" {
			continue
		}
		always := k.Name == "first" || k.Name == "factor" || slices.Contains(pinned, k.Name)
		switch {
		case !always && text == k.Text(Default()):
		case k.Switch():
			args = append(args, k.Flag()+map[string]string{"yes": "", "no": "=no"}[text])
		default:
			args = append(args, k.Flag(), text)
		}
	}
	return args
}

// Command is the line that one types for args.
func Command(args []string) string { return strings.Join(append([]string{"retune"}, args...), " ") }
