package cli

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/help"
)

// examples returns every command that help shows.
func examples() []string {
	var list []string
	for line := range strings.SplitSeq(starters, "\n") {
		command, _, _ := strings.Cut(line, "  ")
		list = append(list, command)
	}
	for _, q := range question.Questions {
		list = append(list, q.Examples...)
	}
	for _, t := range help.Topics() {
		list = append(list, t.Examples()...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// ofClient matches an example in the help on a client.
var ofClient = regexp.MustCompile(`^retune (clients|schedule --client) [a-z0-9.-]+$`)

// shellWord matches a word of a command, which may stand in quotes.
var shellWord = regexp.MustCompile(`'[^']*'|\S+`)

// TestExamples runs every command that help shows, but only some of those about clients. Each must answer without a
// note that a flag has no effect.
func TestExamples(t *testing.T) {
	for i, line := range some(examples(), 9) {
		if ofClient.MatchString(line) && i%8 > 0 {
			continue // they are alike, and other tests cover every client
		}
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			args := shellWord.FindAllString(line, -1)
			for i := range args {
				args[i] = strings.Trim(args[i], "'")
			}
			if ofClient.MatchString(line) && *every > 1 {
				args = append(args, "--retries", "9") // endless retries take long
			}
			fleet := slices.Contains([]string{"fleet", "levers", "map", "compare"}, args[1])
			if args[1] == "what" {
				r, _ := question.Figures().Find(args[2])
				fleet = slices.Contains(r.Takes, "runs")
			}
			if solved := args[1] == "solve" && slices.ContainsFunc(args, simulated); solved {
				args, fleet = append(args, "--duration", "2m", "--outage", "1s", "--outage-at", "1s"), true
			}
			if fleet && !strings.Contains(line, "--runs") {
				args = append(args, "--runs", "2")
			}
			status, out, errs := once(args[1:]...)
			if failed := args[1] == "check" && status == 3; !failed && (status != 0 || errs != "") || out == "" {
				t.Errorf("status %d: %s", status, errs)
			}
			if args[1] != "help" && strings.Contains(strings.ReplaceAll(out, "--runs has no effect", ""), "no effect") {
				t.Errorf("a flag has no effect:\n%s", out)
			}
		})
	}
}

// simulated reports whether word is the flag of a result of a fleet.
func simulated(word string) bool {
	r, ok := question.Figures().Find(strings.TrimPrefix(word, "--"))
	return ok && r.Simulated()
}

// TestEverythingHasHelp asks for help on every name in the tables.
func TestEverythingHasHelp(t *testing.T) {
	words := []string{"topics", "flags", "completion", "tui", "help", "jitter", "-a", "--cap", "spread=0.3"}
	for _, k := range setting.Settings {
		if k.IsArgument {
			continue
		}
		words = append(words, "--"+k.Name)
		words = append(words, k.Words()...)
		words = append(words, strings.Fields(k.Names)...)
	}
	for _, q := range question.Questions {
		words = append(words, q.Name)
	}
	for _, r := range question.Figures() {
		words = append(words, r.Name)
		words = append(words, strings.Fields(r.Names)...)
	}
	for _, word := range words {
		if status, out, errs := run("help", word); status != 0 || len(out) < 40 || errs != "" {
			t.Errorf("retune help %s: status %d, %q", word, status, errs)
		}
	}
	if _, out, _ := run("help", "jitter"); !strings.Contains(out, "decorrelated") || !strings.Contains(out,
		"retune jitter: ") || !strings.Contains(out, "█") {
		t.Errorf("retune help jitter: %s", out)
	}
	if status, _, errs := run("help", "frobnicate"); status != statusUsage || !strings.Contains(errs,
		"retune help topics") {
		t.Errorf("status %d: %s", status, errs)
	}
	if _, _, errs := run("help", "goodputt"); !strings.Contains(errs, "did you mean goodput?") {
		t.Errorf("%s", errs)
	}
}

var flagIn = regexp.MustCompile(`(?:^|[\s(“])--([a-z][a-z0-9-]*)`)

// TestFirstNames checks that help and its examples use the primary names of flags.
func TestFirstNames(t *testing.T) {
	known := []string{"format", "output", "explain", "ascii", "strokes", "help", "version", "table", "chart",
		"fail-if", "fail-unless", "import", "require", "pick", "as", "scan", "nearest", helpAll, "max-attempts",
		"select", "ignore", "baseline"}
	for _, k := range setting.Settings {
		known = append(known, k.Name)
	}
	for _, q := range question.Questions {
		for _, k := range q.Owned() {
			known = append(known, k.Name)
		}
	}
	texts := examples()
	for _, t := range help.Topics() {
		texts = append(texts, t.What, t.When)
	}
	for _, q := range question.Questions {
		texts = append(texts, q.Long, q.Short)
	}
	for _, text := range texts {
		for _, m := range flagIn.FindAllStringSubmatch(text, -1) {
			if _, ok := question.Figures().Find(m[1]); !ok && !slices.Contains(known, m[1]) {
				t.Errorf("--%s is no first name of a flag, in %q", m[1], text)
			}
		}
	}
}

// TestHelpFits checks that no line of help is wider than a terminal, and that the help on a word fits a screen. The
// list of all topics may be longer.
func TestHelpFits(t *testing.T) {
	lines := [][]string{{"--help"}, {"--" + helpAll}, {"help"}, {"help", "topics"}, {"help", "flags"}, {"help", "results"}}
	var commands []string
	for _, c := range Root(strings.NewReader(""), nil).Commands() {
		commands = append(commands, c.Name())
		lines = append(lines, []string{c.Name(), "--help"}, []string{c.Name(), "--" + helpAll})
		if !c.Hidden {
			lines = append(lines, []string{"help", c.Name()})
		}
	}
	for _, word := range help.Words() {
		if found := help.Find(word); len(found) > 1 || found[0].Name == word { // other names have the same page
			lines = append(lines, []string{"help", word})
		}
	}
	for _, line := range lines {
		_, out, errs := run(line...)
		if n := strings.Count(out, "\n"); line[0] == "help" && len(line) > 1 && !slices.Contains(commands, line[1]) &&
			line[1] != "topics" && n > 45 || n < 2 || errs != "" {
			t.Errorf("retune %s has %d lines %s", line, n, errs)
		}
		for row := range strings.Lines(out) {
			if n := utf8.RuneCountInString(row); n > 101 || n > 81 && !strings.Contains(row, "  retune ") {
				t.Errorf("retune %s: %d characters wide: %q", line, n-1, row)
			}
		}
	}
}

// fieldWords are words that engineers type, modelled or not.
const fieldWords = `load balancer|autoscaling|cache|priority|tail latency|backpressure|visibility timeout|
cron|splay|SLO|SLA|utilization|saturation|hedging|fan-out|websocket|cold start|health check|outlier detection|
connection pool|bulkhead|rate limiting|429|503|idempotency|dead letter queue|error budget|failover|
thundering herd|retry storm|load shedding|circuit breaker|retry budget|p99|timeout|-o|-f|--import|--ascii|
--view|--last|limits|assumed|better|once`

// TestFieldWords checks that help has a page for the words of the field, also for what retune does not model.
func TestFieldWords(t *testing.T) {
	for word := range strings.SplitSeq(strings.ReplaceAll(fieldWords, "\n", ""), "|") {
		if status, out, errs := run("help", word); status != 0 || len(out) < 40 {
			t.Errorf("retune help %s: status %d: %s%s", word, status, out, errs)
		}
	}
}

// TestShortHelp checks that the help of a question leaves out what few users need, in lines of at most 80 characters,
// and that --help all and --help-all describe every flag.
func TestShortHelp(t *testing.T) {
	for _, q := range question.Questions {
		if q.Flag != "" {
			continue
		}
		_, short, _ := run(q.Name, "--help")
		_, whole, _ := run(q.Name, "--help", "all")
		if _, same, _ := run(q.Name, "--help-all"); same != whole {
			t.Errorf("retune %s --help-all and --help all differ", q.Name)
		}
		if lines := strings.Count(short, "\n"); q.Name == "fleet" && lines > 60 {
			t.Errorf("retune fleet --help has %d lines", lines)
		}
		for _, k := range q.Settings() {
			if !q.Reads(k.Name) || !k.HasFlag() || k.IsArgument || k.IsTarget {
				continue
			}
			row := regexp.MustCompile("(?m)^  (-., |    )--" + k.Name + "( [A-Z]+)?( |$)")
			if row.MatchString(short) == k.Rare || !row.MatchString(whole) {
				t.Errorf("retune %s: --%s is in the wrong help", q.Name, k.Name)
			}
		}
	}
}
