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
		return errors.New("there are no files to import from here")
	}
	data, err := f.open(file)
	if err != nil {
		return fmt.Errorf("import: %w", err)
	}
	list, err := clientconfig.Read(file, data, nil)
	if err != nil {
		return fmt.Errorf("import: %w", err)
	}
	found := clientconfig.Named(list, pick)
	if len(list) == 0 {
		return fmt.Errorf("import: there is no retry policy of a known client in %s", unit.Quote(file))
	} else if len(found) != 1 {
		called := ""
		if pick != "" {
			called = fmt.Sprintf(" called %q", pick)
		}
		what := fmt.Sprintf("import: %s has %d policies%s: choose one, as in %q", unit.Quote(file), len(found), called,
			filepath.Base(file)+"#NAME")
		return unknown(what, pick, "its policies", clientconfig.Paths(list))
	}
	p, file := found[0], filepath.ToSlash(file)
	section.Import = Place{file, p.Line}
	for _, note := range p.Notes {
		f.Remarks = append(f.Remarks, file+" "+note)
	}
	var imported []Setting
	for _, x := range [][2]string{{"client", p.Client}, {"set", p.Parameters()}} {
		if k, _ := setting.Find(x[0]); x[1] != "" {
			imported = append(imported, Setting{k, x[0], x[1], e.Line, section.Import})
		}
	}
	section.Settings = append(imported, section.Settings...)
	return nil
}
