package tui

import (
	"math"
	"strings"
	"testing"

	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/show/chart"
)

// These names give the tests of package tui_test, which may import ui/cli, access to this package.
var (
	KeyPress   = keyPress
	CommandsIn = commandsIn
	Lines      = lines
	SmallFleet = smallFleet

	WithQuestion    = withQuestion    // adds a question for the duration of a test
	RememberAnswers = knownSize.Store // makes tests forget answers after that many
	Commands        = Model.commands  // the commands that the model means to show
)

// Program runs retune when the test binary is started with [AsProgram] in its environment. Package tui_test sets it.
var Program func() int

// AsProgram is the name of that variable.
const AsProgram = "TEST_OF_TUI_IS_RETUNE"

// Times returns the factor on the number of random events of a test.
func Times() int { return *times }

// User returns the seed of the random user, and whether the commands are run.
func User() (uint64, bool) { return *seed, *commands }

// Refined returns the model with its exact answers.
func Refined(m Model) Model {
	for cmd := m.inquire(); cmd != nil && m.stage != exact; {
		m, cmd = send(m, cmd())
	}
	return m
}

// Says returns the lines of the answer in words.
func Says(m Model) (said []string) {
	r := m.layout().says
	if m.layout().tiny || m.mode == choosing {
		return nil
	}
	for _, line := range lines(m)[r.y : r.y+r.h] {
		said = append(said, strings.TrimSpace(string([]rune(line + strings.Repeat(" ", m.width))[r.x:r.x+r.w])))
	}
	return said
}

// Staying returns the model of a user who has quit as one that still answers.
func Staying(m Model) Model {
	if m.work.ctx.Err() != nil {
		m.work = m.work.next()
	}
	return m
}

// Named returns the name of the present policy, which the command lacks, or "".
func Named(m Model) string { return m.scenario.Name }

// Figures returns the lines of all figures as a terminal with room for them shows them.
func Figures(m Model) []string {
	m = settled(press(m, "esc", "esc"))
	if !m.figures {
		m = press(m, "i")
	}
	m = resize(m, 200, 60)
	r := m.layout().figures
	var list []string
	for _, line := range lines(m)[r.y : r.y+r.h] {
		line = string([]rune(line + strings.Repeat(" ", m.width))[r.x : r.x+r.w])
		if strings.HasPrefix(line, "$ ") { // the commands follow the figures
			break
		}
		list = append(list, line)
	}
	return list
}

// Chosen returns the index of the policy whose settings are shown.
func Chosen(m Model) int { return m.chosenPolicy() }

// Settings returns the lines of the settings.
func Settings(m Model) (list []string) {
	l := m.layout()
	if l.tiny || m.mode == choosing {
		return nil
	}
	for _, line := range lines(m)[l.settings.y : l.settings.y+l.settings.h] {
		list = append(list, string([]rune(line)[l.settings.x:l.settings.x+l.settings.w]))
	}
	return list
}

// Asked reports whether the question in view can be asked.
func Asked(m Model) bool { return m.missing() == "" }

// Refused reports whether the screen says that there is no answer.
func Refused(m Model) bool { return m.answer.None != nil }

// with returns the model with a changed scenario of its own.
func with(m Model, change func(*setting.Scenario)) Model {
	s := *m.scenario
	change(&s)
	m.scenario = &s
	return m
}

// Known is the context of the screens of most tests.
var Known = known

// CacheAsProgram makes the screens of a test cache only what the program caches.
func CacheAsProgram(t *testing.T) {
	size := knownSize.Load()
	knownSize.Store(0)
	t.Cleanup(func() { knownSize.Store(size) })
}

// Home returns the model with the first view of the default scenario.
func Home(m Model) Model {
	m = press(Staying(m), "esc", "esc").turnTo(new(setting.Default()))
	m.view = 0
	return Refined(press(m.toView(""), "esc"))
}

// ToFleet opens the fleet view.
func ToFleet(m Model) Model { return press(m, "esc", "esc", "f4") }

// FromFleet opens the view beside the fleet's.
func FromFleet(m Model) Model {
	if m.showsFleet() {
		m = press(m, "esc", "esc", "tab")
	}
	return m
}

// Small returns the model with a fleet that is computed at once, if its fleet has become large.
func Small(m Model) Model {
	s := *m.scenario
	if m.tab().Layout == answer.Mapped && m.missing() == "" {
		return with(m, func(s *setting.Scenario) {
			s.X, s.Y, s.Of = "factor=1.1..4:3", "clients=10..50:3", ""
			s.Duration, s.Step = 20, 1
		}).ask()
	}
	if m.showsFleet() && Refused(m) && len(m.past)%3 > 0 { // drops the most frequent reason for a refusal
		m = with(m, func(s *setting.Scenario) { s.Deadline = math.Inf(1) }).ask()
		s = *m.scenario
	}
	if s.Clients > 100 || s.Rate > 100 || s.Duration > 60 || s.Step < 1 || s.Think < 1 {
		s = smallFleet(&s)
		s.Rate, s.Step = 20, 1
		m.scenario = &s
		return m.ask()
	}
	return m
}

// Solving reports whether a goal is being solved for in the background and will be soon. With jitter it takes longer.
func Solving(m Model) bool {
	return Offering(m) && m.goal.offers == nil && m.scenario.Jitter.Type == jitter.None
}

// Offering reports whether settings are offered.
func Offering(m Model) bool { return m.goal != nil }

// Slow reports whether exact answers are slow.
func Slow(m Model) bool { return m.scenario.Slow() }

// FocusOn moves the focus to a setting.
func FocusOn(m Model, name string) Model {
	k, _ := setting.Find(name)
	return settled(m.toSetting(k))
}

// actions returns the actions of browsing mode.
var actions = browsingKeys()

// KeysInUse returns all keys that have an effect while no value is typed.
func KeysInUse() (keys []string) {
	for _, a := range actions {
		keys = append(keys, a.keys...)
	}
	return keys
}

// plot returns the plot of a chart in view.
func (m Model) plot(i int) chart.Plot {
	q := m.chart(i)
	return m.plotted(q)
}

// lines returns the frame as plain text.
func (c canvas) lines() []string {
	lines := make([]string, c.h)
	for y := range lines {
		var b strings.Builder
		for _, cell := range c.cells[y*c.w : (y+1)*c.w] {
			b.WriteRune(cell.Rune)
		}
		lines[y] = strings.TrimRight(b.String(), " ")
	}
	return lines
}

// Lost returns a text of the frame that is painted only in part, or "". What is being typed may be longer than its
// field.
func Lost(m Model) string {
	if c := m.frame(); len(c.lost) > 0 && m.mode != typing {
		return c.lost[0]
	}
	return ""
}
