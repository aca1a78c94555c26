package setting

import (
	"cmp"
	"slices"
	"strings"
)

// Text lists the differences of each policy.
func (versus) Text(s Scenario) string {
	var lists []string
	for _, p := range s.pairs() {
		lists = append(lists, differs(p))
	}
	return strings.Join(lists, Apart)
}

// Differ lists the differences of each of the other policies; "" if there are none.
func (s Scenario) Differ() (lists []string) {
	for _, p := range s.pairs() {
		lists = append(lists, changes(p))
	}
	return lists
}

// differs lists the differences of B, or the factor if there are none, since a list cannot be empty.
func differs(s Scenario) string {
	k := row("factor")
	return cmp.Or(changes(s), k.Short+"="+k.Text(s))
}

// changes lists the differences of B, or returns "" if there are none.
func changes(s Scenario) string {
	var list []string
	if name := s.Versus[0].Name; name != "" {
		list = append(list, "name="+name)
	}
	if b := s.B(); !b.Library.Same(s.Library) { // list only differences from the client's own policy then
		list = append(list, "client="+cmp.Or(library.Text(b), "none"))
		if text := parameters.Text(b); text != "" {
			list = append(list, "set="+strings.ReplaceAll(text, ",", "/"))
		}
	}
	for _, k := range Changed(s) {
		name := k.Name
		if k.Short != "" {
			name = k.Short
		}
		text := k.Typed(s.B())
		if k.Name == "delays" {
			text = strings.ReplaceAll(text, ",", "/")
		}
		list = append(list, name+"="+text)
	}
	return strings.Join(list, ",")
}

// Different returns the settings in which the other policies differ from A, in the order of the table.
func Different(s Scenario) (list []Setting) {
	others := s.Policies()[1:]
	if others == nil {
		return nil
	}
	for _, k := range Settings {
		if k.MayDiffer() && slices.ContainsFunc(others, func(b Scenario) bool { return k.Text(b) != k.Text(s) }) {
			list = append(list, k)
		}
	}
	return list
}

// Changed returns the settings in which another policy differs from A by more than its client implies, in the order of
// the table. The text of the policy lists them after its client.
func Changed(s Scenario) (list []Setting) {
	if len(s.Versus) != 1 {
		for _, p := range s.pairs() {
			list = append(list, Changed(p)...)
		}
		return list
	}
	if b := s.B(); !b.Library.Same(s.Library) {
		keep := s.Versus
		withoutClient(&s)
		s.Library, s.Versus = b.Library, nil
		s = s.Adopted()
		s.Versus = keep
	}
	list = Different(s)
	if i := slices.IndexFunc(list, func(k Setting) bool { return k.Name == "delays" }); i >= 0 &&
		s.B().Retries == s.Retries {
		list = slices.Insert(list, i+1, row("retries")) // the list of delays sets the retries too
	}
	return list
}

// DifferingIn returns s with other policies that differ from A only in the settings for which these is true.
func (s Scenario) DifferingIn(these func(Setting) bool) Scenario {
	var others []Scenario
	for _, p := range s.pairs() {
		others = append(others, p.differingIn(these).Versus[0])
	}
	s.Versus = others
	return s
}

func (s Scenario) differingIn(these func(Setting) bool) Scenario {
	list := Different(s)
	if !slices.ContainsFunc(list, func(k Setting) bool { return !these(k) }) {
		return s
	}
	b := s
	b.Versus = nil
	of := s.B()
	if !of.Library.Same(s.Library) { // a client implies more than its policy, so all of it is adopted
		withoutClient(&b)
		b.Library = of.Library
		b = b.Adopted()
	}
	b.Library, b.Policy, b.Name = of.Library, of.Policy, of.Name // every question reads these
	for _, k := range list {
		if these(k) && !k.Sets {
			// A client's policy may be out of range of the settings. It was copied above.
			if err := k.Set(&b, k.Text(s.B())); err != nil && k.Part() != GroupPolicy {
				panic("setting: " + k.Name + " does not take its own text: " + err.Error())
			}
		}
	}
	s.Versus = []Scenario{b}
	return s
}
