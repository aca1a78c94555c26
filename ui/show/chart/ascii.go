package chart

import (
	"strings"
	"unicode/utf8"
)

// plain maps characters beyond ASCII to their substitutes.
var plain = pairs("─-│|╭+╮+╰+╯+━#┃#┓#┛#┏#┗#┊!┴+·.●o○.▸>▾v✗x↑^↓v←<→>" +
	"⇧^⌫<±~×x….┷+◇o◆*║H╗=╝=╔=╚=╎;▁.▂:▃-▄=▅+▆*▇%█#░:•x" +
	"═=╌_╱/┤+◉O✕x╋+┼+├+└+┬+┄~²2µuμu“\"”\"")

// pairs maps every other character of a text to the one behind it.
func pairs(text string) map[rune]rune {
	likeness, list := map[rune]rune{}, []rune(text)
	for i := 0; i < len(list); i += 2 {
		likeness[list[i]] = list[i+1]
	}
	return likeness
}

// PlainRune returns a character in ASCII, or a question mark if it has no substitute.
func PlainRune(r rune) rune {
	if r < utf8.RuneSelf {
		return r
	}
	if p, ok := plain[r]; ok {
		return p
	}
	return '?'
}

// PlainText returns a text in ASCII. A standard error follows +-. The sign of infinity becomes a word; at the end of a
// column it replaces blanks, so that columns stay aligned.
func PlainText(text string) string {
	return strings.Map(PlainRune, asWords.Replace(text))
}

// asWords replaces signs that need several characters in ASCII.
var asWords = strings.NewReplacer(" ± ", " +-", "    ∞ ", "  inf ", "    ∞\n", "  inf\n", "∞", "inf")
