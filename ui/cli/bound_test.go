package cli

import (
	"errors"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/files/scenario"
	"retune/ui/unit"
)

// TestInconclusive checks the status of an answer whose runs stopped before they decided the verdict: without
// conditions, and with conditions on the verdict and on figures.
func TestInconclusive(t *testing.T) {
	a := answer.Answer{Inconclusive: "stopped after 3 of 20 runs",
		Groups: []answer.Group{{Quantities: []answer.Quantity{
			{Name: "verdict", Value: answer.Word("recovers"), PossibleWords: []string{"recovers", "metastable"}},
			{Name: "peak load", Value: answer.Value{Number: 10, Error: 1, Kind: unit.Rate}},
		}}}}
	for _, c := range []struct {
		unless []string
		status int // 0: it holds
	}{
		{nil, statusOpen}, {[]string{"recovers"}, statusOpen}, {[]string{"metastable"}, statusOpen},
		{[]string{"verdict != recovers"}, statusOpen},
		{[]string{"peak_load < 20/s"}, 0}, {[]string{"peak_load < 11/s"}, statusOpen}, {[]string{"peak_load < 5/s"},
			statusNone},
		{[]string{"recovers", "peak_load < 5/s"}, statusNone},
	} {
		var list []bound
		for _, text := range c.unless {
			limit, err := scenario.ParseLimit(text)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, bound{limit, "--fail-unless", false})
		}
		broken, err := check(t.Context(), list, a, new(setting.Default()))
		o, _ := errors.AsType[failure](broken)
		if err != nil || o.status != c.status || (broken == nil) != (c.status == 0) {
			t.Errorf("%v: status %d, %v, %v", c.unless, o.status, broken, err)
		}
	}
}
