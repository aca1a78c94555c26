package tui_test

import (
	"runtime"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/tui"
)

// TestLiveHeap checks that a screen keeps hardly anything of what it has shown: once it shows the default scenario
// again, its live heap grows by at most 2 kB an event, for what can be undone. That is 20 MB after 9,000 events, which
// -times 100 makes.
func TestLiveHeap(t *testing.T) {
	tui.CacheAsProgram(t)
	const first, slack, each = 90, 2e6, 2e3
	seed, _ := tui.User()
	u, early := newUser(answer.WithCache(t.Context()), seed), 0.0
	for i := range max(2, tui.Times()) {
		for range first {
			if u.act(); u.events%25 == 0 {
				u.m = tui.Refined(u.m.(tui.Model))
			}
		}
		u.m = tui.Home(u.m.(tui.Model))
		live := heap()
		if i == 0 {
			early = live
		}
		t.Logf("after %d events: %.1f MB", u.events, live/1e6)
		if live > early+slack+each*float64(u.events) {
			t.Fatalf("the live heap grows from %.1f to %.1f MB after %q", early/1e6, live/1e6, u.said)
		}
	}
	runtime.KeepAlive(u)
}

// heap returns the number of live bytes. A pool of values is emptied by the second collection.
func heap() float64 {
	var s runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&s)
	return float64(s.HeapAlloc)
}
