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
	"retune/ui/unit"
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
		table := answer.WordTable("t", "r", [][]string{{s}})
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

// TestFit checks that a whole table that is parted has each column in one block, with the first column in front, and no
// line that is longer than there is room, and that one that is cut is its first block.
func TestFit(t *testing.T) {
	whole := answer.Table{Name: "jitter"}
	for i := range 9 {
		whole.Columns = append(whole.Columns, answer.Column{Name: fmt.Sprint("column", i), Kind: unit.Count})
	}
	whole = whole.WithRows(3, func(row int) (cells []answer.Value) {
		for i := range 9 {
			cells = append(cells, answer.Amount(float64(1000*(i+1)+row), unit.Count))
		}
		return cells
	})
	lines := func(width int, fit Fit) []string {
		var b strings.Builder
		r := Result{Answer: answer.Answer{Tables: []answer.Table{whole}}}
		if err := Write(&b, r, Options{Columns: width, Table: All, Fit: fit}); err != nil {
			t.Fatal(err)
		}
		return strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
	}
	for width := 20; width < 100; width++ {
		parted := lines(width, Parted)
		text := strings.Join(parted, "\n")
		blocks := strings.Split(text, "\n\n")
		for i := 1; i < 9; i++ {
			if n := strings.Count(text, fmt.Sprint("column", i)); n != 1 {
				t.Errorf("%d columns: column %d is there %d times:\n%s", width, i, n, text)
			}
		}
		if n := strings.Count(text, "column0"); n != len(blocks) || len(blocks) < 9*9/width-1 {
			t.Errorf("%d columns: %d blocks have the first column %d times:\n%s", width, len(blocks), n, text)
		}
		for _, line := range parted {
			if len(line) > width {
				t.Errorf("%d columns: %q is longer", width, line)
			}
		}
		if cut := strings.Join(lines(width, Cut), "\n"); !strings.HasPrefix(cut, blocks[0][:len("column0  column1")]) ||
			strings.Contains(cut, "\n\n") {
			t.Errorf("%d columns: cut it is\n%s", width, cut)
		}
	}
}
