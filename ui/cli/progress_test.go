package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Work of a second or more is announced with each second and the line is gone in
// the end; shorter work says nothing.
func TestAnnounced(t *testing.T) {
	fails := errors.New("fails")
	for n, want := range []string{"",
		"\rretune: working... 1s, ctrl+c stops\r\x1b[K",
		"\rretune: working... 1s, ctrl+c stops\rretune: working... 2s, ctrl+c stops\r\x1b[K"} {
		var errs bytes.Buffer
		ticks := make(chan time.Time)
		err := announced(&errs, ticks, func(n int) []string { return []string{fmt.Sprintf("working... %ds", n)} }, func() error {
			for range n {
				ticks <- time.Time{} // nobody sleeps: it is taken when the one before is said
			}
			return fails
		})
		if got := errs.String(); got != want || err != fails {
			t.Errorf("after %d seconds %q (%v), want %q", n, got, err, want)
		}
	}
}

// Into a pipe or a file nothing is said.
func TestNothingIsAnnouncedInAPipe(t *testing.T) {
	_, pipe, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	for _, out := range []io.Writer{pipe, &bytes.Buffer{}} {
		if isTerminal(out) {
			t.Errorf("%T is taken for a terminal", out)
		}
	}
}

// Lines above the last are written over, too, and are gone in the end.
func TestAnnouncedAbove(t *testing.T) {
	var errs bytes.Buffer
	ticks := make(chan time.Time)
	announced(&errs, ticks, func(n int) []string { return []string{"map", "axis", fmt.Sprint(n)} }, func() error {
		ticks <- time.Time{}
		ticks <- time.Time{}
		return nil
	})
	const want = "\rmap\r\naxis\r\nretune: 1, ctrl+c stops\x1b[2A\r\x1b[Jmap\r\naxis\r\nretune: 2, ctrl+c stops\x1b[2A\r\x1b[J\x1b[K"
	if got := errs.String(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestUnseen holds that a file shows nobody that work goes on, and that a pipe is left alone.
func TestUnseen(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "rows"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if !unseen(file) || unseen(w) || unseen(&strings.Builder{}) {
		t.Errorf("a file is unseen: %v, a pipe: %v, a buffer: %v", unseen(file), unseen(w), unseen(&strings.Builder{}))
	}
}
