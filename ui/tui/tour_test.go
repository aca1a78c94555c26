package tui

import (
	"encoding/xml"
	"fmt"
	"os"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/setting"
)

// tour lists the frames of the picture at the head of the README: the seconds, the keys, and the caption below.
var tour = []struct {
	keys, says string
	seconds    float64
}{
	{"", "retune: when does this policy retry, and how soon is it back after an outage?", 3},
	{"= 1 0 %", "=10%: which setting makes clients at most a tenth later than the outage is long?", 2.5},
	{"enter", "enter: every setting that does it", 2.5},
	{"enter", "enter: take the factor", 2.5},
	{"u f4", "u, F4: undo that, and look at a fleet of such clients", 3.5},
	{"h 1", "h1: take the change that helps most", 3},
	{"u f6 / a w s enter / g r p c enter", "u, F6, /aws, /grpc: compare this policy with real clients", 3.5},
}

const tourFile = "../../docs/tour.svg"

// drawTour returns the first n frames of the tour as one picture, which is animated if the reader allows motion.
func drawTour(n int) string {
	const width, height = 100, 30
	p := played{m: New(known, new(setting.Default()), Options{})}
	p.todo = []tea.Cmd{p.m.Init()}
	p.send(tea.WindowSizeMsg{Width: width, Height: height})
	total := 0.0
	for _, step := range tour {
		total += step.seconds
	}
	var head, rules, frames strings.Builder
	at := 0.0
	for i, step := range tour[:n] {
		for _, key := range typedKeys(step.keys) {
			p.until(func(m Model) bool { return m.stage == exact && m.goal == nil })
			p.send(key)
		}
		p.until(func(Model) bool { return false })
		c := p.m.frame()
		c.cells, c.h = append(c.cells, newCanvas(width, 2, Options{}).cells...), c.h+2
		c.text(1, c.h-1, step.says, heading)
		before, rest, _ := strings.Cut(c.svg("A tour of retune", "Frames of the screen: "+step.says), "<g transform")
		if i == 0 {
			head.WriteString(before)
		}
		fmt.Fprintf(&rules, "@keyframes k%d{0%%{visibility:hidden}%.2f%%{visibility:visible}%.2f%%{visibility:hidden}}", i,
			at/total*100+0.01, (at+step.seconds)/total*100)
		fmt.Fprintf(&rules, ".f%d{visibility:hidden;animation:k%[1]d %gs step-end infinite}\n", i, total)
		fmt.Fprintf(&frames, "<g class=\"f%d\" transform%s", i, strings.TrimSuffix(rest, "</svg>\n"))
		at += step.seconds
	}
	still := "@media(prefers-reduced-motion:reduce){g{animation:none!important}.f0{visibility:visible}}\n"
	return strings.Replace(head.String(), "</style>", rules.String()+still+"</style>", 1) + frames.String() + "</svg>\n"
}

// TestTour checks that the tour is well-formed and small and starts with the present screen; -update draws it again.
func TestTour(t *testing.T) {
	if *update {
		if err := os.WriteFile(tourFile, []byte(drawTour(len(tour))), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(tourFile)
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(data, new(struct{})); err != nil {
		t.Errorf("the tour is no XML: %v", err)
	}
	if len(data) > 200_000 || strings.Count(string(data), "@keyframes") != len(tour) {
		t.Errorf("the tour has %d bytes and %d frames", len(data), strings.Count(string(data), "@keyframes"))
	}
	_, first, _ := strings.Cut(drawTour(1), "<g class")
	if first = strings.TrimSuffix(first, "</svg>\n"); !strings.Contains(string(data), first) {
		t.Error("the screen does not look as in the tour; go test ./ui/tui -run TestTour -update draws it anew")
	}
}
