package report

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"retune/ui/ask/answer"
)

// TestNumbersInFull checks that a number in JSON is what encoding/json writes, and that a number in CSV reads back.
func TestNumbersInFull(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	list := []float64{0, 1, 0.5, 1e-6, 9.99e-7, 1e-7, 1e-10, 1e20, 1e21, 1e22, 1e100, 1e15, 1e15 + 2, 123456789,
		math.MaxFloat64, 5e-324}
	for range 2000 {
		list = append(list, math.Exp(rng.NormFloat64()*50), math.Trunc(math.Exp(rng.NormFloat64()*20)))
	}
	for _, x := range list {
		want, err := json.Marshal(fifteen(x))
		if got := exact(tidy(x)); err != nil || got != string(want) {
			t.Errorf("%v is %s in JSON, want %s", x, got, want)
		}
		cell := csvCells([]any{tidy(x)})[0]
		if got, err := strconv.ParseFloat(cell, 64); err != nil || got != fifteen(x) {
			t.Errorf("%v is %s in CSV (%v)", x, cell, err)
		}
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if a, b := exact(tidy(x)), csvCells([]any{tidy(x)})[0]; a != "null" || b != "" {
			t.Errorf("%v is %q in JSON and %q in CSV", x, a, b)
		}
	}
}

// fifteen returns x rounded to 15 digits through another text.
func fifteen(x float64) float64 {
	y, err := strconv.ParseFloat(fmt.Sprintf("%.14e", x), 64)
	if err != nil || math.IsInf(y, 0) {
		return x
	}
	return y
}

// TestCSVRunsNothing checks that no cell of words is a formula in a spreadsheet, and that numbers stay unchanged.
func TestCSVRunsNothing(t *testing.T) {
	for s, want := range map[string]string{
		`=HYPERLINK("x")`: `"'=HYPERLINK(""x"")"`, "+1s": "'+1s", "-1+1": "'-1+1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1",
		"\r=1": "\"'\r=1\"", "-": "'-", "-3": "-3", "+1.5e3": "+1.5e3", "1-1": "1-1", "a=1": "a=1",
	} {
		a := answer.Answer{Groups: []answer.Group{{Quantities: []answer.Quantity{{Name: "q", Value: answer.Word(s)}}}}}
		table := answer.WordTable("t", []string{"r"}, [][]string{{s}})
		a.Tables = []answer.Table{table}
		var b strings.Builder
		if err := Write(&b, Result{Answer: a}, Options{Format: "csv"}); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); got != "name,value,unit,status\nq,"+want+",,\n\nr\n"+want+"\n" {
			t.Errorf("%q is written as %q", s, got)
		}
	}
}
