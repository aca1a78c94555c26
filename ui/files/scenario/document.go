package scenario

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/ui/ask/setting"
	"retune/ui/files/clientconfig"
)

// A Document is a scenario file open on the screen: one of its policies in one of its outages, optionally with a policy
// B. It is a value; [Document.With] returns a changed one.
type Document struct {
	File
	Policy string
	Beside string // name of policy B, or ""
	Outage string

	read Reader
}

// A Reader reads a scenario file from its content.
type Reader func(name string, data []byte) (File, error)

// NewDocument returns the document of a file with its first policy in its first outage.
func NewDocument(name string, data []byte, read Reader) (Document, error) {
	f, err := read(name, data)
	d := Document{File: f, read: read}
	if err == nil {
		d.Policy, d.Outage = d.Policies[0].Name, d.Outages[0].Name
	}
	return d, err
}

// Scenario returns the settings of the selected policy, with policy B.
func (d Document) Scenario() (setting.Scenario, error) {
	a, err := d.of(d.Policy)
	if err != nil || d.Beside == "" {
		return a, err
	}
	b, err := d.of(d.Beside)
	a.Versus = []setting.Scenario{b}
	return a, err
}

// section returns the section with that name, or an empty one.
func section(list []Section, name string) Section {
	list = slices.Clip(list)
	return *find(&list, name, 0)
}

func (d Document) of(policy string) (setting.Scenario, error) {
	return d.Set(new(setting.Default()), d.Fleet, section(d.Outages, d.Outage), section(d.Policies, policy))
}

// With returns the document with the settings of s, which has been through [setting.Scenario.AtDefaultTime]. If s
// changes nothing, the file stays as it is. Otherwise it loses its comments and layout ([Document.Loses]).
//
// Settings of the policy go into its table, settings of the outage into its table, and others into the fleet, unless
// the policy or the outage has them already. Policy B keeps its own settings in its table.
func (d Document) With(given *setting.Scenario) (Document, error) {
	s := given.AtDefaultTime()
	if was, err := d.of(d.Policy); err == nil && math.IsNaN(was.AskAt) && was.AtDefaultTime().AskAt == s.AskAt {
		s.AskAt = math.NaN()
	}
	a := s
	a.Versus = nil
	next, err := d.put(d.Policy, &a, false)
	if err != nil { // the other policies conflict with this setting of the fleet
		next, err = d.put(d.Policy, &a, true)
	}
	if s.Versus == nil || err != nil {
		next.Beside = ""
		return next, err
	}
	if d.Beside == "" {
		next.Policy, next.Beside = cmp.Or(next.Policy, "a"), "b" // B has a name, so A needs one
		for n := 2; slices.Contains(namesOf(next.Policies), next.Beside); n++ {
			next.Beside = fmt.Sprint("b", n)
		}
	}
	for _, second := range []bool{false, true, false} { // B may change a setting of the fleet
		policy, of := next.Policy, a
		if second {
			policy, of = next.Beside, s.B()
		}
		if next, err = next.put(policy, &of, true); err != nil {
			return next, err
		}
	}
	if list, _ := next.changed(next.Beside, new(s.B())); len(list) > 0 {
		return next, fmt.Errorf("the policies of %s share their outages: A and B differ in %s", d.Name, list[0].Name)
	}
	return next, nil
}

// put returns the document with the settings of s for a policy. If apart is true, no other policy changes, and a policy
// that the file lacks is added with its initial delay.
func (d Document) put(policy string, s *setting.Scenario, apart bool) (Document, error) {
	const rounds = 4 // ranges depend on other settings, and a client sets many
	for range rounds {
		list, err := d.changed(policy, s)
		if err != nil {
			return d, err
		}
		if apart && policy != "" && !slices.Contains(namesOf(d.Policies), policy) {
			k, _ := setting.Find("initial-delay")
			list = slices.Insert(list, 0, k)
		}
		if len(list) == 0 {
			return d, nil
		}
		list = append(list, d.explicit(policy, list, s)...)
		client := slices.ContainsFunc(list, func(k setting.Setting) bool { return k.SetsOthers })
		if client { // the client sets its own settings; the next round writes what differs from them
			list = slices.DeleteFunc(list, func(k setting.Setting) bool { return !k.SetsOthers })
			for _, x := range section(d.Policies, policy).Settings {
				if x.Setting.DisplayGroup() == setting.GroupPolicy {
					d.write(d.table(policy, x.Setting, apart), x.Setting, "")
				}
			}
		}
		for _, k := range list {
			text := k.Typed(s)
			if k.Text(s) == "" {
				text = ""
			}
			d.write(d.table(policy, k, apart), k, text)
		}
		if d.File, err = d.read(d.Name, written(d.values)); err != nil {
			return d, err
		}
	}
	return d, fmt.Errorf("%s cannot hold these settings", d.Name)
}

// changed returns the settings in which s differs from a policy of the file.
func (d Document) changed(policy string, s *setting.Scenario) ([]setting.Setting, error) {
	base, err := d.of(policy)
	if base = base.AtDefaultTime(); math.IsNaN(s.AskAt) {
		base.AskAt = s.AskAt
	}
	return slices.DeleteFunc(differing(&base, s), func(k setting.Setting) bool {
		return policy == d.Beside && policy != "" && !k.MayDiffer() // A and B share the other settings
	}), err
}

// explicit returns the settings that those of list, once the file has them, would imply other values of than s has.
func (d Document) explicit(policy string, list []setting.Setting, s *setting.Scenario) []setting.Setting {
	implied, _ := s.Implied(func(name string) bool {
		return slices.ContainsFunc(list, func(k setting.Setting) bool { return k.Name == name }) ||
			d.Gives(name, d.Fleet, section(d.Outages, d.Outage), section(d.Policies, policy))
	})
	return differing(s, &implied)
}

// differing returns the settings that a file can hold and that differ between a and b.
func differing(a, b *setting.Scenario) []setting.Setting {
	return slices.DeleteFunc(slices.Clone(setting.Settings), func(k setting.Setting) bool {
		return !k.HasFlag() || k.IsB || k.Text(a) == k.Text(b)
	})
}

// table returns the path of the table for a setting of a policy.
func (d Document) table(policy string, k setting.Setting, apart bool) []string {
	has := func(s Section) bool {
		return s.Name != "" && slices.ContainsFunc(s.Settings, func(x Setting) bool { return x.Setting.Name == k.Name })
	}
	switch part := k.DisplayGroup(); {
	case policy != "" && ofPolicy(k) && (apart || part == setting.GroupPolicy || has(section(d.Policies, policy))):
		return []string{"policies", policy}
	case d.Outage != "" && (part == setting.GroupOutage || has(section(d.Outages, d.Outage))):
		return []string{"outages", d.Outage}
	}
	return []string{"fleet"}
}

// write sets a setting in a table, under any name that it has there. An empty text removes it.
func (d *Document) write(table []string, k setting.Setting, text string) {
	n := len(table)
	is := func(v clientconfig.Entry) bool {
		if len(v.Path) <= n || !slices.Equal(v.Path[:n], table) {
			return false
		}
		x, ok := setting.Find(strings.Join(v.Path[n:], "."))
		return ok && x.Name == k.Name
	}
	at := slices.IndexFunc(d.values, is)
	list := slices.DeleteFunc(slices.Clone(d.values), is)
	if text != "" {
		if at < 0 {
			at = len(list)
			for i, v := range list { // Read returns the tables of one kind together
				if v.Path[0] == table[0] {
					at = i + 1
				}
			}
		}
		list = slices.Insert(list, at, clientconfig.Entry{Path: append(slices.Clone(table), k.Name), Text: text})
	}
	d.values = list
}

// Same reports whether two documents have the same content.
func (d Document) Same(other Document) bool { return d.Source == other.Source }

// Loses reports whether writing the document would lose comments or the layout of its file.
func (d Document) Loses() bool { return d.Source != string(written(d.values)) }

// Template returns a new document with the settings of s.
func Template(name string, s *setting.Scenario, read Reader) (Document, error) {
	d, err := NewDocument(name, []byte(header+`
[outages.usual]
outage = "20s"

[policies.a]
initial-delay = "1s"
`), read)
	if err != nil {
		return d, err
	}
	return d.With(s)
}
