package simulate

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// times is how many times as many random cases are tried: see .ci/run.
var times = flag.Int("times", 1, "how many times as many random cases are tried")

// fleets is how many random fleets are compared with the reference: see the end of .ci/run.
var fleets = flag.Int("fleets", 3, "how many random fleets are compared with the reference")

// A run leaves little behind that is of use later: to collect it as often as usual is a sixth of
// the time, and only when memory is used up the heap stays as it is.
func TestMain(m *testing.M) {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(96 << 20)
	os.Exit(m.Run())
}
