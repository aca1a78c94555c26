package tui

import (
	"flag"
	"os"
	"strings"
	"testing"
)

// times is how many times as many random events and sizes are tried: before a
// change lands, ten.
var times = flag.Int("times", 1, "how many times as many random cases are tried")

// What the environment sets would change every frame.
func TestMain(m *testing.M) {
	for _, item := range os.Environ() {
		if name, _, _ := strings.Cut(item, "="); strings.HasPrefix(name, "RETUNE_") {
			os.Unsetenv(name)
		}
	}
	os.Exit(m.Run())
}
