package question

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"retune/calc/elapsed"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// find returns the quantity with that JSON key.
func find(t *testing.T, a answer.Answer, key string) answer.Quantity {
	t.Helper()
	for _, q := range a.Quantities() {
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
		for _, name := range q.Taken() {
			if k, ok := setting.Find(name); !ok || k.Name != name || !k.Asks {
				t.Errorf("%s takes %q, which is no question", q.Name, name)
			}
		}
		for _, name := range q.Needs {
			if !q.Reads(name) {
				t.Errorf("%s needs %q, which it does not take", q.Name, name)
			}
		}
		if q.Flag == "" {
			if q.Sub() != q.Name {
				t.Errorf("%s is asked by %q", q.Name, q.Sub())
			}
			continue
		}
		if k, ok := q.Setting(q.Flag); !ok || k.Name != q.Flag || !slices.Contains(q.Needs, q.Flag) || flags[q.Flag] ||
			q.Sub() != "" {
			t.Errorf("%s is asked by --%s, which is no question that it alone needs", q.Name, q.Flag)
		}
		flags[q.Flag] = true
	}
	for _, k := range setting.Settings {
		if k.Asks && !slices.ContainsFunc(Questions, func(q answer.Question) bool { return q.Reads(k.Name) }) {
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
			for _, x := range a.Quantities() {
				if x.As != "" { // in the unit of the wanted value
					if !snake.MatchString(x.As) || seen[x.As] {
						t.Fatalf("%s: %q is no key, or there twice", q.Name, x.As)
					}
					seen[x.As] = true
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
				if (table.Rows != "") != (table.Label != nil) {
					t.Fatalf("%s: the rows of %s are %q, and have names or have none", q.Name, table.Name, table.Rows)
				}
				if table.Rows != "" {
					check(table.Rows, unit.Count)
				}
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

// TestFixedNames checks JSON keys that other programs use.
func TestFixedNames(t *testing.T) {
	s := setting.Default()
	s.AskAt, s.Want, s.Wanted, s.ToFactor = 1000, "ratio", 0.1, 1.1
	for name, keys := range map[string]string{
		"at":        "retries_real retries_done previous_delay_s delay_after_retry_s next_retry_at_s ratio",
		"ratio":     "factor factor_at_elapsed",
		"to-factor": "retries retries_to retries_ratio retries_ratio_approx",
	} {
		q, _ := Find(name)
		for key := range strings.FieldsSeq(keys) {
			find(t, ask(q, s), key)
		}
	}
	s.AskAt = math.NaN()
	find(t, ask(toFactor, s), "retries_ratio_approx")
	find(t, ask(ratio, s), "factor")

	s.Outage = elapsed.Outage{Kind: elapsed.FixedOutage, A: 60, B: 60}
	for key := range strings.FieldsSeq(
		"reconnect_delay_mean_s reconnect_delay_p50_s reconnect_delay_p95_s reconnect_delay_p99_s " +
			"reconnect_delay_max_s wasted_retries") {
		find(t, ask(reconnect, s), key)
	}

	heads := func(table answer.Table) string {
		var keys []string
		for _, c := range table.Columns {
			keys = append(keys, c.Key())
		}
		return strings.Join(keys, " ")
	}
	tables := ask(schedule, s).Tables
	if len(tables) != 1 || tables[0].Name != "schedule" {
		t.Fatalf("the schedule has the tables %v", tables)
	}
	const columns = "retry" +
		" delay_s delay_min_s delay_mean_s delay_p05_s delay_p50_s delay_p95_s delay_p99_s delay_max_s delay_sd_s" +
		" elapsed_s elapsed_min_s elapsed_mean_s elapsed_p05_s elapsed_p50_s elapsed_p95_s elapsed_p99_s" +
		" elapsed_max_s elapsed_sd_s"
	if got := heads(tables[0]); got != columns {
		t.Errorf("the columns of the schedule are %s", got)
	}
	s.Deadline = 60
	for _, q := range []answer.Question{schedule, at} {
		tables = ask(q, s).Tables
		last := tables[len(tables)-1]
		if last.Name != "retries_by_deadline" || heads(last) != "retries probability at_least" {
			t.Errorf("with a deadline the last table is %s with %s", last.Name, heads(last))
		}
	}
	s = s.Keep(s)
	if ask(compared, s).Policies == nil {
		t.Error("a comparison is not one of a pair")
	}
}
