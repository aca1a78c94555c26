package tui

import (
	"fmt"
	"testing"
)

// BenchmarkKeyToFrame is the time from a key press to the finished frame. The
// target is 2 ms at 120x36.
func BenchmarkKeyToFrame(b *testing.B) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		for name, m := range map[string]Model{
			"one policy": screen(b, size[0], size[1]),
			"with B":     telling(b, size[0], size[1]),
		} {
			b.Run(fmt.Sprintf("%dx%d/%s", size[0], size[1], name), func(b *testing.B) {
				keys := []string{"right", "left"}
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					m = press(m, keys[i%2])
					if m.View().Content == "" {
						b.Fatal("no frame")
					}
					m.past = nil // an undo history as long as this is of no interest
				}
			})
		}
	}
}

// BenchmarkKeyToFrameWithJitter is the same with full jitter at 20 retries,
// where the target is 3 ms, and with a stateful jitter, whose rough answer has 16 ms.
func BenchmarkKeyToFrameWithJitter(b *testing.B) {
	for _, jitter := range []string{"full", "decorrelated"} {
		for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
			b.Run(fmt.Sprintf("%s/%dx%d", jitter, size[0], size[1]), func(b *testing.B) {
				m := focusOn(b, screen(b, size[0], size[1], "cap=64s", "retries=20", "at=2m", "jitter="+jitter), "factor")
				keys := []string{"right", "left"}
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					m = press(m, keys[i%2])
					if m.View().Content == "" {
						b.Fatal("no frame")
					}
					m.past = nil
				}
			})
		}
	}
}

// BenchmarkKeyToFrameOfViews is that of the other views with full jitter.
func BenchmarkKeyToFrameOfViews(b *testing.B) {
	for _, outage := range []string{"1m", "30s..90s", "mean=1m", "log=1s..1h"} {
		m := focusOn(b, screen(b, 120, 36, "cap=64s", "retries=20", "at=2m", "jitter=full", "outage="+outage), "factor")
		for _, name := range []string{"schedule", "compare", "reconnect"} {
			if outage != "1m" && name != "reconnect" {
				continue
			}
			b.Run(name+"/"+outage, func(b *testing.B) {
				m := show(b, m, name)
				keys := []string{"right", "left"}
				for i := 0; b.Loop(); i++ {
					m = press(m, keys[i%2])
					if m.View().Content == "" {
						b.Fatal("no frame")
					}
					m.past = nil
				}
			})
		}
	}
}

// BenchmarkView is the part of it that paints.
func BenchmarkView(b *testing.B) {
	m := telling(b, 120, 36)
	b.ReportAllocs()
	for b.Loop() {
		_ = m.View()
	}
}

// BenchmarkKeyToFrameOfFleet is that of the fleet, whose rough flow has 16 ms.
func BenchmarkKeyToFrameOfFleet(b *testing.B) {
	for name, policy := range map[string][]string{"fixed": theFixed, "exponential with feedback": theExponential, "no flow": {"deadline=20s"}} {
		b.Run(name, func(b *testing.B) {
			m := focusOn(b, show(b, screen(b, 120, 36, policy...), "fleet"), "outage")
			keys := []string{"right", "left"}
			for i := 0; b.Loop(); i++ {
				m = press(m, keys[i%2])
				if m.View().Content == "" {
					b.Fatal("no frame")
				}
				m.past = nil
			}
		})
	}
}

// The two policies of the default world: the fixed interval collapses, the
// growing one comes back late.
var (
	theFixed       = []string{"initial-delay=100ms", "factor=1", "retries=none"}
	theExponential = []string{"initial-delay=100ms", "factor=2.71828", "cap=5m", "jitter=normal=100ms", "feedback=yes", "retries=none"}
)
