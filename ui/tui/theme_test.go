package tui

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/question"
	"retune/ui/show/chart"
)

// luminance returns the relative luminance of a colour by WCAG 2.2:
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
	if got := contrast(t, "#777777", "#ffffff"); !(math.Abs(got-4.478) <= 1e-3) { // published as 4.48
		t.Fatalf("contrast of #777777 and white: got %g, want 4.478", got)
	}
	for r, p := range palette {
		if r == onGround || r == area || r == ruled { // on a background of its own, or not read
			continue
		}
		for background, hex := range map[string]string{"#ffffff": p.light, "#000000": p.dark} {
			if got := contrast(t, hex, background); !(got >= 4.5) {
				t.Errorf("role %d: %s on %s has a contrast of %.2f, want 4.5", r, hex, background, got)
			}
		}
	}
}

// TestContrastOnGrounds checks that text on a band or an outage is readable.
func TestContrastOnGrounds(t *testing.T) {
	for r, g := range grounds {
		if r == fine || r == warning || r == limit {
			if light, dark := contrast(t, palette[onGround].light, g.Light),
				contrast(t, palette[onGround].dark, g.Dark); !(min(light, dark) >= 4.5) {
				t.Errorf("a verdict on ground %d has a contrast of %.2f on white and %.2f on black, want 4.5", r, light, dark)
			}
			continue
		}
		roles, least := []role{policyA, policyB, limit, mark, cross, fine, offered}, 4.5
		if r == area { // a fill, with lines on it and no text
			roles, least = []role{policyA, policyB}, 3
			if light, dark := contrast(t, g.Light, "#ffffff"), contrast(t, g.Dark, "#101010"); !(min(light, dark) >= 2) {
				t.Errorf("the area has a contrast of %.2f with a light page and %.2f with a dark one, want 2", light, dark)
			}
		}
		for _, on := range roles {
			if light, dark := contrast(t, palette[on].light, g.Light),
				contrast(t, palette[on].dark, g.Dark); !(min(light, dark) >= least) {
				t.Errorf("role %d on ground %d has a contrast of %.2f on white and %.2f on black, want %g", on, r, light, dark,
					least)
			}
		}
	}
}

// deuteranopic returns a colour as readers without green cones see it: G. Machado and others, "A Physiologically-based
// Model for Simulation of Color Vision Deficiency", 2009, applied to linear light.
func deuteranopic(t *testing.T, hex string) string {
	t.Helper()
	var c [3]uint8
	if n, err := fmt.Sscanf(hex, "#%02x%02x%02x", &c[0], &c[1], &c[2]); n != 3 {
		t.Fatalf("%q is no colour: %v", hex, err)
	}
	var linear [3]float64
	for i, part := range c {
		linear[i] = math.Pow(float64(part)/255, 2.2)
	}
	seen := "#"
	for _, row := range [][3]float64{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413},
		{-0.011820, 0.042940, 0.968881}} {
		sum := 0.0
		for i, part := range row {
			sum += part * linear[i]
		}
		seen += fmt.Sprintf("%02x", int(math.Round(255*math.Pow(min(max(sum, 0), 1), 1/2.2))))
	}
	return seen
}

// TestVerdictsDifferInBrightness checks the contrast of a map's fills for verdicts with a light and a dark page, and
// with each other. Neighbouring verdicts also differ for readers without green cones: recovers, recovers late,
// metastable, overloaded.
func TestVerdictsDifferInBrightness(t *testing.T) {
	const page, other, neighbour = 2, 1.15, 1.5
	fills := []string{chart.AbsentShade.Fill}
	for i := range verdicts(t).PossibleWords {
		fills = append(fills, chart.WordShade(i).Fill)
	}
	for i, fill := range fills {
		for _, ground := range []string{"#ffffff", "#101010", "#0d1117"} {
			if got := contrast(t, fill, ground); !(got >= page) {
				t.Errorf("%s has a contrast of %.2f with the page %s, want %v", fill, got, ground, page)
			}
		}
		for _, x := range fills[:i] {
			if got := contrast(t, x, fill); !(got >= other) {
				t.Errorf("%s and %s have a contrast of %.2f, want %v", x, fill, got, other)
			}
		}
	}
	order := []int{0, 1, 3, 4}
	for i, at := range order[1:] {
		x, y := chart.WordShade(order[i]).Fill, chart.WordShade(at).Fill
		got, seen := contrast(t, x, y), contrast(t, deuteranopic(t, x), deuteranopic(t, y))
		if !(min(got, seen) >= neighbour) {
			t.Errorf("%s and %s have a contrast of %.2f, and %.2f without green cones", x, y, got, seen)
		}
	}
}

// verdicts returns the figure of the verdicts.
func verdicts(t *testing.T) figure.Figure {
	t.Helper()
	f, ok := question.Figures().Find("verdict")
	if !ok || len(f.PossibleWords) < 5 {
		t.Fatalf("the verdicts are %q", f.PossibleWords)
	}
	return f
}

// TestVerdictsDifferBySign checks that each verdict of a map but the best, and a missing value, has a sign of its own
// on its fill.
func TestVerdictsDifferBySign(t *testing.T) {
	f := verdicts(t)
	of := answer.Map{PossibleWords: f.PossibleWords, Tones: f.Tones, Current: [2]int{-1, -1},
		Y: answer.Axis{Values: []float64{1, 2}}}
	for _, word := range f.PossibleWords {
		of.Cells = append(of.Cells, answer.Value{Words: word})
	}
	of.Cells = append(of.Cells, answer.Value{Status: answer.NotApplicable}, answer.Value{Status: answer.Unknown})
	for i := range of.Cells {
		of.X.Values = append(of.X.Values, float64(i+1))
	}
	of.Cells = slices.Concat(of.Cells, of.Cells)
	h := of.Heat(chart.Braille)
	pic, seen := h.Draw(10+8*len(of.X.Values), 12), map[role]rune{}
	for _, row := range pic.Cells {
		for _, cell := range row {
			if cell.Ground >= chart.Class && cell.Rune != '▀' {
				seen[cell.Ground-chart.Class] = cell.Rune
			}
		}
	}
	known := map[rune]bool{}
	for i := range h.Signs {
		sign, ok := seen[role(i)]
		if ok != (i > 0) || known[sign] || ok && sign != h.Signs[i] {
			t.Errorf("class %d has the sign %q, want %q alone", i, sign, h.Signs[i])
		}
		known[sign] = true
	}
}

// TestSixteenColours checks that sixteen colours distinguish A, B and the cap, and that no text has a colour that
// terminals commonly show as nearly the background.
func TestSixteenColours(t *testing.T) {
	pale := []int{7, 10, 11, 13, 14, 15} // pale on white
	dim := []int{0, 1, 4, 5}             // dim on black
	for r, p := range palette {
		if slices.Contains(pale, p.light16) || slices.Contains(dim, p.dark16) {
			t.Errorf("role %d: %d on white and %d on black", r, p.light16, p.dark16)
		}
	}
	for _, pair := range [][2]role{{policyA, policyB}, {policyA, limit}, {policyB, limit}, {policyB, warning},
		{limit, warning}, {cross, policyA}} {
		a, b := palette[pair[0]], palette[pair[1]]
		if a.dark16 == b.dark16 || a.light16 == b.light16 && pair != [2]role{policyB, warning} {
			t.Errorf("roles %d and %d share a colour", pair[0], pair[1])
		}
	}
	begin := newTheme(true, colorprofile.ANSI)[policyB].begin
	if begin != "\x1b[93m" {
		t.Errorf("B begins with %q, want bright yellow", begin)
	}
}

// TestMutedIsApart checks that a hint differs from a name, and from a frame where there are enough colours.
func TestMutedIsApart(t *testing.T) {
	for _, dark := range []bool{true, false} {
		for _, profile := range []colorprofile.Profile{colorprofile.ANSI, colorprofile.ANSI256, colorprofile.TrueColor} {
			th := newTheme(dark, profile)
			if th[muted].begin == th[label].begin || th[label].begin == th[value].begin {
				t.Errorf("dark %v, %v: names, values and hints begin with %q, %q and %q", dark, profile, th[label].begin,
					th[value].begin, th[muted].begin)
			}
		}
	}
	if begin := newTheme(true, colorprofile.ANSI256)[muted].begin; begin != "\x1b[38;5;245m" {
		t.Errorf("hints begin with %q, want a grey", begin)
	}
}

func TestEveryRoleHasAStyle(t *testing.T) {
	seen := map[role]bool{}
	jittered := screen(t, 120, 36, "jitter=full", "cap=10s")
	look := func(m Model) {
		c := m.frame()
		for _, cell := range c.cells {
			seen[cell.Role], seen[cell.Ground] = true, true
		}
	}
	for _, size := range [][2]int{{120, 36}, {80, 24}, {10, 3}} {
		each(t, size[0], size[1], func(_ string, m Model) { look(m) })
	}
	look(jittered)
	for _, fleet := range [][]string{nil, {"clients=1000"}, {"runs=1", "clients=200"}} {
		look(inView(t, screen(t, 120, 36, fleet...)))
	}
	for r := plain + 1; r < roles; r++ {
		if hueOf(r) == (hue{}) {
			t.Errorf("role %d has no colours", r)
		}
		if !seen[r] && r != chart.Sample && r != chart.Fifth && r != chart.Sixth && r < darkInk { // no map has all shades
			t.Errorf("role %d is in no frame", r)
		}
	}
	if roles > chart.Class {
		t.Errorf("%d roles overlap with the classes of maps", roles)
	}
}

// TestStylesChangeNoCharacter checks that styles replace only characters whose meaning the background colour shows.
func TestStylesChangeNoCharacter(t *testing.T) {
	for n, size := range [][2]int{{120, 36}, {200, 60}, {80, 24}, {50, 20}, {20, 4}, {1, 1}} {
		some(t, size[0], size[1], func(seen int) bool { return n == 0 || seen%4 == n%4 }, func(state string, m Model) {
			for _, dark := range []bool{true, false} {
				m.theme = newTheme(dark, colorprofile.TrueColor)
				painted := strings.Split(m.View().Content, "\n")
				for y, want := range lines(m) {
					if got := ansi.Strip(painted[y]); got != want {
						t.Fatalf("%v, %s, line %d: the frame shows\n%q\nthe canvas holds\n%q", size, state, y, got, want)
					}
				}
			}
		})
	}
}

func TestBackgroundChangesColoursOnly(t *testing.T) {
	for _, m := range []Model{telling(t, 120, 36), inView(t, telling(t, 120, 36))} {
		dark, _ := send(m, tea.BackgroundColorMsg{Color: color.Black})
		light, _ := send(m, tea.BackgroundColorMsg{Color: color.White})
		if dark.View().Content == light.View().Content {
			t.Error("the frame is the same on black and on white")
		}
		if text(dark) != text(light) || light.stage != m.stage {
			t.Error("the background changes what is written")
		}
	}
}

// TestNothingIsSaidByColourAlone checks that without styles curve A differs from curve B, and that the focus and the
// tab in view are marked.
func TestNothingIsSaidByColourAlone(t *testing.T) {
	t.Run("curves", func(t *testing.T) {
		shapesDiffer(t, telling(t, 120, 36), policyA, policyB, limit, mark, cross)
	})
	t.Run("bands", func(t *testing.T) {
		m := screen(t, 120, 36, "cap=64s", "retries=12", "at=2m", "jitter=normal=0.3", "vs=r=1.5")
		m.view = 0
		shapesDiffer(t, m, policyA, policyB, limit, cross, band)
	})
}

// shapesDiffer checks that roles in the charts are drawn with different characters.
func shapesDiffer(t *testing.T, with Model, wanted ...role) {
	t.Helper()
	for _, ascii := range []bool{false, true} {
		m := New(known, with.scenario, Options{ASCII: ascii})
		m = resize(m, 120, 36)
		shapes := map[role]map[rune]int{}
		c := m.frame()
		area := m.layout().charts[0]
		for y := area.y + 1; y < area.y+area.h-1; y++ {
			for x := area.x + 1; x < area.x+area.w-1; x++ {
				cell := c.cells[y*c.w+x]
				if shapes[cell.Role] == nil {
					shapes[cell.Role] = map[rune]int{}
				}
				if cell.Rune != ' ' {
					shapes[cell.Role][cell.Rune]++
				}
			}
		}
		most := map[rune]role{} // the most frequent role of a character
		for _, r := range wanted {
			if r == policyB && !ascii { // it has the same dots as A, with gaps
				continue
			}
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
