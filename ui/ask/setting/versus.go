package setting

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"retune/ui/unit"
)

// versus is the Value of the setting that describes policy B by its differences from A: "r=1.1,cap=30s,budget=10%".
// Further policies follow behind semicolons. It is a type of its own because a compound would refer to Settings, which
// contains it.
type versus struct{ compound }

// Apart separates the lists of two policies.
const Apart = ";"

// mostVersus is the largest number of policies compared with A.
const mostVersus = 5

func (versus) Range() string {
	return "settings as name=value, separated by commas"
}

// Unknown is the error for a name that is not in a table.
type Unknown struct {
	Name  string
	Among []string // the names in that table; nil: the settings
	text  string
}

func (u Unknown) Error() string { return u.text }

// unknownSetting returns the error for an unknown setting. how says how to write the text that contains it.
func unknownSetting(name, how string) Unknown {
	return Unknown{Name: name, text: "unknown setting " + unit.Quote(name) + ": write " + how}
}

// alike are the groups of settings that A and B share.
var alike = []Group{GroupQuestion, GroupLimits, GroupSimulation, GroupResults}

// MayDiffer reports whether A and B may have different values of the setting.
func (k Setting) MayDiffer() bool { return k.HasFlag() && !slices.Contains(alike, k.Part()) }

// Set applies the lists to s, so the settings of A must be set before.
func (versus) Set(s *Scenario, text string) error {
	var others []Scenario
	for text := range strings.SplitSeq(text, Apart) {
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
	var list []change
	seen := map[string]bool{}
	for _, item := range differences(text) {
		name, value, ok := strings.Cut(item, "=")
		name = Core(strings.TrimLeft(strings.TrimSpace(name), "-"))
		k, known := Find(name)
		switch {
		case name == "name":
			if b, err = b.Naming(0, strings.TrimSpace(value)); err != nil {
				return b, err
			}
			continue
		case !known:
			return b, unknownSetting(name, "settings like r=1.1,cap=30s,budget=10%")
		case k.Within != "":
			return b, fmt.Errorf("%s is written after %s, as in jitter=spread=0.2", k.Name, k.Within)
		case !may(k):
			return b, fmt.Errorf("%s cannot differ: it is the same for all policies", k.Name)
		case !ok && k.Switch():
			value = "yes"
		case !ok:
			return b, fmt.Errorf("%s has no value: write it like r=1.1,cap=30s", unit.Quote(item))
		case seen[k.Name]:
			return b, fmt.Errorf("%s is given twice: each policy has its own --vs", k.Name)
		}
		seen[k.Name] = true
		value, _, err := k.Read(name, value)
		if err != nil {
			return b, fmt.Errorf("%s: %w", k.Name, err)
		}
		list = append(list, change{k, value})
	}
	slices.SortStableFunc(list, func(x, y change) int { return x.order() - y.order() })
	for _, c := range list {
		if err := c.setting.Set(&b, c.text); err != nil {
			return b, fmt.Errorf("%s: %w", c.setting.Name, err)
		}
	}
	return b, nil
}

// named reports whether text can be the name of a policy: a word that needs no quotes in a list or a command.
func named(text string) bool {
	return text != "" && strings.TrimLeft(text, "_.-0123456789") == text && !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("_.-", r)
	})
}

// A change is one setting of a list and its text.
type change struct {
	setting Setting
	text    string
}

// order returns the index of the setting in [Settings], where a setting that sets others comes before them.
func (c change) order() int {
	return slices.IndexFunc(Settings, func(k Setting) bool { return k.Name == c.setting.Name })
}

// differences splits a list at commas, but keeps a list of events, which contain @, together.
func differences(text string) (items []string) {
	for item := range strings.SplitSeq(text, ",") {
		if n := len(items); n > 0 && strings.Contains(item, "@") && strings.Contains(items[n-1], "@") {
			items[n-1] += "," + item
			continue
		}
		items = append(items, item)
	}
	return items
}

func (versus) asked(s Scenario) bool    { return s.Versus != nil }
func (v versus) Show(s Scenario) string { return v.Text(s) }
func (versus) Reset(s *Scenario)        { s.Versus = nil }
