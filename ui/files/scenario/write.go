package scenario

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"

	"retune/ui/files/clientconfig"
)

// header is the first line of a written file.
const header = "# A scenario file of retune: retune check -f FILE checks it against its limits.\n"

// Patterns of TOML values and keys that need no quotes.
var (
	bareValue = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(true|false|[+-]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?)$`)
	})
	bareKey = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_-]+$`) })
)

// written returns a scenario file with those values: first the values without a table, then the tables in order of
// first appearance.
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

// tableOf returns the path of a value's table: none, fleet, or one with a name.
func tableOf(path []string) []string {
	if path[0] == "fleet" {
		return path[:1]
	}
	return path[:min(2, len(path)-1)]
}

// joined returns keys joined by dots, quoted if necessary.
func joined(path []string) string {
	list := slices.Clone(path)
	for i, key := range path {
		if !bareKey().MatchString(key) {
			list[i] = quoted(key)
		}
	}
	return strings.Join(list, ".")
}

// literal returns a TOML value, without quotes for numbers and booleans.
func literal(text string) string {
	if bareValue().MatchString(text) {
		return text
	}
	return quoted(text)
}

// quoted returns a text in double quotes. JSON escapes are valid in TOML, which must also escape 0x7f.
func quoted(text string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // encoding a string cannot fail
	return strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\x7f", `\u007f`)
}
