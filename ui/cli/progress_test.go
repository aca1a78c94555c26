package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
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
		ticks := make(chan time.Time)
		result, err := awaited(nil, nil, &errs, ticks, func(n int) string { return fmt.Sprint(n, " done") }, func() int {
			for range n {
				ticks <- time.Time{} // received after the previous line was written
			}
			return 7
		})
		if got := errs.String(); got != want || result != 7 || err != nil {
			t.Errorf("after %d ticks %q (%d, %v), want %q", n, got, result, err, want)
		}
	}
}

// TestInterrupted checks that stopped work is cancelled, and abandoned if it does not return. The context of finished
// work stays valid.
func TestInterrupted(t *testing.T) {
	stop, never := make(chan os.Signal, 1), make(chan int)
	defer close(never)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := awaited(stop, cancel, io.Discard, nil, working, func() int {
		stop <- os.Interrupt
		return <-never
	})
	if o, ok := errors.AsType[failure](err); !ok || o.status != statusInterrupted || ctx.Err() == nil {
		t.Errorf("it ends with %v, and the context with %v", err, ctx.Err())
	}
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	ctx, err = await(cmd, working, func(ctx context.Context) context.Context { return ctx })
	if err != nil || ctx.Err() != nil {
		t.Errorf("done, it ends with %v, and the context with %v", err, ctx.Err())
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
