package client

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"retune/calc/jitter"
)

// ruleNames are the names of the rules by their numbers, which never change.
const ruleNames = `not-accepted no-wait no-jitter same-wait first-at-once start-limit short-deadline no-attempt-timeout
	deadline-first multiplied inner-cut no-budget wide-budget fixed-budget spent-budget overflow partial-overflow
	not-growing ignored jitter-ignored data-dropped queue-full samples-lost blocked crash delivered-twice comes-back
	sent-again refused-together ends-early cap-ends hangs-whole count-kept risky-key
	start-limit-unreached cap-below-first no-cap missing-key`

// TestRules checks that the numbers of the rules are the published ones, and that each rule is explained.
func TestRules(t *testing.T) {
	names := strings.Fields(ruleNames)
	word := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	for i, r := range Rules() {
		row := r.Row()
		if i < len(names) && row.Name != names[i] || int(r) != i+1 {
			t.Errorf("%s is %s, want %s", r.ID(), row.Name, names[i])
		}
		if !word.MatchString(row.Name) || row.Weight < Note || row.Says == "" || strings.HasSuffix(row.Says, ".") ||
			!strings.HasSuffix(row.Why, ".") || slices.Contains(row.Behind, r) {
			t.Errorf("%s: %+v", r.ID(), row)
		}
	}
	if len(Rules()) < len(names) || NotAccepted.ID() != "R001" || RiskyKey.ID() != "R034" {
		t.Errorf("there are %d rules from %s to %s", len(Rules()), NotAccepted.ID(), RiskyKey.ID())
	}
}

// TestTrapsHaveRules checks that every finding about any client at its defaults has a rule.
func TestTrapsHaveRules(t *testing.T) {
	seen := 0
	for _, row := range Rows() {
		v := row.Defaults()
		p, err := v.Policy()
		if err != nil {
			p = jitter.Policy{Deadline: math.Inf(1), TotalTimeout: math.Inf(1)}
		}
		for _, f := range Findings(v, p) {
			seen++
			if f.Rule == 0 {
				t.Errorf("%s: %s has no rule", row.Name, f.Text)
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d findings", seen)
	}
}
