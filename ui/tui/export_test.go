package tui

import (
	"math"
	"strings"

	tea "charm.land/bubbletea/v2"

	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/show/chart"
)

// What the tests of package tui_test, which may import ui/cli, take from here.
var (
	KeyPress   = keyPress
	CommandsIn = commandsIn
	Lines      = lines
	SmallFleet = smallFleet

	WithQuestion    = withQuestion    // has one question more for the length of a test
	RememberAnswers = knownSize.Store // has tests forget answers after that many
	Commands        = Model.commands  // are those that the model means to show
)

// Program is retune, which the binary of the tests is where [AsProgram] is set in its
// environment. Package tui_test knows it.
var Program func() int

// AsProgram is that variable.
const AsProgram = "TEST_OF_TUI_IS_RETUNE"

// Times is how many times as many random events a test tries.
func Times() int { return *times }

// Slowest are the default scenario, the default fleet and the slowest ones, as arguments of
// the program.
func Slowest() map[string][]string {
	of := map[string][]string{"default": nil, "default fleet": {"--view=fleet"}}
	for _, s := range slowest {
		args := []string{"--view=" + s.view}
		for _, item := range s.set {
			args = append(args, "--"+item)
		}
		of[s.name] = args
	}
	return of
}

// User is the seed of the random user, and whether the commands are run.
func User() (uint64, bool) { return *seed, *commands }

// Refined is the model once the exact answers have come.
func Refined(m Model) Model {
	if m.stage != exact {
		var cmd tea.Cmd
		m, cmd = send(m, m.refine())
		for m.stage == rough && m.answer.Map != nil { // part by part, also where there is no room to draw it
			m, cmd = send(m, messages(cmd)[0])
		}
	}
	return m
}

// Says is what is said in words above the answers, line by line.
func Says(m Model) (said []string) {
	r := m.layout().says
	if m.layout().tiny || m.component().paint != nil {
		return nil
	}
	for _, line := range lines(m)[r.y : r.y+r.h] {
		said = append(said, strings.TrimSpace(string([]rune(line + strings.Repeat(" ", m.width))[r.x:r.x+r.w])))
	}
	return said
}

// Figures is the lines of all figures, as they stand where a terminal has room for them.
func Figures(m Model) []string {
	m = settled(press(m, "esc", "esc"))
	if !m.figures {
		m = press(m, "i")
	}
	m = resize(m, 200, 60)
	r, ok := m.figuresAt()
	if !ok {
		return nil
	}
	var list []string
	for _, line := range lines(m)[r.y : r.y+r.h] {
		line = string([]rune(line + strings.Repeat(" ", m.width))[r.x : r.x+r.w])
		if strings.HasPrefix(line, "$ ") { // the commands are the end of it
			break
		}
		list = append(list, line)
	}
	return list
}

// Settings is the lines of the settings.
func Settings(m Model) (list []string) {
	l := m.layout()
	if l.tiny || m.component().paint != nil {
		return nil
	}
	for _, line := range lines(m)[l.settings.y : l.settings.y+l.settings.h] {
		list = append(list, string([]rune(line)[l.settings.x:l.settings.x+l.settings.w]))
	}
	return list
}

// Asked tells whether what is in view can be asked.
func Asked(m Model) bool { return m.missing() == "" }

// Refused tells whether the screen says that there is no answer.
func Refused(m Model) bool { return m.answer.None != nil }

// Simulates tells whether the screen shows the runs of a fleet.
func Simulates(m Model) bool { return m.showsFleet() && m.simulation != nil }

// ToFleet turns to the fleet: to its fluid model, or where alone to its simulation
// as the answer.
func ToFleet(m Model, alone bool) Model {
	m.scenario.Engine = setting.Fluid
	if alone {
		m.scenario.Engine = setting.Simulation
	}
	return press(m, "esc", "esc", "f4")
}

// FromFleet turns to what stands beside it.
func FromFleet(m Model) Model {
	if m.showsFleet() {
		m = press(m, "esc", "esc", "tab")
	}
	return m
}

// Small is the model with a fleet that is worked out at once, if it has become
// a large one.
func Small(m Model) Model {
	s := m.scenario
	if m.tab().Layout == answer.Mapped && m.missing() == "" {
		m.scenario.X, m.scenario.Y, m.scenario.Of = "factor=1.1..4:3", "clients=10..50:3", ""
		m.scenario.Duration, m.scenario.Step = 20, 1
		return m.ask()
	}
	if m.showsFleet() && Refused(m) && m.generation%3 > 0 { // what mostly is the reason is left again
		m.scenario.Deadline = math.Inf(1)
		m = m.ask()
		s = m.scenario
	}
	if s.Clients > 100 || s.Rate > 100 || s.Duration > 60 || s.Step < 1 || s.Think < 1 {
		engine := s.Engine
		s = smallFleet(s)
		s.Engine, s.Rate, s.Step = engine, 20, 1
		m.scenario = s
		return m.ask()
	}
	return m
}

// Simulated is the model once the runs of its fleet are made.
func Simulated(m Model) Model {
	m, cmd := m.runNext()
	for cmd != nil && !m.simulation.Done() {
		m, cmd = send(m, cmd())
	}
	return m
}

// Solving tells whether what a message has led to is solved in the background,
// and quickly: with distributions of jitter it takes its time.
func Solving(m Model) bool {
	return Offering(m) && m.goal.offers == nil && m.scenario.Jitter.Type == jitter.None
}

// Offering tells whether settings are offered.
func Offering(m Model) bool { return m.goal != nil }

// Slow tells whether exact answers take their time.
func Slow(m Model) bool { return m.scenario.Slow() }

// FocusOn moves the focus to a setting.
func FocusOn(m Model, name string) Model {
	k, _ := setting.Find(name)
	return settled(m.toSetting(k))
}

// actions is what keys do while settings are chosen.
var actions = browsingKeys()

// InMenu tells whether something is chosen from a list, or a file is named.
func InMenu(m Model) bool { return m.menu != nil || m.mode == naming }

// KeysInUse are all keys that do something while no value is typed.
func KeysInUse() (keys []string) {
	for _, a := range actions {
		keys = append(keys, a.binding.Keys()...)
	}
	return keys
}

// plot is a chart in view as it is looked at.
func (m Model) plot(i int) chart.Plot {
	q := m.chart(i)
	return q.Plot(m.look(q, m.part(i)))
}

// lines is the frame as plain text.
func (c *canvas) lines() []string {
	lines := make([]string, c.h)
	for y := range lines {
		var b strings.Builder
		for _, cell := range c.cells[y*c.w : (y+1)*c.w] {
			b.WriteRune(cell.char)
		}
		lines[y] = strings.TrimRight(b.String(), " ")
	}
	return lines
}
