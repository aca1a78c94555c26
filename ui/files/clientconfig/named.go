package clientconfig

import "strings"

// Named returns the policies that name means: those with that path, or else those with name in their path or as their
// client. "" means all.
func Named(list []Policy, name string) (found []Policy) {
	var parts []Policy
	for _, p := range list {
		if p.Path == name || name == "" {
			found = append(found, p)
		}
		if strings.Contains(p.Path, name) || p.Client == name {
			parts = append(parts, p)
		}
	}
	if found == nil {
		return parts
	}
	return found
}

// Paths returns the paths of the policies in their files.
func Paths(list []Policy) (paths []string) {
	for _, p := range list {
		paths = append(paths, p.Path)
	}
	return paths
}

// Parameters returns the settings of the policy as a list of parameters: "maxAttempts=4,maxBackoff=5s".
func (p Policy) Parameters() string {
	var list []string
	for _, x := range p.Set {
		list = append(list, x.Name+"="+x.Text)
	}
	return strings.Join(list, ",")
}
