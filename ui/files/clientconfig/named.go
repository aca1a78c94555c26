package clientconfig

import (
	"fmt"
	"path/filepath"
	"strings"

	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// Named returns the policy of a file that name means: the one with that path, or else with name in its path or as its
// client. "" means the only one.
func Named(list []Policy, file, name string) (Policy, error) {
	var found, parts []Policy
	var paths []string
	for _, p := range list {
		paths = append(paths, p.Path)
		if p.Path == name || name == "" {
			found = append(found, p)
		}
		if strings.Contains(p.Path, name) || p.Client == name {
			parts = append(parts, p)
		}
	}
	if found == nil {
		found = parts
	}
	if len(found) == 1 {
		return found[0], nil
	}
	called := ""
	if name != "" {
		called = " called " + unit.Quote(name)
	}
	return Policy{}, setting.Refused{
		Reason: fmt.Sprintf("%s has %d policies of known clients%s", unit.Quote(file), len(found), called),
		Typed:  name, Names: paths,
		Hint: fmt.Sprintf("choose one, as in %s: %s", unit.Quote(filepath.Base(file)+"#NAME"), strings.Join(paths, ", "))}
}

// Parameters returns the settings of the policy as a list of parameters: "maxAttempts=4,maxBackoff=5s".
func (p Policy) Parameters() string {
	var list []string
	for _, x := range p.Set {
		list = append(list, x.Name+"="+x.Text)
	}
	return strings.Join(list, ",")
}
