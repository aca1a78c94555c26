//go:build !windows

package tui_test

import (
	"testing"
	"time"

	"retune/ui/tui"
)

// TestNudgeSendsLittle checks that a step sends only changes, and that nothing is sent at rest.
func TestNudgeSendsLittle(t *testing.T) {
	c := inside(t, 120, 36, nil)
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
	if n := c.bytes() - still; n > 200 { // the end of the last frame may still arrive
		t.Errorf("%d bytes are sent while nothing happens", n)
	}
	c.send("\x03")
	c.wait()
}
