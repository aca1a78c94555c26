package fleet

import (
	"os"
	"runtime/debug"
	"testing"
)

// Garbage is collected only when memory is used up: then the heap stays as it is, and its pages
// are not given back and asked for again.
func TestMain(m *testing.M) {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(96 << 20)
	os.Exit(m.Run())
}
