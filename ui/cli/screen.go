package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/tui"
)

// run opens the screen with the settings of s.
func (f *flags) run(s *setting.Scenario, out io.Writer) error {
	if f.read != nil {
		f.read(s, cmp.Or(f.view, tui.Views()[0]))
		return nil
	}
	if !isScreen(f.in, out) {
		return usage("retune schedule prints the same as text",
			"the screen needs a terminal on standard input and output, and TERM other than dumb")
	}
	return tui.Run(s, f.screenOptions(), f.in, out)
}

func (f *flags) screenOptions() tui.Options {
	return tui.Options{Pinned: f.pinned, ASCII: f.ascii, Strokes: f.strokes, View: f.view, Files: files(),
		Document: f.document(), Outside: tui.Outside{
			Version: Version,
			Read:    read,
			Import:  pastedPolicy,
			Write:   writeFile,
			Run:     func(words []string, in io.Reader, out, errs io.Writer) { Main(words, in, out, errs) },
			Formats: exportNames,
			Keep:    keep,
		}}
}

// exportNames returns the names of the formats of the command export.
func exportNames() (names []string) {
	for _, o := range exports() {
		names = append(names, o.name)
	}
	return names
}

// shotCommand returns the command that writes the screen as a picture. It has the flags of the screen.
func (f *flags) shotCommand(screen *cobra.Command) *cobra.Command {
	var size, keys string
	cmd := &cobra.Command{
		Use:     "shot [flags]",
		Aliases: []string{"screenshot"},
		Hidden:  true, // the help of tui mentions it
		Short:   "write the screen as a picture (SVG), for documents",
		Long: "Writes the finished interactive screen with the settings of the flags as SVG, which follows the reader's " +
			"light or dark setting. --keys presses keys first: names of keys separated by blanks; other text is typed letter " +
			"by letter.",
		Example: "  retune shot --view fleet --outage 1m -o fleet.svg\n  retune shot --size 80x24 --keys 'tab tab down 5 " +
			"enter' -o screen.svg",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := f.scenario(answer.Question{}, new(f.start()))
			if err != nil {
				return err
			}
			var w, h int
			if _, err := fmt.Sscanf(size, "%dx%d", &w, &h); err != nil || min(w, h) < 1 || w > tui.MostColumns ||
				h > tui.MostLines {
				return usage("such as 120x36", "--size: %s is not COLUMNSxLINES, up to %dx%d", quote(size), tui.MostColumns,
					tui.MostLines)
			}
			return f.write(cmd, func(out io.Writer) error {
				return tui.Shot(out, &s, f.screenOptions(), w, h, keys)
			})
		},
	}
	cmd.Flags().StringVar(&size, "size", "120x36", "`columns` and lines of the terminal")
	cmd.Flags().StringVar(&keys, "keys", "", "`keys` to press first")
	return f.later(cmd, func() {
		f.prepare[screen]()
		cmd.Flags().AddFlagSet(screen.Flags())
	})
}

// start returns the scenario that the flags change: the default, or with --last the one that the screen saved when it
// was closed. --last also restores the view.
func (f *flags) start() setting.Scenario {
	if f.last {
		if line, err := os.ReadFile(state()); err == nil {
			if s, view, err := readLine(string(line)); err == nil {
				if f.view == "" {
					f.view = view
				}
				return s
			}
		}
	}
	return setting.Default()
}

// readLine parses a retune command that [setting.Command] wrote.
func readLine(line string) (s setting.Scenario, ask string, err error) {
	words := strings.Fields(strings.ReplaceAll(line, "'", ""))
	return read(words[min(1, len(words)):])
}

// read parses the arguments of a retune command. It returns the scenario, and the question or view that the command
// asks for.
func read(words []string) (s setting.Scenario, ask string, err error) {
	f := newFlags(nil)
	root := f.tree(io.Discard)
	f.read = func(of *setting.Scenario, name string) { s, ask = *of, name }
	root.SetOut(io.Discard)
	root.SetErr(io.Discard)
	if err = f.execute(root, words); err == nil && ask == "" {
		err = errors.New("that command asks no question")
	}
	return s, ask, err
}

// writeFile writes a file as a whole or not at all. It replaces an existing file only if over is true.
func writeFile(name string, over bool, to func(io.Writer) error) error {
	write := create
	if over {
		write = replace
	}
	return cause(write(fromHome(name), to))
}

// fromHome expands a leading ~/, which the shell did not see.
func fromHome(name string) string {
	if home, err := os.UserHomeDir(); err == nil && strings.HasPrefix(name, "~/") {
		return filepath.Join(home, name[2:])
	}
	return name
}

// state returns the file for the command of the last screen, in the user's state directory (XDG Base Directory
// Specification).
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

// keep saves the command for --last. It ignores errors.
func keep(command string) {
	file := state()
	if file == "" || os.MkdirAll(filepath.Dir(file), 0o700) != nil {
		return
	}
	_ = replace(file, writing(command+"\n"))
}
