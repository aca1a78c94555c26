package clientconfig

import "strings"

// Named returns the policies that the name means: the one whose path it is, else those that
// have it in their path or are of that client. All are called "".
func Named(list []Policy, name string) (found []Policy) {
	for _, is := range []func(Policy) bool{
		func(p Policy) bool { return p.Path == name || name == "" },
		func(p Policy) bool { return strings.Contains(p.Path, name) || p.Client == name },
	} {
		for _, p := range list {
			if is(p) {
				found = append(found, p)
			}
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// Paths is where the policies stand in their files.
func Paths(list []Policy) (paths []string) {
	for _, p := range list {
		paths = append(paths, p.Path)
	}
	return paths
}

// Parameters is what the policy sets, as the client's parameters are written: "maxAttempts=4,maxBackoff=5s".
func (p Policy) Parameters() string {
	var list []string
	for _, x := range p.Set {
		list = append(list, x.Name+"="+x.Text)
	}
	return strings.Join(list, ",")
}
