package clientconfig

import (
	"fmt"
	"path/filepath"
	"strings"

	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// named returns how well a name means the policy: 4 if it is its path, 3 if its path ends with it, 2 if it is a part of
// its path, 1 if it is in its path or its client, else 0.
func (p Policy) named(name string) int {
	parts := strings.NewReplacer("/", ".", "[", ".", "]", "")
	path, name1 := "."+parts.Replace(p.Path)+".", "."+parts.Replace(name)+"."
	switch {
	case p.Path == name:
		return 4
	case name != "" && strings.HasSuffix(path, name1):
		return 3
	case name != "" && strings.Contains(path, name1):
		return 2
	case strings.Contains(p.Path, name) || p.Client == name:
		return 1
	}
	return 0
}

// Named returns the policy of a file that name means best. "" means the only one.
func Named(list []Policy, file, name string) (Policy, error) {
	best, found := 1, []Policy(nil)
	var paths []string
	for _, p := range list {
		paths = append(paths, p.Path)
		switch rank := p.named(name); {
		case rank > best:
			best, found = rank, []Policy{p}
		case rank == best:
			found = append(found, p)
		}
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
