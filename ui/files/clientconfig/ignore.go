package clientconfig

import "strings"

// An Ignore is a comment in a file that leaves out findings about one policy: # retune:ignore RULES REASON.
type Ignore struct {
	Line   int    // line of the comment
	Above  int    // its own line if that has a setting, or else the next line that has one
	Rules  string // names of rules, separated by commas
	Reason string // or ""
}

// ignoring matches such a comment. Its groups are what is in front of it, the rules and the reason.
var ignoring = lazily(`^(|.*\s)(?:#|//|;|!)\s*retune:ignore(?:\s+(\S+)\s*(.*?))?\s*$`)

// About returns the line of the policy that the comment is about: the one below or beside it, or else the one that it
// is in, which begins before it. policies are lines in order. It returns 0 if there is none.
func (i Ignore) About(policies []int) (line int) {
	for _, at := range policies {
		switch {
		case at == i.Above:
			return at
		case at < i.Line:
			line = at
		}
	}
	return line
}

// Ignores returns the comments of a file that leave out findings. JSON has no comments, unless they begin with //.
func Ignores(data []byte) (list []Ignore) {
	lines := strings.Split(string(data), "\n")
	for n, text := range lines {
		m := ignoring().FindStringSubmatch(strings.TrimSuffix(text, "\r"))
		if m == nil {
			continue
		}
		i := Ignore{Line: n + 1, Above: n + 1, Rules: m[2], Reason: m[3]}
		if strings.TrimSpace(m[1]) == "" {
			for i.Above < len(lines) && commentOrBlank().MatchString(lines[i.Above]) {
				i.Above++
			}
			i.Above++
		}
		list = append(list, i)
	}
	return list
}

// commentOrBlank matches a line without a setting.
var commentOrBlank = lazily(`^\s*(?:(?:#|//|;|!).*)?$`)
