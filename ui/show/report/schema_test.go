package report

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestSchema checks that docs/schema.json accepts the JSON of every question and of failures, and refuses other JSON.
func TestSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../../../docs/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	valid := func(text string) error {
		document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return schema.Validate(document)
	}
	seen := map[string]bool{}
	for _, d := range drawn() {
		seen[d.r.Query] = true
		text := written(t, "json", d.r)
		if err := valid(text); err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
	}
	if len(seen) < 10 {
		t.Errorf("only %d queries were asked", len(seen))
	}
	for _, r := range []Result{
		result(t, "contend", "clients 3", "runs 2"), result(t, "fleet", "clients 20", "duration 20s", "runs 2", "vs r=1.5"),
		result(t, "schedule", "retries 2", "vs r=1.5;client=grpc;name=slow,r=3"), result(t, "jitter", "retries 2"),
	} {
		text := written(t, "json", r)
		if err := valid(text); err != nil {
			t.Errorf("%v in\n%s", err, text)
		}
		for old, other := range map[string]string{`"schema": 3`: `"schema": 1`, `"summary"`: `"sentence"`,
			`"warnings": [`: `"warnings": [{}, `} {
			if wrong := strings.Replace(text, old, other, 1); strings.HasSuffix(old, "[") &&
				strings.Contains(text, `"warnings": []`) {
				continue
			} else if valid(wrong) == nil {
				t.Errorf("%s instead of %s is valid", other, old)
			}
		}
	}
	for hint, status := range map[string]int{"": 2, "a better idea": 3} {
		var b strings.Builder
		if err := Failure(&b, `there is no flag "--x"`, hint, status); err != nil {
			t.Fatal(err)
		}
		if err := valid(b.String()); err != nil {
			t.Errorf("%v in %s", err, &b)
		}
	}
}
