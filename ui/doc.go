// Package ui holds everything around the mathematics of package calc. It has no code of its own. imports_test.go in
// this directory lists which package may import which, and docs/architecture.md shows how the packages answer a
// question.
//
// go generate ./... regenerates the output in README and docs with the pictures, the golden frames of the screen, the
// golden reports and the pages of the examples.
package ui

//go:generate go test ./cli -update
//go:generate go test ./tui -run ^TestGolden -update
//go:generate go test ./show/report -update
//go:generate go test ./show/page -run ^TestExamples$ -whole -update
