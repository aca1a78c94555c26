package tui

import (
	"flag"
	"os"
	"runtime/debug"
	"strings"
	"testing"
)

// times is how many times as many random events and sizes are tried: before a
// change lands, ten.
var times = flag.Int("times", 1, "how many times as many random cases are tried")

// What the environment sets would change every frame. Garbage is collected but rarely,
// which takes a seventh off the time.
func TestMain(m *testing.M) {
	for _, item := range os.Environ() {
		if name, _, _ := strings.Cut(item, "="); strings.HasPrefix(name, "RETUNE_") {
			os.Unsetenv(name)
		}
	}
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
