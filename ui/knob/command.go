package knob

import (
	"slices"
	"strings"
)

// Args returns the words of the command that asks the query of s, after the
// program's name: the sub-command, if it has one, with its argument, the first delay and the
// factor, everything else that differs from where the query starts, and of the
// questions those in takes.
//
// What the environment sets must be said even where it is at its default,
// or the command would mean something else here than elsewhere: pinned names
// those knobs.
func Args(s, start Scenario, sub string, takes, pinned []string) []string {
	var args []string
	if sub != "" {
		args = append(args, strings.Fields(sub)...)
	}
	for _, k := range Rows(s) {
		if k.Asks && !k.Reads(takes) || !k.HasFlag() {
			continue
		}
		text := k.Text(s)
		if text == "" {
			continue
		}
		always := k.Name == "initial-delay" || k.Name == "factor" || slices.Contains(pinned, k.Name)
		switch {
		case !always && text == k.Text(start):
		case k.Switch():
			args = append(args, k.Flag()+map[string]string{"yes": "", "no": "=no"}[text])
		default:
			args = append(args, k.Flag(), text)
		}
	}
	return args
}

// Command is the line that one types for args.
func Command(args []string) string {
	line := "retune"
	for _, arg := range args {
		if strings.ContainsAny(arg, "<>") { // which a shell takes for itself
			arg = "'" + arg + "'"
		}
		line += " " + arg
	}
	return line
}

// Reads tells whether the knob of a question is among those that are taken;
// every percentile is if one is.
func (k Knob) Reads(takes []string) bool {
	name := k.Name
	if isPercentile(name) {
		name = "elapsed-p99"
	}
	return slices.Contains(takes, name)
}
