package tui

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// flagged matches a flag, and a word behind --vs, which may be a setting of the kept policy.
var flagged = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(^|[ (])(--vs [a-z-]+|--[a-z][a-z0-9-]*|-[a-zA-Z]\b)`)
})

// spoken returns a text with the names of settings in place of their flags: the screen takes the names, behind the
// slash, and has no flags.
func spoken(text string) string {
	if !strings.Contains(text, "-") {
		return text
	}
	return flagged().ReplaceAllStringFunc(text, func(flag string) string {
		start := flag[:strings.Index(flag, "-")]
		name, of, _ := strings.Cut(strings.TrimLeft(flag[len(start):], "-"), " ")
		k, ok := setting.Find(name)
		switch kept, found := setting.Find(of); {
		case !ok:
			return flag
		case found:
			return start + "the kept " + kept.ListName()
		case k.IsB && of == "has":
			return start + "what is kept has"
		case k.IsB:
			return flag
		}
		return start + k.ListName()
	})
}

// spokenAnswer returns an answer whose sentences have the names of settings in place of their flags.
func spokenAnswer(a answer.Answer) answer.Answer {
	a.Summary, a.Brief = spoken(a.Summary), spoken(a.Brief)
	if a.None != nil {
		a.None = &answer.None{Reason: spoken(a.None.Reason), Hint: spoken(a.None.Hint)}
	}
	a.Warnings = slices.Clone(a.Warnings)
	for i := range a.Warnings {
		a.Warnings[i].Message = spoken(a.Warnings[i].Message)
	}
	a.Groups = slices.Clone(a.Groups)
	for i := range a.Groups {
		a.Groups[i].Quantities = spokenQuantities(a.Groups[i].Quantities)
	}
	return a
}

// spokenQuantities returns quantities whose words have the names of settings in place of their flags. Words that are
// counted over runs have no flags.
func spokenQuantities(list []answer.Quantity) []answer.Quantity {
	list = slices.Clone(list)
	for i := range list {
		if list[i].Tally == nil {
			list[i].Words = spoken(list[i].Words)
		}
		list[i].Others = spokenQuantities(list[i].Others)
	}
	return list
}
