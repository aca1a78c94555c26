package attempts

import (
	"fmt"
	"regexp"
	"strings"
)

// A layout is the format of an access log: names of values, and the text before each and behind the last.
type layout struct {
	name  string
	names []string
	text  []string
}

// variable matches a value in a log_format of nginx or a LogFormat of Apache.
var variable = regexp.MustCompile(`\$\{?\w+\}?|%[<>]?(?:\{[^}]*\})?[<>]?\^?[a-zA-Z]{1,2}`)

// apaches are the names of the values of Apache that have a meaning here.
var apaches = map[string]string{"%t": "time", "%D": "duration_us", "%{us}T": "duration_us",
	"%{ms}T": "duration_ms", "%s": "status", "%>s": "status", "%h": "remote_ip",
	"%a": "remote_ip", "%T": "duration", "%L": "request_id", "%{UNIQUE_ID}e": "request_id"}

// parseLayout reads the format of an access log.
func parseLayout(text string) (l layout, err error) {
	l.name = nginx
	if !strings.Contains(text, "$") {
		l.name = apache
	}
	at := 0
	for _, m := range variable.FindAllStringIndex(text, -1) {
		word := text[m[0]:m[1]]
		name := strings.Trim(word, "${}")
		if l.name == apache {
			if name = apaches[word]; name == "" {
				name = strings.ToLower(strings.TrimLeft(word, "%<>"))
				if inside, _, ok := strings.Cut(strings.TrimPrefix(name, "{"), "}"); ok {
					name = inside
				}
			}
		}
		l.names, l.text = append(l.names, name), append(l.text, text[at:m[0]])
		at = m[1]
	}
	l.text = append(l.text, text[at:])
	if len(l.names) == 0 {
		return l, fmt.Errorf("--log-format %q has no value, such as $time_iso8601 or %%t", text)
	}
	return l, nil
}

// row returns the values of a line.
func (l layout) row(line []byte) (Row, error) {
	rest, ok := strings.CutPrefix(string(line), l.text[0])
	if !ok {
		return Row{}, errRow
	}
	r := Row{Names: l.names, Values: make([]string, len(l.names))}
	for i := range l.names {
		behind := l.text[i+1]
		if rest != "" && rest[0] == '[' && !strings.HasPrefix(behind, "]") { // the time of Apache has a space inside
			if end := strings.IndexByte(rest, ']'); end > 0 {
				r.Values[i], rest = rest[:end+1], rest[end+1:]
				if rest, ok = strings.CutPrefix(rest, behind); !ok {
					return Row{}, errRow
				}
				continue
			}
		}
		if behind == "" && i == len(l.names)-1 { // more may follow, as in a longer format
			r.Values[i], _, _ = strings.Cut(rest, " ")
			break
		}
		if r.Values[i], rest, ok = strings.Cut(rest, behind); !ok || behind == "" {
			return Row{}, errRow
		}
	}
	return r, nil
}
