package knob

import (
	"errors"
	"fmt"
	"strings"

	"retune/ui/unit"
)

// versus is the Value of the knob that names policy B, as the list of what
// differs from policy A: "r=1.1,cap=30s". It has no track and no steps.
type versus struct{}

func (versus) Kind() unit.Kind { return unit.Count }

func (versus) Range() string { return "knobs of the policy as name=value, with commas between them" }

// Set reads the list as changes to the policy of s, so the knobs of A are set
// first.
func (versus) Set(s *Scenario, text string) error {
	if strings.TrimSpace(text) == "" {
		return errors.New("an empty list says nothing of policy B: write it like r=1.1,cap=30s")
	}
	b := Default().withPolicyOf(*s)
	seen := map[string]bool{}
	for item := range strings.SplitSeq(text, ",") {
		name, value, ok := strings.Cut(item, "=")
		if !ok {
			return fmt.Errorf("%s has no value: write it like r=1.1,cap=30s", unit.Quote(item))
		}
		k, ok := Find(strings.TrimSpace(name))
		if !ok || k.Asks || !k.HasFlag() {
			return fmt.Errorf("%s is not a knob of a policy: use %s", unit.Quote(name), policyNames())
		}
		if seen[k.Name] {
			return fmt.Errorf("%s is there twice: say it once", k.Name)
		}
		seen[k.Name] = true
		value, _, err := k.Read(strings.TrimSpace(name), value)
		if err == nil {
			err = k.Set(&b, value)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", k.Name, err)
		}
	}
	s.Versus = &b
	return nil
}

// Text lists what differs; of two equal policies it says the factor, since a
// list cannot be empty.
func (versus) Text(s Scenario) string {
	if s.Versus == nil {
		return ""
	}
	var list []string
	var same string
	for _, k := range Knobs {
		if k.Asks || !k.HasFlag() {
			continue
		}
		name := k.Name
		if k.Short != "" {
			name = k.Short
		}
		item := name + "=" + k.Text(*s.Versus)
		if k.Name == "factor" {
			same = item
		}
		if k.Text(*s.Versus) != k.Text(s) {
			list = append(list, item)
		}
	}
	if list == nil {
		return same
	}
	return strings.Join(list, ",")
}

func (v versus) Show(s Scenario) string { return v.Text(s) }

func (versus) Number(Scenario) (float64, bool) { return 0, false }

func (versus) Reset(s *Scenario)         { s.Versus = nil }
func (versus) Step(*Scenario, int, bool) {}
func (versus) Limit(*Scenario, bool)     {}
func (versus) Place(Scenario) float64    { return 0 }
func (versus) Move(*Scenario, float64)   {}

// policyNames lists the knobs of a policy as one types them in a list.
func policyNames() string {
	var names []string
	for _, k := range Knobs {
		if !k.Asks && k.Within == "" {
			names = append(names, k.Name)
		}
	}
	return strings.Join(names, ", ")
}
