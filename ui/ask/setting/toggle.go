package setting

import "strings"

// switches are the words of a setting that is on or off.
var switches = spellings{"no false off 0", "yes true on 1"}

// toggle returns the Value of a setting that is on or off, written yes and no.
func toggle(at field[bool]) word {
	return word{
		rule: "yes or no", wrong: "%[1]s is not %[2]s", words: switches.words, find: switches.find,
		get: func(s *Scenario) string {
			if *at(s) {
				return "yes"
			}
			return "no"
		},
		put: func(s *Scenario, word string) { *at(s) = word == "yes" },
	}
}

// ParseYesNo parses yes or no and their synonyms.
func ParseYesNo(text string) (on, ok bool) {
	word, ok := switches.find(strings.TrimSpace(text))
	return word == "yes", ok
}
