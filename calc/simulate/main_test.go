package simulate

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// times multiplies the number of random cases: see .ci/run.
var times = flag.Int("times", 1, "how many times as many random cases are tried")

// fleets is the number of random fleets compared with the reference: see the end of .ci/run.
var fleets = flag.Int("fleets", 2, "how many random fleets are compared with the reference")

// Collect garbage only when memory is used up. The usual frequency takes a sixth of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(96 << 20)
	os.Exit(m.Run())
}
