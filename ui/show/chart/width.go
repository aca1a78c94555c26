package chart

import "github.com/charmbracelet/x/ansi"

// Filler is the rune of the second cell of a character that is two cells wide.
const Filler rune = 0

// Width returns the number of cells that a text takes.
func Width(text string) int { return ansi.StringWidth(text) }

// Shortened returns a text with an ellipsis in place of what exceeds a number of cells.
func Shortened(text string, cells int) string { return ansi.Truncate(text, max(0, cells), "…") }
