package scenario

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/ui/ask/setting"
	"retune/ui/files/clientconfig"
)

// A Document is a scenario file that is open on the screen: one of its policies in one of its outages, and maybe
// another policy beside it. It is a value; [Document.With] returns a changed one.
type Document struct {
	File
	Data   []byte // the content of the file
	Policy string
	Beside string // policy B
	Pair   bool   // there is a policy B
	Outage string

	read Reader
}

// A Reader reads a scenario file from its content.
type Reader func(name string, data []byte) (File, error)

// NewDocument is the document of a file, with its first policy in its first outage.
func NewDocument(name string, data []byte, read Reader) (Document, error) {
	d := Document{Data: data, read: read}
	err := d.reread(name)
	if err == nil {
		d.Policy, d.Outage = d.Policies[0].Name, d.Outages[0].Name
	}
	return d, err
}

// reread reads the File from the Data.
func (d *Document) reread(name string) (err error) {
	d.File, err = d.read(name, d.Data)
	return err
}

// Scenario returns the settings of the policy in view, with those of policy B.
func (d Document) Scenario() (setting.Scenario, error) {
	a, err := d.of(d.Policy)
	if err != nil || !d.Pair {
		return a, err
	}
	b, err := d.of(d.Beside)
	a.Versus = []setting.Scenario{b}
	return a, err
}

// section is the section of that name, an empty one if there is none.
func section(list []Section, name string) Section {
	if at := slices.IndexFunc(list, func(s Section) bool { return s.Name == name }); at >= 0 {
		return list[at]
	}
	return Section{Name: name}
}

func (d Document) of(policy string) (setting.Scenario, error) {
	return d.Set(setting.Default(), d.Fleet, section(d.Outages, d.Outage), section(d.Policies, policy))
}

// With returns the document with the settings of s where the question is asked ([setting.Scenario.AskMidway]). If s
// changes nothing, the file stays as it is; else it loses its comments and layout ([Document.Loses]). Settings of
// policies go into the table of the policy, those of outages into the table of the outage, and others into the fleet,
// unless the policy or the outage has them already. Policy B has all of its own settings in its table.
func (d Document) With(s setting.Scenario) (Document, error) {
	s = s.AskMidway()
	if was, err := d.of(d.Policy); err == nil && math.IsNaN(was.AskAt) && was.AskMidway().AskAt == s.AskAt {
		s.AskAt = math.NaN()
	}
	a := s
	a.Versus = nil
	next, err := d.put(d.Policy, a, false)
	if err != nil { // the other policies cannot have this setting of the fleet
		next, err = d.put(d.Policy, a, true)
	}
	if next.Pair = s.Versus != nil; err != nil || !next.Pair {
		return next, err
	}
	if !d.Pair {
		if next.Policy == "" { // then B has a name, and A needs one
			if next, err = next.named("a", a); err != nil {
				return next, err
			}
			next.Policy = "a"
		}
		next.Beside = "b"
		for n := 2; section(next.Policies, next.Beside).Settings != nil; n++ {
			next.Beside = fmt.Sprint("b", n)
		}
		if next, err = next.named(next.Beside, s.B()); err != nil {
			return next, err
		}
	}
	if next, err = next.put(next.Beside, s.B(), true); err != nil {
		return next, err
	}
	return next.put(next.Policy, a, true) // a setting of the fleet may have changed with B
}

// named adds a policy of that name with the initial delay of s.
func (d Document) named(policy string, s setting.Scenario) (Document, error) {
	k, _ := setting.Find("initial-delay")
	d.write([]string{"policies", policy}, k, k.Typed(s))
	return d, d.reread(d.Name)
}

// put returns the document with the settings of s for a policy. If apart is set, no other policy changes.
func (d Document) put(policy string, s setting.Scenario, apart bool) (Document, error) {
	const rounds = 4 // the range of a setting depends on others, and a client sets many
	for range rounds {
		base, err := d.of(policy)
		if err != nil {
			return d, err
		}
		if base = base.AskMidway(); math.IsNaN(s.AskAt) {
			base.AskAt = s.AskAt
		}
		list := differing(base, s)
		if d.Pair && policy == d.Beside { // other settings are asked of A and B alike
			list = slices.DeleteFunc(list, func(k setting.Setting) bool { return !k.MayDiffer() })
		}
		if len(list) == 0 {
			return d, nil
		}
		client := slices.ContainsFunc(list, func(k setting.Setting) bool { return k.Sets })
		if client { // its own settings come with it, and what differs from them is written in the next round
			for _, x := range section(d.Policies, policy).Settings {
				if x.Setting.Part() == setting.GroupPolicy {
					d.write(d.table(policy, x.Setting, apart), x.Setting, "")
				}
			}
		}
		for _, k := range list {
			if text := k.Typed(s); !client || k.Sets {
				if k.Text(s) == "" {
					text = ""
				}
				d.write(d.table(policy, k, apart), k, text)
			}
		}
		if err := d.reread(d.Name); err != nil {
			return d, err
		}
	}
	return d, fmt.Errorf("%s cannot hold these settings", d.Name)
}

// differing is the settings that a file can hold and that read differently in both.
func differing(a, b setting.Scenario) []setting.Setting {
	return slices.DeleteFunc(slices.Clone(setting.Settings), func(k setting.Setting) bool {
		return !k.HasFlag() || k.IsB || k.Text(a) == k.Text(b)
	})
}

// table is the table for a setting of a policy.
func (d Document) table(policy string, k setting.Setting, apart bool) []string {
	has := func(s Section) bool {
		return s.Name != "" && slices.ContainsFunc(s.Settings, func(x Setting) bool { return x.Setting.Name == k.Name })
	}
	switch part := k.Part(); {
	case policy != "" && (apart || part == setting.GroupPolicy || has(section(d.Policies, policy))):
		return []string{"policies", policy}
	case d.Outage != "" && (part == setting.GroupOutage || has(section(d.Outages, d.Outage))):
		return []string{"outages", d.Outage}
	}
	return []string{"fleet"}
}

// write sets a setting in a table, whatever name it has there; "" removes it.
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
		}
		list = slices.Insert(list, at, clientconfig.Entry{Path: append(slices.Clone(table), k.Name), Text: text})
	}
	d.values, d.Data = list, written(list)
}

// Same tells whether two documents have the same content.
func (d Document) Same(other Document) bool { return bytes.Equal(d.Data, other.Data) }

// Loses tells whether writing the document would lose comments or the layout of its file.
func (d Document) Loses() bool { return !bytes.Equal(d.Data, written(d.values)) }

// Template is a new document with the settings of s.
func Template(name string, s setting.Scenario, read Reader) (Document, error) {
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
