package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"retune/calc"
	"retune/ui/cli"
	"retune/ui/knob"
)

var update = flag.Bool("update", false, "rewrite README.md and the scripts in testdata with what the program prints now")

// TestMain makes retune a program that the scripts can run: the test binary
// itself under another name.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"retune": main})
}

// The published worked examples. The numbers are those of the publications, so
// a tolerance is half a unit of the last digit that was printed.
const (
	exact   = 0
	thirdUp = 0.0005 // three decimals
	tenth   = 0.05   // one decimal
)

func doubling() calc.Policy { return calc.Policy{InitialDelay: 1, Factor: 2, Cap: math.Inf(1)} }
func tenPerCent() calc.Policy {
	return calc.Policy{InitialDelay: 1, Factor: 1.1, Cap: math.Inf(1)}
}

// near fails unless got is within tol of want; NaN is near nothing.
func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s is %v, published as %v", what, got, want)
	}
}

// reply is what a command printed as JSON.
type reply struct {
	Query      string
	Quantities map[string]float64
	Tables     map[string][]map[string]float64
}

// ask runs a command line in-process and reads the JSON that it prints.
func ask(t *testing.T, line string) (r reply) {
	t.Helper()
	calm(t)
	var out, errs bytes.Buffer
	if status := cli.Main(append(strings.Fields(line), "--format", "json"), strings.NewReader(""), &out, &errs); status != 0 {
		t.Fatalf("retune %s: status %d: %s", line, status, &errs)
	}
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatalf("retune %s: %v in\n%s", line, err, &out)
	}
	return r
}

// quantity is one number of a reply; one that is not there is NaN and not 0.
func (r reply) quantity(name string) float64 {
	if x, ok := r.Quantities[name]; ok {
		return x
	}
	return math.NaN()
}

// calm takes the knobs out of the environment, so that what a developer has
// set does not decide a test.
func calm(t *testing.T) {
	t.Helper()
	for _, k := range knob.Knobs {
		t.Setenv(k.Env(), "")
	}
}

func TestPublishedDoubling(t *testing.T) {
	p := doubling()
	near(t, "next delay", p.NextDelay(1023), 1024, exact)
	near(t, "previous delay", p.PreviousDelay(1023), 512, exact)
	near(t, "retry", p.RetryAt(1023), 10, exact)
	near(t, "retries done", p.RetriesBy(1023), 10, exact)
	near(t, "next retry at", p.NextRetryAt(1023), 2047, exact)
	near(t, "retry 11 at", p.Elapsed(11), 2047, exact)

	r := ask(t, "-a 1s -r 2 -T 1023s")
	for name, want := range map[string]float64{
		"next_delay_s": 1024, "previous_delay_s": 512, "retry": 10, "retries_done": 10, "next_retry": 11, "next_retry_at_s": 2047,
		"ratio": 1024. / 1023,
	} {
		near(t, name, r.quantity(name), want, exact)
	}
}

// retriesOfTenPerCent is the table for a = 1 s, r = 1.1.
var retriesOfTenPerCent = []struct{ n, delay, elapsed float64 }{
	{1, 1, 1}, {2, 1.1, 2.1}, {3, 1.21, 3.31}, {48, 88.197, 960.172}, {49, 97.017, 1057.190},
}

func TestPublishedTenPerCent(t *testing.T) {
	p := tenPerCent()
	rows := ask(t, "schedule -a 1s -r 1.1 -n 49").Tables["schedule"]
	if len(rows) != 49 {
		t.Fatalf("the schedule of 49 retries has %d rows", len(rows))
	}
	for _, want := range retriesOfTenPerCent {
		n := int(want.n)
		near(t, fmt.Sprint("delay before retry ", n), p.Delay(want.n), want.delay, thirdUp)
		near(t, fmt.Sprint("elapsed at retry ", n), p.Elapsed(want.n), want.elapsed, thirdUp)
		row := rows[n-1]
		near(t, fmt.Sprint("retry in row ", n), row["retry"], want.n, exact)
		near(t, fmt.Sprint("delay_s in row ", n), row["delay_s"], want.delay, thirdUp)
		near(t, fmt.Sprint("elapsed_s in row ", n), row["elapsed_s"], want.elapsed, thirdUp)

		// And the way back: at the instant of the retry it is that retry, whole.
		at := ask(t, "-a 1s -r 1.1 -T "+strconv.FormatFloat(row["elapsed_s"], 'g', -1, 64)+"s")
		near(t, fmt.Sprint("retry at the instant of retry ", n), at.quantity("retry"), want.n, exact)
		near(t, fmt.Sprint("retries done at the instant of retry ", n), at.quantity("retries_done"), want.n, exact)
	}
	// A decimal that a person types for an instant that binary cannot hold.
	near(t, "retries done at 3.31s", p.RetriesBy(3.31), 3, exact)
	near(t, "retries done at 3.31s", ask(t, "-r 1.1 -T 3.31s").quantity("retries_done"), 3, exact)
}

func TestPublishedRatio(t *testing.T) {
	near(t, "factor for a ratio of 0.1", calc.FactorForRatio(0.1), 1.1, exact)
	near(t, "factor", ask(t, "--ratio 0.1").quantity("factor"), 1.1, exact)

	// At a given T the factor is less by a/T, and it does give that ratio.
	r := ask(t, "--ratio 0.1 -a 1s -T 1000s")
	near(t, "factor", r.quantity("factor"), 1.1, exact)
	near(t, "factor_at_elapsed", r.quantity("factor_at_elapsed"), 1.099, 1e-14)
	p := doubling()
	p.Factor = r.quantity("factor_at_elapsed")
	near(t, "ratio with that factor", p.Ratio(1000), 0.1, 1e-15)
}

func TestPublishedRetriesRatio(t *testing.T) {
	near(t, "approximation", calc.RetriesRatioApprox(2, 1.1), 7.3, tenth)
	near(t, "exact ratio at 1000s", calc.RetriesRatio(doubling(), tenPerCent(), 1000), 4.9, tenth)

	r := ask(t, "--to-factor 1.1 -a 1s -r 2 -T 1000s")
	near(t, "retries_ratio_approx", r.quantity("retries_ratio_approx"), 7.3, tenth)
	near(t, "retries_ratio", r.quantity("retries_ratio"), 4.9, tenth)
	near(t, "retries_to/retries", r.quantity("retries_to")/r.quantity("retries"), r.quantity("retries_ratio"), 1e-14)

	// In whole retries it is 49 against 10, from retry 49 of the one on.
	const line = "-a 1s -T 1057.2s -r "
	near(t, "whole retries with 1.1", ask(t, line+"1.1").quantity("retries_done"), 49, exact)
	near(t, "whole retries with 2", ask(t, line+"2").quantity("retries_done"), 10, exact)
}

func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts in testdata: %v", err)
	}
	testscript.Run(t, testscript.Params{
		Files:               scripts,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		ContinueOnError:     true, // one wrong line does not hide another
		Setup: func(env *testscript.Env) error {
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
	if out := ts.ReadFile("stdout"); out != "" {
		ts.Fatalf("standard output is not empty: %q", out)
	}
	if why := misspoken(ts.ReadFile("stderr")); why != "" {
		ts.Fatalf("%s", why)
	}
}

// misspoken says what is wrong with the text of an error, or "".
func misspoken(errs string) string {
	lines := strings.SplitAfter(errs, "\n")
	switch n := len(lines) - 1; {
	case n < 1 || n > 2 || lines[n] != "":
		return fmt.Sprintf("standard error is not one or two lines: %q", errs)
	case !strings.HasPrefix(lines[0], "retune: error: ") || len(lines[0]) < len("retune: error: x\n"):
		return fmt.Sprintf("the first line is no error: %q", errs)
	case n == 2 && !strings.HasPrefix(lines[1], "retune: hint: "):
		return fmt.Sprintf("the second line is no hint: %q", errs)
	}
	return ""
}

// plain FILE: no control character but the end of a line, so no escapes.
func plain(ts *testscript.TestScript, neg bool, args []string) {
	text := ts.ReadFile(args[0])
	at := strings.IndexFunc(text, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f })
	if text == "" || at >= 0 {
		ts.Fatalf("%s is empty or has a control character: %q", args[0], text)
	}
}

// readFile is a file of the tree, which must be there.
func readFile(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
