package cli

import (
	"os"
	"strings"
	"testing"
)

// TestNames types the names that clients and people use for flags, values and subcommands. retune must understand each
// or suggest what to type. testdata/names*.txt lists them, one per line, with the text expected in the printed command
// (=), in a note (~) or in the hint (?).
func TestNames(t *testing.T) {
	var text []byte
	for _, name := range []string{"names.txt", "names-of-others.txt"} {
		part, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, part...)
	}
	var rows []string
	for row := range strings.Lines(string(text)) {
		if row = strings.TrimSpace(row); row != "" && !strings.HasPrefix(row, "#") {
			rows = append(rows, row)
		}
	}
	for _, row := range rows {
		at := strings.LastIndexAny(row, "=~?")
		for at > 0 && row[at-1] != ' ' {
			at = strings.LastIndexAny(row[:at], "=~?")
		}
		line, mark, want := strings.Fields(row[:at]), row[at], strings.TrimSpace(row[at+1:])
		status, out, errs := run(append(line, map[bool][]string{true: {"--format", "json"}}[mark != '?']...)...)
		switch {
		case mark == '?' && (status != statusUsage || !strings.Contains(unbroken(errs), want)):
			t.Errorf("retune %s: status %d, %q, want %q", strings.Join(line, " "), status, errs, want)
		case mark != '?' && (status != statusAnswered && status != statusOpen || !strings.Contains(out, want)):
			t.Errorf("retune %s: status %d, want %q: %s%s", strings.Join(line, " "), status, want, errs, commandIn(out))
		}
		if mark == '?' && strings.Count(errs, "\n") < 2 && !strings.Contains(errs, ":") {
			t.Errorf("retune %s: nothing to type in %q", strings.Join(line, " "), errs)
		}
	}
	if len(rows) < 250 {
		t.Errorf("only %d names", len(rows))
	}
}

// commandIn returns the line of a JSON answer with the command.
func commandIn(out string) string {
	for line := range strings.Lines(out) {
		if strings.Contains(line, `"command"`) {
			return line
		}
	}
	return ""
}
