package review

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// A Baseline is the checks of a former run, as JSON has them.
type Baseline struct {
	rows map[[3]string]row
}

type row struct {
	State  string
	Policy string
	Outage string
	Limit  string
	Margin *float64
}

// ReadBaseline reads what --format json wrote.
func ReadBaseline(data []byte) (Baseline, error) {
	var doc struct {
		Query  string
		Tables struct{ Checks []row }
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		return Baseline{}, fmt.Errorf("not JSON: %w", err)
	}
	if doc.Query != "check" && doc.Query != "review" {
		return Baseline{}, errors.New("this is not the answer of retune check --format json, nor that of retune review")
	}
	b := Baseline{map[[3]string]row{}}
	for _, r := range doc.Tables.Checks {
		b.rows[[3]string{r.Policy, r.Outage, r.Limit}] = r
	}
	return b, nil
}

// Worse says in what way a check has become worse than it was, or "": its limit no longer
// holds, or its margin has become smaller by more than chance explains. What was not
// checked before must hold.
func (b Baseline) Worse(c Checked) string {
	was, known := b.rows[[3]string{c.Case.Policy, c.Case.Outage, c.Limit.Text}]
	margin := c.Finding.Margin()
	switch {
	case !known && c.State() == Fails:
		return "fails, and was not checked before"
	case !known:
		return ""
	case c.State() == Fails && was.State != string(Fails):
		return "fails, and did not before"
	case was.Margin == nil || math.IsNaN(margin):
		return ""
	}
	if slack := max(1e-9, 2*sure*c.Finding.Error/math.Abs(c.Finding.Allowed)); margin < *was.Margin-slack {
		return fmt.Sprintf("its margin was %.3g%% and is %.3g%%", 100**was.Margin, 100*margin)
	}
	return ""
}
