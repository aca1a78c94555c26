// Package ui is the house of everything around the mathematics of package calc. It has no code
// of its own: imports_test.go beside this file says who may import whom, docs/architecture.md
// shows the way of a question through the rooms.
//
// go generate ./... makes anew what is generated: the output in README and docs with the
// pictures, the golden frames of the screen, the golden reports and the pages of the examples.
package ui

//go:generate go test ./cli -update
//go:generate go test ./tui -run ^TestGolden -update
//go:generate go test ./show/report -update
//go:generate go test ./show/page -run ^TestExamples$ -whole -update
