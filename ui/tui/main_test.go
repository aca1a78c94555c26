package tui

import (
	"os"
	"runtime/debug"
	"strings"
	"testing"
)

// What the environment sets would change every frame. Frames leave little behind
// that is of use later: to collect it as often as usual is a quarter of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	for _, item := range os.Environ() {
		if name, _, _ := strings.Cut(item, "="); strings.HasPrefix(name, "RETUNE_") {
			os.Unsetenv(name)
		}
	}
	os.Exit(m.Run())
}
