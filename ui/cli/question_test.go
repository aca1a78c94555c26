package cli

import (
	"context"
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// TestNewQuestion adds a question with its own setting and a chart to the table, and asks it in every way of the
// command line.
func TestNewQuestion(t *testing.T) {
	probe := answer.Question{
		Command: answer.Command{
			Name:  "probe",
			Short: "a query that is there for this test",
			Long:  "Its own words.\n\n    size   the number that was given",
		},
		Scope: answer.Scope{Takes: []string{"at"}, Needs: []string{"probe-size"}},
		SettingsRead: answer.SettingsRead{
			OwnSettings: func() []setting.Setting {
				return []setting.Setting{setting.TargetSetting("probe-size", unit.Duration, "how large it is", 0, false)}
			},
		},
		Screen: answer.Screen{Tab: "probe"},
		Computation: answer.Computation{
			Ask: func(_ context.Context, s *setting.Scenario, _ answer.Effort) answer.Answer {
				a := answer.Answer{Summary: "It is as large as that."}
				size := answer.Quantity{Name: "size", Value: answer.Amount(s.Wanted, unit.Duration)}
				a.Groups = []answer.Group{{Title: "probed", Quantities: []answer.Quantity{size}}}
				a.Warn(answer.Approximate, "only a probe", "size_s")
				return a
			},
		},
	}
	before := question.Questions
	question.Questions = append(before[:len(before):len(before)], probe)
	defer func() { question.Questions = before }()
	for line, want := range map[string]string{
		"probe --probe-size 3s":                   "3s",
		"probe --probe-size 3s --format json":     `"size_s": 3`,
		"probe --probe-size 3s --format csv":      "3",
		"probe --probe-size 3s --format markdown": "--probe-size 3s",
		"probe --help":                            "--probe-size",
		"help probe":                              "a query that is there for this test",
		"--help":                                  "probe",
		"__complete probe --probe-s":              "--probe-size",
	} {
		if status, out, errs := run(strings.Fields(line)...); status != 0 || !strings.Contains(out, want) {
			t.Errorf("retune %s: status %d, %q does not say %q: %s", line, status, out, want, errs)
		}
	}
	if status, _, errs := run("probe"); status != statusUsage || !strings.Contains(errs, "--probe-size") {
		t.Errorf("without what it needs: status %d, %s", status, errs)
	}
}
