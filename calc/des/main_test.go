package des

import (
	"os"
	"runtime/debug"
	"testing"
)

// A run leaves little behind that is of use later: to collect it as often as
// usual is a sixth of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	os.Exit(m.Run())
}
