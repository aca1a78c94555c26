package review

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/ui/config"
	"retune/ui/knob"
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
func (d Document) Scenario() (knob.Scenario, error) {
	a, err := d.of(d.Policy)
	if err != nil || !d.Pair {
		return a, err
	}
	b, err := d.of(d.Beside)
	a.Versus = &b
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

func (d Document) of(policy string) (knob.Scenario, error) {
	return d.Set(knob.Default(), d.sections(policy)...)
}

// With is the document with the settings of s, as they are where what has to be looked at
// is asked ([knob.Scenario.AskMidway]): what s does not change stays byte by byte. Settings
// of the policy stand in its own table, those of the outage in that, and all others in that
// of the fleet, unless they stand elsewhere already. What B has of its own stands in the
// table of its policy. The time that is asked about is set where it is not the one that is
// looked at unasked.
func (d Document) With(s knob.Scenario) (Document, error) {
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

// named is the document with a policy of that name, which begins with what every policy has.
func (d Document) named(policy string, s knob.Scenario) (Document, error) {
	name := d.Name
	for _, k := range knob.InGroup(knob.Knobs, knob.GroupPolicy) {
		if k.Short == "" || k.Ends {
			continue
		}
		if err := d.write(config.Change{Path: []string{"policies", policy, k.Name}, Text: k.Typed(s)}); err != nil {
			return d, err
		}
	}
	return d, d.reread(name)
}

// put is the document with the settings of s for a policy; apart, without a change for any
// other.
func (d Document) put(policy string, s knob.Scenario, apart bool) (Document, error) {
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
			list = slices.DeleteFunc(list, func(k knob.Knob) bool { return !k.MayDiffer() }) // which is asked of both
		}
		if len(list) == 0 {
			return d, nil
		}
		name, own := d.Name, d.sections(policy)[2]
		client := slices.ContainsFunc(list, func(k knob.Knob) bool { return k.Sets })
		for _, k := range list {
			if has := slices.ContainsFunc(own.Settings, func(x Setting) bool { return x.Knob.Name == k.Name }); !client || k.Sets || has {
				if err := d.set(policy, k, s, apart); err != nil {
					return d, err
				}
			}
		}
		if err := d.reread(name); err != nil {
			return d, err
		}
	}
	return d, fmt.Errorf("%s has no place for these settings", d.Name)
}

// differing is the knobs that a file can hold and that read differently in both.
func differing(a, b knob.Scenario) []knob.Knob {
	return slices.DeleteFunc(slices.Clone(knob.Knobs), func(k knob.Knob) bool {
		return !k.HasFlag() || k.IsB || k.Text(a) == k.Text(b)
	})
}

// set sets a knob of a policy to what it is in s.
func (d *Document) set(policy string, k knob.Knob, s knob.Scenario, apart bool) error {
	sections := d.sections(policy)
	in, at := 0, Setting{}
	for i, section := range sections {
		for _, x := range section.Settings {
			if x.Knob.Name == k.Name && x.From == (Place{}) && !strings.Contains(x.Name, ".") {
				in, at = i, x
			}
		}
	}
	const ofFleet, ofOutage, ofPolicy = 0, 1, 2
	if own := k.Part() == knob.GroupPolicy; in != ofPolicy && (apart || own && (at.Name == "" || len(d.Policies) > 1)) {
		in, at = ofPolicy, Setting{}
	} else if at.Name == "" && k.Part() == knob.GroupOutage {
		in = ofOutage
	}
	path := []string{"fleet"}
	if sections[in].Name != "" && in != ofFleet {
		path = []string{[]string{ofOutage: "outages", ofPolicy: "policies"}[in], sections[in].Name}
	}
	c := config.Change{Path: append(path, k.Name), Text: k.Typed(s), Gone: k.Text(s) == "" || in == ofPolicy && at.Name != "" && byClient(k, s)}
	if k.Switch() {
		c.Text = map[string]string{"yes": "true", "no": "false"}[c.Text]
	}
	if at.Name != "" {
		c.Path[len(c.Path)-1] = at.Name
		if text, _, err := k.Read(at.Name, c.Text); err != nil || text != c.Text { // it has another meaning
			c.Key = k.Name
		}
	}
	return d.write(c)
}

// byClient tells whether a knob is what the client of s has of itself.
func byClient(k knob.Knob, s knob.Scenario) bool {
	own := knob.Default()
	return s.Library.Row != nil && !k.Sets && own.Adopt(s.Library) == nil && k.Text(own) == k.Text(s)
}

func (d *Document) write(c config.Change) error {
	data, err := config.Rewrite(d.Data, c)
	if err != nil {
		return fmt.Errorf("%s: %w", d.Name, err)
	}
	d.Data = data
	return nil
}

// Template is a scenario file with the settings of s and comments that say what may stand
// in it.
func Template(name string, s knob.Scenario, read Reader) (Document, error) {
	about, _, _ := strings.Cut(Sample, "\n\n")
	d, err := NewDocument(name, []byte(about+blankFile), read)
	if err != nil {
		return d, err
	}
	return d.With(s)
}

// blankFile is a new scenario file below what is said of its format.
const blankFile = `

title = ""
notes = ""

# limits = ["recovers", "peak_load <= 1.5x", "time_to_recovery < 2m"]
limits = []

# What holds for all policies and outages: traffic, client, server, simulation.
[fleet]
traffic = "closed"
clients = 200
seed = 1

# The first outage is the one that other commands take.
[outages.usual]
outage = "20s"

# The first policy is the one that other commands take where none is named.
[policies.a]
initial-delay = "1s"
factor = 2
cap = "none"
jitter = "none"
retries = 10
`

// Same tells whether two documents have the same content.
func (d Document) Same(other Document) bool { return bytes.Equal(d.Data, other.Data) }
