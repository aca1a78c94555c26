package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"retune/ui/knob"
	"retune/ui/query"
	"retune/ui/report"
)

// answer asks the query of s and writes what it says.
func (f *flags) answer(cmd *cobra.Command, q query.Query, s knob.Scenario) error {
	out := cmd.OutOrStdout()
	if cmd.Flags().Changed("output") && f.file == "" {
		return usage("", "--output needs the name of a file, or - for standard output")
	}
	if !slices.Contains(report.Formats(), f.format) {
		return usage(nearest(f.format, report.Formats(), "", ""),
			"--format: %s is not one of %s", quote(f.format), strings.Join(report.Formats(), ", "))
	}
	if f.explain {
		return f.write(out, func(w io.Writer) error {
			_, err := io.WriteString(w, explain(q))
			return err
		})
	}
	if name := q.Missing(s); name != "" {
		k, _ := knob.Find(name)
		return missing(q, k, s)
	}
	a := q.Ask(cmd.Context(), s, query.Full)
	if a.None != nil {
		return failure{statusNone, a.None.Reason, a.None.Hint}
	}
	r := report.Result{Query: q, Scenario: q.Settings(s), Answer: a, Version: Version,
		Command: knob.Command(knob.Args(s, q.Start(), q.Call(s), q.Takes, append(f.pinned, q.Flag)))}
	if f.format == "csv" { // it has no place for them
		for _, w := range a.Warnings {
			fmt.Fprintln(cmd.ErrOrStderr(), "retune: note:", w)
		}
	}
	return f.write(out, func(w io.Writer) error { return report.Write(w, f.format, r) })
}

// missing is the failure of a question without what it needs.
func missing(q query.Query, k knob.Knob, s knob.Scenario) error {
	switch {
	case k.Wants:
		return usage("the results are "+strings.Join(knob.Wants(), ", "), "%s needs the result that is wanted, such as --%s", q.Name, k.Name)
	case k.Name == "within":
		return usage("the limits are within, max-retries, max-ratio, max-overshoot and max-first", "%s needs a limit, such as --%s", q.Name, k.Name)
	case s.Want != "":
		return usage(k.Help, "%s --%s needs %s", q.Name, s.Want, k.Flag())
	case s.Result != "":
		return usage(k.Help, "%s %s needs %s", q.Name, s.Result, k.Flag())
	}
	return usage(k.Help, "%s needs %s", q.Name, k.Flag())
}

// write writes to the file that was asked for, whole or not at all, or else
// to out.
func (f *flags) write(out io.Writer, to func(io.Writer) error) error {
	if !f.toFile() {
		return to(out)
	}
	var b bytes.Buffer
	if err := to(&b); err != nil {
		return err
	}
	if err := replace(f.file, b.Bytes()); err != nil {
		return fmt.Errorf("cannot write %s: %w", quote(f.file), cause(err))
	}
	return nil
}

func (f *flags) toFile() bool { return f.file != "" && f.file != "-" }

// replace gives the file its new content whole or not at all. It keeps the
// mode of a file that is there; a device or a pipe is written to.
func replace(file string, content []byte) error {
	if target, err := filepath.EvalSymlinks(file); err == nil {
		file = target
	}
	info, missing := os.Stat(file)
	if missing == nil && !info.Mode().IsRegular() {
		return os.WriteFile(file, content, 0o666)
	}
	name := filepath.Join(filepath.Dir(file), fmt.Sprintf(".retune-%d", os.Getpid()))
	temp, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	defer os.Remove(name) // does nothing once it has its name
	_, err = temp.Write(content)
	for _, then := range []func() error{
		func() error {
			if missing != nil {
				return nil
			}
			return temp.Chmod(info.Mode())
		},
		temp.Close,
		func() error { return os.Rename(name, file) },
	} {
		if err == nil {
			err = then()
		}
	}
	return err
}

// cause is what lies behind an error of the file system, whose own text names
// a temporary file.
func cause(err error) error {
	for errors.Unwrap(err) != nil {
		err = errors.Unwrap(err)
	}
	return err
}

// isScreen tells whether in and out are a terminal that can show a screen.
func isScreen(in io.Reader, out io.Writer) bool {
	kind := os.Getenv("TERM")
	if kind == "dumb" || kind == "" && runtime.GOOS != "windows" {
		return false
	}
	i, ok := in.(*os.File)
	o, ok2 := out.(*os.File)
	return ok && ok2 && term.IsTerminal(i.Fd()) && term.IsTerminal(o.Fd())
}
