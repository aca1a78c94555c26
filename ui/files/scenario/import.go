package scenario

import (
	"fmt"
	"path/filepath"
	"strings"

	"retune/ui/ask/setting"
	"retune/ui/files/clientconfig"
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
	var list []clientconfig.Policy
	var p clientconfig.Policy
	data, err := f.open(file)
	if err == nil {
		list, err = clientconfig.Read(file, data, nil)
	}
	if err == nil {
		p, err = clientconfig.Named(list, file, pick)
	}
	if err != nil {
		return fmt.Errorf("import: %w", err)
	}
	file = filepath.ToSlash(file)
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
