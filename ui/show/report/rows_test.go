package report

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"retune/ui/ask/answer"
)

// A number in JSON is what encoding/json makes of it, and in CSV it reads back.
func TestNumbersInFull(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	list := []float64{0, 1, 0.5, 1e-6, 9.99e-7, 1e-7, 1e-10, 1e20, 1e21, 1e22, 1e100, 1e15, 1e15 + 2, 123456789, math.MaxFloat64, 5e-324}
	for range 2000 {
		list = append(list, math.Exp(rng.NormFloat64()*50), math.Trunc(math.Exp(rng.NormFloat64()*20)))
	}
	for _, x := range list {
		want, err := json.Marshal(fifteen(x))
		if got := string(jsonNumber(nil, x)); err != nil || got != string(want) {
			t.Errorf("%v is %s in JSON, want %s", x, got, want)
		}
		if got, err := strconv.ParseFloat(string(csvNumber(nil, x)), 64); err != nil || got != fifteen(x) {
			t.Errorf("%v is %s in CSV (%v)", x, csvNumber(nil, x), err)
		}
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if a, b := string(jsonNumber(nil, x)), string(csvNumber(nil, x)); a != "null" || b != "" {
			t.Errorf("%v is %q in JSON and %q in CSV", x, a, b)
		}
	}
}

// fifteen is x rounded to 15 digits, by way of another text.
func fifteen(x float64) float64 {
	y, err := strconv.ParseFloat(fmt.Sprintf("%.14e", x), 64)
	if err != nil || math.IsInf(y, 0) {
		return x
	}
	return y
}

// Words in CSV read back, whatever is in them.
func TestWordsInFull(t *testing.T) {
	for _, s := range []string{"", "full", "spread=0.2", `a "word"`, "two, three", "line\nline", " blank", `\.`, "±20%"} {
		line := "x," + string(csvWords(nil, s)) + ",y\n"
		if got, err := csv.NewReader(strings.NewReader(line)).Read(); err != nil || len(got) != 3 || got[1] != s {
			t.Errorf("%q is %q (%v)", s, line, err)
		}
	}
}

// No cell of words begins a formula of a spreadsheet, and a number stays a number.
func TestCSVRunsNothing(t *testing.T) {
	for s, want := range map[string]string{
		`=HYPERLINK("x")`: `"'=HYPERLINK(""x"")"`, "+1s": "'+1s", "-1+1": "'-1+1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1",
		"\r=1": "\"'\r=1\"", "-": "'-", "-3": "-3", "+1.5e3": "+1.5e3", "1-1": "1-1", "a=1": "a=1",
	} {
		a := answer.Answer{Groups: []answer.Group{{Quantities: []answer.Quantity{{Name: "q", Words: s}}}}}
		table := answer.Table{Name: "t", Rows: "r", Len: 1, Label: func(int) string { return s }, Row: func(int) []float64 { return nil }}
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

// A row of a long table leaves nothing behind but the numbers themselves.
func TestRowsAllocateLittle(t *testing.T) {
	row := []float64{1, 0.1, 0.1, 0.3}
	table := answer.Table{Name: "t", Len: 1, Row: func(int) []float64 { return row }}
	for i := range row {
		table.Columns = append(table.Columns, answer.Column{Name: fmt.Sprint("c", i)})
	}
	w := bufio.NewWriter(io.Discard)
	rows := rowWriter{before: []string{"", ",", ",", ","}, end: "\n", number: csvNumber, words: csvWords}
	if n := testing.AllocsPerRun(100, func() { rows.row(w, table, 0, row) }); n > 0 {
		t.Errorf("%v allocations for a row", n)
	}
}

// Rows that are computed ahead come in order, and a panic on the way is the caller's.
func TestRowsAhead(t *testing.T) {
	for _, bad := range []int{-1, 700} {
		read := -1
		func() {
			defer func() {
				if p := recover(); (p == "bad") != (bad >= 0) {
					t.Errorf("%v instead of the panic in row %d", p, bad)
				}
			}()
			next := ahead(answer.Table{Len: 1000, Row: func(i int) []float64 {
				if i == bad {
					panic("bad")
				}
				return []float64{float64(i)}
			}})
			for i := range 1000 {
				if read = i; next()[0] != float64(i) {
					t.Fatalf("row %d is out of order", i)
				}
			}
		}()
		if bad < 0 && read != 999 || read > 700 && bad > 0 {
			t.Errorf("%d rows are read", read+1)
		}
	}
}

// BenchmarkRows is what a row of a table of a million costs in each format.
func BenchmarkRows(b *testing.B) {
	r := result(b, "schedule", "factor 1.00001", "retries 10000")
	for _, format := range Formats() {
		b.Run(format, func(b *testing.B) {
			for b.Loop() {
				if err := Write(io.Discard, r, Options{Format: format}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1e4, "ns/row")
		})
	}
}
