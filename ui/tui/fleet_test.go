package tui

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/setting"
	"retune/ui/show/chart"
	"retune/ui/unit"
)

// theFleet returns the screen of the default fleet, solved and simulated three times.
func theFleet(t testing.TB, w, h int, settings ...string) Model {
	t.Helper()
	s := setting.Default()
	s.Runs = 3
	for _, item := range settings {
		name, text, _ := strings.Cut(item, "=")
		k, _ := setting.Find(name)
		if err := k.Try(&s, text); err != nil {
			t.Fatalf("%s: %v", item, err)
		}
	}
	return inView(t, resize(New(known, &s, Options{}), w, h))
}

// inView returns the model with the fleet in view, solved and simulated.
func inView(t testing.TB, m Model) Model {
	t.Helper()
	return Refined(show(t, m, "fleet"))
}

// TestFleetFollows checks that one run follows a key at once and the others later, and that the next key stops them.
func TestFleetFollows(t *testing.T) {
	m := show(t, screen(t, 120, 36), "fleet")
	before := text(m)
	m, first := send(focusOn(t, m, "outage"), keyPress("shift+right"))
	if m.stage != stale || first == nil {
		t.Fatal("a key waits for the answer")
	}
	under := m.inquire()
	m, more := send(m, under())
	if m.stage != rough || more == nil || text(m) == before || !strings.Contains(text(m), "Simulated once") {
		t.Fatalf("after a key: stage %v, and the frame\n%s", m.stage, text(m))
	}
	late := more()
	if full, _ := send(m, late); full.stage != exact || !strings.Contains(text(full), "Simulated 3 times") {
		t.Errorf("after all runs: stage %v, and the frame\n%s", full.stage, text(full))
	}
	m = press(m, "right")
	for what, msg := range map[string]tea.Msg{"was stopped": under(), "came late": late} {
		if n, next := send(m, msg); text(n) != text(m) || next != nil {
			t.Errorf("a run that %s is taken:\n%s", what, text(n))
		}
	}
}

// everyPart makes the screen show each part of an answer, such as a cell, for the duration of a test.
func everyPart(t *testing.T) {
	was := partTime
	t.Cleanup(func() { partTime = was })
	partTime = 0
}

// TestFleetGoesOnWhenResized checks that a new size of the terminal does not ask again.
func TestFleetGoesOnWhenResized(t *testing.T) {
	m := inView(t, screen(t, 120, 36))
	if n := resize(m, 80, 24); n.scenario != m.scenario || n.stage != exact {
		t.Error("another size of the terminal starts everything anew")
	}
}

// TestLogOfTheFleet checks that only the y axis of a fleet's chart becomes logarithmic: its time stays linear.
func TestLogOfTheFleet(t *testing.T) {
	m := inView(t, screen(t, 120, 36))
	n := press(m, "l")
	for i, r := range m.layout().charts {
		scale, times := r.y+1, r.y+r.h-2
		if was, is := lines(m), lines(n); was[times] != is[times] || slices.Equal(was[scale:times-1], is[scale:times-1]) {
			t.Errorf("chart %d, logarithmic:\n%s", i, text(n))
		}
	}
}

// TestNothingIsSimulatedAgainForNothing checks that a key without effect keeps the runs.
func TestNothingIsSimulatedAgainForNothing(t *testing.T) {
	m := focusOn(t, inView(t, screen(t, 120, 36, "factor=1")), "factor")
	chart := m.layout().charts[0]
	for what, m := range map[string]Model{
		"a key": press(m, "left"), "moving T, which has no row here,": press(m, "]"),
		"the mouse on a chart": click(m, chart.x+30, chart.y+2),
	} {
		if m.stage != exact {
			t.Errorf("%s changes nothing, and all is worked out anew", what)
		}
	}
}

// TestOutagesAreShaded checks that each outage is shaded at its place, and nothing else is.
func TestOutagesAreShaded(t *testing.T) {
	m := inView(t, screen(t, 120, 36, "outage-at=2s", "outage=4s", "also=hang@10s+5s"))
	p := m.plot(0)
	p.Curves = nil
	fills := p.Fills[len(p.Fills)-2:]
	for x := 0.25; x < 20; x += 0.5 {
		shaded := false
		for _, f := range fills {
			shaded = shaded || f.Lo(x) <= f.Hi(x)
		}
		if want := x > 2 && x < 6 || x > 10 && x < 15; shaded != want {
			t.Errorf("at %v s: shaded %v, want %v", x, shaded, want)
		}
	}
	pic := m.drawing(0, m.layout().charts[0]).picture
	for x := pic.Left; x < pic.Right; x++ {
		shaded := false
		for _, row := range pic.Cells {
			shaded = shaded || row[x].Ground == chart.Span
		}
		at, _ := pic.X(x)
		if want := at > 2 && at < 6 || at > 10 && at < 15; shaded != want && !near(at, 2, 6, 10, 15) {
			t.Errorf("column %d, at %.2f s: shaded %v, want %v\n%s", x, at, shaded, want, text(m))
		}
	}
}

func near(x float64, edges ...float64) bool {
	for _, e := range edges {
		if math.Abs(x-e) < 0.5 {
			return true
		}
	}
	return false
}

// TestNoPeakIsMissed checks that a burst of one step is visible in a picture with fewer columns than steps.
func TestNoPeakIsMissed(t *testing.T) {
	for at := 100; at < 104; at++ { // the columns are 2.7 s apart
		m := show(t, screen(t, 120, 36, "duration=5m", "outage=0", fmt.Sprintf("also=spike=9@%ds+1s", at)), "fleet")
		r := m.layout().charts[0].inside()
		high := 0 // rows of the curve
		for _, row := range m.plot(0).Draw(r.w, r.h).Cells {
			if slices.ContainsFunc(row, func(c chart.Cell) bool {
				return c.Rune >= 0x2800 && (c.Role == chart.A || c.Role == chart.Cross)
			}) {
				high++
			}
		}
		if high < 3 {
			t.Errorf("a burst at %d s is not to be seen:\n%s", at, text(m))
		}
	}
}

// TestCrosshairOfTheFleet checks that keys move the cursor in the fleet view, and that with B the values of both are
// read, on a small terminal too.
func TestCrosshairOfTheFleet(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		m := show(t, screen(t, size[0], size[1], "vs=r=1.5", "duration=20s"), "fleet")
		r := m.layout().charts[0]
		read := func(m Model) string { return lines(m)[r.y] }
		next := press(m, "]", "]")
		x := m.plot(0).X
		on, from := unit.Duration.Format((x.Lo+x.Hi)/2+(x.Hi-x.Lo)/25), unit.Duration.Format(x.Lo)
		if got := read(next); !strings.Contains(got, "┊ "+on+" ") || next.scenario != m.scenario ||
			size[0] > 100 && !strings.Contains(got, "B load ") {
			t.Errorf("%v: two steps on, at %s, is read %q", size, on, got)
		}
		for range 50 {
			next = press(next, "[")
		}
		if got := read(next); !strings.Contains(got, "┊ "+from+" ") {
			t.Errorf("%v: at %s, the beginning, is read %q", size, from, got)
		}
	}
}
