package tui

import (
	"fmt"
	"slices"
	"strings"

	"retune/ui/knob"
)

// paintHelp paints the keys that work now and what is to be known of the knob
// in focus.
func (m Model) paintHelp(c *canvas, r rect) {
	c.box(r, "keys", "? closes")
	in := r.inside()
	names, keys := m.listed(func(a action) string { return a.binding.Help().Desc })
	names = append(names, "cancel typing", "click, drag, wheel")
	keys = append(keys, []string{"esc"}, []string{"mouse"})
	typing := slices.Index(names, "type a value")
	keys[typing] = append(keys[typing], "0-9")
	about := 3 // lines for the knob, with a blank one
	if (in.h-about)*(in.w/28) < len(names) {
		about = 1
	}
	perColumn := max(1, in.h-about)
	columns := (len(names) + perColumn - 1) / perColumn
	width := (in.w - 1) / columns
	for i, name := range names {
		x, y := in.x+1+i/perColumn*width, in.y+i%perColumn
		end := x + width - 1
		behind := c.text(x, y, end-x, strings.Join(keys[i], " "), keyName)
		x = max(behind, x+min(14, width/3)) + 1
		c.clipped(x, y, end-x, name, label)
	}
	k := m.knob()
	y := in.y + in.h - max(1, about-1)
	c.text(in.x+1, y, in.w-2, fmt.Sprintf("%s: %s", k.Name, k.Help), label)
	if about == 1 {
		return
	}
	c.text(in.x+1, y+1, in.w-2, fmt.Sprintf("%s; default %s", k.Range(), orMiddle(k.Text(knob.Default()))), muted)
}

// orMiddle is the default of T, which depends on the policy.
func orMiddle(text string) string {
	if text == "" {
		return "the middle of the policy"
	}
	return text
}
