// Command man writes the manual pages of retune, one for each subcommand, into a directory:
//
//	go run ./ui/cli/man man1
//
// It is a separate program to keep the generator out of retune.
package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra/doc"

	"retune/ui/cli"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "man: error: one argument, the directory for the pages")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "man: error:", err)
		os.Exit(1)
	}
}

func write(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	root := cli.Root(os.Stdin, os.Stdout)
	root.DisableAutoGenTag = true
	return doc.GenManTree(root, &doc.GenManHeader{Title: "RETUNE", Section: "1", Source: "retune " + cli.Version}, dir)
}
