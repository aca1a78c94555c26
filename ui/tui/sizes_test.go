package tui

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"retune/ui/ask/setting"
)

// theSizes returns all small sizes, and for larger ones all widths at a few heights and all heights at a few widths.
func theSizes() (sizes [][2]int) {
	const widest, highest = 200, 60
	step := 9
	if *times > 1 {
		step = max(1, 5 / *times)
	}
	add := func(w, h int) {
		if size := [2]int{w, h}; !slices.Contains(sizes, size) {
			sizes = append(sizes, size)
		}
	}
	for w := 1; w <= 40; w += step {
		for h := 1; h <= 20; h += step {
			add(w, h)
		}
	}
	for w := 1; w <= widest; w += step {
		for _, h := range []int{16, 24, highest} {
			add(w, h)
		}
	}
	for h := 1; h <= highest; h += step {
		for _, w := range []int{60, 80, widest} {
			add(w, h)
		}
	}
	add(120, 90) // each setting of the fleet has two lines here
	return sizes
}

func TestEverySize(t *testing.T) {
	t.Parallel()
	seen := 0
	each(t, 120, 36, func(state string, m Model) {
		if seen++; t.Failed() {
			return
		}
		for i, size := range theSizes() {
			if size[0] > 60 && i%5 != seen%5 || *times == 1 && i%2 != seen%2 { // large sizes are slow and alike
				continue
			}
			m := resize(m, size[0], size[1])
			frame := fits(t, state, m)
			commandShown(t, state, m, frame)
			if m.mode == choosing && len(m.menu.found) > 0 && !m.layout().tiny &&
				(!strings.Contains(strings.Join(frame, "\n"), "▸ ") || m.View().Cursor == nil) {
				t.Fatalf("%v, %s: what is chosen is not to be seen:\n%s", size, state, text(m))
			}
		}
	})
	if seen < 10 {
		t.Errorf("only %d states were tried", seen)
	}
}

// fits checks that the frame is no larger than the terminal, and returns its lines.
func fits(t *testing.T, state string, m Model) []string {
	t.Helper()
	v := m.View()
	lines := strings.Split(v.Content, "\n")
	if len(lines) > m.height {
		t.Fatalf("%dx%d, %s: %d lines", m.width, m.height, state, len(lines))
	}
	for y, line := range lines {
		n := ansi.StringWidth(line)
		if lines[y] = ansi.Strip(line); n > m.width {
			t.Fatalf("%dx%d, %s: line %d is %d cells wide: %q", m.width, m.height, state, y, n, lines[y])
		}
	}
	if c := v.Cursor; c != nil && (c.X < 0 || c.Y < 0 || c.X >= m.width || c.Y >= m.height) {
		t.Fatalf("%dx%d, %s: the cursor is at %d,%d", m.width, m.height, state, c.X, c.Y)
	}
	return lines
}

// commandShown checks that the whole command can be read from the lines of the frame, if there is any room for it.
func commandShown(t *testing.T, state string, m Model, lines []string) {
	t.Helper()
	if m.width < fullWidth || m.height < fullHeight {
		return
	}
	commands := commandsIn(lines)
	if _, cut := m.footLines(); cut { // a page of the answers has the whole
		want := m.commands()
		start, cut := strings.CutSuffix(strings.Trim(lines[len(lines)-2], " $"), "…")
		if whole := strings.ReplaceAll(strings.Join(want, ""), " ", ""); !cut ||
			!strings.Contains(whole, strings.ReplaceAll(start, " ", "")[:5]) {
			t.Fatalf("%dx%d, %s: the commands %q are cut:\n%s", m.width, m.height, state, want, strings.Join(lines, "\n"))
		}
	} else if want := m.commands(); len(commands) == 0 || !slices.Equal(commands, want[:len(commands)]) {
		t.Fatalf("%dx%d, %s: the frame shows the commands %q, want %q:\n%s", m.width, m.height, state, commands, want,
			strings.Join(lines, "\n"))
	}
}

// commandsIn reads the commands from a frame: each begins behind a $ and continues in the lines below with the same
// indent.
func commandsIn(lines []string) (commands []string) {
	for _, line := range lines {
		line = strings.TrimRight(line, " ")
		rest, first := strings.CutPrefix(line, " $ ")
		more, next := strings.CutPrefix(line, "   ")
		switch {
		case first:
			commands = append(commands, rest)
		case next && len(commands) > 0 && more != "" && more[0] != ' ':
			last := commands[len(commands)-1]
			if !strings.HasSuffix(last, ",") { // a list may be broken behind a comma
				last += " "
			}
			commands[len(commands)-1] = last + more
		}
	}
	return commands
}

// TestPaintingOutsideIsDropped checks that painting outside the canvas, or beyond the width of a text, is dropped and
// appears nowhere else.
func TestPaintingOutsideIsDropped(t *testing.T) {
	c := newCanvas(4, 3, Options{})
	for _, at := range [][2]int{{4, 0}, {-1, 1}, {0, 3}, {3, -1}, {9, 9}} {
		c.put(at[0], at[1], 'x', value)
	}
	c.in(rect{2, 1, 1, 9}).text(0, 0, "ab", value)
	c.right(1, 2, "abc", value)
	if got, want := strings.Join(c.lines(), "|"), "|  a|c"; got != want {
		t.Errorf("the canvas holds %q, want %q", got, want)
	}
}

// TestArrowsInASCII checks that an arrow takes two cells in ASCII, and that the text behind it is whole or visibly cut.
func TestArrowsInASCII(t *testing.T) {
	c := newCanvas(20, 1, Options{ASCII: true})
	c.clipped(0, 0, 10, "none → 50%", value)
	if got, want := c.lines()[0], "none -> ."; got != want {
		t.Errorf("it is %q, want %q", got, want)
	}
	m := resize(New(known, new(setting.Default()), Options{ASCII: true}), 80, 24)
	m = m.listing(menu{items: []item{{name: "breaker", now: "none → 50%", help: "recovers"}}})
	if !strings.Contains(text(m), "breaker  none -> 50%  recovers") {
		t.Errorf("a value is cut:\n%s", text(m))
	}
}

// TestTooSmallSaysWhatIsNeeded checks that too small a terminal shows the required size in one correct line.
func TestTooSmallSaysWhatIsNeeded(t *testing.T) {
	first := screen(t, 80, 24)
	for w := 1; w <= 70; w++ {
		for h := 1 + w%3; h <= 20; h += 3 {
			m := resize(first, w, h)
			if !m.layout().tiny {
				continue
			}
			if w >= 30 && h >= 2 && !strings.Contains(lines(m)[0], "retune needs") {
				t.Fatalf("%dx%d: %q does not say what is needed", w, h, lines(m)[0])
			}
			if needed := resize(m, max(w, coreWidth), max(h, coreHeight)); needed.layout().tiny {
				t.Fatalf("%dx%d: says it needs %dx%d and is too small then", w, h, coreWidth, coreHeight)
			}
		}
	}
}

// TestPanelsDoNotOverlap checks that no panel overlaps another or leaves the terminal.
func TestPanelsDoNotOverlap(t *testing.T) {
	t.Parallel()
	for i := range views {
		asked := telling(t, 120, 36)
		asked.view = i
		asked = settled(asked.ask())
		for n, size := range theSizes() {
			if *times == 1 && n%2 != i%2 { // neighbouring sizes are alike
				continue
			}
			m := resize(asked, size[0], size[1])
			l := m.layout()
			var panels []rect
			for _, b := range l.blocks {
				panels = append(panels, b.rect)
			}
			for _, r := range l.charts {
				if m.showsFleet() && r.h < 5 {
					t.Fatalf("%v: a chart of the fleet has no room: %+v", size, r)
				}
			}
			panels = slices.DeleteFunc(panels, func(r rect) bool { return r.w <= 0 || r.h <= 0 })
			for i, r := range panels {
				if r.x < 0 || r.y < 0 || r.x+r.w > size[0] || r.y+r.h > size[1] {
					t.Fatalf("%v, view %d: a panel at %+v leaves the terminal: %+v", size, m.view, r, l)
				}
				for _, s := range panels[:i] {
					if r.x < s.x+s.w && s.x < r.x+r.w && r.y < s.y+s.h && s.y < r.y+r.h {
						t.Fatalf("%v, view %d: panels %+v and %+v overlap", size, m.view, r, s)
					}
				}
			}
			for j, p := range l.rows {
				in := l.settings.inside()
				if p.y == 0 { // scrolled out of sight
					continue
				}
				if p.y < in.y || p.y >= in.y+in.h {
					t.Fatalf("%v: the row of %s leaves its panel", size, m.rows()[j].Name)
				}
			}
		}
	}
}

// TestFocusIsInSight checks that the setting that keys change is in sight, and its typed value too.
func TestFocusIsInSight(t *testing.T) {
	t.Parallel()
	for i := range 6 * (37 - coreHeight) {
		w, h, fleet := []int{30, 60, 100}[i%3], coreHeight+i/6, i%6 > 2
		if fleet && h%16 != 5 || !fleet && h%12 != 1 { // neighbouring sizes are alike
			continue
		}
		m := telling(t, w, h)
		if fleet {
			m = show(t, m, "fleet")
		}
		if m.layout().tiny {
			continue
		}
		var hidden []string
		for range m.rows() {
			m = press(m, "down")
			name := rowLabel(m.setting())
			seen := slices.ContainsFunc(lines(m), func(line string) bool {
				return strings.Contains(line, "▸ "+name)
			})
			if !seen || press(m, "1").View().Cursor == nil {
				hidden = append(hidden, m.setting().Name)
			}
		}
		if hidden != nil {
			t.Errorf("%dx%d: in focus and not to be seen: %q", w, h, hidden)
		}
	}
}

// TestEveryViewIsInSight checks that the first line has every view at any width, the present one with its whole name,
// without overlap.
func TestEveryViewIsInSight(t *testing.T) {
	for w := coreWidth; w <= 200; w++ {
		for _, present := range views {
			l, end := tabLineOf(w, present.Name, views), 0
			for i, v := range views {
				r, name := l.places[i], l.names[i]
				if r.w == 0 || r.x < end || r.x+r.w > w-1-len(headKeys(w)) || utf8.RuneCountInString(name) != r.w ||
					v.Name == present.Name && !strings.HasSuffix(name, present.Tab+"]") {
					t.Fatalf("%d columns: %s is %q at %+v", w, v.Name, name, r)
				}
				end = r.x + r.w
			}
		}
	}
	for _, size := range [][2]int{{30, 12}, {40, 12}, {60, 16}} { // the fleet view has its verdict
		if m := show(t, screen(t, size[0], size[1]), "fleet"); !strings.Contains(text(m), "RECOVER") {
			t.Errorf("%v: it has no verdict:\n%s", size, text(m))
		}
	}
}
