package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// used counts the cells of an area that say something: characters, the gaps of a table between them, and the plot areas
// of charts and maps.
func used(m Model, r rect) (n int) {
	const gap = 24
	frame, plots := lines(m), []rect{}
	for i, at := range m.layout().charts {
		p := m.drawing(i, at).picture
		plots = append(plots, rect{at.x + p.Left, at.y + 1 + p.Top, p.Right - p.Left, p.Bottom - p.Top})
	}
	if m.answer.Map != nil || m.answer.Bars != nil {
		for _, b := range m.layout().blocks {
			if b.x == m.layout().right.x && b.y == m.layout().right.y {
				plots = append(plots, b.rect)
			}
		}
	}
	for y := r.y; y < r.y+r.h; y++ {
		row, last := []rune(frame[y]), -gap
		for x := r.x; x < r.x+r.w; x++ {
			plotted := false
			for _, p := range plots {
				plotted = plotted || p.has(x, y)
			}
			switch {
			case x < len(row) && row[x] != ' ':
				if n++; x-last <= gap {
					n += x - last - 1
				}
				last = x
			case plotted:
				n++
				last = x
			}
		}
	}
	return n
}

// TestNoQuarterIsBlank checks that every quarter of a large screen says something, in each view, with one policy and
// with two: at least a quarter of its cells is used.
func TestNoQuarterIsBlank(t *testing.T) {
	t.Parallel()
	const least = 0.25
	for _, policies := range [][]string{nil, {"vs=client=aws"}} {
		if *times == 1 && policies != nil {
			break
		}
		for _, view := range views {
			m := New(known, new(scenarioOf(t, policies...)), Options{View: view.Name})
			m = after(m, tea.WindowSizeMsg{Width: 200, Height: 60})
			if view.Layers {
				m = Refined(press(write(press(m, "/"), "layer 3x3x3"), "enter"))
			}
			says, l := strings.Join(policies, " "), m.layout()
			body := rect{0, l.says.y, m.width, l.settings.y + l.settings.h - l.says.y}
			above, below := split(body, body.h/2)
			for i, half := range []rect{above, below} {
				left, right := rect{half.x, half.y, half.w / 2, half.h}, rect{half.w / 2, half.y, half.w / 2, half.h}
				for j, r := range []rect{left, right} {
					share := float64(used(m, r)) / float64(r.w*r.h)
					if !(share >= least) {
						t.Errorf("%s %s: of quarter %d,%d %.0f%% are used", view.Tab, says, i, j, 100*share)
					}
				}
			}
		}
	}
}
