package tui

import (
	"os"
	"strings"
	"testing"
)

// What the environment sets would change every frame.
func TestMain(m *testing.M) {
	for _, item := range os.Environ() {
		if name, _, _ := strings.Cut(item, "="); strings.HasPrefix(name, "RETUNE_") {
			os.Unsetenv(name)
		}
	}
	os.Exit(m.Run())
}
