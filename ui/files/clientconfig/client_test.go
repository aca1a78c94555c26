package clientconfig

import (
	"slices"
	"strings"
	"testing"

	"retune/calc/client"
)

// TestClients checks that each format has a client, whose parameters include the keys of the format and accept their
// words.
func TestClients(t *testing.T) {
	for _, f := range Formats() {
		row := client.Find(f.Client)
		if row == nil || row.Name != f.Client {
			t.Errorf("%s: there is no client %s", f.Name, f.Client)
			continue
		}
		for absent := range strings.FieldsSeq(f.Absent) {
			if name, _, _ := strings.Cut(absent, "="); !slices.ContainsFunc(f.Keys, func(k Key) bool { return k.Name == name }) {
				t.Errorf("%s: no key is %s", f.Name, name)
			}
		}
		for _, k := range f.Keys {
			p, _ := row.Find(k.Name)
			if p == nil || p.Name != k.Name {
				t.Errorf("%s: %s has no parameter %s", f.Name, f.Client, k.Name)
				continue
			}
			for _, word := range append(p.Words, map[bool][]string{true: {"true", "false"}}[p.Unit == client.Truth]...) {
				written, err := k.form.write(word)
				if err != nil {
					t.Errorf("%s: %s is not written: %v", f.Name, k.At, err)
				} else if read, err := k.form.read(written); err != nil || read != word {
					t.Errorf("%s: %s %s is read as %s (%v)", f.Name, k.At, word, read, err)
				}
			}
		}
	}
}
