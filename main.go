// Command retune is a terminal calculator for tuning exponential backoff.
package main

import (
	"os"
	"runtime/debug"

	"retune/ui/cli"
)

// Memory is collected when it has grown by growth percent since the last time, and more often from softLimit bytes on,
// so that a question stays below 500 MB. GOGC and GOMEMLIMIT change that.
const (
	growth    = 400
	softLimit = 400 << 20
)

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(growth)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softLimit)
	}
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
