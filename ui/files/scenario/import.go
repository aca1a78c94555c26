package scenario

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"retune/ui/ask/setting"
	"retune/ui/files/clientconfig"
	"retune/ui/unit"
)

// importKey is the setting that takes a policy out of the configuration of a client:
// import = "service_config.json#NAME", where the path is relative to the scenario file.
const importKey = "import"

// importPolicy has the policy of a section be that of the file: its client, and what the
// file sets of it. What the section sets besides comes after it.
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
		hint := ""
		if known, ok := errors.AsType[*clientconfig.Error](err); ok {
			hint = known.Hint
		}
		return Unreadable{Reason: f.at(e.Line) + "import: " + err.Error(), Hint: hint}
	}
	found := clientconfig.Named(list, pick)
	switch {
	case len(list) == 0:
		return f.wrong(e.Line, fmt.Errorf("import: there is no retry policy of a known client in %s", unit.Quote(file)))
	case len(found) == 0:
		return Unreadable{Reason: f.at(e.Line) + "import: there is no policy " + unit.Quote(pick) + " in " +
			unit.Quote(file), Typed: pick,
			Names: clientconfig.Paths(list), Hint: "its policies are " + strings.Join(clientconfig.Paths(list), ", ")}
	case len(found) > 1:
		return Unreadable{Reason: fmt.Sprintf("%simport: %s has %d policies: choose one, as in %q", f.at(e.Line),
			unit.Quote(file), len(found), filepath.Base(file)+"#NAME"),
			Hint: "they are " + strings.Join(clientconfig.Paths(found), ", ")}
	}
	p := found[0]
	section.Import = Place{filepath.ToSlash(file), p.Line}
	for _, note := range p.Remarks() {
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

// merged is the settings of the sections by their settings, of which a later one counts. Beside
// an imported policy another client is an error, and more parameters of it are added.
func (f File) merged(sections []Section) (map[string]Setting, error) {
	given := map[string]Setting{}
	for _, section := range sections {
		for _, imported := range []bool{true, false} {
			for _, x := range section.Settings {
				if (x.From != Place{}) != imported {
					continue
				}
				if was := given[x.Setting.Name]; !imported && was.From != (Place{}) {
					if x.Setting.Many == "" {
						return nil, f.wrong(x.Line, fmt.Errorf("%s: the policy is imported from %s", x.Name, was.From))
					}
					x.Text = was.Text + "," + x.Text
				}
				given[x.Setting.Name] = x
			}
		}
	}
	return given, nil
}
