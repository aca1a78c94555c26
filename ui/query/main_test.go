package query

import (
	"os"
	"runtime/debug"
	"testing"
)

// Answers leave little behind that is of use later: to collect it as often as
// usual is a fifth of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	os.Exit(m.Run())
}

// fewer is n, or a tenth of it where the paths of the code are what counts.
func fewer(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}
