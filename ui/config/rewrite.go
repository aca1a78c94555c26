package config

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// A Change is a value of a TOML document that becomes another one, is added or is taken away.
type Change struct {
	Path []string // the keys that lead to it
	Key  string   // what its last key is from now on; "": what it was
	Text string
	Gone bool // it is taken away
}

// Rewrite returns a TOML document with a change made in it. Every other byte of it stays:
// a value is replaced where it stands, in quotes if it was; a new one stands below the last
// one of its table, in the same way as that; a new table at the end.
func Rewrite(data []byte, c Change) ([]byte, error) {
	if _, err := Entries(data); err != nil {
		return nil, err
	}
	mark := len(data) - len(bytes.TrimPrefix(data, []byte("\uFEFF")))
	d := tomlPlaces{data: data[mark:]}
	d.Reset(d.data)
	d.find()
	from, to, text, err := d.edit(c)
	if err != nil {
		return nil, err
	}
	return slices.Concat(data[:mark+from], []byte(text), data[mark+to:]), nil
}

// A tomlPlace is where a value stands with its key, as offsets.
type tomlPlace struct {
	path               []string
	first, key, keyEnd int // of its keys the first one and the last one
	value, end         int // end is that of the line's last value
	inline             bool
	scalar             bool
}

type tomlPlaces struct {
	unstable.Parser
	data   []byte
	values []tomlPlace
	tables []tomlPlace // of which first and end are the header
	lists  bool        // it has lists of tables
}

func (d *tomlPlaces) find() {
	var table []string
	for d.NextExpression() {
		switch e := d.Expression(); e.Kind {
		case unstable.ArrayTable, unstable.Table:
			p := d.keys(nil, e.Key())
			table, p.end = p.path, p.keyEnd
			d.tables, d.lists = append(d.tables, p), d.lists || e.Kind == unstable.ArrayTable
		case unstable.KeyValue:
			d.pair(table, e, false)
		}
	}
}

// keys is the place of keys that stand below others.
func (d *tomlPlaces) keys(under []string, it unstable.Iterator) (p tomlPlace) {
	p.path = slices.Clone(under)
	for it.Next() {
		n := it.Node()
		p.key, p.keyEnd = int(n.Raw.Offset), int(n.Raw.Offset+n.Raw.Length)
		if len(p.path) == len(under) {
			p.first = p.key
		}
		p.path = append(p.path, string(n.Data))
	}
	return p
}

func (d *tomlPlaces) pair(table []string, e *unstable.Node, inline bool) {
	p, v := d.keys(table, e.Key()), e.Value()
	p.value, p.end, p.inline = int(v.Raw.Offset), int(e.Raw.Offset+e.Raw.Length), inline
	switch v.Kind {
	case unstable.Array:
	case unstable.InlineTable:
		for it := v.Children(); it.Next(); {
			if it.Node().Kind == unstable.KeyValue {
				d.pair(p.path, it.Node(), true)
			}
		}
	default:
		p.scalar, p.end = true, p.value+int(v.Raw.Length)
	}
	d.values = append(d.values, p)
}

// edit is a change as a text in the place of another.
func (d *tomlPlaces) edit(c Change) (from, to int, text string, err error) {
	table := c.Path[:len(c.Path)-1]
	at, last := -1, -1
	for i, p := range d.values {
		switch {
		case slices.Equal(p.path, c.Path):
			at = i
		case len(p.path) == len(c.Path) && slices.Equal(p.path[:len(table)], table) && (last < 0 || p.end > d.values[last].end):
			last = i
		}
	}
	switch name := strings.Join(c.Path, "."); {
	case d.lists:
		return 0, 0, "", fmt.Errorf("%s cannot be set: the file has a list of tables", name)
	case at >= 0 && !d.values[at].scalar:
		return 0, 0, "", fmt.Errorf("%s cannot be set: it is a list or a table", name)
	case at >= 0 && c.Gone:
		return d.remove(d.values[at])
	case c.Gone:
		return 0, 0, "", nil
	case at >= 0:
		p := d.values[at]
		old := string(d.data[p.value:p.end])
		if text = literal(c.Text, old[0]); c.Key == "" {
			return p.value, p.end, text, nil
		}
		return p.key, p.end, tomlKey(c.Key) + string(d.data[p.keyEnd:p.value]) + text, nil
	case last >= 0:
		p := d.values[last]
		line := string(d.data[p.first:p.key]) + tomlKey(c.Path[len(table)]) + " = " + literal(c.Text, 0)
		if p.inline {
			return p.end, p.end, ", " + line, nil
		}
		start := 1 + bytes.LastIndexByte(d.data[:p.first], '\n')
		return d.below(p.end, string(d.data[start:p.first])+line)
	}
	line := tomlKey(c.Path[len(table)]) + " = " + literal(c.Text, 0)
	for _, p := range d.tables {
		if slices.Equal(p.path, table) {
			return d.below(p.end, line)
		}
	}
	for _, p := range slices.Backward(d.values) { // a table in a line, of which the new one is to be part
		if n := len(table); n > 1 && p.inline && len(p.path) == n && slices.Equal(p.path[:n-1], table[:n-1]) {
			return p.end, p.end, ", " + tomlKey(table[n-1]) + " = { " + line + " }", nil
		}
	}
	var keys []string
	for _, k := range table {
		keys = append(keys, tomlKey(k))
	}
	end, eol := len(d.data), d.eol()
	text = "[" + strings.Join(keys, ".") + "]" + eol + line + eol
	if end > 0 {
		text = eol + text
	}
	if end > 0 && d.data[end-1] != '\n' {
		text = eol + text
	}
	return end, end, text, nil
}

// remove takes a value away, with its line where it has one, or else with its comma.
func (d *tomlPlaces) remove(p tomlPlace) (from, to int, text string, err error) {
	if p.inline {
		before := bytes.TrimRight(d.data[:p.first], " \t")
		after := bytes.TrimLeft(d.data[p.end:], " \t")
		switch to = len(d.data) - len(after); {
		case bytes.HasPrefix(after, []byte(",")):
			return p.first, len(d.data) - len(bytes.TrimLeft(after[1:], " \t")), "", nil
		case bytes.HasSuffix(before, []byte(",")):
			return len(before) - 1, p.end, "", nil
		}
		return p.first, to, "", nil
	}
	from = 1 + bytes.LastIndexByte(d.data[:p.first], '\n')
	return from, d.lineEnd(p.end), "", nil
}

// below is a line below the one that goes on at an offset.
func (d *tomlPlaces) below(at int, line string) (from, to int, text string, err error) {
	end := d.lineEnd(at)
	if end > 0 && d.data[end-1] == '\n' {
		return end, end, line + d.eol(), nil
	}
	return end, end, d.eol() + line, nil
}

// lineEnd is the offset behind the line.
func (d *tomlPlaces) lineEnd(at int) int {
	if n := bytes.IndexByte(d.data[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(d.data)
}

// eol is how the lines of the file end.
func (d *tomlPlaces) eol() string {
	if i := bytes.IndexByte(d.data, '\n'); i > 0 && d.data[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

var (
	bareKey   = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)
	bareValue = regexp.MustCompile(`^(true|false|[+-]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?)$`)
)

// literal is a value as TOML has it: a number or a truth without quotes, unless what was
// there before had some.
func literal(text string, before byte) string {
	switch {
	case before == '\'' && !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == '\'' || r == 0x7f }):
		return "'" + text + "'"
	case before != '"' && before != '\'' && bareValue.MatchString(text):
		return text
	}
	return tomlString(text)
}

func tomlKey(key string) string {
	if bareKey.MatchString(key) {
		return key
	}
	return tomlString(key)
}

// tomlString is a text in double quotes.
func tomlString(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + `"`
}
