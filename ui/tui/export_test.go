package tui

// What the tests of package tui_test, which may import ui/cli, take from here.
var (
	KeyPress   = keyPress
	CommandsIn = commandsIn
	Lines      = lines
)

// Refined is the model once the exact answers have come.
func Refined(m Model) Model {
	if m.rough {
		m, _ = send(m, m.refine())
	}
	return m
}

// Commands are the commands that the model means to show.
func Commands(m Model) []string { return m.commands() }

// Slow tells whether exact answers take their time.
func Slow(m Model) bool { return m.scenario.Slow() }

// FocusOn moves the focus to a knob.
func FocusOn(m Model, name string) Model {
	for m.knob().Name != name {
		m = press(m, "down")
	}
	return m
}

// KeysInUse are all keys that do something while no value is typed.
func KeysInUse() (keys []string) {
	for _, a := range actions {
		keys = append(keys, a.binding.Keys()...)
	}
	return keys
}
