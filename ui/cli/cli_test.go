package cli

import (
	"bytes"
	"flag"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/show/report"
)

func run(args ...string) (status int, out, errs string) {
	var o, e bytes.Buffer
	status = Main(args, bytes.NewReader(nil), &o, &e)
	return status, o.String(), e.String()
}

// A reply is the result of a command line.
type reply struct {
	status    int
	out, errs string
}

// replies caches the results of command lines that several tests run.
var replies sync.Map // of func() reply

// once is run with a cache for all tests.
func once(args ...string) (status int, out, errs string) {
	f, _ := replies.LoadOrStore(strings.Join(args, " "), sync.OnceValue(func() (r reply) {
		r.status, r.out, r.errs = run(args...)
		return r
	}))
	r := f.(func() reply)()
	return r.status, r.out, r.errs
}

// every is n if one of n example commands is run. Use 1 before a change lands.
var every = flag.Int("every", 20, "of so many example commands one is run")

// whole is set to run the commands that simulate for seconds, too.
var whole = flag.Bool("whole", false, "run all commands of documents and scripts, also those that simulate for seconds")

// some returns every n-th element of a list with -short, else every n-th by the flag -every. The race detector is ten
// times slower, and most command lines run the same code.
func some[T any](list []T, n int) (short []T) {
	if !testing.Short() {
		n = max(1, *every)
	}
	for i := 0; i < len(list); i += n {
		short = append(short, list[i])
	}
	return short
}

// wrong says what is wrong with the output of a command, or returns "". An answer has an empty standard error.
// Otherwise standard output is empty, and standard error has one error and at most one hint, both wrapped if long.
func wrong(status int, out, errs string) string {
	for line := range strings.Lines(errs) {
		if utf8.RuneCountInString(line) > 101 && strings.Contains(line[10:], " ") {
			return "more than 100 characters wide"
		}
	}
	errs = unbroken(errs)
	lines := strings.SplitAfter(errs, "\n")
	n := len(lines) - 1
	switch {
	case status < statusAnswered || status > statusNone:
		return "there is no such status"
	case status == statusAnswered:
		return ""
	case out != "":
		return "an error, and something on standard output"
	case n < 1 || n > 2 || lines[n] != "":
		return "an error that is not one or two lines"
	case !strings.HasPrefix(lines[0], "retune: error: ") || n == 2 && !strings.HasPrefix(lines[1], "retune: hint: "):
		return "an error that does not begin as errors do"
	case strings.ContainsFunc(errs, func(r rune) bool { return r < ' ' && r != '\n' }):
		return "an error with control characters"
	}
	return ""
}

// unbroken joins wrapped lines.
func unbroken(errs string) string { return strings.ReplaceAll(errs, "\n  ", " ") }

// TestFlagsAreTheTable checks that the flags are exactly the settings.
func TestFlagsAreTheTable(t *testing.T) {
	root := Root(bytes.NewReader(nil), io.Discard)
	for _, k := range setting.Settings {
		var flags []*pflag.Flag
		look := func(set *pflag.FlagSet) {
			if flag := set.Lookup(k.Name); flag != nil {
				flags = append(flags, flag)
			}
		}
		if look(root.PersistentFlags()); (len(flags) == 1) != (!k.OfQuestion && k.HasFlag()) {
			t.Errorf("--%s is %v of the policy", k.Name, flags)
		}
		look(root.LocalNonPersistentFlags())
		for _, c := range root.Commands() {
			look(c.LocalNonPersistentFlags())
		}
		if (len(flags) > 0) != k.HasFlag() { // otherwise the flag of another setting includes it
			t.Errorf("%d commands have the flag --%s", len(flags), k.Name)
		}
		for _, flag := range flags {
			if flag.Shorthand != k.Short || flag.DefValue != k.Text(new(setting.Default())) || !strings.HasPrefix(flag.Usage,
				k.Help) || (flag.NoOptDefVal != "") != k.Switch() {
				t.Errorf("--%s is %+v", k.Name, flag)
			}
		}
	}
	var commands []string
	for _, c := range root.Commands() {
		commands = append(commands, c.Name())
		if c.Short == "" || strings.ToLower(c.Short[:1]) != c.Short[:1] || strings.HasSuffix(c.Short, ".") {
			t.Errorf("%s: the help %q is not one clause as the others are", c.Name(), c.Short)
		}
	}
	for _, q := range question.Questions {
		if slices.Contains(commands, q.Name) != (q.Subcommand() != "") {
			t.Errorf("%s is a sub-command or is not: %v", q.Name, commands)
		}
	}
}

// TestCarried checks that a setting inside another's text cannot be set beside it: a flag takes precedence over the
// environment.
func TestCarried(t *testing.T) {
	t.Setenv("RETUNE_AMOUNT", "0.7")
	_, with, errs := run("schedule", "--jitter", "spread=0.2", "--format", "json")
	t.Setenv("RETUNE_AMOUNT", "")
	if _, without, _ := run("schedule", "--jitter", "spread=0.2", "--format", "json"); with != without {
		t.Errorf("RETUNE_AMOUNT goes before --jitter: %s%s", with[:min(len(with), 400)], errs)
	}
}

// TestHelpInOrder checks that --help-all has one row for every setting of a command, in the order of its group.
func TestHelpInOrder(t *testing.T) {
	for _, name := range []string{"", "schedule", "compare", "jitter", "fleet", "solve"} {
		_, out, _ := run(strings.Fields(name + " --help-all")...)
		q, asks := question.Find(name)
		f := newFlags(nil)
		f.prepare[f.tree(io.Discard)]()
		takes := slices.Collect(f.settings)
		if asks {
			takes = q.Settings()
		}
		for _, g := range setting.Groups() {
			last := -1
			for _, k := range setting.InGroup(takes, g) {
				row := regexp.MustCompile("(?m)^  (-., |    )--"+k.Name+"( [A-Z]+)?( |$)").FindAllStringIndex(out, -1)
				switch {
				case asks && k.OfQuestion && !q.Reads(k.Name):
					if len(row) > 0 {
						t.Errorf("retune %s --help-all has --%s, which it does not take", name, k.Name)
					}
					continue
				case len(row) != 1:
					t.Errorf("retune %s --help-all has %d rows for --%s", name, len(row), k.Name)
					continue
				case row[0][0] <= last:
					t.Errorf("retune %s --help-all: --%s is not in its place", name, k.Name)
				}
				last = row[0][0]
			}
		}
	}
}

// TestCommandAsksAgain runs the command in a report and expects the same report, by default in one format a line.
func TestCommandAsksAgain(t *testing.T) {
	for i, line := range append(pairs, []string{
		"", "-n 3", "-T 1023", "-a 123.456ms -r 1.2345 --cap 1h30m --deadline 1d --attempt-time 20ms -T 33.3s",
		"schedule -n none --cap 17.5s", "schedule --vs r=1.1,cap=30s", "--ratio 0.1 -T 1000", "--to-factor 1.1 -T 20m",
		"compare --vs n=3,a=1.5s", "compare --vs r=2 -T 1w", "-T 5s --vs c=12s -n 0",
		"--jitter spread", "--jitter normal=100ms --cap 8s --cap-after -T 3s", "schedule -n 3 --jitter decorrelated=2.5",
		"schedule -n 3 --jitter full --feedback",
		"compare --vs jitter=equal", "--outage 30s..90s --jitter full --vs r=1.5,cap-after=yes", "--outage mean=5s -n 5",
		"jitter -n 2 --clients 5 --window 1ms",
		"--cap-after=no --feedback=no -n 2", "solve cap --elapsed-p37 5s --jitter full -n 4",
		"solve factor --reconnect-delay 12.5% -T 7m", "what reconnect-delay-mean -T 5s",
		"what starts-by -n 2 -T 3s --jitter equal", "what reconnect-delay-mean --outage 30s..90s",
		"fleet --clients 50 --server queue --runs 2 --outage 3s --outage-at 5s --duration 40s --step 5s --cancel --budget " +
			"20%+5 --breaker 40%:5s:10:2s --event reject@10s+2s,spike=3@15s+1s --vs r=1.5",
		"contend --clients 4 --runs 3 --cap none",
		"fleet --scenario stampede --runs 2 --clients 50 --duration 20s",
		"recommend --max-reconnect-delay 10% -T 1h --max-initial-delay 250ms --jitter up",
		"--deadline 10s --jitter add=500ms", "--failure-rate 0 -n 2", "--failure-rate 30% --jitter full --deadline 9s",
	}...) {
		for j, format := range []string{"json", "markdown"} { // the formats with the command
			if *every > 1 && (j != i%2 || i%3 > 0) {
				continue
			}
			status, first, errs := run(append(strings.Fields(line), "--format", format)...)
			if status != 0 {
				t.Errorf("retune %s: status %d: %s", line, status, errs)
				continue
			}
			from := 1 + strings.Index(first, map[string]string{"json": `"retune `, "markdown": "`retune "}[format])
			command := first[from : from+strings.IndexAny(first[from:], "\"`")]
			_, second, _ := run(append(strings.Fields(strings.ReplaceAll(command, "'", ""))[1:], "--format", format)...)
			assumed := regexp.MustCompile(`(?m)^(  "assumed": ".*",|Assumed: .*\n)\n`) // the command says all of it
			if first, second := assumed.ReplaceAllString(first, ""), assumed.ReplaceAllString(second, ""); first != second {
				t.Errorf("retune %s says %s, which prints\n%s\nand not\n%s", line, command, second, first)
			}
		}
	}
}

// fewLevers is a command for levers with a small fleet that ends soon.
const fewLevers = "levers --traffic burst --clients 20 --retries 1"

// asked is a command for each question.
var asked = map[string]string{"at": "-T 1s", "schedule": "schedule", "compare": "compare --vs r=1.1",
	"ratio": "--ratio 0.1", "to-factor": "--to-factor 1.1",
	"reconnect": "--outage 60s --jitter spread", "success": "--failure-rate 5%", "levers": fewLevers,
	"jitter": "jitter -n 1",
	"solve":  "solve factor --elapsed 60s", "what": "what elapsed-p90 -n 3 --jitter full",
	"recommend": "recommend -T 1m --reconnect-within 10s", "fleet": "fleet --duration 80s --step 10s " +
		"--clients 50 --runs 2", "contend": "contend --clients 3 --runs 2", "stack": "stack --layer 2x2",
	"map": "map --x factor=1.5..3:2 --y " +
		"clients=10..100:2 --duration 60s"}

// TestFormatsEverywhere checks that every question has every format and an explanation.
func TestFormatsEverywhere(t *testing.T) {
	for _, q := range question.Questions {
		line := strings.Fields(asked[q.Name])
		if len(line) == 0 {
			t.Errorf("this test does not know how to ask %s", q.Name)
		}
		seen := map[string]string{}
		for _, format := range report.Formats() {
			status, out, errs := run(append(line, "--format", format)...)
			if format == report.SVG && !q.HasCharts {
				if status != 2 || out != "" {
					t.Errorf("%s has no chart and is drawn with status %d: %s", q.Name, status, out)
				}
				continue
			}
			for line := range strings.Lines(errs) { // CSV has no place for notes
				if format == "csv" && strings.HasPrefix(line, "retune: note: ") {
					errs = strings.TrimPrefix(errs, line)
				}
			}
			if status != 0 || errs != "" || out == "" {
				t.Errorf("%s as %s: status %d, %q", q.Name, format, status, errs)
			}
			if other, ok := seen[out]; ok {
				t.Errorf("%s as %s is the same as %s", q.Name, format, other)
			}
			seen[out] = format
		}
		_, out, _ := run(append(line, "--explain")...)
		if numbers := "\nWith these numbers:\n\n    "; !strings.HasPrefix(out, q.Name+": "+q.Short+"\n\n"+q.Long) ||
			!strings.Contains(out, numbers) {
			t.Errorf("%s is explained as %q", q.Name, out)
		}
		for line := range strings.Lines(out) {
			if utf8.RuneCountInString(line) > 101 {
				t.Errorf("the explanation of %s is too wide: %q", q.Name, line)
			}
		}
		if status, out, _ := run("help", q.Name); status != 0 || out == "" {
			t.Errorf("there is no help on %s", q.Name)
		}
	}
}
