// Package cli is the command line program: it reads arguments, prints an answer or an error, and returns an exit
// status.
//
// [Main] takes its streams as arguments, so that tests run it in-process. Subcommands, flags, help, completion and
// environment variables derive from the tables in package setting and package question.
//
// Answers go to standard output, everything else to standard error as "retune: error: ...", optionally followed by
// "retune: hint: ...". Both are wrapped at 100 characters. On an error nothing is written to standard output.
package cli

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"
	"unicode"

	"retune/ui/help"
	"retune/ui/show/report"
	"retune/ui/tui"
)

// Version is the version of the program, which JSON includes.
const Version = "0.1.0"

// commit returns the commit that the program was built from, or "" if unknown.
func commit() (text string) {
	info, _ := debug.ReadBuildInfo()
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			text = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			text += ", modified"
		}
	}
	return text
}

// The exit statuses.
const (
	statusAnswered = 0
	statusFailed   = 1 // a failure outside the question, such as a file that cannot be written
	statusUsage    = 2 // invalid input
	statusNone     = 3 // the question has no answer, or a condition does not hold
	statusOpen     = 4 // a verdict or a condition is inconclusive

	statusInterrupted = 130 // ctrl+c or SIGTERM; the finished part is written: 128 + SIGINT
)

// A failure is the reason for a status other than 0: why there is no answer, or what is wrong with the answer.
type failure struct {
	status int
	reason string
	hint   string // or ""
	what   string // prefix of the reason
}

func (f failure) Error() string { return f.reason }

// usage returns the failure for invalid input.
func usage(hint, format string, args ...any) failure {
	return failure{statusUsage, fmt.Sprintf(format, args...), hint, "error"}
}

// noAnswer returns the failure of a question without an answer.
func noAnswer(reason, hint string) error { return failure{statusNone, reason, hint, "error"} }

// failed returns a failure outside the question.
func failed(reason, hint string) failure { return failure{statusFailed, reason, hint, "error"} }

// interrupted returns the failure of work stopped by ctrl+c or SIGTERM.
func interrupted() error { return failure{statusInterrupted, "stopped by a signal", "", "note"} }

// unmet returns the failure of a condition that does not hold.
func unmet(reason string) error { return failure{statusNone, reason, "", "failed"} }

// inconclusive returns the failure of an undecided verdict or condition.
func inconclusive(reason string) error { return failure{statusOpen, reason, "", "inconclusive"} }

// helpAll is the flag for help with every flag, also written --help all.
const helpAll = "help-all"

// wholeHelp replaces a request for help with every flag by --help. ok is false if the arguments have none.
func wholeHelp(args []string) (_ []string, ok bool) {
	for i, arg := range args {
		switch {
		case arg == "--"+helpAll || arg == "--help=all":
			return slices.Concat(args[:i], []string{"--help"}, args[i+1:]), true
		case (arg == "--help" || arg == "-h") && i+1 < len(args) && args[i+1] == "all":
			return slices.Concat(args[:i+1], args[i+2:]), true
		}
	}
	return args, false
}

// Main runs retune with its arguments, without the program name, and returns the exit status.
func Main(args []string, in io.Reader, out, errs io.Writer) int {
	f := newFlags(in)
	root := f.tree(out)
	args, whole := wholeHelp(args)
	if whole {
		root.Annotations = map[string]string{helpAll: "yes"}
	}
	for i, arg := range args { // the parser would read = as the value
		if len(arg) == 3 && arg[0] == '-' && arg[1] != '-' && arg[2] == '=' {
			args = slices.Concat(args[:i], []string{arg[:2], ""}, args[i+1:])
			break
		}
	}
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	err := f.execute(root, args)
	if err == nil {
		return statusAnswered
	}
	return complain(errs, err, wantsJSON(args))
}

// complain prints why the status is not 0, and returns the status.
func complain(errs io.Writer, err error, asJSON bool) int {
	f := failed("", "")
	var signalled tui.Signalled
	var crash tui.Crash
	switch {
	case errors.As(err, &signalled):
		return signalled.Status()
	case errors.As(err, &crash):
		f.hint = crash.Hint()
	default:
		errors.As(err, &f)
	}
	if asJSON {
		report.Failure(errs, err.Error(), f.hint, f.status)
		return f.status
	}
	say := func(what, text string) {
		text = strings.Map(printed, "retune: "+what+": "+text)
		fmt.Fprintln(errs, help.Hang(text, 100, "  "))
	}
	say(f.what, err.Error())
	if f.hint != "" {
		say("hint", f.hint)
	}
	return f.status
}

// printed replaces control characters, which would reach the terminal.
func printed(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return '?'
}

// wantsJSON reports whether the arguments ask for JSON, even if others are invalid.
func wantsJSON(args []string) bool {
	line := strings.ToLower(" " + strings.Join(args, " ") + " ")
	return slices.ContainsFunc([]string{" --json ", " --format json ", " --format=json "},
		func(flag string) bool { return strings.Contains(line, flag) })
}
