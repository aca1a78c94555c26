package setting

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"retune/ui/unit"
)

// versusSetting describes policy B by its differences from A: "r=1.1,cap=30s,budget=10%". Further policies follow
// behind semicolons.
var versusSetting = Setting{
	Name:      "vs",
	Names:     "versus against compare-to other",
	Help:      "another policy, as changes to policy or fleet: r=1.1,cap=30s or client=envoy; repeatable",
	IsB:       true,
	Separator: PolicySeparator,
	Value: compound{
		rule:  "settings as name=value, separated by commas",
		text:  versusText,
		set:   setVersus,
		reset: func(s *Scenario) { s.Versus = nil },
	},
}

// PolicySeparator separates the lists of two policies.
const PolicySeparator = ";"

// mostVersus is the largest number of policies compared with A.
const mostVersus = 5

// Refused is the error for a text that cannot be read.
type Refused struct {
	Reason string
	Typed  string   // the unknown name, or ""
	Names  []string // the known names; nil: the settings that may differ
	Hint   string   // shown if no known name is similar
}

func (r Refused) Error() string { return r.Reason }

// unknownSetting returns the error for an unknown setting. how says how to write the text that contains it.
func unknownSetting(name, how string) Refused {
	return Refused{Typed: name, Reason: "unknown setting " + unit.Quote(name) + ": write " + how}
}

// alike are the groups of settings that A and B share.
var alike = []Group{GroupQuestion, GroupLimits, GroupSimulation, GroupResults}

// MayDiffer reports whether A and B may have different values of the setting.
func (k Setting) MayDiffer() bool { return k.HasFlag() && !slices.Contains(alike, k.DisplayGroup()) }

// setVersus applies the lists to s, so the settings of A must be set before.
func setVersus(s *Scenario, text string) error {
	var others []Scenario
	for text := range strings.SplitSeq(text, PolicySeparator) {
		b, err := s.changed(text, Setting.MayDiffer)
		if err != nil {
			return err
		}
		others = append(others, b)
	}
	if len(others) > mostVersus {
		return fmt.Errorf("%d policies are compared with A: at most %d can be", len(others), mostVersus)
	}
	s.Versus = others
	return nil
}

// changed returns s with the changes of a list. may reports whether a setting may be in the list.
func (s Scenario) changed(text string, may func(Setting) bool) (b Scenario, err error) {
	if strings.TrimSpace(text) == "" {
		return b, errors.New("the list is empty: write it like r=1.1,cap=30s")
	}
	b = s
	b.Versus = nil
	texts := map[string]string{}
	for item := range strings.SplitSeq(text, ",") {
		if name, is := strings.CutPrefix(strings.TrimLeft(item, " -"), "name="); is {
			if b, err = b.RenamePolicy(0, strings.TrimSpace(name)); err != nil {
				return b, err
			}
			continue
		}
		k, value, err := readChange(item, may)
		if err == nil && texts[k.Name] != "" {
			err = fmt.Errorf("%s is given twice: each policy has its own --vs", k.Name)
		}
		if err != nil {
			return b, err
		}
		texts[k.Name] = value
	}
	for _, k := range Settings { // a setting that sets others comes before them
		if text, ok := texts[k.Name]; ok {
			if err := k.Set(&b, text); err != nil {
				return b, fmt.Errorf("%s: %w", k.Name, err)
			}
		}
	}
	return b, nil
}

// readChange reads one item of a list of changes.
func readChange(item string, may func(Setting) bool) (k Setting, value string, err error) {
	name, value, ok := strings.Cut(item, "=")
	name = WithoutPrefix(strings.TrimLeft(strings.TrimSpace(name), "-"))
	k, known := Find(name)
	switch {
	case !known || strings.Contains(k.Name, "."): // a setting of a layer
		return k, "", unknownSetting(name, "settings like r=1.1,cap=30s,budget=10%")
	case !may(k):
		return k, "", fmt.Errorf("%s cannot differ: it is the same for all policies", k.Name)
	case !ok && k.Switch():
		value = "yes"
	case !ok:
		return k, "", fmt.Errorf("%s has no value: write it like r=1.1,cap=30s", unit.Quote(item))
	}
	if value, _, err = k.Read(name, value); err != nil {
		err = fmt.Errorf("%s: %w", k.Name, err)
	}
	return k, value, err
}

// named reports whether text can be the name of a policy: a word that needs no quotes in a list or a command.
func named(text string) bool {
	return text != "" && strings.TrimLeft(text, "_.-0123456789") == text && !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("_.-", r)
	})
}
