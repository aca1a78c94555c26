package help

import (
	"cmp"
	"context"
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

// TestLabels looks up the label of every figure and every column that an answer prints.
func TestLabels(t *testing.T) {
	asked := map[string]bool{}
	explained := func(label, where string) {
		if !asked[label] && len(label) > 1 && label != "setting" && label != "command" && len(Find(label)) == 0 {
			t.Errorf("%s: nothing explains %q", where, label)
		}
		asked[label] = true
	}
	for _, q := range question.Questions {
		for _, settings := range []string{"", "jitter=full failure-rate=5% cap=1m", "vs=r=1.5"} {
			s := scenarioOf(q, settings)
			if q.Missing(s) != "" || q.Word != "" || q.Name == "map" || q.Slow != nil && settings != "" { // maps are slow
				continue
			}
			a := q.Ask(context.Background(), s, answer.Rough)
			for _, g := range a.Groups {
				for _, x := range g.Quantities {
					explained(x.Called(), q.Name)
				}
			}
			for _, table := range a.Tables {
				explained(cmp.Or(table.Head, table.Rows), q.Name)
				for _, c := range table.Columns {
					explained(cmp.Or(c.Head, c.Name), q.Name)
				}
			}
		}
	}
	if len(asked) < 100 {
		t.Errorf("only %d labels were looked up", len(asked))
	}
}

// scenarioOf returns the scenario that the question starts from, with the settings in list and those that the question
// needs.
func scenarioOf(q answer.Question, list string) setting.Scenario {
	s := setting.Preset(q.Base).AskMidway()
	for pair := range strings.FieldsSeq(list) {
		name, text, _ := strings.Cut(pair, "=")
		if k, ok := setting.Find(name); ok {
			_ = k.Set(&s, text)
		}
	}
	for _, given := range [][2]string{{"vs", "r=1.5"}, {"failure-rate", "5%"}, {"ratio", "0.1"}, {"to-factor", "1.1"},
		{"reconnect-within", "2m"}, {"of", "peak-load"}, {"sweep", "factor=1.5..2:2"}} {
		if k, ok := q.Setting(q.Missing(s)); ok && k.Name == given[0] {
			_ = k.Set(&s, given[1])
		}
	}
	return s
}
