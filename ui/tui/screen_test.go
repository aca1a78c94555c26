package tui

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	tea "charm.land/bubbletea/v2"

	"retune/calc/elapsed"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/show/chart"
)

// smallFleet returns the scenario with a fleet that the fluid model solves at once.
func smallFleet(given *setting.Scenario) setting.Scenario {
	s := *given
	s.Clients, s.Think, s.ServerOutage.At, s.Outage, s.Runs = 20, 1, 5, elapsed.OutageOf(5), 3
	s.X, s.Y = "factor=1.1..4:4", "clients=10..100:3" // for a map
	return s
}

// scenarioOf returns the scenario with the given settings, such as "initial-delay=1s" or "vs=r=1.5". Its fleet is small
// unless they set one.
func scenarioOf(t testing.TB, settings ...string) setting.Scenario {
	t.Helper()
	s := smallFleet(new(setting.Default()))
	settings = slices.Clone(settings)
	slices.SortStableFunc(settings, func(a, b string) int { // B contains the settings of A
		last := func(item string) int { return map[bool]int{true: 1}[strings.HasPrefix(item, "vs=")] }
		return last(a) - last(b)
	})
	for _, item := range settings {
		name, text, _ := strings.Cut(item, "=")
		solve, _ := question.Find("solve")
		k, ok := solve.Setting(name)
		if !ok {
			t.Fatalf("there is no setting %q", name)
		}
		if err := k.Try(&s, text); err != nil {
			t.Fatalf("%s: %v", item, err)
		}
	}
	return s
}

// screen returns the model of that scenario on a terminal of the given size.
func screen(t testing.TB, w, h int, settings ...string) Model {
	t.Helper()
	return resize(New(known, new(scenarioOf(t, settings...)), Options{}), w, h)
}

// telling returns the screen of a scenario that shows everything: a cap that is reached and a policy B.
func telling(t testing.TB, w, h int) Model {
	t.Helper()
	return screen(t, w, h, "initial-delay=1s", "factor=2", "cap=64s", "retries=12", "at=2m", "vs=r=1.5")
}

// send gives the model a message and returns the new model.
func send(m Model, msg tea.Msg) (Model, tea.Cmd) {
	next, cmd := m.Update(msg)
	return next.(Model), cmd
}

// commanded returns the command that the model hands on.
func commanded(m Model) (Model, tea.Cmd) {
	cmd := tea.Batch(m.todo...)
	m.todo = nil
	return m, cmd
}

func resize(m Model, w, h int) Model {
	m, _ = send(m, tea.WindowSizeMsg{Width: w, Height: h})
	return settled(m)
}

// settled returns the model with an answer to its question, at least a rough one, even if it is computed in the
// background.
func settled(m Model) Model {
	if m.stage == stale {
		m, _ = send(m, m.inquire()())
	}
	return m
}

// charted returns the model with its charts computed, as the background does.
func charted(m Model) Model { return Refined(m) }

// complete returns the model with its exact answers if many cases are tried: rough ones look alike.
func complete(m Model) Model {
	if *times > 1 {
		return Refined(m)
	}
	return m
}

// press presses the keys in turn, by their names.
func press(m Model, keys ...string) Model {
	for _, k := range keys {
		m, _ = send(m, keyPress(k))
		m = settled(m)
	}
	return m
}

// write types a text letter by letter.
func write(m Model, text string) Model { return press(m, strings.Split(text, "")...) }

func TestKeyPressNamesItself(t *testing.T) {
	for _, a := range actions {
		for _, k := range a.keys {
			if got := keyPress(k).String(); got != k {
				t.Errorf("the key %q names itself %q", k, got)
			}
		}
	}
}

// focusOn moves the focus to the setting with keys. A hidden setting is found with /.
func focusOn(t testing.TB, m Model, name string) Model {
	t.Helper()
	if k, ok := setting.Find(name); ok && rowOf(m.rows(), name) < 0 && rowOf(m.rowsOf(m.tab()), name) >= 0 {
		return m.toSetting(k)
	}
	for range m.rows() {
		if m.setting().Name == name {
			return m
		}
		m = press(m, "down")
	}
	t.Fatalf("the setting %q cannot be reached", name)
	return m
}

// show opens a view by its key.
func show(t testing.TB, m Model, name string) Model {
	t.Helper()
	if m.tab().Name == name {
		return m
	}
	for i, q := range views {
		if q.Name == name {
			return press(m, fmt.Sprintf("f%d", i+1))
		}
	}
	t.Fatalf("there is no view %q", name)
	return m
}

// lines returns the frame without styles. Shading that the background's colour shows is blank.
func lines(m Model) []string {
	c := m.frame()
	list := make([]string, c.h)
	for y := range list {
		row := make([]rune, 0, c.w)
		for _, cell := range c.cells[y*c.w : (y+1)*c.w] {
			switch {
			case cell.Rune == chart.Filler:
			case cell.Role == cell.Ground && m.theme[cell.Ground].ground != "":
				row = append(row, ' ')
			default:
				row = append(row, cell.Rune)
			}
		}
		list[y] = string(row)
	}
	return list
}

func text(m Model) string { return strings.Join(lines(m), "\n") }

// shown returns the text of a setting's value.
func shown(t testing.TB, m Model, name string) string {
	t.Helper()
	k, ok := setting.Find(name)
	if !ok {
		t.Fatalf("there is no setting %q", name)
	}
	return k.Text(m.scenario)
}

// A state is a model whose frame has something of its own.
type state struct {
	name string
	m    Model
}

// theStates makes the states once for all tests.
var theStates sync.Once

var ofStates []state

// each calls f with the screen of the given size in every state whose frame has something of its own.
func each(t testing.TB, w, h int, f func(state string, m Model)) {
	t.Helper()
	some(t, w, h, func(int) bool { return true }, f)
}

// some calls f for the wanted states only; wanted gets the index of a state.
func some(t testing.TB, w, h int, wanted func(n int) bool, f func(state string, m Model)) {
	t.Helper()
	theStates.Do(func() { ofStates = states(t, screen(t, 120, 36, "cap=1m")) })
	for i, s := range ofStates {
		if wanted(i + 1) {
			f(s.name, resize(s.m, w, h))
		}
	}
}

func states(t testing.TB, m Model) (list []state) {
	t.Helper()
	f := func(name string, m Model) { list = append(list, state{name, m}) }
	for i := range views {
		name := views[i].Name
		for _, b := range []bool{false, true} {
			v, title := m, name+", without B"
			if b {
				v, title = press(m, "c", "right"), name+", with B"
			}
			v.view = i
			v = settled(v.ask())
			f(title, v)
		}
	}
	f("help", press(m, "?"))
	f("help, with B", press(m, "c", "?"))
	f("figures", press(m, "i"))
	f("typing", press(m, "9"))
	f("refused", press(m, "0", "x", "enter"))
	f("log", press(m, "c", "right", "l"))
	drawn := m
	drawn.scenario = new(scenarioOf(t, "initial-delay=1s", "cap=64s", "retries=12", "jitter=full", "outage=1m"))
	for i := range views {
		drawn.view = i
		drawn = settled(drawn.ask())
		f(views[drawn.view].Name+", with jitter", drawn)
	}
	f("jitter, with B", press(drawn, "c", "right", "tab"))
	goals := goalStates(m)
	for _, name := range slices.Sorted(maps.Keys(goals)) {
		f(name, goals[name])
	}
	return list
}
