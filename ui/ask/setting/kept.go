package setting

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"retune/calc/elapsed"
	"retune/ui/unit"
)

// B returns policy B with the questions of A.
func (s Scenario) B() Scenario { return s.withPolicy(&s.Versus[0]) }

// Policies returns the scenarios of A and of all others, with the questions of A.
func (s Scenario) Policies() []Scenario {
	list := make([]Scenario, 1, 1+len(s.Versus))
	list[0] = s
	return append(list, s.others()...)
}

func (s Scenario) others() (list []Scenario) {
	list = slices.Grow(list, len(s.Versus))
	for i := range s.Versus {
		list = append(list, s.withPolicy(&s.Versus[i]))
	}
	return list
}

// Names returns the names of the policies: the given name, or the client for the first policy that has it. A policy
// with neither has a letter; but if it is the only one, and the present one, its name is one of ownNames. It returns
// nil for a single policy.
func (s Scenario) Names() (names []string) {
	list := s.Policies()
	if len(list) == 1 {
		return nil
	}
	names = make([]string, len(list))
	for i, p := range list {
		names[i] = p.Name
	}
	letters := false
	for i, p := range list {
		if own := library.Text(&list[i]); p.Name == "" && p.Library.Row != nil && !slices.Contains(names, own) {
			names[i] = own
		}
		letters = letters || i > 0 && names[i] == ""
	}
	for i, name := range names {
		switch {
		case name != "":
		case letters || i > 0:
			names[i] = string(rune('A' + i))
		default:
			names[0] = ownName(names)
		}
	}
	return names
}

// ownName returns the name of a policy without one beside those with the names that are taken.
func ownName(taken []string) string {
	name := "mine"
	for i := 1; slices.Contains(taken, name); i++ {
		if name = "new"; i > 1 {
			name += strconv.Itoa(i)
		}
	}
	return name
}

// AddPolicy returns s with b kept beside it, behind the others, under the name that it has in s. If both had that name
// it is the one of the kept policy.
func (s Scenario) AddPolicy(given *Scenario) Scenario {
	b := *given
	var names []string
	for _, p := range s.Versus {
		names = append(names, p.Name)
	}
	client := ""
	if b.Library.Row != nil {
		client = library.Text(&b)
	}
	switch b.Versus = nil; {
	case b.Name != "":
	case client == "":
		b.Name = ownName(names)
	case b.Library.Same(s.Library): // the present policy has the client too, and its name at first
		b.Name = client
	}
	if slices.Contains(names, b.Name) || b.Name == "" && slices.Contains(names, client) {
		b.Name = ownName(append(names, "mine"))
	}
	if s.Name == b.Name {
		s.Name = ""
	}
	s.Versus = append(slices.Clone(s.Versus), b)
	return s
}

// RenamePolicy returns s with policy i, 0 for A, under that name, or why it cannot be called so.
func (s Scenario) RenamePolicy(i int, name string) (Scenario, error) {
	for j, p := range s.Policies() {
		if j != i && p.Name == name {
			return s, fmt.Errorf("another policy is called %s", name)
		}
	}
	switch {
	case !named(name):
		return s, fmt.Errorf("%s is no name of a policy: use letters, digits, - and _, a letter first", unit.Quote(name))
	case i == 0:
		s.Name = name
		return s, nil
	}
	s.Versus = slices.Clone(s.Versus)
	s.Versus[i-1].Name = name
	return s, nil
}

// RemovePolicy returns s without policy i, 1 for B.
func (s Scenario) RemovePolicy(i int) Scenario {
	if s.Versus = slices.Delete(slices.Clone(s.Versus), i-1, i); len(s.Versus) == 0 {
		s.Versus = nil
	}
	return s
}

// CanAddPolicy reports whether another policy can be added.
func (s Scenario) CanAddPolicy() bool { return len(s.Versus) < mostVersus }

// SwapPolicy returns s with policy i, 1 for B, as A, and A in its place.
func (s Scenario) SwapPolicy(i int) Scenario {
	a, b := s, s.withPolicy(&s.Versus[i-1])
	if a.Versus = nil; math.IsNaN(a.Outage.A) { // A has no outage of its own
		a.Outage = b.Outage
		if !math.IsNaN(b.Outage.A) {
			a.Outage = elapsed.OutageOf(usualOutage)
		}
	}
	b.Versus = slices.Clone(s.Versus)
	b.Versus[i-1] = a
	return b
}

// withPolicy returns s with every setting of t that may differ between A and B: policy, fleet and outage. Duration and
// step stay as in s. If t has no outage, the outage of s stays.
func (s Scenario) withPolicy(t *Scenario) Scenario {
	duration, step := s.Duration, s.Step
	s.Library, s.Name = t.Library, t.Name
	s.System, s.ServerOutage, s.Events, s.Versus = t.System, t.ServerOutage, t.Events, nil
	s.Duration, s.Step = duration, step
	if s.typed = maps.Clone(s.typed); s.typed == nil {
		s.typed = t.typed
	}
	maps.Copy(s.typed, t.typed)
	if !math.IsNaN(t.Outage.A) {
		s.Outage = t.Outage
	}
	return s
}
