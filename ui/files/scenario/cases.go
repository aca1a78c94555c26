package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

// A Case is one policy of a file in one of its outages.
type Case struct {
	Policy   string // name, or ""
	Outage   string
	Scenario setting.Scenario
	File     string // file name, or ""
	Import   Place  // place of the policy in an imported configuration
}

// Name returns the name of the case: "proposed, deploy".
func (c Case) Name() string {
	return strings.Trim(c.Policy+", "+c.Outage, ", ")
}

// named returns a text about the case, with its name first.
func (c Case) named(text string) string { return strings.TrimPrefix(c.Name()+": "+text, ": ") }

// Cases returns every policy in every outage, in the order of the file.
func (f File) Cases() (list []Case, err error) {
	list, _, err = f.cases()
	return list, err
}

// cases returns the cases, and a note for each setting that is implied in one.
func (f File) cases() (list []Case, notes []string, err error) {
	for _, p := range f.Policies {
		for _, o := range f.Outages {
			s, more, err := f.implied(new(question.Fleet().Start(new(setting.Default()))), f.Fleet, o, p)
			if err != nil {
				return nil, nil, err
			}
			list, notes = append(list, Case{p.Name, o.Name, s, f.Name, p.Import}), append(notes, more...)
		}
	}
	return list, notes, nil
}

// Only returns the file with only the named policies, separated by commas. "" keeps all.
func (f File) Only(names string) (File, error) {
	if names == "" {
		return f, nil
	}
	all := f.Policies
	f.Policies = nil
	for name := range strings.SplitSeq(names, ",") {
		name = strings.TrimSpace(name)
		i := slices.IndexFunc(all, func(s Section) bool { return s.Name == name })
		if i < 0 {
			return f, unknown(fmt.Sprintf("%s has no policy %q", f.Name, name), name, "its policies", namesOf(all))
		}
		f.Policies = append(f.Policies, all[i])
	}
	kept := namesOf(f.Policies)
	f.Limits = slices.DeleteFunc(slices.Clone(f.Limits), func(l Limit) bool {
		return l.Policy != "" && !slices.Contains(kept, l.Policy)
	})
	return f, nil
}

// namesOf returns the names of sections.
func namesOf(list []Section) (names []string) {
	for _, s := range list {
		names = append(names, s.Name)
	}
	return names
}

// Set returns s with the settings of the sections, where later sections override earlier ones, and with what they
// imply.
func (f File) Set(given *setting.Scenario, sections ...Section) (setting.Scenario, error) {
	s, _, err := f.implied(given, sections...)
	return s, err
}

// Gives reports whether one of the sections has the setting with that name. A named outage has a length.
func (f File) Gives(name string, sections ...Section) bool {
	return slices.ContainsFunc(sections, func(section Section) bool {
		has := func(x Setting) bool { return x.Setting.Name == name }
		return slices.ContainsFunc(section.Settings, has) || name == setting.Outage().Name && section.Line > 0 &&
			slices.ContainsFunc(f.Outages, func(o Section) bool { return o.Line == section.Line })
	})
}

// implied returns s with the settings of the sections and with what they imply as flags do, and a note for each setting
// that is implied.
func (f File) implied(given *setting.Scenario, sections ...Section) (_ setting.Scenario, notes []string, err error) {
	s := *given
	list, err := f.merged(sections)
	if err != nil {
		return s, nil, err
	}
	for _, x := range list {
		if err := x.Setting.Set(&s, x.Text); err != nil && x.From != (Place{}) {
			return s, nil, f.wrong(x.Line, "import: %s: %w", x.From, err)
		} else if err != nil {
			return s, nil, f.wrong(x.Line, "%s: %w", x.Name, err)
		}
	}
	s, notes = s.Implied(func(name string) bool { return f.Gives(name, sections...) })
	if err := s.Check(); err != nil {
		line, last := 0, 0
		for _, x := range list { // the last setting that the error names
			if last = max(last, x.Line); strings.Contains(err.Error(), strings.ReplaceAll(x.Setting.Name, "-", " ")) {
				line = max(line, x.Line)
			}
		}
		return s, nil, f.wrong(cmp.Or(line, last), "%w", err)
	}
	return s, notes, nil
}

// merged returns the settings of the sections in the order of the table of settings, because the range of a setting
// depends on earlier ones. Those of a question alone come last. Later sections override earlier ones. With an imported
// policy, parameters add to the imported ones and another client is an error.
func (f File) merged(sections []Section) (given []Setting, err error) {
	for _, section := range sections {
		for _, x := range section.Settings {
			at := slices.IndexFunc(given, func(was Setting) bool { return was.Setting.Name == x.Setting.Name })
			if at < 0 {
				given = append(given, x)
				continue
			}
			if was := given[at]; x.From == (Place{}) && was.From != (Place{}) {
				if x.Setting.Separator == "" {
					return nil, f.wrong(x.Line, "%s: the policy is imported from %s", x.Name, was.From)
				}
				x.Text = was.Text + "," + x.Text
			}
			given[at] = x
		}
	}
	place := func(x Setting) int {
		i := slices.IndexFunc(setting.Settings, func(k setting.Setting) bool { return k.Name == x.Setting.Name })
		if i < 0 {
			return len(setting.Settings)
		}
		return i
	}
	slices.SortStableFunc(given, func(a, b Setting) int { return place(a) - place(b) })
	return given, nil
}
