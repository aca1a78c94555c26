package report_test

import (
	"bytes"
	"context"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/show/report"
)

// TestChartsWhereDrawn checks that charts are only computed for formats that draw them.
func TestChartsWhereDrawn(t *testing.T) {
	q, _ := question.Find("schedule")
	a := q.Ask(context.Background(), setting.Default(), answer.Full)
	made, plot := 0, a.Plot
	a.Plot = func() []answer.Chart { made++; return plot() }
	for _, format := range report.Formats() {
		for _, charts := range []bool{false, true} {
			made = 0
			var out bytes.Buffer
			if err := report.Write(&out, report.Result{Question: q, Scenario: q.Inputs(setting.Default()), Answer: a},
				report.Options{Format: format, Charts: charts}); err != nil {
				t.Fatal(err)
			}
			if draws := charts && (format == "text" || format == "markdown") || format == report.SVG; (made > 0) != draws {
				t.Errorf("%s, --chart %v: charts are made %d times", format, charts, made)
			}
		}
	}
	made = 0
	if d := a.Drawn(); made != 1 || len(d.Charts()) != 1 || len(d.Charts()) != 1 || made != 1 {
		t.Errorf("drawn again and again, charts are made %d times", made)
	}
}
