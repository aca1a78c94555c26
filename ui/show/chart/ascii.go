package chart

import (
	"strings"
	"unicode/utf8"
)

// plain are what characters become where there are none beyond ASCII.
var plain = pairs("─-│|╭+╮+╰+╯+━#┃#┓#┛#┏#┗#┊!┴+·.●o○.▸>▾v✗x↑^↓v←<→>" +
	"⇧^⌫<±~×x….┷+◇o◆*║H╗=╝=╔=╚=╎;▁.▂:▃-▄=▅+▆*▇%█#░:•x" +
	"═=╌_╱/┤+┼+├+└+┬+┄~²2µuμu“\"”\"")

// pairs maps every other character of a text to the one behind it.
func pairs(text string) map[rune]rune {
	likeness, list := map[rune]rune{}, []rune(text)
	for i := 0; i < len(list); i += 2 {
		likeness[list[i]] = list[i+1]
	}
	return likeness
}

// PlainRune is a character in ASCII; what has no likeness there is a question mark.
func PlainRune(r rune) rune {
	if r < utf8.RuneSelf {
		return r
	}
	if p, ok := plain[r]; ok {
		return p
	}
	return '?'
}

// PlainText is a text in ASCII. A standard error stands behind +-. The sign of infinity is a word, which at the
// end of a column takes the place of blanks before it, so that columns stay in line.
func PlainText(text string) string {
	return strings.Map(PlainRune, asWords.Replace(text))
}

// asWords are signs that take more than a character in ASCII.
var asWords = strings.NewReplacer(" ± ", " +-", "    ∞ ", "  inf ", "    ∞\n", "  inf\n", "∞", "inf")
