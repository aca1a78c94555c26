package cli

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite README.md and the scripts in testdata with what the program prints now")

// TestMain makes retune a program that the scripts can run: the test binary
// itself under another name.
func TestMain(m *testing.M) {
	testscript.Main(calm{m}, map[string]func(){"retune": func() {
		os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}})
}

// calm runs the tests without the knobs that a developer has set in the environment, and
// collects garbage but rarely: that is a quarter of the time that short runs take.
type calm struct{ *testing.M }

func (m calm) Run() int {
	for _, item := range os.Environ() {
		if name, _, _ := strings.Cut(item, "="); strings.HasPrefix(name, "RETUNE_") {
			os.Unsetenv(name)
		}
	}
	debug.SetGCPercent(400)
	return m.M.Run()
}

func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("../../testdata/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	testscript.Run(t, testscript.Params{
		Files:               scripts,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		ContinueOnError:     true, // one wrong line does not hide another
		Setup: func(env *testscript.Env) error {
			env.Setenv("GOGC", "400")
			env.Setenv("ESC", "\x1b[31mred\nline\tand\a") // which a script cannot write
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"status": status, "refused": refused, "plain": plain, "mode": mode,
		},
	})
}

// status N command...: the command ends with that status.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N command...")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("status %d, not %s", got, args[0])
	}
}

// mode MODE file: the file has that mode, such as -rw-r--r-- or Lrwxrwxrwx; with ! and
// a pattern there is no such file.
func mode(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: [!] mode MODE file")
	}
	if neg {
		if found, err := filepath.Glob(ts.MkAbs(args[1])); err != nil || len(found) > 0 {
			ts.Fatalf("there are %q (%v)", found, err)
		}
		return
	}
	info, err := os.Lstat(ts.MkAbs(args[1]))
	ts.Check(err)
	if got := info.Mode().String(); got != args[0] {
		ts.Fatalf("the mode of %s is %s, not %s", args[1], got, args[0])
	}
}

// refused N arguments...: retune ends with that status, prints nothing, and
// says why in one line, with at most one hint after it.
func refused(ts *testscript.TestScript, neg bool, args []string) {
	status(ts, neg, append([]string{args[0], "retune"}, args[1:]...))
	code, _ := strconv.Atoi(args[0])
	if why := wrong(code, ts.ReadFile("stdout"), ts.ReadFile("stderr")); why != "" {
		ts.Fatalf("%s", why)
	}
}

// plain FILE: no control character but the end of a line, so no escapes.
func plain(ts *testscript.TestScript, neg bool, args []string) {
	text := ts.ReadFile(args[0])
	at := strings.IndexFunc(text, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f })
	if text == "" || at >= 0 {
		ts.Fatalf("%s is empty or has a control character: %q", args[0], text)
	}
}
