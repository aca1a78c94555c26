package question

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// find returns the quantity with that JSON key.
func find(t *testing.T, a answer.Answer, key string) answer.Quantity {
	t.Helper()
	for _, q := range answer.WithErrors(a.Quantities()) {
		if q.Key() == key {
			return q
		}
	}
	t.Fatalf("there is no %s in the answer", key)
	return answer.Quantity{}
}

// TestQuestions checks what every row of the table must have.
func TestQuestions(t *testing.T) {
	names, flags := map[string]bool{}, map[string]bool{}
	word := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	for _, q := range Questions {
		if !word.MatchString(q.Name) || names[q.Name] {
			t.Errorf("%q is no name, or not the only one", q.Name)
		}
		names[q.Name] = true
		if found, ok := Find(q.Name); !ok || found.Name != q.Name {
			t.Errorf("%s is not found by its name", q.Name)
		}
		if q.Ask == nil {
			t.Errorf("%s cannot be asked", q.Name)
		}
		if q.Short == "" || strings.Contains(q.Short, "\n") || strings.HasSuffix(q.Short, ".") || len(q.Short) > 110 {
			t.Errorf("%s: the short help is not one line without a full stop: %q", q.Name, q.Short)
		}
		// Formulas are indented and have sources.
		if !regexp.MustCompile(`(?m)^    \S`).MatchString(q.Long) || !strings.Contains(q.Long, "Sources: ") ||
			strings.HasSuffix(q.Long, "\n") {
			t.Errorf("%s: the long help has no formula, no sources, or an end of line too many:\n%s", q.Name, q.Long)
		}
		for line := range strings.Lines(q.Long) {
			if len(line) > 101 || strings.ContainsAny(line, "\t") {
				t.Errorf("%s: a line of the long help is too wide: %q", q.Name, line)
			}
		}
		for _, name := range q.ReadSettings() {
			if k, ok := setting.Find(name); !ok || k.Name != name || !k.OfQuestion {
				t.Errorf("%s takes %q, which is no question", q.Name, name)
			}
		}
		for _, name := range q.Needs {
			if !q.Reads(name) {
				t.Errorf("%s needs %q, which it does not take", q.Name, name)
			}
		}
		if q.Flag == "" {
			if q.Subcommand() != q.Name {
				t.Errorf("%s is asked by %q", q.Name, q.Subcommand())
			}
			continue
		}
		if k, ok := q.Setting(q.Flag); !ok || k.Name != q.Flag || !slices.Contains(q.Needs, q.Flag) || flags[q.Flag] ||
			q.Subcommand() != "" {
			t.Errorf("%s is asked by --%s, which is no question that it alone needs", q.Name, q.Flag)
		}
		flags[q.Flag] = true
	}
	for _, k := range setting.Settings {
		if k.OfQuestion && !slices.ContainsFunc(Questions, func(q answer.Question) bool { return q.Reads(k.Name) }) {
			t.Errorf("no query reads --%s", k.Name)
		}
	}
	if _, ok := Find("bogus"); ok {
		t.Error("bogus is found")
	}
}

// TestKeys checks that an answer is a flat JSON object with unique keys that tell their units.
func TestKeys(t *testing.T) {
	t.Parallel()
	snake := regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	for _, q := range Questions {
		for _, d := range drawsOf(q) {
			a := d.a
			seen := map[string]bool{}
			check := func(key string, kind unit.Kind) {
				if !snake.MatchString(key) || seen[key] {
					t.Fatalf("%s: %q is no key, or there twice", q.Name, key)
				}
				if seconds := strings.HasSuffix(key, "_s") && !strings.HasSuffix(key,
					"_per_s"); seconds != (kind == unit.Duration) || !strings.HasSuffix(key, kind.Suffix()) {
					t.Fatalf("%s: the key %s does not end in its unit %q", q.Name, key, kind.Suffix())
				}
				seen[key] = true
			}
			for _, x := range answer.WithErrors(a.Quantities()) {
				if x.JSONKey != "" { // in the unit of the wanted value
					if !snake.MatchString(x.JSONKey) || seen[x.JSONKey] {
						t.Fatalf("%s: %q is no key, or there twice", q.Name, x.JSONKey)
					}
					seen[x.JSONKey] = true
					continue
				}
				check(x.Key(), x.Kind)
			}
			names := map[string]bool{}
			for _, table := range a.Tables {
				if !snake.MatchString(table.Name) || names[table.Name] {
					t.Fatalf("%s: %q is no name of a table, or there twice", q.Name, table.Name)
				}
				names[table.Name] = true
				clear(seen)
				for _, c := range table.Columns {
					check(c.Key(), c.Kind)
				}
				if table.Len > 0 && len(table.Row(table.Len-1)) != len(table.Columns) {
					t.Fatalf("%s: a row of %s has not as many cells as columns", q.Name, table.Name)
				}
			}
		}
	}
}
