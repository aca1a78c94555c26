package setting

import (
	"slices"
	"strings"
)

// Args returns the words of the command that asks the question of s, after the
// program's name: the sub-command, if it has one, with its argument, the first delay and the
// factor, everything else that differs from where the question starts, and of the
// questions those in takes and those of its own.
//
// What the environment sets must be said even where it is at its default,
// or the command would mean something else here than elsewhere: pinned names
// those settings.
func Args(s, start Scenario, sub string, takes, pinned []string, own ...Setting) []string {
	args := strings.Fields(sub)
	first := start // before the client has set the policy
	start.Library = s.Library
	start = start.Adopted()
	for _, k := range slices.Concat(slices.DeleteFunc(slices.Clone(Settings), func(k Setting) bool {
		return k.Asks && !slices.Contains(takes, k.Name)
	}), own) {
		if !k.HasFlag() {
			continue
		}
		text := k.Text(s)
		if text == "" {
			continue
		}
		always := k.Sets && text != k.Text(first) || slices.Contains(pinned, k.Name) || k.said(s, start)
		if !always && text == k.Text(start) {
			continue
		}
		switch {
		case k.Switch():
			args = append(args, strings.TrimSuffix(k.Flag()+"="+text, "=yes"))
		case k.Many == Apart:
			for of := range strings.SplitSeq(k.Typed(s), Apart) {
				args = append(args, k.Flag(), of)
			}
		default:
			args = append(args, k.Flag(), k.Typed(s))
		}
	}
	return args
}

// said tells whether the setting of s is said even where it stands as in start.
func (k Setting) said(s, start Scenario) bool {
	switch k.Name {
	case "initial-delay", "factor":
		return s.Library.Row == nil && !listed(s)
	case "retries": // which a list of delays sets, too
		return listed(s) && delaysText(s) != delaysText(start)
	case "jitter":
		return start.AnyJitter && !s.AnyJitter
	}
	for _, i := range implications { // which would change the setting
		if given, _ := Find(i.given); i.name == k.Name && given.Text(s) != given.Text(start) {
			return true
		}
	}
	return false
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
