package scenario

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"retune/ui/files/clientconfig"
)

// header is the first line of a file that is written.
const header = "# A scenario file of retune: retune check -f FILE checks it against its limits.\n"

// bare are the values and the keys of TOML that need no quotes.
var (
	bareValue = regexp.MustCompile(`^(true|false|[+-]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?)$`)
	bareKey   = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)
)

// written is a scenario file with those values: those without a table first, then a table below the
// other in the order in which they first appear.
func written(values []clientconfig.Entry) []byte {
	var b strings.Builder
	b.WriteString(header)
	var tables [][]string
	var limits []string
	for _, v := range values {
		table := tableOf(v.Path)
		switch {
		case v.Item:
			limits = append(limits, literal(v.Text))
		case len(table) == 0:
			b.WriteString(joined(v.Path) + " = " + literal(v.Text) + "\n")
		case !slices.ContainsFunc(tables, func(t []string) bool { return slices.Equal(t, table) }):
			tables = append(tables, table)
		}
	}
	if len(limits) > 0 {
		b.WriteString("limits = [\n  " + strings.Join(limits, ",\n  ") + ",\n]\n")
	}
	for _, table := range tables {
		b.WriteString("\n[" + joined(table) + "]\n")
		for _, v := range values {
			if slices.Equal(tableOf(v.Path), table) && !v.Item {
				b.WriteString(joined(v.Path[len(table):]) + " = " + literal(v.Text) + "\n")
			}
		}
	}
	return []byte(b.String())
}

// tableOf is the table of a value: none, [fleet], or one that has a name.
func tableOf(path []string) []string {
	if path[0] == "fleet" {
		return path[:1]
	}
	return path[:min(2, len(path)-1)]
}

// joined is keys with dots between them.
func joined(path []string) string {
	list := slices.Clone(path)
	for i, key := range path {
		if !bareKey.MatchString(key) {
			list[i] = quoted(key)
		}
	}
	return strings.Join(list, ".")
}

// literal is a value as TOML has it: a number or a truth without quotes.
func literal(text string) string {
	if bareValue.MatchString(text) {
		return text
	}
	return quoted(text)
}

// quoted is a text in double quotes. The escapes of JSON are escapes of TOML too, which has one more.
func quoted(text string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a text has no error
	return strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\x7f", `\u007f`)
}
