package report

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A document is a report read back by those who build on it.
type document struct {
	Query      string
	Scenario   map[string]any
	Command    string
	Version    string
	Quantities map[string]any
	Tables     map[string][]map[string]any
	Warnings   []string
}

func decoded(t *testing.T, text string) (o document) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields() // so the seven names are all there is
	if err := d.Decode(&o); err != nil || d.More() {
		t.Fatalf("%v in\n%s", err, text)
	}
	return o
}

// bits tells whether a JSON number, or null for what is not finite, is x.
func bits(x float64, got *float64) bool {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return got == nil
	}
	return got != nil && math.Float64bits(*got) == math.Float64bits(x)
}

func number(v any) *float64 {
	if x, ok := v.(float64); ok {
		return &x
	}
	return nil
}

// TestJSON reads reports back: one valid object, every number to its last bit,
// null with a warning where there is none.
func TestJSON(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	infinite := 0
	for range 500 {
		r, s := random(rng)
		text := written(t, "json", r)
		if !json.Valid([]byte(text)) || !strings.HasSuffix(text, "}\n") {
			t.Fatalf("not one object:\n%s", text)
		}
		o := decoded(t, text)
		if o.Query != r.Query.Name || o.Command != r.Command || o.Version != r.Version || !slices.Equal(o.Warnings, r.Answer.Notes()) {
			t.Fatalf("the report is of something else:\n%s", text)
		}
		if o.Warnings == nil || o.Tables == nil || o.Quantities == nil || o.Scenario == nil {
			t.Fatalf("what is empty is null:\n%s", text)
		}
		for _, k := range r.Query.Knobs() {
			v, there := o.Scenario[k.Key()]
			if wanted := k.Within == "" && (!k.Asks || r.Query.Reads(k.Name) && k.Asked(s)); there != wanted || there && v != k.JSON(s) {
				t.Fatalf("%s is %v in\n%s", k.Key(), v, text)
			}
		}
		count := 0
		for _, g := range r.Answer.Groups {
			for _, q := range g.Quantities {
				count++
				v, there := o.Quantities[q.Key()]
				if q.Words != "" {
					if v != q.Words {
						t.Fatalf("%s is %v, not %q, in\n%s", q.Key(), v, q.Words, text)
					}
					continue
				}
				got := number(v)
				if !there || !bits(q.A, got) || got == nil && v != nil {
					t.Fatalf("%s is %v in\n%s", q.Key(), q.A, text)
				}
				if got == nil && !q.Limit {
					infinite++
					if !strings.Contains(strings.Join(o.Warnings, "\n"), q.Name) {
						t.Fatalf("%s is null without a warning in\n%s", q.Key(), text)
					}
				}
			}
		}
		if count != len(o.Quantities) {
			t.Fatalf("%d quantities are written as %d", count, len(o.Quantities))
		}
		tablesAgree(t, r, o)
	}
	if infinite < 30 {
		t.Errorf("only %d values were infinite: this tries nothing", infinite)
	}
}

func tablesAgree(t *testing.T, r Result, o document) {
	t.Helper()
	want := len(r.Answer.Tables)
	for _, table := range r.Answer.Tables {
		rows := o.Tables[table.Name]
		if len(rows) != table.Len {
			t.Fatalf("%s has %d rows, want %d", table.Name, len(rows), table.Len)
		}
		for i, row := range rows {
			if want := len(table.Columns); table.Rows != "" && (len(row) != want+1 || row[table.Rows] != table.Label(i)) || table.Rows == "" && len(row) != want {
				t.Fatalf("row %d of %s is %v, want %d cells and its name", i, table.Name, row, want)
			}
			for j, x := range table.Row(i) {
				c := table.Columns[j]
				v, there := row[c.Key()]
				agrees := bits(x, number(v))
				switch {
				case c.Words != nil:
					agrees = v == c.Words(i)
				case c.Truth:
					agrees = v == (x == 1)
				}
				if !there || !agrees {
					t.Fatalf("row %d of %s is %v, want %v", i, table.Name, row, table.Row(i))
				}
			}
		}
	}
	if r.Answer.Pair {
		want++
		pairAgrees(t, r, o.Tables["compare"])
	}
	if len(o.Tables) != want {
		t.Fatalf("there are %d tables, want %d", len(o.Tables), want)
	}
}

func pairAgrees(t *testing.T, r Result, rows []map[string]any) {
	t.Helper()
	byName := map[string]map[string]any{}
	for _, row := range rows {
		byName[row["name"].(string)] = row
	}
	for _, g := range r.Answer.Groups {
		for _, q := range g.Quantities {
			row, there := byName[q.Key()]
			if q.Words != "" || q.WordsB != "" {
				if !there || row["a"] != q.Words || row["b"] != q.WordsB || row["ratio"] != nil {
					t.Fatalf("%s is %v, want %q and %q", q.Key(), row, q.Words, q.WordsB)
				}
				continue
			}
			if q.Single { // one value for the two is a ratio
				if !there || row["a"] != nil || row["b"] != nil || !bits(q.A, number(row["ratio"])) {
					t.Fatalf("%s is %v, want the ratio %v", q.Key(), row, q.A)
				}
				continue
			}
			ratio := q.B / q.A
			if math.IsInf(q.A, 0) { // nothing over infinity is no ratio
				ratio = math.NaN()
			}
			if !there || !bits(q.A, number(row["a"])) || !bits(q.B, number(row["b"])) || !bits(ratio, number(row["ratio"])) {
				t.Fatalf("%s is %v, want %v and %v", q.Key(), row, q.A, q.B)
			}
		}
	}
}
