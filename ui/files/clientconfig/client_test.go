package clientconfig

import (
	"slices"
	"strings"
	"testing"

	"retune/calc/client"
	"retune/ui/ask/setting"
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

// TestTimesAsInAFile checks that --set reads the time of a parameter as a file has it. It refuses a number where the
// client's times have a unit and its file counts nanoseconds, or has the number under another key.
func TestTimesAsInAFile(t *testing.T) {
	texts := []string{"0", "7", "600", "2e3", "0.5", "1.5", "7s", "7.5s", "700ms", "90s", "1m30s", "2h", "2d",
		"1 s", "5 min", "5min 20s", "PT1S", "PT0.5S", "P1DT12H", "00:00:02", "1.00:00:00.5", "infinity"}
	for _, f := range Formats() {
		row := client.Find(f.Client)
		for n, k := range f.Keys {
			p, _ := row.Find(k.Name)
			other := func(first Key) bool { return first.Name == k.Name && first.form.like != k.form.like }
			if p.Unit != client.Seconds || slices.ContainsFunc(f.Keys[:n], other) { // such as timeout_seconds
				continue
			}
			for _, text := range texts {
				value, err := k.form.read(text)
				if err != nil {
					continue
				}
				want, err := setting.ParseParameter(p, value)
				if err != nil { // out of range
					continue
				}
				got, err := setting.ParseParameter(p, text)
				if unitless := strings.Trim(text, "0123456789.e") == ""; err != nil && unitless && setting.NumberUnit(p) == "" {
					continue
				}
				if err != nil || got != want {
					t.Errorf("%s %s: %q in a file is %s, and %g of --set (%v)", f.Name, k.At, text, value, got, err)
				}
			}
		}
	}
}
