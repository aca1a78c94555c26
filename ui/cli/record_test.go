package cli

import (
	"compress/gzip"
	"encoding/gob"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// With -record FILE, TestRecord writes what command lines print to a file; with -against FILE it compares them with one
// that another version of the program has written. So a change of the inside can be shown to change nothing outside,
// and no record has to follow the changes that are meant.
var (
	recordTo = flag.String("record", "", "file to write what command lines print to")
	against  = flag.String("against", "", "file written with -record to compare with")
	recorded = flag.Int("recorded", 2400, "number of command lines with -record and -against")
)

// An outcome is what a command line prints.
type outcome struct {
	Args      []string
	Status    int
	Out, Errs string
}

// TestRecord runs some command lines twice by default, which must print the same, or all of them with -record or
// -against.
func TestRecord(t *testing.T) {
	if *recordTo == "" && *against == "" {
		for i, line := range commandLines(2400) {
			if i%100 > 0 {
				continue
			}
			one, other := printedBy(line), printedBy(line)
			if one.Out != other.Out || one.Errs != other.Errs || one.Status != other.Status {
				t.Errorf("retune %s prints\n%s%s\nand then\n%s%s", strings.Join(line, " "), one.Out, one.Errs, other.Out,
					other.Errs)
			}
		}
		return
	}
	lines := commandLines(*recorded)
	now := make([]outcome, len(lines))
	var wait sync.WaitGroup
	for core := range 2 {
		wait.Go(func() {
			for i := core; i < len(lines); i += 2 {
				now[i] = printedBy(lines[i])
			}
		})
	}
	wait.Wait()
	if *recordTo != "" {
		writeRecord(t, *recordTo, now)
	}
	if *against == "" {
		return
	}
	was := map[string]outcome{}
	for _, p := range readRecord(t, *against) {
		was[strings.Join(p.Args, " ")] = p
	}
	compared := 0
	for _, p := range now {
		line := strings.Join(p.Args, " ")
		before, ok := was[line]
		if compared++; !ok {
			compared--
		} else if before.Status != p.Status || before.Out != p.Out || before.Errs != p.Errs {
			t.Errorf("retune %s: status %d, before %d\n%s", line, p.Status, before.Status,
				firstDifference(before.Out+before.Errs, p.Out+p.Errs))
		}
	}
	t.Logf("%d command lines are compared", compared)
}

func printedBy(args []string) outcome {
	p := outcome{Args: args}
	p.Status, p.Out, p.Errs = run(args...)
	return p
}

func writeRecord(t *testing.T, name string, list []outcome) {
	t.Helper()
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	w := gzip.NewWriter(file)
	if gob.NewEncoder(w).Encode(list) != nil || w.Close() != nil || file.Close() != nil {
		t.Fatalf("%s cannot be written", name)
	}
}

func readRecord(t *testing.T, name string) (list []outcome) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, err := gzip.NewReader(file)
	if err == nil {
		err = gob.NewDecoder(r).Decode(&list)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return list
}

// commandLines returns n command lines, always the same: the examples of help, every word of every setting, and random
// ones, in all formats.
func commandLines(n int) (list [][]string) {
	for _, line := range examples() {
		if words := strings.Fields(line); !strings.ContainsAny(line, "'<>|") && len(words) > 1 && asksAlone(words[1]) {
			list = append(list, words[1:])
		}
	}
	for _, k := range setting.Settings {
		for _, word := range k.Words() {
			if k.HasFlag() {
				list = append(list, append(commandFor(k), "--"+k.Name+"="+word))
			}
		}
	}
	r := rand.New(rand.NewPCG(41, 2400))
	for len(list) < n {
		list = append(list, randomLine(r))
	}
	formats := strings.Split(",,--json,--table=all,,--csv,--json,--markdown,--chart,--svg,--explain", ",")
	for i, line := range list {
		if format := formats[i%len(formats)]; format != "" && !slices.ContainsFunc(line, formatting) {
			list[i] = append(line, format)
		}
		if i%3 == 0 && !slices.ContainsFunc(list[i], func(s string) bool { return strings.HasPrefix(s, "--runs") }) &&
			slices.Contains(simulates, list[i][0]) {
			list[i] = append(list[i], "--runs=2")
		}
	}
	return list[:min(n, len(list))]
}

// simulates are the questions that simulate a fleet.
var simulates = []string{"fleet", "levers", "map", "compare", "contend"}

func formatting(word string) bool {
	return slices.ContainsFunc([]string{"--format", "--json", "--csv", "--svg", "--table", "--chart", "--md", "--explain"},
		func(flag string) bool { return strings.HasPrefix(word, flag) })
}

// asksAlone reports whether a command neither reads files, opens the screen nor runs a server.
func asksAlone(command string) bool {
	return !slices.Contains([]string{"check", "review", "doctor", "import", "export", "fit", "probe", "lab", "tui", "shot",
		"init", "levers", "completion"}, command)
}

// commandFor returns a command that reads a setting, quickly.
func commandFor(k setting.Setting) []string {
	if !k.OfQuestion {
		return []string{"schedule", "--retries=6"}
	}
	for _, q := range question.Questions {
		if q.Subcommand() != "" && slices.Contains(q.ReadSettings(), k.Name) && !slices.Contains([]string{"levers", "map"},
			q.Name) {
			line := []string{q.Subcommand()}
			if slices.Contains(simulates, q.Subcommand()) {
				line = append(line, "--runs=2", "--clients=40", "--duration=40s")
			}
			return slices.DeleteFunc(line, func(word string) bool { return strings.HasPrefix(word, "--"+k.Name+"=") })
		}
	}
	return []string{"fleet", "--runs=2"}
}

// randomHeads begin random command lines.
const randomHeads = `schedule
schedule
schedule --vs=cap=3s
schedule --sweep=factor=1.5..3:4
jitter
compare --vs=r=3
--at=20s
--outage=1m
--outage=20s..90s
--failure-rate=20%
fleet --runs=2 --clients=60 --duration=60s
fleet --runs=3 --clients=50 --outage=4s --vs=jitter=full
fleet --runs=2 --traffic=burst --clients=80
contend --clients=20 --runs=3
what elapsed-p99
what call-time-mean --vs=factor=3
what reconnect-delay --outage=30s
what success-probability --failure-rate=30%
what retries-by --at=10s
solve retries --elapsed-p99=30s
solve cap --call-time-max=60s
solve initial-delay --reconnect-delay-mean=3s --outage=40s
map --x=factor=1.2..3:5 --y=retries=2..9:4 --of=elapsed
stack --layer=2 --layer=3
recommend --max-reconnect=5s --outage=60s
what peak-load --runs=3 --clients=60 --duration=60s
what verdict --runs=3 --clients=60`

// randomLine returns a random command line.
func randomLine(r *rand.Rand) []string {
	heads := strings.Split(randomHeads, "\n")
	line := strings.Fields(heads[r.IntN(len(heads))])
	for range r.IntN(4) {
		k := setting.Settings[r.IntN(len(setting.Settings))]
		if k.OfQuestion || !k.HasFlag() || k.Separator != "" {
			continue
		}
		line = append(line, "--"+k.Name+"="+randomText(r, k))
	}
	return line
}

// randomText returns a text for a setting: one of its words, or a number.
func randomText(r *rand.Rand, k setting.Setting) string {
	if words := k.Words(); len(words) > 0 && r.IntN(2) == 0 {
		return words[r.IntN(len(words))]
	}
	switch x := r.Float64(); k.Kind() {
	case unit.Duration:
		return fmt.Sprintf("%.3gs", 0.01+x*x*60)
	case unit.Count:
		return fmt.Sprint(1 + r.IntN(12))
	case unit.Share:
		return fmt.Sprintf("%.0f%%", 100*x)
	default:
		return fmt.Sprintf("%.3g", 1+3*x)
	}
}
