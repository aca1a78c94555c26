//go:build unix

package cli

import (
	"bytes"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
)

// A marked buffer tells when something is written to it that has a mark.
type marked struct {
	text bytes.Buffer
	mark string
	seen chan struct{}
}

func (m *marked) Write(p []byte) (int, error) {
	n, err := m.text.Write(p)
	if m.mark != "" && strings.Contains(m.text.String(), m.mark) {
		m.mark = ""
		close(m.seen)
	}
	return n, err
}

// TestLabStops stops a run by each signal: it prints what was measured, and says why it ended.
func TestLabStops(t *testing.T) {
	for _, sent := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(sent.String(), func(t *testing.T) {
			t.Parallel()
			if signal.Ignored(sent) {
				t.Skip("the tests ignore it, in the background of a shell or under nohup, and so does the run")
			}
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(self, "lab", "--clients", "5", "--think", "1s", "--duration", "1000s", "--speed", "50",
				"--outage", "0s")
			cmd.Args[0] = "retune"
			out, errs := &bytes.Buffer{}, &marked{mark: "the fleet runs", seen: make(chan struct{})}
			cmd.Stdout, cmd.Stderr = out, errs
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			defer cmd.Process.Kill()
			<-errs.seen
			if err := cmd.Process.Signal(sent); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait()
			if status := cmd.ProcessState.ExitCode(); status != statusInterrupted {
				t.Errorf("status %d: %s", status, &errs.text)
			}
			if !strings.HasPrefix(out.String(), "Measured: ") || !strings.Contains(errs.text.String(), "stopped") {
				t.Errorf("it prints %.300q, and says %q", out, &errs.text)
			}
		})
	}
}
