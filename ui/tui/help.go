package tui

import (
	"fmt"
	"unicode/utf8"

	"retune/ui/knob"
)

// paintHelp paints the keys that work now and what is to be known of the knob
// in focus.
func (m Model) paintHelp(c *canvas, r rect) {
	c.box(r, "keys", "? closes")
	in := r.inside()
	width := max(38, in.w/3)
	x, y := in.x+1, in.y
	for _, a := range actions {
		if !a.now(m) {
			continue
		}
		if y >= in.y+in.h-3 {
			x, y = x+width, in.y
		}
		if x+width > in.x+in.w+1 && x > in.x+1 {
			break
		}
		h := a.binding.Help()
		n := utf8.RuneCountInString(h.Key)
		c.text(x, y, n, h.Key, keyName)
		c.text(x+max(13, n+1), y, width-14, h.Desc, label)
		y++
	}
	k := m.knob()
	y = in.y + in.h - 2
	c.text(in.x+1, y, in.w-2, fmt.Sprintf("%s: %s", k.Name, k.Help), label)
	c.text(in.x+1, y+1, in.w-2, fmt.Sprintf("%s; default %s", k.Range(), orNone(k.Text(knob.Default()))), muted)
}

func orNone(text string) string {
	if text == "" {
		return "the middle of the policy"
	}
	return text
}
