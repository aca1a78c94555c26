package knob

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"retune/ui/unit"
)

// versus is the Value of the knob that describes B, as the list of what differs from
// A: "r=1.1,cap=30s,budget=10%". It is a type, not a compound, since it reads the table
// that it stands in.
type versus struct{ compound }

func (versus) Range() string {
	return "settings as name=value, separated by commas"
}

// Unknown is the error of a name that no setting has, or no other thing of those that
// there are.
type Unknown struct {
	Name  string
	Among []string // the names of those things; nil: settings
	text  string
}

func (u Unknown) Error() string { return u.text }

// unknownSetting is that of a setting, and how the text is written that it stands in.
func unknownSetting(name, how string) Unknown {
	return Unknown{Name: name, text: "unknown setting " + unit.Quote(name) + ": write " + how}
}

// alike is the groups of what is asked of A and B alike; in the others they may differ.
var alike = []Group{GroupQuestion, GroupLimits, GroupSimulation, GroupResults}

// MayDiffer tells whether A and B may each have the knob set in their own way.
func (k Knob) MayDiffer() bool { return k.HasFlag() && !slices.Contains(alike, k.Part()) }

// Set reads the list as changes to s, so the knobs of A are set first.
func (versus) Set(s *Scenario, text string) error {
	if strings.TrimSpace(text) == "" {
		return errors.New("the list is empty: write it like r=1.1,cap=30s")
	}
	b := *s
	b.Versus = nil
	var list []change
	seen := map[string]bool{}
	for _, item := range differences(text) {
		name, value, ok := strings.Cut(item, "=")
		name = Core(strings.TrimLeft(strings.TrimSpace(name), "-"))
		k, known := Find(name)
		switch {
		case !known:
			return unknownSetting(name, "what differs in B like r=1.1,cap=30s,budget=10%")
		case k.Within != "":
			return fmt.Errorf("%s is written after %s, as in jitter=spread=0.2", k.Name, k.Within)
		case !k.MayDiffer():
			return fmt.Errorf("%s cannot differ: it is the same for A and B", k.Name)
		case !ok && k.Switch():
			value = "yes"
		case !ok:
			return fmt.Errorf("%s has no value: write it like r=1.1,cap=30s", unit.Quote(item))
		case seen[k.Name]:
			return fmt.Errorf("%s is given twice", k.Name)
		}
		seen[k.Name] = true
		value, _, err := k.Read(name, value)
		if err != nil {
			return fmt.Errorf("%s: %w", k.Name, err)
		}
		list = append(list, change{k, value})
	}
	slices.SortStableFunc(list, func(x, y change) int { return x.order() - y.order() })
	for _, c := range list {
		if err := c.knob.Set(&b, c.text); err != nil {
			return fmt.Errorf("%s: %w", c.knob.Name, err)
		}
	}
	s.Versus = &b
	return nil
}

// A change is a knob of a list and its text.
type change struct {
	knob Knob
	text string
}

// order is the place of the knob in table 1: what sets others comes before them.
func (c change) order() int {
	return slices.IndexFunc(Knobs, func(k Knob) bool { return k.Name == c.knob.Name })
}

// differences is the items of a list. Events are a list of their own: what has an @
// goes on with what had one before.
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

// Text lists what differs; where nothing does it says the factor, since a list cannot
// be empty.
func (versus) Text(s Scenario) string {
	if s.Versus == nil {
		return ""
	}
	var list []string
	if b := s.B(); !b.Library.Same(s.Library) { // the rest is what has been changed of its own
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
	if list == nil {
		k, _ := Find("factor")
		return k.Short + "=" + k.Text(s)
	}
	return strings.Join(list, ",")
}

func (versus) asked(s Scenario) bool    { return s.Versus != nil }
func (v versus) Show(s Scenario) string { return v.Text(s) }
func (versus) Reset(s *Scenario)        { s.Versus = nil }

// Different is the knobs in which A and B differ, in the order of table 1.
func Different(s Scenario) (list []Knob) {
	if s.Versus == nil {
		return nil
	}
	b := s.B()
	for _, k := range Knobs {
		if k.MayDiffer() && k.Text(b) != k.Text(s) {
			list = append(list, k)
		}
	}
	return list
}

// Changed is the knobs in which B differs from A in more than what its client brings, in the
// order of table 1: what is written of B after its client.
func Changed(s Scenario) []Knob {
	if s.Versus == nil {
		return nil
	}
	if b := s.B(); !b.Library.Same(s.Library) {
		keep := s.Versus
		withoutClient(&s)
		s.Library, s.Versus = b.Library, nil
		s = s.Adopted()
		s.Versus = keep
	}
	list := Different(s)
	if i := slices.IndexFunc(list, func(k Knob) bool { return k.Name == "delays" }); i >= 0 && s.B().Retries == s.Retries {
		retries, _ := Find("retries") // which the list sets, too
		list = slices.Insert(list, i+1, retries)
	}
	return list
}

// DifferingIn is s with a B that differs from A in no other knobs than those.
func (s Scenario) DifferingIn(these func(Knob) bool) Scenario {
	list := Different(s)
	if !slices.ContainsFunc(list, func(k Knob) bool { return !these(k) }) {
		return s
	}
	b := s
	b.Versus = nil
	of := s.B()
	if !of.Library.Same(s.Library) { // its client brings more than a policy, and its name says that
		withoutClient(&b)
		b.Library = of.Library
		b = b.Adopted()
	}
	b.Library, b.Policy = of.Library, of.Policy // which everything reads
	for _, k := range list {
		if these(k) && !k.Sets {
			if err := k.Set(&b, k.Text(s.B())); err != nil && k.Part() != GroupPolicy { // a client's policy may be beyond what the knobs take, and is there already
				panic("knob: " + k.Name + " does not take its own text: " + err.Error())
			}
		}
	}
	s.Versus = &b
	return s
}
