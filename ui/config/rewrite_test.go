package config

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// TestRewrite holds what a change is in a file of each style: nothing else of it moves.
func TestRewrite(t *testing.T) {
	for _, c := range []struct {
		was, want string
		change    Change
	}{
		{"[p.a]\nfactor = 2 # two\ncap='1s'\n", "[p.a]\nfactor = 3.5 # two\ncap='1s'\n", Change{Path: []string{"p", "a", "factor"}, Text: "3.5"}},
		{"[p.a]\nfactor = 2 # two\ncap='1s'\n", "[p.a]\nfactor = 2 # two\ncap='none'\n", Change{Path: []string{"p", "a", "cap"}, Text: "none"}},
		{"[p.a]\nfactor = 2", "[p.a]\nfactor = \"1m 30s\"", Change{Path: []string{"p", "a", "factor"}, Text: "1m 30s"}},
		{"[p.a]\n\tfactor = 2 # two\n# more\n[q]\n", "[p.a]\n\tfactor = 2 # two\n\tcap = \"1s\"\n# more\n[q]\n", Change{Path: []string{"p", "a", "cap"}, Text: "1s"}},
		{"[p]\na.factor = 2\n", "[p]\na.factor = 2\na.cap = \"1s\"\n", Change{Path: []string{"p", "a", "cap"}, Text: "1s"}},
		{"p = { a = { factor = 2 } } # in a line\n", "p = { a = { factor = 2, cap = \"1s\" } } # in a line\n", Change{Path: []string{"p", "a", "cap"}, Text: "1s"}},
		{"p.a = { x = 1, y = 2 , z = 3 }", "p.a = { x = 1, z = 3 }", Change{Path: []string{"p", "a", "y"}, Gone: true}},
		{"p.a = { x = 1, z = 3 }", "p.a = { x = 1 }", Change{Path: []string{"p", "a", "z"}, Gone: true}},
		{"p.a = { x = 1 }", "p.a = { }", Change{Path: []string{"p", "a", "x"}, Gone: true}},
		{"p = { b = { factor = 2 } }\n", "p = { b = { factor = 2 }, a = { cap = \"1s\" } }\n", Change{Path: []string{"p", "a", "cap"}, Text: "1s"}},
		{"[p.a] # empty\r\n[q]\r\n", "[p.a] # empty\r\ncap = \"1s\"\r\n[q]\r\n", Change{Path: []string{"p", "a", "cap"}, Text: "1s"}},
		{"title = \"x\"", "title = \"x\"\n\n[p.\"a b\"]\ncap = \"\\\"\"\n", Change{Path: []string{"p", "a b", "cap"}, Text: `"`}},
		{"[p.a]\nmax-attempts = 5\n", "[p.a]\nretries = 3\n", Change{Path: []string{"p", "a", "max-attempts"}, Key: "retries", Text: "3"}},
		{"[p.a]\nfactor = 2 # two\ncap='1s'\n", "[p.a]\ncap='1s'\n", Change{Path: []string{"p", "a", "factor"}, Gone: true}},
		{"\uFEFF[p.a]\nnotes = '''\n[q]\nb = 1\n'''\n", "\uFEFF[p.a]\nnotes = '''\n[q]\nb = 1\n'''\ncap = 1\n", Change{Path: []string{"p", "a", "cap"}, Text: "1"}},
		{"", "[p]\nx = true\n", Change{Path: []string{"p", "x"}, Text: "true"}},
	} {
		got, err := Rewrite([]byte(c.was), c.change)
		if err != nil || string(got) != c.want {
			t.Errorf("%q becomes %q, %v; want %q", c.was, got, err, c.want)
		}
	}
	for _, was := range []string{"[[p.a]]\nfactor = 2\n", "[p.a.factor]\nx = 2\n[p.a]\nfactor = [1]\n", "p = { a = 1 }\n[p.a]"} {
		if got, err := Rewrite([]byte(was), Change{Path: []string{"p", "a", "factor"}, Text: "3"}); err == nil {
			t.Errorf("%q becomes %q", was, got)
		}
	}
}

// FuzzRewrite holds that a document in which a value was set is one that has the value, and
// all others as they were.
func FuzzRewrite(f *testing.F) {
	f.Add("[p.a]\nfactor = 2 # two\ncap='1s'\n", "3")
	f.Add("p.a = {factor=1}\r\nq.b=2", "a'\"\\\n")
	f.Fuzz(func(t *testing.T, was, text string) {
		path := []string{"p", "a", "factor"}
		before, err := Entries([]byte(was))
		if err != nil || strings.ToValidUTF8(text, "") != text || strings.Contains(text, "\x00") {
			return
		}
		got, err := Rewrite([]byte(was), Change{Path: path, Text: text})
		if err != nil {
			return
		}
		after, err := Entries(got)
		if err != nil { // a table that may not be added to
			return
		}
		there := func(e Entry) bool { return slices.Equal(e.Path, path) }
		if i := slices.IndexFunc(after, there); i < 0 || after[i].Text != text {
			t.Fatalf("%q becomes %q, which has %v", was, got, after)
		}
		before, after = slices.DeleteFunc(before, there), slices.DeleteFunc(after, there)
		if !slices.EqualFunc(before, after, func(a, b Entry) bool { return slices.Equal(a.Path, b.Path) && a.Text == b.Text }) {
			t.Errorf("%q becomes %q", was, got)
		}
		if again, err := Rewrite(got, Change{Path: path, Text: text}); err == nil && !bytes.Equal(again, got) {
			t.Errorf("%q becomes %q, and again %q", was, got, again)
		}
	})
}
