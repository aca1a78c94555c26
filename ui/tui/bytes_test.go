//go:build !windows

package tui_test

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"retune/ui/knob"
	"retune/ui/tui"
)

// BenchmarkNudgeBytes is how much a real terminal is sent per nudge of a knob.
func BenchmarkNudgeBytes(b *testing.B) {
	c := open(b, build(b), 120, 36, environment())
	c.until("start", after(120, 36))
	var m tea.Model = tui.New(knob.Default(), tui.Options{})
	m, _ = m.Update(tea.WindowSizeMsg{Width: 120, Height: 36})
	first := c.bytes()
	for b.Loop() {
		c.send("\x1b[C")
		m, _ = m.Update(tui.KeyPress("right"))
		c.until("right", tui.Lines(m.(tui.Model)))
	}
	b.ReportMetric(float64(c.bytes()-first)/float64(b.N), "bytes/nudge")
	c.send("q")
	c.wait()
}

// A nudge sends what has changed, and at rest nothing is sent.
func TestNudgeSendsLittle(t *testing.T) {
	c := open(t, build(t), 120, 36, environment())
	c.until("start", after(120, 36))
	first := c.bytes()
	const nudges = 20
	var done []tea.Msg
	for range nudges {
		c.send("\x1b[C")
		done = append(done, tui.KeyPress("right"))
		c.until("right", after(120, 36, done...))
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
