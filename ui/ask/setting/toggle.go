package setting

import "strings"

// toggle returns the Value of a setting that is on or off, written yes and no.
func toggle(at func(*Scenario) *bool) word {
	return word{
		rule: "yes or no", wrong: "%[1]s is not %[2]s", words: func() []string { return []string{"no", "yes"} },
		find: func(text string) (string, bool) {
			on, ok := Truth(text)
			return yesOrNo(on), ok
		},
		get: func(s Scenario) string { return yesOrNo(*at(&s)) },
		put: func(s *Scenario, word string) { *at(s) = word == "yes" },
	}
}

func yesOrNo(on bool) string {
	if on {
		return "yes"
	}
	return "no"
}

// Truth parses yes or no and their synonyms.
func Truth(text string) (on, ok bool) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "yes", "true", "on", "1":
		return true, true
	case "no", "false", "off", "0":
		return false, true
	}
	return false, false
}
