// Command retune is a terminal calculator for tuning exponential backoff.
package main

import (
	"os"

	"retune/ui/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
