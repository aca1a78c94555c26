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
	var limits, tables []string
	blocks := map[string]string{} // lines by table; "": those without a table
	for _, v := range values {
		n := min(2, len(v.Path)-1) // tables have names, except the one of the fleet
		if v.Path[0] == "fleet" {
			n = 1
		}
		table := joined(v.Path[:n])
		switch {
		case v.Empty == "{}":
			if table = joined(v.Path); !slices.Contains(tables, table) {
				tables = append(tables, table)
			}
			continue
		case v.Empty != "": // no limits
			continue
		case v.Nth > 0:
			limits = append(limits, literal(v.Text))
			continue
		case n > 0 && !slices.Contains(tables, table):
			tables = append(tables, table)
		}
		blocks[table] += joined(v.Path[n:]) + " = " + literal(v.Text) + "\n"
	}
	text := header + blocks[""]
	if len(limits) > 0 {
		text += "limits = [\n  " + strings.Join(limits, ",\n  ") + ",\n]\n"
	}
	for _, table := range tables {
		text += "\n[" + table + "]\n" + blocks[table]
	}
	return []byte(text)
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
