package tui

// What the tests of package tui_test, which may import ui/cli, take from here.
var (
	KeyPress   = keyPress
	CommandsIn = commandsIn
	Lines      = lines
)

// KeysInUse are all keys that do something while no value is typed.
func KeysInUse() (keys []string) {
	for _, a := range actions {
		keys = append(keys, a.binding.Keys()...)
	}
	return keys
}
