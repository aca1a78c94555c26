package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

// TestAwaited checks that long work shows a line at each tick, which is erased at the end, and that short work shows
// none.
func TestAwaited(t *testing.T) {
	for n, want := range []string{"",
		"\rretune: 1 done, ctrl+c stops\x1b[K\r\x1b[K",
		"\rretune: 1 done, ctrl+c stops\x1b[K\rretune: 2 done, ctrl+c stops\x1b[K\r\x1b[K"} {
		var errs bytes.Buffer
		ticks, done := make(chan time.Time), make(chan bool)
		go func() {
			for range n {
				ticks <- time.Time{} // received after the previous line was written
			}
			close(done)
		}()
		err := awaited(done, nil, nil, &errs, ticks, func(n int) string { return fmt.Sprint(n, " done") })
		if got := errs.String(); got != want || err != nil {
			t.Errorf("after %d ticks %q (%v), want %q", n, got, err, want)
		}
	}
}

// TestInterrupted checks that stopped work is cancelled. The context of finished work stays valid.
func TestInterrupted(t *testing.T) {
	stop, done := make(chan os.Signal, 1), make(chan bool)
	stop <- os.Interrupt
	err := awaited(done, stop, func() { close(done) }, io.Discard, nil, working)
	if f, ok := errors.AsType[failure](err); !ok || f.status != statusInterrupted {
		t.Errorf("it ends with %v", err)
	}
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	err = await(cmd, working, func(ctx context.Context) {
		self, _ := os.FindProcess(os.Getpid())
		if err := self.Signal(syscall.SIGTERM); err != nil {
			t.Skip(err)
		}
		<-ctx.Done()
	})
	if f, ok := errors.AsType[failure](err); !ok || f.status != statusInterrupted {
		t.Errorf("after SIGTERM it ends with %v", err)
	}
	var of context.Context
	err = await(cmd, working, func(ctx context.Context) { of = ctx })
	if err != nil || of.Err() != nil {
		t.Errorf("done, it ends with %v, and the context with %v", err, of.Err())
	}
}

// TestNothingIsAnnouncedInAPipe checks that a pipe or a file gets no progress lines.
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
