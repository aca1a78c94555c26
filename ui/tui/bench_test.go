package tui

import (
	"fmt"
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// BenchmarkKeyToFrame measures the time from a key press to the finished frame. The target is 2 ms at 120x36.
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
					m.past = nil // an undo history of this length is unusual
				}
			})
		}
	}
}

// BenchmarkKeyToFrameWithJitter does the same with jitter at 20 retries, whose answer follows in the background.
func BenchmarkKeyToFrameWithJitter(b *testing.B) {
	for _, jitter := range []string{"full", "decorrelated"} {
		for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
			b.Run(fmt.Sprintf("%s/%dx%d", jitter, size[0], size[1]), func(b *testing.B) {
				m := focusOn(b, screen(b, size[0], size[1], "cap=64s", "retries=20", "at=2m", "jitter="+jitter), "factor")
				keys := []string{"right", "left"}
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					m, _ = send(m, keyPress(keys[i%2]))
					if m.View().Content == "" {
						b.Fatal("no frame")
					}
					m.past = nil
				}
			})
		}
	}
}

// BenchmarkKeyToFrameOfViews measures the other views with full jitter.
func BenchmarkKeyToFrameOfViews(b *testing.B) {
	for _, outage := range []string{"1m", "30s..90s", "mean=1m", "log=1s..1h"} {
		m := focusOn(b, screen(b, 120, 36, "cap=64s", "retries=20", "at=2m", "jitter=full", "outage="+outage), "factor")
		for _, name := range []string{"compare", "reconnect"} {
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

// BenchmarkView measures the painting alone.
func BenchmarkView(b *testing.B) {
	m := telling(b, 120, 36)
	b.ReportAllocs()
	for b.Loop() {
		_ = m.View()
	}
}

// BenchmarkKeyToFrameOfFleet measures the fleet view, whose rough flow may take 16 ms.
func BenchmarkKeyToFrameOfFleet(b *testing.B) {
	for name, policy := range map[string][]string{"fixed": theFixed, "exponential with feedback": theExponential,
		"no flow": {"deadline=20s"}} {
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

// slowest lists scenarios with slow answers, with the view and the setting to change.
var slowest = []struct {
	name, view, setting string
	set                 []string
}{
	{"curves of normal with feedback", "at", "factor", []string{"jitter=normal=0.1", "feedback=yes", "retries=30"}},
	{"fleet", "fleet", "outage", []string{"engine=auto", "clients=1000", "think=10s", "duration=5m"}},
	{"fleet of decorrelated", "fleet", "factor",
		[]string{"jitter=decorrelated", "retries=60", "engine=auto", "clients=1000", "think=10s", "duration=5m"}},
	{"fleet looked at often", "fleet", "factor",
		[]string{"check-interval=2ms", "engine=auto", "clients=1000", "think=10s", "duration=5m", "vs=r=3"}},
	{"random outage of full", "reconnect", "factor", []string{"jitter=full", "outage=log=1s..1h", "retries=100"}},
	{"random outage of normal", "reconnect", "factor", []string{"jitter=normal=0.2", "outage=log=1s..1h", "retries=100"}},
}

// BenchmarkSlowestKeyToFrame measures the time from a key press to the frame, at most and at p99, while answers are
// computed in the background at thirty keys a second. It also measures a burst of 200 keys. The targets are 16 ms and a
// second.
func BenchmarkSlowestKeyToFrame(b *testing.B) {
	for _, s := range slowest {
		b.Run(s.name, func(b *testing.B) {
			m := focusOn(b, show(b, screen(b, 120, 36, s.set...), s.view), s.setting)
			messages := make(chan tea.Msg, 1000)
			key := func(i int) time.Duration {
				began := time.Now()
				var cmd tea.Cmd
				m, cmd = send(m, keyPress([]string{"right", "left"}[i%2]))
				_ = m.View()
				took := time.Since(began)
				background(cmd, messages)
				return took
			}
			var each []time.Duration
			for i := 0; b.Loop(); i++ {
				each = append(each, key(i))
				for next := time.After(33 * time.Millisecond); next != nil; {
					select {
					case msg := <-messages:
						var cmd tea.Cmd
						began := time.Now()
						m, cmd = send(m, msg)
						_ = m.View()
						each = append(each, time.Since(began)) // the next key waits until then
						background(cmd, messages)
					case <-next:
						next = nil
					}
				}
			}
			began := time.Now()
			for i := range 200 {
				key(i)
			}
			burst := time.Since(began)
			slices.Sort(each)
			b.ReportMetric(float64(each[len(each)*99/100])/1e6, "ms-p99")
			b.ReportMetric(float64(each[len(each)-1])/1e6, "ms-most")
			b.ReportMetric(burst.Seconds(), "s-burst")
			m.life.stop()
		})
	}
}

// These are two policies for the default system: the fixed interval collapses, the growing one recovers late.
// growing one comes back late.
var (
	theFixed       = []string{"initial-delay=100ms", "factor=1", "retries=none"}
	theExponential = []string{"initial-delay=100ms", "factor=2.71828", "cap=5m", "jitter=normal=100ms", "feedback=yes",
		"retries=none"}
)
