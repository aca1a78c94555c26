package setting

import (
	"slices"
	"strings"
)

// Args returns the arguments of the command that asks the question of s: the subcommand with its argument, the initial
// delay and the factor, and every setting that differs from start. Settings that ask are limited to those named in
// takes and those of the question itself, own.
//
// pinned names settings set by the environment. They are written even at their defaults, because the command would mean
// something else in another environment.
func Args(s, given *Scenario, sub string, takes, pinned []string, own ...Setting) []string {
	start := *given
	args := strings.Fields(sub)
	first := start // before the client sets the policy
	start.Library = s.Library
	start = start.ClientDefaults()
	differs := func(k Setting) bool {
		text := k.Text(s)
		return text != "" && (text != k.Text(&start) || k.SetsOthers && text != k.Text(&first) ||
			slices.Contains(pinned, k.Name) || k.alwaysWritten(s, &start))
	}
	list := where(func(k Setting) bool { return !k.OfQuestion || slices.Contains(takes, k.Name) })
	for _, k := range append(list, own...) {
		if k.HasFlag() && differs(k) {
			args = append(args, k.arguments(s)...)
		}
	}
	return args
}

// arguments returns the flag of the setting with its value in s.
func (k Setting) arguments(s *Scenario) (args []string) {
	if k.Switch() {
		return []string{strings.TrimSuffix(k.Flag()+"="+k.Text(s), "=yes")}
	}
	values := []string{k.Typed(s)}
	if k.Separator == PolicySeparator {
		values = strings.Split(values[0], PolicySeparator)
	}
	for _, value := range values {
		args = append(args, k.Flag(), value)
	}
	return args
}

// alwaysWritten reports whether the command names the setting of s even if it has the value of start.
func (k Setting) alwaysWritten(s, start *Scenario) bool {
	switch k.Name {
	case "initial-delay", "factor":
		return s.Library.Row == nil && !listed(s)
	case "retries": // a list of delays sets the retries too
		return listed(s) && delaysText(s) != delaysText(start)
	case "jitter":
		return start.AnyJitter && !s.AnyJitter
	}
	for _, i := range implications { // another setting in the command would imply a value for this one
		given, _ := Find(i.given)
		if i.name == k.Name && given.Text(s) != given.Text(start) && (i.unless == nil || !i.unless(s)) {
			return true
		}
	}
	return false
}

// Command returns the command line for args.
func Command(args []string) string {
	line := "retune"
	for _, arg := range args {
		if strings.ContainsAny(arg, "<>") { // the shell would read it as a redirection
			arg = "'" + arg + "'"
		}
		line += " " + arg
	}
	return line
}
