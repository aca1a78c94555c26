//go:build unix

package cli

import (
	"bytes"
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"retune/calc/jitter"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

var (
	lines = flag.Int("lines", 8, "how many random command lines are run")
	from  = flag.Uint64("from", 1, "seed of the random command lines")
)

// values are tried for every flag, whether they fit it or not.
var values = []string{"0", "1", "2", "3", "10", "100", "1000", "1e6", "-1", "0.5", "1.5", "1e300", "1e-300", "NaN",
	"none", "inf", "", "x", "0s", "1ns", "100ms", "1s", "20s", "1m", "1h", "30d", "1e6y", "10%", "50%", "150%",
	"50/s", "1000/s", "1e9/s", "full", "decorrelated", "spread=0.2", "normal=1s", "r=1.5", "jitter=full,budget=10%",
	"client=grpc", "10s..60s", "log=1s..1h", "factor=1.1..4:3", "clients=10..1000:3", "3x3x3", "recovers", "peak_load > 1",
	"metastable", "text", "json", "csv", "markdown", "svg", "all", "figures", "\x1b[31m", "ünïcode", "--", "a,b;c"}

// TestRandomLines runs random command lines: none panics, runs for minutes, or takes 500 MB, and each ends with a
// status from 0 to 4.
func TestRandomLines(t *testing.T) {
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	commands := []string{"", "check", "clients", "doctor", "export", "help", "init", "import", "review"}
	for _, q := range question.Questions {
		commands = append(commands, q.Subcommand())
	}
	flags := []string{"format", "table", "explain", "ascii", "fail-unless", "fail-if", "sweep", "of", "x", "y", "require",
		"elapsed-p99", "peak-load", "time-to-recovery", "reconnect-within", "help", "chart", "unknown"}
	for _, k := range setting.Settings {
		if k.HasFlag() {
			flags = append(flags, k.Name)
		}
	}
	r := rand.New(rand.NewPCG(*from, 2))
	for range *lines {
		words := line(r, commands, flags)
		status, megabytes, errs := child(path, words)
		// Linux counts this process too until the child runs its program, so the limit is exact only while this process is
		// below it: -run '^TestRandomLines$'.
		var own syscall.Rusage
		_ = syscall.Getrusage(syscall.RUSAGE_SELF, &own)
		limit := max(500, own.Maxrss/1024)
		if status < 0 || status > 4 || megabytes > limit || strings.Contains(errs, "goroutine ") {
			t.Errorf("%q: status %d, %d MB, %s", words, status, megabytes, errs[:min(len(errs), 2000)])
		}
	}
}

// line returns the words of a random command line: a command, a type of jitter and an outage in every other line, and
// up to four more flags. The values are any, or a word, a limit or the preset of the setting.
func line(r *rand.Rand, commands, flags []string) []string {
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	words := []string{pick(commands)}
	switch command := words[0]; {
	case command == "":
		words = nil
	case command == "solve" || command == "what":
		words = append(words, pick(flags), "--"+pick(results())+"="+pick(values))
	}
	if r.IntN(2) == 0 {
		words = append(words, "--jitter="+anyJitter(r))
	}
	if r.IntN(2) == 0 {
		words = append(words, "--outage="+pick([]string{"3.3s", "20s..60s", "mean=2s", "log=0.5s..30s", "1h"}))
	}
	for range r.IntN(5) {
		name, value := pick(flags), pick(values)
		if k, ok := setting.Find(name); ok && r.IntN(3) > 0 {
			s := setting.Preset(pick([]string{"", "outage", "brownout", "stampede", "spike"}))
			if r.IntN(2) == 0 {
				k.Limit(&s, r.IntN(2) == 0)
			}
			value = k.Text(&s)
			if list := k.Words(); len(list) > 0 && r.IntN(2) > 0 {
				value = pick(list)
			}
		}
		words = append(words, "--"+name+"="+value)
	}
	return words
}

// results returns the names of the figures that can be wanted.
func results() (list []string) {
	for _, r := range question.Figures() {
		list = append(list, r.Name)
	}
	return list
}

// anyJitter returns a type of jitter with an amount, perhaps with one draw for a call.
func anyJitter(r *rand.Rand) string {
	row := jitter.Types[r.IntN(len(jitter.Types))]
	text := row.Name
	switch amount := []string{"", "0", "0.1", "0.666", "1", "3"}[r.IntN(6)]; {
	case amount == "" || row.Unit == jitter.NoAmount:
	case row.TwoAmounts:
		text += "=0.5.." + amount
	case row.Unit == jitter.Seconds:
		text += "=" + amount + "s"
	default:
		text += "=" + amount
	}
	if r.IntN(4) == 0 {
		text = "once:" + text
	}
	return text
}

// TestLines checks that the random command lines draw every command and every type of jitter.
func TestLines(t *testing.T) {
	r, seen := rand.New(rand.NewPCG(1, 3)), map[string]bool{}
	for range 20_000 {
		for _, word := range line(r, []string{"solve", "schedule"}, []string{"cap", "initial-delay"}) {
			seen[word] = true
			name, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(word, "--jitter="), "once:"), "=")
			seen[name] = true
		}
	}
	want := []string{"solve", "schedule", "cap", "--initial-delay=0s"}
	for _, row := range jitter.Types {
		want = append(want, row.Name)
	}
	for _, word := range want {
		if !seen[word] {
			t.Errorf("no line has %s", word)
		}
	}
}

// child runs the program: its status, -1 where it did not end, its memory, and its errors.
func child(path string, words []string) (status int, megabytes int64, errs string) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	var stderr bytes.Buffer
	c := exec.CommandContext(ctx, path, words...)
	c.Env = append(os.Environ(), asProgram+"=yes", "GOGC=400", "GOMEMLIMIT=400MiB") // as main sets them
	c.Stderr = &stderr
	_ = c.Run()
	usage, _ := c.ProcessState.SysUsage().(*syscall.Rusage)
	return c.ProcessState.ExitCode(), usage.Maxrss / 1024, stderr.String()
}
