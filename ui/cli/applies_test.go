package cli

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"retune/ui/ask/question"
)

// TestApplies checks that every subcommand without a question is listed in reads, and that it refuses all other global
// flags.
func TestApplies(t *testing.T) {
	for _, c := range Root(bytes.NewReader(nil), io.Discard).Commands() {
		list, some := reads[c.Name()]
		if _, asks := question.Find(c.Name()); some == (asks || c.Name() == "help") {
			t.Errorf("retune %s reads %q of the flags of every command: %v", c.Name(), list, some)
		}
		if !some {
			continue
		}
		for name, word := range map[string]string{"fail-if recovers": "", "explain": "", "table x": "table",
			"json": "format", "ascii": "ascii", "retries 3": "policy", "output -": "output", "as x": "import",
			"file x": "file"} {
			if slices.Contains(strings.Fields(list), word) {
				continue
			}
			flag, _, _ := strings.Cut(name, " ")
			line := c.Name() + map[string]string{"completion": " bash", "export": " grpc",
				"init": " /nowhere/at/all"}[c.Name()] + " --" + name
			if status, out, errs := run(strings.Fields(line)...); status != statusUsage || out != "" ||
				!strings.Contains(errs, "--"+flag+" does not apply to retune "+c.Name()) {
				t.Errorf("retune %s: status %d, %q", line, status, errs)
			}
		}
	}
}
