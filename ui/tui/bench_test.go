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

// BenchmarkView is the part of it that paints.
func BenchmarkView(b *testing.B) {
	m := telling(b, 120, 36)
	b.ReportAllocs()
	for b.Loop() {
		_ = m.View()
	}
}
