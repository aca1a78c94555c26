package scenario

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"retune/ui/ask/setting"
	"retune/ui/files/clientconfig"
	"retune/ui/unit"
)

// importKey is the setting that imports a policy from the configuration of a client: import =
// "service_config.json#NAME", where the path is relative to the scenario file.
const importKey = "import"

// importPolicy adds the client of the file and its parameters to a section, whose own settings override them.
func (f *File) importPolicy(section *Section, e clientconfig.Entry) error {
	file, pick, _ := strings.Cut(e.Text, "#")
	if !filepath.IsAbs(file) {
		file = filepath.Join(filepath.Dir(f.Name), file)
	}
	if f.open == nil {
		return f.wrong(e.Line, errors.New("there are no files to import from here"))
	}
	data, err := f.open(file)
	if err != nil {
		return fmt.Errorf("%simport: %w", f.at(e.Line), err)
	}
	list, err := clientconfig.Read(file, data, nil)
	if err != nil {
		return f.wrong(e.Line, fmt.Errorf("import: %w", err))
	}
	found := clientconfig.Named(list, pick)
	if len(list) == 0 {
		return f.wrong(e.Line, fmt.Errorf("import: there is no retry policy of a known client in %s", unit.Quote(file)))
	} else if len(found) != 1 {
		names, called := clientconfig.Paths(list), ""
		if pick != "" {
			called = fmt.Sprintf(" called %q", pick)
		}
		return setting.Refused{Reason: fmt.Sprintf("%simport: %s has %d policies%s: choose one, as in %q", f.at(e.Line),
			unit.Quote(file), len(found), called, filepath.Base(file)+"#NAME"), Typed: pick, Names: names,
			Hint: "its policies are " + strings.Join(names, ", ")}
	}
	p := found[0]
	section.Import = Place{filepath.ToSlash(file), p.Line}
	for _, note := range p.Notes {
		f.Remarks = append(f.Remarks, filepath.ToSlash(file)+" "+note)
	}
	for _, x := range [][2]string{{"client", p.Client}, {"set", p.Parameters()}} {
		if k, _ := setting.Find(x[0]); x[1] != "" {
			section.Settings = append(section.Settings, Setting{Setting: k, Name: x[0], Text: x[1], Line: e.Line,
				From: section.Import})
		}
	}
	return nil
}

// merged returns the settings of the sections by name. Later sections override earlier ones, and in a section its own
// settings override imported ones. With an imported policy, parameters add to the imported ones and another client is
// an error.
func (f File) merged(sections []Section) (map[string]Setting, error) {
	given := map[string]Setting{}
	for _, section := range sections {
		own := func(x Setting) bool { return x.From == Place{} }
		list := slices.Clone(section.Settings)
		slices.SortStableFunc(list, func(a, b Setting) int { return len(b.From.File) - len(a.From.File) })
		for _, x := range list {
			if was := given[x.Setting.Name]; own(x) && !own(was) {
				if x.Setting.Many == "" {
					return nil, f.wrong(x.Line, fmt.Errorf("%s: the policy is imported from %s", x.Name, was.From))
				}
				x.Text = was.Text + "," + x.Text
			}
			given[x.Setting.Name] = x
		}
	}
	return given, nil
}
