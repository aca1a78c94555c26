package report

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

// A document is a report as its consumers parse it.
type document struct {
	Schema        int
	RetuneVersion string `json:"retune_version"`
	Query         string
	Command       string
	Summary       string
	Assumed       string
	Scenario      map[string]any
	figuresOf
	PolicyA  *figuresOf `json:"policy_a"`
	PolicyB  *figuresOf `json:"policy_b"`
	Ratio    map[string]any
	Better   map[string]string
	Ranking  []string
	Policies []figuresOf
	Tables   map[string][]map[string]any
	Warnings []warning
}

type figuresOf struct {
	Name       string
	Quantities map[string]any
	Statuses   map[string]string
}

type warning struct {
	Code, Policy, Message string
	Keys                  []string
}

func decoded(t *testing.T, text string) (o document) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields() // the struct lists all names
	if err := d.Decode(&o); err != nil || d.More() {
		t.Fatalf("%v in\n%s", err, text)
	}
	return o
}

// bits reports whether a JSON number is x with 15 digits, or null if x is not finite.
func bits(x float64, got *float64) bool {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return got == nil
	}
	return got != nil && math.Float64bits(*got) == math.Float64bits(fifteen(x))
}

func number(v any) *float64 {
	if x, ok := v.(float64); ok {
		return &x
	}
	return nil
}

// TestJSON parses reports: one valid object, numbers with 15 digits, and null with a status and a warning for absent
// values.
func TestJSON(t *testing.T) {
	absent := 0
	for _, d := range drawn() {
		r, s := d.r, d.s
		q, _ := question.Find(r.Query)
		text := written(t, "json", r)
		if !json.Valid([]byte(text)) || !strings.HasSuffix(text, "}\n") {
			t.Fatalf("not one object:\n%s", text)
		}
		o := decoded(t, text)
		if o.Schema != Schema || o.Query != r.Query || o.Command != r.Command || o.RetuneVersion != r.Version ||
			o.Summary != r.Answer.Summary {
			t.Fatalf("the report is of something else:\n%s", text)
		}
		if o.Warnings == nil || o.Tables == nil || o.Scenario == nil {
			t.Fatalf("what is empty is null:\n%s", text)
		}
		traffic, _ := setting.Find("traffic")
		fleet := q.IncludesSetting(traffic, &s)
		for _, k := range q.Settings() {
			v, there := o.Scenario[k.Key()]
			if wanted := k.PartOf == "" && (k.OfQuestion && !k.SetsOthers || k.Asked(&s)) && (!k.OfQuestion || !fleet ||
				k.Idle == nil ||
				k.Idle(&s) == "") && q.IncludesSetting(k, &s); there != wanted || there && v != k.JSON(&s) {
				t.Fatalf("%s is %v in\n%s", k.Key(), v, text)
			}
		}
		warned := map[string]bool{}
		for i, w := range o.Warnings {
			if n := r.Answer.Warnings[i]; w.Code != string(n.Code) || w.Message != n.Message || w.Policy != n.Policy ||
				w.Keys == nil || !slices.Equal(w.Keys, n.Keys) && len(n.Keys) > 0 {
				t.Fatalf("warning %d is %v, want %v", i, w, n)
			}
			for _, key := range w.Keys {
				warned[key] = true
			}
		}
		if len(o.Warnings) != len(r.Answer.Warnings) {
			t.Fatalf("%d warnings, want %d", len(o.Warnings), len(r.Answer.Warnings))
		}
		policies := []*figuresOf{&o.figuresOf}
		if r.Answer.Policies != nil {
			policies = []*figuresOf{o.PolicyA, o.PolicyB}
			ratiosAgree(t, r, o)
			for i, p := range o.Policies {
				absent += figuresAgree(t, r.Answer, i, &p, warned)
			}
			if len(o.Policies) != 2 {
				t.Fatalf("%d policies of two", len(o.Policies))
			}
		} else if o.PolicyA != nil || o.PolicyB != nil || o.Ratio != nil {
			t.Fatalf("a second policy in\n%s", text)
		}
		for i, got := range policies {
			absent += figuresAgree(t, r.Answer, i, got, warned)
		}
		tablesAgree(t, r, o)
	}
	if absent < 30 {
		t.Errorf("only %d values were absent: this tries nothing", absent)
	}
}

// figuresAgree compares the figures of policy i and returns the number of absent ones.
func figuresAgree(t *testing.T, a answer.Answer, i int, got *figuresOf, warned map[string]bool) (absent int) {
	t.Helper()
	count, statuses, measured := 0, 0, answer.WithErrors(a.Quantities())
	for _, g := range a.Groups {
		for _, q := range answer.WithErrors(g.Quantities) {
			if q.Shared && a.Policies != nil {
				continue
			}
			count++
			x, words := q.Of(i).Number, q.Of(i).Words
			v, there := got.Quantities[q.Key()]
			if words != "" {
				if v != words {
					t.Fatalf("%s is %v, not %q", q.Key(), v, words)
				}
				continue
			}
			if !there || !bits(x, number(v)) || number(v) == nil && v != nil {
				t.Fatalf("%s is %v, not %v", q.Key(), v, x)
			}
			if status, there := got.Statuses[q.Key()]; there != (v == nil) || there && status == "" {
				t.Fatalf("%s is %v with the status %q", q.Key(), v, status)
			}
			if v == nil {
				statuses++
				if !q.IsLimit {
					absent++
					if !warned[q.Key()] {
						t.Fatalf("%s is null without a warning", q.Key())
					}
				}
			}
		}
	}
	for key, v := range got.Quantities { // the error of a figure stands beside it
		base := strings.NewReplacer("_error", "", "_se", "").Replace(key)
		if known := slices.ContainsFunc(measured, func(q answer.Quantity) bool { return q.Key() == key }); known {
			continue
		}
		if x := number(v); x == nil || !(*x > 0) || base == key || got.Quantities[base] == nil {
			t.Fatalf("%s is %v", key, v)
		}
		count++
	}
	if count != len(got.Quantities) || statuses != len(got.Statuses) {
		t.Fatalf("%d quantities are written as %d, and %d statuses as %d", count, len(got.Quantities), statuses,
			len(got.Statuses))
	}
	return absent
}

// bounds returns the number of columns of errors in a row, and checks that each is absent or at most 0.01 or 5% of its
// figure.
func bounds(t *testing.T, table answer.Table, row map[string]any) (n int) {
	t.Helper()
	for key, v := range row {
		own := func(c answer.Column) bool { return c.Key() == key }
		if base := strings.Replace(key, "_error", "", 1); base != key && !slices.ContainsFunc(table.Columns, own) {
			x, e := number(row[base]), number(v)
			if e != nil && (x == nil || !(*e > 0 && *e <= max(0.01, 0.05*math.Abs(*x)))) {
				t.Fatalf("%s of %s is %v beside %v", key, table.Name, v, row[base])
			}
			n++
		}
	}
	return n
}

func tablesAgree(t *testing.T, r Result, o document) {
	t.Helper()
	want := len(r.Answer.Tables)
	for _, table := range r.Answer.Tables {
		table, rows := table.WithErrors(false), o.Tables[table.Name]
		if len(rows) != table.Len {
			t.Fatalf("%s has %d rows, want %d", table.Name, len(rows), table.Len)
		}
		for i, row := range rows {
			want := len(table.Columns) + bounds(t, table, row)
			if len(row) != want {
				t.Fatalf("row %d of %s is %v, want %d cells", i, table.Name, row, want)
			}
			for j, x := range table.Row(i) {
				c := table.Columns[j]
				v, there := row[c.Key()]
				agrees := bits(x.Number, number(v))
				switch {
				case c.IsWords:
					agrees = v == x.Words || v == nil && x.Words == ""
				case c.IsYesNo:
					agrees = v == (x.Number == 1)
				}
				if !there || !agrees {
					t.Fatalf("row %d of %s is %v, want %v", i, table.Name, row, table.Row(i))
				}
			}
		}
	}
	if len(o.Tables) != want {
		t.Fatalf("there are %d tables, want %d", len(o.Tables), want)
	}
}

func ratiosAgree(t *testing.T, r Result, o document) {
	t.Helper()
	count := 0
	for _, g := range r.Answer.Groups {
		for _, q := range answer.WithErrors(g.Quantities) {
			ratio := q.Of(1).Number / q.Number
			switch {
			case q.Shared: // a value for both policies is a ratio
				ratio = q.Number
			case q.Words != "" || math.IsInf(q.Number, 0) || math.IsInf(q.Of(1).Number, 0): // a ratio to infinity is undefined
				ratio = math.NaN()
			}
			got, there := o.Ratio[q.Key()]
			if there {
				count++
			}
			if !bits(ratio, number(got)) {
				t.Fatalf("%s is %v, want the ratio %v", q.Key(), got, ratio)
			}
		}
	}
	if count != len(o.Ratio) {
		t.Fatalf("%d ratios, want %d", len(o.Ratio), count)
	}
}
