package tui

import (
	"slices"
	"strings"
)

// A line is one line of ASCII text that is being typed.
type line struct {
	text string
	at   int // the cursor is before this character
}

// motions are the keys that move the cursor, and those that delete up to the same place.
var motions = []struct {
	moves, deletes string
	to             func(line) int
}{
	{"left ctrl+b", "backspace ctrl+h", func(l line) int { return max(0, l.at-1) }},
	{"right ctrl+f", "delete ctrl+d", func(l line) int { return min(len(l.text), l.at+1) }},
	{"home ctrl+a", "ctrl+u", func(line) int { return 0 }},
	{"end ctrl+e", "ctrl+k", func(l line) int { return len(l.text) }},
	{"alt+left ctrl+left alt+b", "alt+backspace ctrl+backspace ctrl+w", func(l line) int {
		return 1 + strings.LastIndexByte(strings.TrimRight(l.text[:l.at], " "), ' ')
	}},
	{"alt+right ctrl+right alt+f", "alt+delete ctrl+delete alt+d", func(l line) int {
		_, rest, _ := strings.Cut(strings.TrimLeft(l.text[l.at:], " "), " ")
		return len(l.text) - len(rest)
	}},
}

// pressed returns the line after a key that moves or deletes. Other keys change nothing.
func (l line) pressed(key string) line {
	for _, m := range motions {
		deletes := slices.Contains(strings.Fields(m.deletes), key)
		if !deletes && !slices.Contains(strings.Fields(m.moves), key) {
			continue
		}
		from, to := l.at, m.to(l)
		l.at = to
		if deletes {
			l.at = min(from, to)
			l.text = l.text[:l.at] + l.text[max(from, to):]
		}
		return l
	}
	return l
}

// with returns the line with a text before the cursor.
func (l line) with(text string) line {
	text = clean(text)
	text = text[:min(len(text), max(0, mostTyped-len(l.text)))]
	return line{l.text[:l.at] + text + l.text[l.at:], l.at + len(text)}
}
