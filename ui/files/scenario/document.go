package scenario

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/ui/ask/setting"
	"retune/ui/files/clientconfig"
)

// A Document is a scenario file in the words of which settings are kept: one of its policies
// in one of its outages, and maybe another policy beside that. It is a value, which
// [Document.With] makes anew.
type Document struct {
	File
	Data   []byte // as the file has it
	Policy string
	Beside string // policy B
	Pair   bool   // there is one
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

// reread has the File say what the Data says.
func (d *Document) reread(name string) (err error) {
	d.File, err = d.read(name, d.Data)
	return err
}

// Scenario is what the document sets.
func (d Document) Scenario() (setting.Scenario, error) {
	a, err := d.of(d.Policy)
	if err != nil || !d.Pair {
		return a, err
	}
	b, err := d.of(d.Beside)
	a.Versus = []setting.Scenario{b}
	return a, err
}

// sections is those that count for a policy, the last one most.
func (d Document) sections(policy string) []Section {
	list := []Section{d.Fleet, {Name: d.Outage}, {Name: policy}}
	for i, of := range [][]Section{d.Outages, d.Policies} {
		if at := slices.IndexFunc(of, func(s Section) bool { return s.Name == list[i+1].Name }); at >= 0 {
			list[i+1] = of[at]
		}
	}
	return list
}

func (d Document) of(policy string) (setting.Scenario, error) {
	return d.Set(setting.Default(), d.sections(policy)...)
}

// With is the document with the settings of s, as they are where what has to be looked at
// is asked ([setting.Scenario.AskMidway]): where s changes nothing it stays byte by byte, else comments
// and layout go ([Document.Loses]). Settings
// of the policy stand in its own table, those of the outage in that, and all others in that
// of the fleet, unless they stand elsewhere already. What B has of its own stands in the
// table of its policy. The time that is asked about is set where it is not the one that is
// looked at unasked.
func (d Document) With(s setting.Scenario) (Document, error) {
	s = s.AskMidway()
	if was, err := d.of(d.Policy); err == nil && math.IsNaN(was.AskAt) && was.AskMidway().AskAt == s.AskAt {
		s.AskAt = math.NaN()
	}
	a := s
	a.Versus = nil
	next, err := d.put(d.Policy, a, false)
	if err != nil { // what suits this policy does not suit the others
		next, err = d.put(d.Policy, a, true)
	}
	if next.Pair = s.Versus != nil; err != nil || !next.Pair {
		return next, err
	}
	if !d.Pair {
		if next.Policy == "" { // where one has a name, all have
			if next, err = next.named("a", a); err != nil {
				return next, err
			}
			next.Policy = "a"
		}
		next.Beside = next.free("b")
		if next, err = next.named(next.Beside, s.B()); err != nil {
			return next, err
		}
	}
	next, err = next.put(next.Beside, s.B(), true)
	if err != nil {
		return next, err
	}
	return next.put(next.Policy, a, true) // which B must not have changed
}

// free is a name that no policy has: that or one with a number.
func (d Document) free(name string) string {
	for n, as := 2, name; ; n++ {
		if !slices.ContainsFunc(d.Policies, func(s Section) bool { return s.Name == as }) {
			return as
		}
		as = fmt.Sprint(name, n)
	}
}

// named is the document with a policy of that name, which begins with the initial delay of s.
func (d Document) named(policy string, s setting.Scenario) (Document, error) {
	k, _ := setting.Find("initial-delay")
	d.write([]string{"policies", policy, k.Name}, k.Name, k.Typed(s))
	return d, d.reread(d.Name)
}

// put is the document with the settings of s for a policy; apart, without a change for any
// other.
func (d Document) put(policy string, s setting.Scenario, apart bool) (Document, error) {
	const rounds = 4 // what one setting may be depends on others, and a client sets many
	for range rounds {
		base, err := d.of(policy)
		if err != nil {
			return d, err
		}
		if base = base.AskMidway(); math.IsNaN(s.AskAt) {
			base.AskAt = s.AskAt
		}
		list := differing(base, s)
		if d.Pair && policy == d.Beside {
			list = slices.DeleteFunc(list, func(k setting.Setting) bool { return !k.MayDiffer() }) // which is asked of both
		}
		if len(list) == 0 {
			return d, nil
		}
		own := d.sections(policy)[2]
		client := slices.ContainsFunc(list, func(k setting.Setting) bool { return k.Sets })
		for _, k := range list {
			has := slices.ContainsFunc(own.Settings, func(x Setting) bool { return x.Setting.Name == k.Name })
			if !client || k.Sets || has {
				d.set(policy, k, s, apart)
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

// set sets a setting of a policy to what it is in s.
func (d *Document) set(policy string, k setting.Setting, s setting.Scenario, apart bool) {
	sections := d.sections(policy)
	in, at := last(sections, k)
	if own := k.Part() == setting.GroupPolicy; in != inPolicy && (apart || own && (at.Name == "" || len(d.Policies) > 1)) {
		in, at = inPolicy, Setting{}
	} else if at.Name == "" && k.Part() == setting.GroupOutage {
		in = inOutage
	}
	path := []string{"fleet"}
	if sections[in].Name != "" && in != inFleet {
		path = []string{[]string{inOutage: "outages", inPolicy: "policies"}[in], sections[in].Name}
	}
	text := k.Typed(s)
	if k.Text(s) == "" || in == inPolicy && at.Name != "" && byClient(k, s) {
		text = ""
	}
	d.write(append(path, cmp.Or(at.Name, k.Name)), k.Name, text)
}

// The sections that a policy in an outage has, in their order.
const inFleet, inOutage, inPolicy = 0, 1, 2

// last is the last section that sets a setting itself, and how; the fleet where none does.
func last(sections []Section, k setting.Setting) (in int, at Setting) {
	for i, section := range sections {
		for _, x := range section.Settings {
			if x.Setting.Name == k.Name && x.From == (Place{}) && !strings.Contains(x.Name, ".") {
				in, at = i, x
			}
		}
	}
	return in, at
}

// byClient tells whether a setting is what the client of s has of itself.
func byClient(k setting.Setting, s setting.Scenario) bool {
	own := setting.Default()
	return s.Library.Row != nil && !k.Sets && own.Adopt(s.Library) == nil && k.Text(own) == k.Text(s)
}

// write sets the value at a path, whose last key becomes key; "" takes it away.
func (d *Document) write(path []string, key, text string) {
	list := slices.Clone(d.values)
	at := slices.IndexFunc(list, func(v clientconfig.Entry) bool { return slices.Equal(v.Path, path) })
	path = append(path[:len(path)-1:len(path)-1], key)
	switch {
	case at < 0 && text != "":
		list = append(list, clientconfig.Entry{Path: path, Text: text})
	case at >= 0 && text == "":
		list = slices.Delete(list, at, at+1)
	case at >= 0:
		list[at].Path, list[at].Text = path, text
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
