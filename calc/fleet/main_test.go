package fleet

import (
	"os"
	"runtime/debug"
	"testing"
)

// Collect garbage only when memory is used up. The heap then keeps its pages instead of returning and requesting them
// again.
func TestMain(m *testing.M) {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(96 << 20)
	os.Exit(m.Run())
}
