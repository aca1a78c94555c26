// Command retune is a terminal calculator for tuning exponential backoff.
package main

import "retune/ui/cli"

func main() { cli.Program() }
