// Package cli is the one-shot program: arguments in, an answer or one clear
// line of error out, and a status.
//
// [Main] takes its streams and returns the status, so that scripts, the
// README and the test of the screen run it in-process. Sub-commands, flags,
// help, completion and environment variables derive from the tables in
// package setting and package question.
//
// What goes where: answers to standard output, everything else to standard
// error as "retune: error: ...", then "retune: hint: ..." where there is a
// better idea, both broken at 100 characters. On an error nothing is written to standard
// output.
package cli

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"retune/ui/help"
	"retune/ui/show/report"
	"retune/ui/tui"
)

// Version is the version of the program, which JSON repeats.
const Version = "0.1.0"

// commit is the commit that the program was built from, or "" where the build does not say it.
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
	statusFailed   = 1 // the fleet failed: a file cannot be written
	statusUsage    = 2 // a question that cannot be read
	statusNone     = 3 // the question has no answer, or a condition does not hold
	statusOpen     = 4 // a verdict or a condition is inconclusive

	statusInterrupted = 130 // ctrl+c stopped it, after what there was is written: 128 and SIGINT
)

// An outcome is why an answer that stands has another status than 0: it is written all the same.
type outcome struct {
	status int
	what   string // before the reason
	reason string
}

func (o outcome) Error() string { return o.reason }

// interrupted is the outcome of work that ctrl+c has stopped.
func interrupted() error { return outcome{statusInterrupted, "note", "stopped by ctrl+c"} }

// unmet is the outcome of a condition that does not hold.
func unmet(reason string) error { return outcome{statusNone, "failed", reason} }

// inconclusive is the outcome of a verdict or a condition that is neither yes nor no.
func inconclusive(reason string) error { return outcome{statusOpen, "inconclusive", reason} }

// helpAll is the flag that asks for the help of a command with every flag.
const helpAll = "help-all"

// A failure is why there is no answer, with its status and maybe a better idea.
type failure struct {
	status int
	reason string
	hint   string
}

func (f failure) Error() string { return f.reason }

// usage is the failure of a question that cannot be read.
func usage(hint, format string, args ...any) failure {
	return failure{statusUsage, fmt.Sprintf(format, args...), hint}
}

// unknownCommand refuses a first word that is no sub-command, before its flags are read.
func unknownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") || args[0] == "help" ||
		strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return nil
	}
	root.InitDefaultHelpCmd()
	if found, _, err := root.Find(args[:1]); err == nil && found != root {
		return nil
	}
	return noSuchCommand(root, args)
}

// A checked writer keeps the first error.
type checked struct {
	io.Writer
	err error
}

func (w *checked) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if w.err == nil {
		w.err = err
	}
	return n, err
}

// Main runs retune with the arguments that follow the program's name and
// returns the exit status.
func Main(args []string, in io.Reader, out, errs io.Writer) int {
	f := newFlags(in)
	root := f.tree(out)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) { // a shell asks
		f.prepareAll()
		complete(root)
	}
	if i := slices.Index(args, "--"+helpAll); i >= 0 {
		args = slices.Clone(args)
		args[i], root.Annotations = "--help", map[string]string{helpAll: "yes"}
	}
	for i, arg := range args { // which the parser takes for the value =
		if len(arg) == 3 && arg[0] == '-' && arg[1] != '-' && arg[2] == '=' {
			args = slices.Concat(args[:i], []string{arg[:2], ""}, args[i+1:])
			break
		}
	}
	root.SetArgs(args)
	root.SetIn(in)
	written := &checked{Writer: out}
	root.SetOut(written)
	root.SetErr(errs)
	err := unknownCommand(root, args)
	if err == nil {
		f.prepared(root, args)
		err = root.Execute()
	}
	if err == nil {
		err = written.err // help does not say so
	}
	if err == nil {
		return statusAnswered
	}
	return complain(errs, err, wantsJSON(args))
}

// complain says why there is no answer, or none with status 0, and returns the status.
func complain(errs io.Writer, err error, asJSON bool) int {
	f := failure{statusFailed, err.Error(), ""}
	var signalled tui.Signalled
	var mishap tui.Mishap
	switch {
	case errors.As(err, &signalled):
		return signalled.Status()
	case errors.As(err, &mishap):
		f.hint = mishap.Hint()
	}
	errors.As(err, &f)
	what := "error"
	if o, ok := errors.AsType[outcome](err); ok {
		what, f.status = o.what, o.status
	}
	if asJSON {
		report.Failure(errs, f.reason, f.hint, f.status)
		return f.status
	}
	say := func(what, text string) { fmt.Fprintln(errs, help.Wrap("retune: "+what+": "+text, 100, "  ")) }
	say(what, f.reason)
	if f.hint != "" {
		say("hint", f.hint)
	}
	return f.status
}

// wantsJSON tells whether the arguments ask for JSON, be the rest of them readable or not.
func wantsJSON(args []string) bool {
	format := ""
	for i, arg := range args {
		name, value, ok := strings.Cut(arg, "=")
		if !ok && i+1 < len(args) {
			value = args[i+1]
		}
		switch {
		case arg == "--":
			return strings.EqualFold(format, "json")
		case name == "--format":
			format = value
		case name == "--json":
			format = "json"
		}
	}
	return strings.EqualFold(format, "json")
}
