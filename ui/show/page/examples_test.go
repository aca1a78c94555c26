package page

import (
	"context"
	"flag"
	"html/template"
	"maps"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retune/ui/files/scenario"
)

var (
	update = flag.Bool("update", false, "write the reports of the examples anew")
	whole  = flag.Bool("whole", false, "check all examples and make their reports, which takes half a minute")
)

// TestExamples checks the results of the published examples, and that their reports are up to date: the whole report of
// the fast one, and the checks of the slow ones.
func TestExamples(t *testing.T) {
	want := map[string]map[string]bool{ // the policies that fail in some outage
		"outage":      {"fixed": true},
		"grpc-deploy": {"harder": true},
		"contention":  {},
	}
	t.Chdir("../../..")
	for name, fail := range want {
		if name == "grpc-deploy" && !*whole && !*update {
			continue
		}
		file := "examples/" + name + ".toml"
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f, err := scenario.Read(file, data, os.ReadFile)
		if err != nil {
			t.Fatal(err)
		}
		cases, _ := f.Cases()
		outcomes, err := scenario.Run(context.Background(), cases, f.Limits, false, func(*scenario.Outcome, int, int) {})
		if err != nil {
			t.Fatal(err)
		}
		list := scenario.Checks(outcomes, cases, f.Limits)
		failed := map[string]bool{}
		for _, c := range list {
			if c.State() != scenario.Holds {
				failed[c.Case.Policy] = true
			}
		}
		if !maps.Equal(failed, fail) {
			t.Errorf("%s: %v fail, want %v", name, failed, fail)
		}
		report := "examples/" + name + ".html"
		if *whole || *update || len(list) == 0 {
			r, err := Make(context.Background(), f, "0.1.0", "retune review -f "+file, func(int, int) {})
			if err != nil {
				t.Fatal(err)
			}
			text, err := r.Page().HTML()
			if err != nil || len(text) > 150_000 {
				t.Fatalf("%s: %d bytes, %v", name, len(text), err)
			}
			if *update {
				if err := os.WriteFile(report, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if is, err := os.ReadFile(report); err != nil || string(is) != text {
				t.Errorf("%s is not what is made now (%v); go test ./ui/show/page -run Examples -update writes it anew", report,
					err)
			}
			if name == "contention" {
				contends(t, r)
			}
		}
		is, err := os.ReadFile(report)
		if err != nil {
			t.Fatal(err)
		}
		row := func(c scenario.Checked) string {
			state := string(c.State())
			return `<th scope="row" class="` + state + `">` + state + `</th><td>` + c.Case.Policy + `</td><td>` + c.Case.Outage +
				`</td><td>` + template.HTMLEscapeString(c.Limit.Text) + `</td><td>` + template.HTMLEscapeString(c.Now()) + "</td>"
		}
		for _, c := range list {
			if !strings.Contains(string(is), row(c)) {
				t.Errorf("%s has no %s; go test ./ui/show/page -run Examples -update writes it anew", report, row(c))
			}
		}
	}
	if files, _ := filepath.Glob("examples/*.toml"); len(files) != len(want) {
		t.Errorf("%d examples, %d of them tested", len(files), len(want))
	}
}

// contends checks the attempts of 100 contending clients by jitter type against 10,000 runs of the published simulator.
func contends(t *testing.T, r Review) {
	t.Helper()
	published := map[string]float64{"no delay": 2422.0, "none": 1855.6, "equal": 812.2, "full": 795.9,
		"decorrelated": 1002.1}
	table := r.Topics[0].Parts[0].Answer.Tables[0]
	for i := range table.Len {
		row := table.Row(i)
		if of := published[row[0].Words]; !(math.Abs(row[2].Number-of) <= 4*row[2].Error) {
			t.Errorf("%s: %v attempts ± %v, and %v were published", row[0].Words, row[2].Number, row[2].Error, of)
		}
	}
}
