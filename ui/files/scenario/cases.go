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
func (f File) Cases() ([]Case, error) {
	var list []Case
	for _, p := range f.Policies {
		for _, o := range f.Outages {
			s, err := f.Set(question.Fleet().Start(setting.Default()), f.Fleet, o, p)
			if err != nil {
				return nil, err
			}
			list = append(list, Case{p.Name, o.Name, s, f.Name, p.Import})
		}
	}
	return list, nil
}

// Only returns the file with only the named policies, separated by commas. "" keeps all.
func (f File) Only(names string) (File, error) {
	if names == "" {
		return f, nil
	}
	all, known := f.Policies, []string{}
	for _, p := range all {
		known = append(known, p.Name)
	}
	f.Policies = nil
	for name := range strings.SplitSeq(names, ",") {
		i := slices.Index(known, strings.TrimSpace(name))
		if i < 0 {
			return f, setting.Refused{Reason: fmt.Sprintf("%s has no policy %q", f.Name, strings.TrimSpace(name)), Typed: name,
				Names: known, Hint: "its policies are " + strings.Join(known, ", ")}
		}
		f.Policies = append(f.Policies, all[i])
	}
	return f, nil
}

// Set returns s with the settings of the sections, where later sections override earlier ones. It sets them in the
// order of the table of settings, because the range of a setting depends on earlier ones.
func (f File) Set(s setting.Scenario, sections ...Section) (setting.Scenario, error) {
	given, err := f.merged(sections)
	if err != nil {
		return s, err
	}
	last := 0
	for _, k := range slices.Concat(setting.Settings, own(sections)) {
		x, ok := given[k.Name]
		if !ok {
			continue
		}
		last = max(last, x.Line)
		if err := k.Set(&s, x.Text); err != nil {
			if x.From != (Place{}) {
				return s, f.wrong(x.Line, fmt.Errorf("import: %s: %w", x.From, err))
			}
			return s, f.wrong(x.Line, fmt.Errorf("%s: %w", x.Name, err))
		}
	}
	if err := s.Check(); err != nil {
		line := 0
		for name, x := range given { // the last setting that the error names
			if strings.Contains(err.Error(), strings.ReplaceAll(name, "-", " ")) {
				line = max(line, x.Line)
			}
		}
		return s, f.wrong(cmp.Or(line, last), err)
	}
	return s, nil
}

// own returns settings of the sections that belong to a question and are not in the table of settings.
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
