package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

var update = flag.Bool("update", false, "rewrite README.md and the scripts in testdata with what the program prints "+
	"now")

// asProgram is set in the environment if the test binary should act as retune.
const asProgram = "TEST_IS_RETUNE"

// TestMain makes the test binary act as retune when it runs under that name, so that scripts can execute it, or for a
// random line. It removes the developer's settings from the environment, and collects garbage as seldom as the program.
func TestMain(m *testing.M) {
	if name := filepath.Base(os.Args[0]); strings.TrimSuffix(name, ".exe") == "retune" || os.Getenv(asProgram) != "" {
		os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	for _, item := range os.Environ() {
		if name, _, _ := strings.Cut(item, "="); strings.HasPrefix(name, "RETUNE_") {
			os.Unsetenv(name)
		}
	}
	debug.SetGCPercent(400)
	for i, q := range question.Questions {
		question.Questions[i].Ask = remembering(q)
	}
	os.Exit(m.Run())
}

// remembering returns the Ask of a question with a cache. The answer depends only on the question and on what is wanted
// of it. The cache is cleared after some answers, because one with samples takes up to 50 MB. The context is never
// cancelled, because other tests get the answer too.
func remembering(q answer.Question) func(context.Context, *setting.Scenario, answer.Effort) answer.Answer {
	var known sync.Map // of func() answer.Answer
	var kept atomic.Int32
	return func(ctx context.Context, s *setting.Scenario, effort answer.Effort) answer.Answer {
		policies := s.Policies()
		policies[0].Versus = nil // policies lists the others
		f, found := known.LoadOrStore(fmt.Sprint(effort, answer.Wanted(ctx), policies), sync.OnceValue(func() answer.Answer {
			return q.Ask(context.WithoutCancel(ctx), s, effort)
		}))
		if !found && kept.Add(1)%mostKept == 0 {
			known.Clear()
		}
		return f.(func() answer.Answer)()
	}
}

// mostKept is the number of answers to a question that the tests keep.
const mostKept = 40

func TestScripts(t *testing.T) {
	root, err := filepath.Abs("../..") // commands change the working directory
	if err != nil {
		t.Fatal(err)
	}
	scripts, err := filepath.Glob(filepath.Join(root, "testdata", "*.txtar"))
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	if testing.Short() { // the race detector is slow, so a tenth of the commands covers the code
		scripts = some(scripts, 8)
	}
	bin := t.TempDir()
	self, err := os.Executable()
	if err == nil {
		err = os.Symlink(self, filepath.Join(bin, "retune"))
	}
	if err != nil {
		t.Fatalf("cannot give the test binary another name: %v", err)
	}
	testscript.Run(t, testscript.Params{
		Files:              scripts,
		UpdateScripts:      *update,
		RequireUniqueNames: true,
		ContinueOnError:    true, // report all wrong lines
		Setup: func(env *testscript.Env) error {
			env.Setenv("GOGC", "400")
			env.Setenv("PATH", bin+string(filepath.ListSeparator)+env.Getenv("PATH"))
			env.Setenv("ESC", "\x1b[31mred\nline\tand\a") // a script cannot write these characters
			return nil
		},
		Condition: func(word string) (bool, error) {
			if word != "whole" {
				return false, fmt.Errorf("there is no condition %q", word)
			}
			return *whole || *update, nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"retune": answered, "status": status, "refused": refused, "plain": plain, "mode": mode,
		},
	})
}

// process serialises commands that change the environment and the working directory of the test binary.
var process sync.Mutex

// inProcess runs retune with these arguments in the test binary, because a process costs more than most answers. "exec
// retune" starts a process.
func inProcess(ts *testscript.TestScript, args []string) (status int, out, errs string) {
	process.Lock()
	defer process.Unlock()
	names := []string{"HOME", "XDG_STATE_HOME", "NO_COLOR"}
	for _, k := range setting.Settings {
		names = append(names, k.EnvNames()...)
	}
	for _, name := range names {
		before := os.Getenv(name)
		if now := ts.Getenv(name); now != before {
			os.Setenv(name, now)
			defer os.Setenv(name, before)
		}
	}
	before, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer os.Chdir(before)
	status, out, errs = run(args...)
	io.WriteString(ts.Stdout(), out)
	io.WriteString(ts.Stderr(), errs)
	return status, out, errs
}

// answered is the script command "retune arguments...": retune answers; with ! it fails.
func answered(ts *testscript.TestScript, neg bool, args []string) {
	if status, _, _ := inProcess(ts, args); (status == statusAnswered) == neg {
		ts.Fatalf("status %d", status)
	}
}

// status is the script command "status N retune arguments...": retune exits with that status.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || args[1] != "retune" {
		ts.Fatalf("usage: status N retune arguments...")
	}
	if got, _, _ := inProcess(ts, args[2:]); strconv.Itoa(got) != args[0] {
		ts.Fatalf("status %d, not %s", got, args[0])
	}
}

// refused is the script command "refused N arguments...": retune exits with that status, prints nothing, and explains
// why in one line, with at most one hint.
func refused(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: refused N arguments...")
	}
	status, out, errs := inProcess(ts, args[1:])
	if strconv.Itoa(status) != args[0] {
		ts.Fatalf("status %d, not %s", status, args[0])
	}
	if why := wrong(status, out, errs); why != "" {
		ts.Fatalf("%s", why)
	}
}

// mode is the script command "mode MODE file": the file has that mode, such as -rw-r--r-- or Lrwxrwxrwx. With ! and a
// pattern, no such file exists.
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

// plain is the script command "plain FILE": the file has no control character except newlines, so no escapes.
func plain(ts *testscript.TestScript, neg bool, args []string) {
	text := ts.ReadFile(args[0])
	at := strings.IndexFunc(text, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f })
	if text == "" || at >= 0 {
		ts.Fatalf("%s is empty or has a control character: %q", args[0], text)
	}
}
