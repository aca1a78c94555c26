package tui

import (
	"context"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

// after returns the model after a message and everything that follows from it.
func after(m Model, msg tea.Msg) Model {
	p := played{m: m, todo: []tea.Cmd{m.Init()}}
	p.send(msg)
	p.until(func(Model) bool { return false })
	return p.m
}

// mapped returns the screen with a complete map of the time until a policy gives up, with a limit.
func mapped(t testing.TB, w, h int) Model {
	t.Helper()
	s := scenarioOf(t, "initial-delay=1s")
	s.X, s.Y, s.Of = "factor=1.1..3:8", "retries=2..12:6", "elapsed"
	s.Wanted, s.Bound = 60, "<"
	return after(New(known, &s, Options{View: "map"}), tea.WindowSizeMsg{Width: w, Height: h})
}

// phases returns the screen with a small phase map of a fleet.
func phases(t testing.TB, w, h int) Model {
	t.Helper()
	s := scenarioOf(t, "clients=300", "duration=100s", "step=0.5s")
	s.X, s.Y = "factor=1.5..4:4", "clients=100..1000:4"
	return after(New(known, &s, Options{View: "map"}), tea.WindowSizeMsg{Width: w, Height: h})
}

// TestWalk walks a map by keys and by mouse: a cell shows the answer of its command, and taking it sets both settings
// as one gesture.
func TestWalk(t *testing.T) {
	m := press(mapped(t, 120, 36), "m", "right", "up")
	a := m.answer.Map
	at := m.picked()
	if at != [2]int{a.Current[0] + 1, a.Current[1] + 1} {
		t.Fatalf("from %v it walks to %v", a.Current, at)
	}
	said, _ := m.sentence()
	if want := a.DescribeCell(at[0], at[1]); said != want || !strings.Contains(text(m), "At factor ") ||
		!strings.Contains(want, "which breaks") {
		t.Errorf("it says %q, not %q:\n%s", said, want, text(m))
	}
	taken := press(m, "enter")
	if s := taken.scenario; s.Factor != a.X.Values[at[0]] || s.Retries != a.Y.Values[at[1]] || s.X != m.scenario.X {
		t.Errorf("it takes %v and %v", s.Factor, s.Retries)
	}
	if now := taken.answer.Map.Current; now != at {
		t.Errorf("the scenario is at %v, not at %v", now, at)
	}
	if back := press(taken, "u"); !same(back.scenario, m.scenario) {
		t.Error("it is not undone at once")
	}
	if end := press(m, "home", "shift+down", "shift+down", "shift+down"); end.picked() != [2]int{0, 0} {
		t.Errorf("the corner is %v", end.picked())
	}
	if again := press(m, "left", "right", "enter", "u"); again.picked() != m.picked() ||
		!same(again.scenario, m.scenario) {
		t.Errorf("u undoes %v", again.note)
	}

	browsing := press(m, "esc")
	r := browsing.layout().blocks[0].rect
	in := r.inside()
	x, y := in.x+browsing.heating(r).picture.Left+1, in.y+browsing.heating(r).picture.Bottom-1
	clicked := click(browsing, x, y)
	if clicked.mode != picking || clicked.picked() != [2]int{0, 0} || !r.has(x, y) {
		t.Errorf("a click at the lower left chooses %v", clicked.picked())
	}
	if again := click(press(clicked, "esc"), x, y); again.mode != picking || !same(again.scenario, clicked.scenario) {
		t.Error("a first click takes a cell that was chosen before")
	}
	if taken := press(clicked, "enter"); taken.scenario.Factor != 1.1 || taken.scenario.Retries != 2 {
		t.Errorf("enter takes %v and %v", taken.scenario.Factor, taken.scenario.Retries)
	}
}

// TestCellUnderTheCursor checks that the chosen cell is simulated as often as in the fleet view, with the same result.
func TestCellUnderTheCursor(t *testing.T) {
	m := after(phases(t, 120, 36), keyPress("m"))
	verdict, _ := question.Figures().Find("verdict")
	for _, key := range []string{"right", "down", "down"} {
		m = after(m, keyPress(key))
		at := m.picked()
		taken, err := m.answer.Map.ScenarioAt(m.scenario, at[0], at[1])
		if err != nil {
			t.Fatal(err)
		}
		got := m.answer.Map.Cells[m.answer.Map.Cell(at[0], at[1])]
		want := verdict.Compute(context.Background(), &taken, answer.Full)
		if got.Words != want.Words || got.Attempts != want.Attempts {
			t.Errorf("at %v it is %s of %g attempts, want %s of %g", at, got.Words, got.Attempts, want.Words, want.Attempts)
		}
	}
}

// TestFillsIn checks that a map is shown part by part, that a key stops it, and that a stale part is dropped.
func TestFillsIn(t *testing.T) {
	m := mapped(t, 80, 24)
	everyPart(t)
	m = with(m, func(s *setting.Scenario) { s.X, s.Y = "factor=1.1..3:3", "retries=2..12:3" })
	m = press(m, "left")
	if m.stage != rough || !strings.Contains(strings.Join(m.answer.Notes(), " "), "cells are computed") {
		t.Fatalf("the first part is\n%s", text(m))
	}
	s := *m.scenario
	m, cmd := send(m, keyPress("right")) // the first part of the answer to the next question
	m, next := send(m, messages(cmd)[0])
	m, old := send(m, keyPress("right"))
	if m.stage != stale || next == nil || next() != nil {
		t.Error("a key does not end what is worked out")
	}
	for parts := 0; m.stage != exact; parts++ {
		if parts > 200 {
			t.Fatalf("it does not end:\n%s", text(m))
		}
		m, old = send(m, messages(old)[0])
	}
	if strings.Contains(strings.Join(m.answer.Notes(), " "), "cells are computed") || same(m.scenario, &s) {
		t.Errorf("at the end it is\n%s", text(m))
	}
}

// TestKeptMap checks that the kept command restores the map.
func TestKeptMap(t *testing.T) {
	if got := mapped(t, 80, 24).Kept(); !strings.Contains(got,
		"--x factor=1.1..3:8 --y retries=2..12:6 --of 'elapsed<1m'") {
		t.Error(got)
	}
	m := New(known, new(setting.Default()), Options{})
	if strings.Contains(m.Kept(), "--x") {
		t.Error(m.Kept())
	}
}

// TestLowMap checks that a map on the smallest screen has at least three rows, and a legend of whole words.
func TestLowMap(t *testing.T) {
	t.Parallel()
	m := resize(phases(t, 120, 36), 60, 16)
	d := m.heating(m.layout().right)
	if rows := d.picture.Bottom - d.picture.Top; rows < 3 || len(d.legend) > 2 {
		t.Errorf("the map has %d rows above %d lines of its legend:\n%s", rows, len(d.legend), text(m))
	}
	if frame := text(m); !strings.Contains(frame, "◆ now") || strings.Contains(frame, "late…") {
		t.Errorf("the legend is cut:\n%s", frame)
	}
}
