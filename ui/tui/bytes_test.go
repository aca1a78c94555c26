//go:build !windows

package tui_test

import (
	"testing"
	"time"

	"retune/ui/tui"
)

// BenchmarkNudgeBytes is how much a real terminal is sent per nudge of a knob.
func BenchmarkNudgeBytes(b *testing.B) {
	c := open(b, program(b), 120, 36, environment())
	follower := following(120, 36)
	c.until("start", follower.after())
	first := c.bytes()
	for b.Loop() {
		c.send("\x1b[C")
		c.until("right", follower.after(tui.KeyPress("right")))
	}
	b.ReportMetric(float64(c.bytes()-first)/float64(b.N), "bytes/nudge")
	c.send("q")
	c.wait()
}

// A nudge sends what has changed, and at rest nothing is sent.
func TestNudgeSendsLittle(t *testing.T) {
	c := open(t, program(t), 120, 36, environment())
	follower := following(120, 36)
	c.until("start", follower.after())
	first := c.bytes()
	const nudges = 20
	for range nudges {
		c.send("\x1b[C")
		c.until("right", follower.after(tui.KeyPress("right")))
	}
	per := (c.bytes() - first) / nudges
	t.Logf("%d bytes for the first frame, %d per nudge", first, per)
	if per > 3000 {
		t.Errorf("a nudge sends %d bytes", per)
	}
	still := c.bytes()
	time.Sleep(200 * time.Millisecond)
	if n := c.bytes() - still; n > 200 { // the end of the last frame may have been under way
		t.Errorf("%d bytes are sent while nothing happens", n)
	}
	c.send("q")
	c.wait()
}
