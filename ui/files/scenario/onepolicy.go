package scenario

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// split returns the policy that the limit names, or "", and the name of its figure: B and peak_load of B.peak_load.
// Names of figures have no dots.
func (l Limit) split() (policy, figure string) {
	i := strings.LastIndexByte(l.Name, '.')
	return l.Name[:max(0, i)], l.Name[i+1:]
}

// index returns the index in names of the policy that the limit names by its name or its letter, or 0 if it names none.
// Without names there is one policy.
func (l Limit) index(names []string) (int, error) {
	of, _ := l.split()
	if of == "" {
		return 0, nil
	}
	i := slices.IndexFunc(names, func(name string) bool { return same(name, of) })
	if i < 0 && len(of) == 1 {
		i = int(of[0] | 32 - 'a')
	}
	if i < 0 || i >= max(1, len(names)) {
		hint := "there is one policy here"
		if len(names) > 1 {
			hint = "the policies are " + strings.Join(names, ", ")
		}
		return 0, setting.Refused{Reason: fmt.Sprintf("there is no policy %s to have %s", unit.Quote(of), unit.Quote(l.Name)),
			Typed: of, Names: names, Hint: hint}
	}
	return i, nil
}

// HoldEach evaluates the limit for the policy that it names, or else for every policy of the answer.
func (l Limit) HoldEach(ctx context.Context, a answer.Answer, s *setting.Scenario) (list []Finding, err error) {
	if of, _ := l.split(); of != "" || len(a.Policies) < 2 {
		f, err := l.Hold(ctx, a, s)
		return []Finding{f}, err
	}
	for i, name := range a.Policies {
		f, err := l.of(ctx, a, s, i)
		if err != nil {
			return nil, err
		}
		f.Policy = name
		list = append(list, f)
	}
	return list, nil
}

// Assign returns the limits, each with the policy of the cases that it names. Such a limit is checked in the cases of
// that policy only.
func Assign(limits []Limit, cases []Case) ([]Limit, error) {
	var names []string
	for _, c := range cases {
		if !slices.Contains(names, c.Policy) {
			names = append(names, c.Policy)
		}
	}
	list := slices.Clone(limits)
	for i := range list {
		l := &list[i]
		of, figure := l.split()
		if of == "" {
			continue
		}
		at, err := l.index(names)
		if err != nil && l.Line > 0 {
			return nil, fmt.Errorf("%s: %w", Place{cases[0].File, l.Line}, err)
		} else if err != nil {
			return nil, err
		}
		l.Policy, l.Name = names[at], figure
	}
	return list, nil
}

// limits returns the limits of the case: those of all policies or of its own, and the limit of the host in which its
// calls run.
func (c Case) limits(all []Limit) []Limit {
	list := slices.DeleteFunc(slices.Clone(all), func(l Limit) bool { return l.Policy != "" && l.Policy != c.Policy })
	if h := c.Scenario.Inside; h.Limit > 0 {
		return append(list, hostLimit(h))
	}
	return list
}
