package cli

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retune/ui/tui"
)

// TestLast checks that --last restores the saved screen, and that a file that cannot be written or read is ignored.
func TestLast(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_STATE_HOME", dir)
	if s := (&flags{last: true}).start(); s.Factor != 2 {
		t.Errorf("where nothing is kept, the factor is %g", s.Factor)
	}
	for _, line := range []string{
		"tui -a 100ms -r 1.5 --cap 30s --jitter full -n none --vs r=3",
		"fleet -a 1s -r 2 --server queue --event spike=5@2m+10s --clients 50",
		"-a 1s -r 2 -T 90s",
	} {
		s, view, err := read(strings.Fields(line))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		kept := tui.New(context.Background(), &s, tui.Options{View: view}).Kept()
		keep(kept)
		f := &flags{last: true}
		again := tui.New(context.Background(), new(f.start()), tui.Options{View: f.view}).Kept()
		if again != kept || !strings.HasPrefix(kept,
			"retune tui --view ") {
			t.Errorf("%q comes back as %q", kept, again)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "retune", "last"), []byte("rm -rf /\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	if s := (&flags{last: true}).start(); s.Factor != 2 {
		t.Errorf("from what makes no sense comes the factor %g", s.Factor)
	}
	t.Setenv("XDG_STATE_HOME", filepath.Join(dir, "retune", "last")) // a file, not a directory
	keep("retune tui")
	for _, line := range []string{"frobnicate", "fleet -r 0.5", "help", "completion bash"} {
		if _, _, err := read(strings.Fields(line)); err == nil {
			t.Errorf("retune %s is read as a setting", line)
		}
	}
}

// TestWriteFile checks that an existing file is only replaced on request.
func TestWriteFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a")
	to := func(text string) error {
		return writeFile(file, text == "over", func(w io.Writer) error {
			_, err := w.Write([]byte(text))
			return err
		})
	}
	for _, text := range []string{"one", "two", "over"} {
		err := to(text)
		got, _ := os.ReadFile(file)
		if want := map[string]string{"one": "one", "two": "one", "over": "over"}[text]; string(got) != want ||
			(err != nil) != (text == "two") {
			t.Errorf("%s: the file holds %q, %v", text, got, err)
		}
	}
}
