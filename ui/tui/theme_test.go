package tui

import (
	"fmt"
	"image/color"
	"math"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// luminance is the relative luminance of a colour, by WCAG 2.2.
//
//	L = 0.2126 R + 0.7152 G + 0.0722 B, each c/12.92 or ((c+0.055)/1.055)^2.4
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	var rgb [3]uint8
	if n, err := fmt.Sscanf(hex, "#%02x%02x%02x", &rgb[0], &rgb[1], &rgb[2]); n != 3 {
		t.Fatalf("%q is no colour: %v", hex, err)
	}
	sum := 0.0
	for i, part := range []float64{0.2126, 0.7152, 0.0722} {
		c := float64(rgb[i]) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += part * c
	}
	return sum
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func TestContrast(t *testing.T) {
	if got := contrast(t, "#000000", "#ffffff"); !(math.Abs(got-21) <= 1e-9) {
		t.Fatalf("contrast of black and white: got %g, want 21", got)
	}
	if got := contrast(t, "#777777", "#ffffff"); !(math.Abs(got-4.478) <= 1e-3) { // the published 4.48
		t.Fatalf("contrast of #777777 and white: got %g, want 4.478", got)
	}
	for r, pair := range palette {
		for i, background := range []string{"#ffffff", "#000000"} {
			if got := contrast(t, pair[i], background); !(got >= 4.5) {
				t.Errorf("role %d: %s on %s has a contrast of %.2f, want 4.5", r, pair[i], background, got)
			}
		}
	}
}

func TestEveryRoleHasAStyle(t *testing.T) {
	seen := map[role]bool{}
	look := func(m Model) {
		c, _ := m.frame()
		for _, cell := range c.cells {
			seen[cell.role] = true
		}
	}
	for _, size := range [][2]int{{200, 60}, {120, 36}, {80, 24}, {50, 20}, {10, 3}} {
		each(t, telling(t, size[0], size[1]), func(_ string, m Model) { look(m) })
	}
	for r := plain + 1; r < roles; r++ {
		if _, ok := palette[r]; !ok {
			t.Errorf("role %d has no colours", r)
		}
		if !seen[r] {
			t.Errorf("role %d is in no frame", r)
		}
	}
	for _, r := range chartRoles {
		if r >= roles {
			t.Errorf("a chart has the role %d", r)
		}
	}
}

// Styles change no character.
func TestStylesChangeNoCharacter(t *testing.T) {
	for _, size := range [][2]int{{200, 60}, {120, 36}, {80, 24}, {50, 20}, {20, 4}, {1, 1}} {
		for _, dark := range []bool{true, false} {
			m := telling(t, size[0], size[1])
			m.theme = newTheme(dark)
			each(t, m, func(state string, m Model) {
				c, _ := m.frame()
				painted := strings.Split(m.View().Content, "\n")
				for y, want := range c.lines() {
					if got := strings.TrimRight(ansi.Strip(painted[y]), " "); got != want {
						t.Fatalf("%v, %s, line %d: the frame shows\n%q\nthe canvas holds\n%q", size, state, y, got, want)
					}
				}
			})
		}
	}
}

func TestBackgroundChangesColoursOnly(t *testing.T) {
	m := telling(t, 120, 36)
	dark, _ := send(m, tea.BackgroundColorMsg{Color: color.Black})
	light, _ := send(m, tea.BackgroundColorMsg{Color: color.White})
	if dark.View().Content == light.View().Content {
		t.Error("the frame is the same on black and on white")
	}
	if text(dark) != text(light) {
		t.Error("the background changes what is written")
	}
}

// What has a colour has a shape too: with all styles taken away, curve A is not
// curve B, the focus is marked, the tab in view is.
func TestNothingIsSaidByColourAlone(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		m := New(telling(t, 120, 36).scenario, Options{ASCII: ascii})
		m = resize(m, 120, 36)
		shapes := map[role]map[rune]int{}
		c, _ := m.frame()
		area := m.layout().charts[0]
		for y := area.y + 1; y < area.y+area.h-1; y++ {
			for x := area.x + 1; x < area.x+area.w-1; x++ {
				cell := c.cells[y*c.w+x]
				if shapes[cell.role] == nil {
					shapes[cell.role] = map[rune]int{}
				}
				if cell.char != ' ' {
					shapes[cell.role][cell.char]++
				}
			}
		}
		most := map[rune]role{} // by the character that a role is mostly drawn with
		for _, r := range []role{policyA, policyB, limit, mark, cross} {
			var best rune
			for char, n := range shapes[r] {
				if n > shapes[r][best] || n == shapes[r][best] && char < best {
					best = char
				}
			}
			if other, ok := most[best]; ok || best == 0 {
				t.Errorf("ASCII %v: roles %d and %d are both drawn with %q", ascii, r, other, best)
			}
			most[best] = r
		}
		one := text(m)
		if text(press(m, "down")) == one {
			t.Errorf("ASCII %v: without colour the focus cannot be seen", ascii)
		}
		if lines(press(m, "tab"))[0] == lines(m)[0] {
			t.Errorf("ASCII %v: without colour the tab in view cannot be seen", ascii)
		}
	}
}
