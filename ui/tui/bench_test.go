package tui

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// keyToFrame presses right and left in turn, and paints each frame. It reports the 99th percentile too.
func keyToFrame(b *testing.B, name string, m Model, press func(Model, string) Model) {
	b.Run(name, func(b *testing.B) {
		keys := []string{"right", "left"}
		b.ReportAllocs()
		var took []time.Duration
		for i := 0; b.Loop(); i++ {
			pressed := time.Now()
			if m = press(m, keys[i%2]); m.View().Content == "" {
				b.Fatal("no frame")
			}
			took = append(took, time.Since(pressed))
			m.past = nil // an undo history of this length is unusual
		}
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1e3, "p99-ms")
	})
}

// pressed presses a key, and waits for no answer in the background.
func pressed(m Model, key string) Model {
	m, _ = send(m, keyPress(key))
	return m
}

func pressedAndSettled(m Model, key string) Model { return press(m, key) }

// BenchmarkKeyToFrame measures the time from a key press to the finished frame. The target is 2 ms at 120x36.
func BenchmarkKeyToFrame(b *testing.B) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		of := fmt.Sprintf("%dx%d/", size[0], size[1])
		keyToFrame(b, of+"one policy", screen(b, size[0], size[1]), pressedAndSettled)
		keyToFrame(b, of+"with B", telling(b, size[0], size[1]), pressedAndSettled)
		for _, jitter := range []string{"full", "decorrelated"} { // the answer follows in the background
			m := screen(b, size[0], size[1], "cap=64s", "retries=20", "at=2m", "jitter="+jitter)
			keyToFrame(b, of+jitter, focusOn(b, m, "factor"), pressed)
		}
	}
}

// BenchmarkKeyToFrameOfViews measures the other views with their first answers, which may take 16 ms: after each kind
// of outage with each kind of jitter, and of a fleet.
func BenchmarkKeyToFrameOfViews(b *testing.B) {
	for _, jitter := range []string{"full", "equal", "up=0.5", "normal=0.1", "smooth", "decorrelated"} {
		for _, outage := range []string{"1m", "30s..90s", "mean=1m", "log=1s..1h"} {
			m := screen(b, 120, 36, "cap=64s", "retries=20", "at=2m", "jitter="+jitter, "outage="+outage)
			m = show(b, focusOn(b, m, "factor"), "reconnect")
			keyToFrame(b, "reconnect/"+jitter+"/"+outage, m, pressedAndSettled)
		}
	}
	for name, policy := range map[string][]string{"fixed": theFixed, "exponential with feedback": theExponential} {
		m := show(b, screen(b, 120, 36, policy...), "fleet")
		keyToFrame(b, "fleet/"+name, focusOn(b, m, "outage"), pressedAndSettled)
	}
}

// BenchmarkView measures the painting alone.
func BenchmarkView(b *testing.B) {
	m := telling(b, 120, 36)
	b.ReportAllocs()
	for b.Loop() {
		_ = m.View()
	}
}

// These are two policies for the default system: the fixed interval collapses, the growing one recovers late.
var (
	theFixed       = []string{"initial-delay=100ms", "factor=1", "retries=none"}
	theExponential = []string{"initial-delay=100ms", "factor=2.71828", "cap=5m", "jitter=normal=100ms", "feedback=yes",
		"retries=none"}
)
