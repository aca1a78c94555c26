package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

// A Case is one policy of a file in one of its outages.
type Case struct {
	Policy   string // by its name, or ""
	Outage   string
	Scenario setting.Scenario
	File     string // that says so, or ""
	Import   Place  // of the policy, where configuration of a client has it
}

// Name is what the case is called: "proposed, deploy".
func (c Case) Name() string {
	return strings.Trim(c.Policy+", "+c.Outage, ", ")
}

// Fleet is the question that every case asks.
func Fleet() answer.Question {
	q, _ := question.Find("fleet")
	return q
}

// Cases is every policy in every outage, in the order of the file.
func (f File) Cases() ([]Case, error) {
	var list []Case
	for _, p := range f.Policies {
		for _, o := range f.Outages {
			s, err := f.Set(Fleet().Start(setting.Default()), f.Fleet, o, p)
			if err != nil {
				return nil, err
			}
			list = append(list, Case{p.Name, o.Name, s, f.Name, p.Import})
		}
	}
	return list, nil
}

// Pick is the settings of the policy of that name, of the first one if it is "", in the
// first outage.
func (f File) Pick(name string) ([]Section, error) {
	i := slices.IndexFunc(f.Policies, func(s Section) bool { return name == "" || s.Name == name })
	if i < 0 {
		var names []string
		for _, p := range f.Policies {
			names = append(names, p.Name)
		}
		return nil, Unreadable{Reason: fmt.Sprintf("%s has no policy %q", f.Name, name), Typed: name, Names: names,
			Hint: "its policies are " + strings.Join(names, ", ")}
	}
	return []Section{f.Fleet, f.Outages[0], f.Policies[i]}, nil
}

// Only is the file with those of its policies that are named, with commas between them; all
// if none is.
func (f File) Only(names string) (File, error) {
	if names == "" {
		return f, nil
	}
	all := f.Policies
	f.Policies = nil
	for name := range strings.SplitSeq(names, ",") {
		sections, err := File{Name: f.Name, Policies: all, Outages: f.Outages}.Pick(strings.TrimSpace(name))
		if err != nil {
			return f, err
		}
		f.Policies = append(f.Policies, sections[2])
	}
	return f, nil
}

// Set is s with the settings of the sections, of which a later one counts, in the order of
// the table of settings: what one may be depends on those before.
func (f File) Set(s setting.Scenario, sections ...Section) (setting.Scenario, error) {
	given, err := f.merged(sections)
	if err != nil {
		return s, err
	}
	begin := s
	for _, k := range slices.Concat(setting.Settings, own(sections)) {
		x, ok := given[k.Name]
		if !ok {
			continue
		}
		if err := k.Set(&s, x.Text); err != nil {
			if x.From != (Place{}) {
				return s, f.wrong(x.Line, fmt.Errorf("import: %s: %w", x.From, err))
			}
			return s, f.wrong(x.Line, fmt.Errorf("%s: %w", x.Name, err))
		}
	}
	if err := s.Check(); err != nil {
		return s, f.wrong(blamed(begin, s, given), err)
	}
	return s, nil
}

// blamed is the last line without whose setting s, which began as it did, would be allowed; or
// else the last of all.
func blamed(begin, s setting.Scenario, given map[string]Setting) (line int) {
	alone := 0
	for _, x := range given {
		line = max(line, x.Line)
		without := s
		if err := x.Setting.Set(&without, x.Setting.Text(begin)); err == nil && without.Check() == nil {
			alone = max(alone, x.Line)
		}
	}
	return cmp.Or(alone, line)
}

// own is the settings of the sections that belong to a question, and not to the table.
func own(sections []Section) (list []setting.Setting) {
	for _, section := range sections {
		for _, x := range section.Settings {
			if k, ok := setting.Find(x.Setting.Name); !ok || k.Name != x.Setting.Name {
				list = append(list, x.Setting)
			}
		}
	}
	return list
}
