package setting

import (
	"cmp"
	"slices"
	"strings"
)

// versusText lists the differences of each policy.
func versusText(s *Scenario) string {
	lists := s.DifferenceTexts()
	for i, list := range lists {
		lists[i] = cmp.Or(list, unchanged(s))
	}
	return strings.Join(lists, PolicySeparator)
}

// unchanged returns the list for a policy without differences, since a list cannot be empty: the factor of s.
func unchanged(s *Scenario) string { return "r=" + row("factor").Text(s) }

// DifferenceTexts lists the differences of each of the other policies; "" if there are none.
func (s Scenario) DifferenceTexts() (lists []string) {
	for _, b := range s.others() {
		lists = append(lists, s.differenceText(&b))
	}
	return lists
}

// differenceText lists the differences of b, or returns "" if there are none.
func (s Scenario) differenceText(b *Scenario) string {
	var list []string
	if b.Name != "" {
		list = append(list, "name="+b.Name)
	}
	if !b.Library.Same(s.Library) { // list only differences from the client's own policy then
		list = append(list, "client="+cmp.Or(library.Text(b), "none"))
		if text := parameters.Text(b); text != "" {
			list = append(list, "set="+commasToSlashes(text))
		}
	}
	for _, k := range s.changedBy(b) {
		list = append(list, cmp.Or(k.Short, k.Name)+"="+commasToSlashes(k.Typed(b)))
	}
	return strings.Join(list, ",")
}

// commasToSlashes returns a text as a part of a list of settings, where / replaces the comma.
func commasToSlashes(text string) string { return strings.ReplaceAll(text, ",", "/") }

// slashesToCommas returns a text of such a list with its commas.
func slashesToCommas(text string) string { return strings.ReplaceAll(text, "/", ",") }

// DifferingSettings returns the settings in which the other policies differ from A, in the order of the table.
func DifferingSettings(s *Scenario) []Setting { return s.different(s.others()) }

func (s *Scenario) different(others []Scenario) []Setting {
	return where(func(k Setting) bool {
		for i := range others {
			if k.MayDiffer() && k.Text(&others[i]) != k.Text(s) {
				return true
			}
		}
		return false
	})
}

// ChangedSettings returns the settings in which another policy differs from A by more than its client implies, in the
// order of the table. The text of the policy lists them after its client.
func ChangedSettings(s *Scenario) (list []Setting) {
	for _, b := range s.others() {
		list = append(list, s.changedBy(&b)...)
	}
	return list
}

func (s *Scenario) changedBy(b *Scenario) []Setting {
	usual := s.withDefaultsOf(b)
	list := usual.different([]Scenario{*b})
	if i := slices.IndexFunc(list, func(k Setting) bool { return k.Name == "delays" }); i >= 0 && b.Retries == s.Retries {
		list = slices.Insert(list, i+1, row("retries")) // the list of delays sets the retries too
	}
	return list
}

// withDefaultsOf returns s with the unchanged policy of the client of b, if it is another client.
func (s Scenario) withDefaultsOf(b *Scenario) Scenario {
	if b.Library.Same(s.Library) {
		return s
	}
	withoutClient(&s)
	s.Library = b.Library
	return s.ClientDefaults()
}

// KeepDifferences returns s with other policies that differ from A, or from their clients, only in the settings for
// which these is true.
func (s Scenario) KeepDifferences(these func(Setting) bool) Scenario {
	others := s.others()
	for i := range others {
		usual := s.withDefaultsOf(&others[i])
		for _, k := range usual.different(others[i : i+1]) {
			if !these(k) {
				_ = k.Set(&others[i], k.Text(&usual)) // the setting wrote this text
			}
		}
	}
	s.Versus = others
	return s
}
