package cli

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"retune/ui/knob"
	"retune/ui/tui"
)

// run shows the screen with its knobs where s has them.
func (f *flags) run(s knob.Scenario, in io.Reader, out io.Writer) error {
	if f.view != "" && !slices.Contains(tui.Views(), f.view) {
		return usage(nearest(f.view, tui.Views(), ""), "--view: %s is not one of %s", quote(f.view), strings.Join(tui.Views(), ", "))
	}
	if f.read != nil {
		f.read(s, cmp.Or(f.view, tui.Views()[0]))
		return nil
	}
	if !isScreen(in, out) {
		return usage("retune schedule prints the same as text",
			"the screen needs a terminal on standard input and output, and TERM other than dumb")
	}
	return tui.Run(s, tui.Options{Pinned: f.pinned, ASCII: f.ascii, Strokes: f.strokes, View: f.view, Outside: tui.Outside{
		Version: Version,
		Read:    read,
		Write:   writeFile,
		Keep:    keep,
	}}, in, out)
}

// start is the scenario that the flags change: the default, or with --last that of the
// screen when it was left, if any is kept. So is the view.
func (f *flags) start() knob.Scenario {
	if f.last {
		if line, err := os.ReadFile(state()); err == nil {
			words := strings.Fields(strings.ReplaceAll(string(line), "'", ""))
			if s, view, err := read(words[min(1, len(words)):]); err == nil {
				if f.view == "" {
					f.view = view
				}
				return s
			}
		}
	}
	return knob.Default()
}

// read reads the words of a command behind the program's name: what it sets, and the
// query that it asks or the view that it shows.
func read(words []string) (s knob.Scenario, ask string, err error) {
	root, f := tree(nil, io.Discard, func(sub string) bool { return slices.Contains(words, sub) })
	f.read = func(of knob.Scenario, name string) { s, ask = of, name }
	root.SetArgs(words)
	root.SetOut(io.Discard)
	root.SetErr(io.Discard)
	if err = unknownCommand(root, words); err == nil {
		err = root.Execute()
	}
	if err == nil && ask == "" {
		err = errors.New("that command asks nothing")
	}
	return s, ask, err
}

// writeFile writes a file, whole or not at all, and over one that is there only if that
// is meant.
func writeFile(name string, over bool, to func(io.Writer) error) error {
	if home, err := os.UserHomeDir(); err == nil && strings.HasPrefix(name, "~/") {
		name = filepath.Join(home, name[2:])
	}
	if _, err := os.Lstat(name); err == nil && !over {
		return fs.ErrExist
	}
	if err := replace(name, to); err != nil {
		return cause(err)
	}
	return nil
}

// state is the file that keeps the command of the screen as it was left, in the user's
// directory of states (XDG Base Directory Specification).
func state() string {
	dir := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(dir) {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		dir = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(dir, "retune", "last")
}

// keep keeps the command there. Where that cannot be, it is not kept.
func keep(command string) {
	file := state()
	if file == "" || os.MkdirAll(filepath.Dir(file), 0o700) != nil {
		return
	}
	_ = replace(file, func(w io.Writer) error {
		_, err := io.WriteString(w, command+"\n")
		return err
	})
}
