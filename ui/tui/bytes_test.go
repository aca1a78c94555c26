//go:build !windows

package tui_test

import (
	"flag"
	"strings"
	"testing"
	"time"

	"retune/ui/tui"
)

// against is an earlier build of the program.
var against = flag.String("against", "", "another build of retune, whose bytes are counted in the same run")

// BenchmarkBytes measures the bytes sent to a terminal per key in the default scenario, the default fleet and the
// slowest scenarios: when every key waits for the frame to settle, at thirty keys a second, and in a burst of 200. To
// compare two builds run
//
//	go test ./ui/tui -run XXX -bench Bytes -benchtime 1x -against /tmp/retune-before
func BenchmarkBytes(b *testing.B) {
	for name, args := range tui.Slowest() {
		for _, mode := range []struct {
			name string
			keys int
			wait func(c *terminal)
		}{
			{"settled", 4, (*terminal).settle},
			{"30 a second", 100, func(*terminal) { time.Sleep(time.Second / 30) }},
			{"burst", 200, func(*terminal) {}},
		} {
			b.Run(name+"/"+mode.name, func(b *testing.B) {
				sent := func(path string) float64 {
					c := open(b, path, 120, 36, environment(), append([]string{"tui"}, args...)...)
					c.settle()
					before := c.bytes()
					for i := range mode.keys {
						c.send([]string{"\x1b[C", "\x1b[D"}[i/15%2])
						mode.wait(c)
					}
					c.settle()
					n := c.bytes() - before
					c.send("\x03")
					c.wait()
					return float64(n) / float64(mode.keys)
				}
				var now, then float64
				for b.Loop() {
					now += sent(program(b))
					if *against != "" {
						then += sent(*against)
					}
				}
				b.ReportMetric(now/float64(b.N), "bytes/key")
				if *against != "" {
					b.ReportMetric(then/float64(b.N), "bytes/key-against")
				}
			})
		}
	}
}

// settle waits for a frame that shows no computation in progress and is followed by nothing for a while.
func (c *terminal) settle() {
	end, seen, since := time.Now().Add(patience), -1, time.Now()
	for time.Now().Before(end) {
		text := strings.Join(c.lines(), "\n")
		if n := c.bytes(); n != seen || strings.Contains(text, "working...") || strings.Contains(text, "refining...") ||
			strings.Contains(text, " tried ") {
			seen, since = n, time.Now()
		}
		if seen > 0 && time.Since(since) > 700*time.Millisecond {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

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
