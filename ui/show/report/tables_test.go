package report

import (
	"encoding/csv"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// TestCSV parses all blocks and compares them with JSON, and with the files that hold one block.
func TestCSV(t *testing.T) {
	for _, d := range drawn() {
		r := d.r
		o := decoded(t, written(t, "json", r))
		text := written(t, "csv", r)
		var blocks []string
		for _, name := range Tables(r.Answer) {
			var b strings.Builder
			if err := Write(&b, r, Options{Format: "csv", Table: name}); err != nil {
				t.Fatal(err)
			}
			if b.Len() > 0 {
				blocks = append(blocks, b.String())
			}
			records, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
			if err != nil || len(records) == 0 && name != Figures {
				t.Fatalf("%s: %v: %v", name, err, records)
			}
			rows := o.Tables[name]
			if name == Figures {
				rows = figureRecords(r.Answer, o)
			}
			if len(records) > 0 && len(records)-1 != len(rows) {
				t.Fatalf("%s: %d rows as CSV and %d as JSON", name, len(records)-1, len(rows))
			}
			for i, row := range rows {
				for key := range row { // JSON alone has error bounds
					if name != Figures && !slices.Contains(records[0], key) && !strings.Contains(key, "_error") {
						t.Fatalf("the heads are %v and the row is %v", records[0], row)
					}
				}
				for j, head := range records[0] {
					if cell := records[i+1][j]; head != "unit" && !cellIs(cell, row[head]) {
						t.Fatalf("%s in row %d of %s is %q, in JSON %v", head, i, name, cell, row[head])
					}
				}
			}
		}
		if want := strings.Join(blocks, "\n"); text != want {
			t.Fatalf("all blocks are\n%s\nwant\n%s", text, want)
		}
	}
}

// figureRecords returns the figures of a document in the form of the CSV block.
func figureRecords(a answer.Answer, o document) (rows []map[string]any) {
	orNil := func(statuses map[string]string, key string) any {
		if s := statuses[key]; s != "" {
			return s
		}
		return nil
	}
	for _, g := range a.Groups {
		for _, q := range answer.WithErrors(g.Quantities) {
			key := q.Key()
			row := map[string]any{"name": key}
			switch {
			case a.Policies == nil:
				row["value"], row["status"] = o.Quantities[key], orNil(o.Statuses, key)
			default:
				row["a"], row["b"], row["ratio"] = o.PolicyA.Quantities[key], o.PolicyB.Quantities[key], o.Ratio[key]
				row["a_status"], row["b_status"] = orNil(o.PolicyA.Statuses, key), orNil(o.PolicyB.Statuses, key)
				if q.Shared && row["ratio"] == nil {
					row["a_status"] = string(q.Of(0).Status)
				}
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// cellIs reports whether a CSV cell equals the JSON value v.
func cellIs(cell string, v any) bool {
	switch v := v.(type) {
	case nil:
		return cell == ""
	case bool:
		return cell == strconv.FormatBool(v)
	case float64:
		x, err := strconv.ParseFloat(cell, 64)
		return err == nil && math.Float64bits(x) == math.Float64bits(v)
	}
	return cell == v
}

// TestMarkdown checks that each table has as many cells in every row as headings, a blank line before it, and the
// command above.
func TestMarkdown(t *testing.T) {
	for _, d := range drawn() {
		r := d.r
		text := written(t, "markdown", r)
		if !strings.HasPrefix(text, "## "+r.Query+"\n\n") || !strings.Contains(text,
			"\n`"+r.Command+"` (version 1.2.3)\n") {
			t.Fatalf("the head is not the query and its command:\n%s", text)
		}
		columns, row, notes, before := 0, 0, 0, ""
		for line := range strings.Lines(text) {
			switch cells := strings.Count(line, "|") - 1; {
			case !strings.HasPrefix(line, "|"):
				columns, row = 0, 0
				if strings.HasPrefix(line, "- ") {
					notes++
				}
			case columns == 0:
				columns, row = cells, 1
				if before != "\n" {
					t.Fatalf("no blank line before %q", line)
				}
			default:
				if row++; cells != columns || (row == 2) != strings.HasPrefix(line, "| ---") {
					t.Fatalf("row %d has %d cells and its head %d: %q", row, cells, columns, line)
				}
				if row > 2+mostRows+3 && !strings.HasPrefix(line, "| ") {
					t.Fatalf("a table is long:\n%s", text)
				}
			}
			before = line
		}
		if notes != len(r.Answer.Warnings) {
			t.Fatalf("%d notes:\n%s", notes, text)
		}
	}
}

// TestText checks that text fits a screen, that no line ends in a space, and that Detail is left out.
func TestText(t *testing.T) {
	exponent := regexp.MustCompile(`[0-9]e(-|[0-9]\b|[2-9][0-9])`) // except for times of more than 100 years
	for _, d := range drawn() {
		r := d.r
		text := written(t, "text", r)
		for line := range strings.Lines(text) {
			if strings.TrimRight(line, " \n")+"\n" != line || strings.Contains(line, "NaN") || strings.Contains(line, "Inf") ||
				utf8.RuneCountInString(line) > 101 && !strings.HasPrefix(line, "command: ") {
				t.Fatalf("the line %q in\n%s", line, text)
			}
		}
		for part := range strings.SplitSeq(text, "\n\n") { // commands may have exponents
			if exponent.MatchString(part) && !strings.Contains(part, "retune ") && !strings.HasPrefix(part, "note:") &&
				!strings.HasPrefix(part, "so that ") {
				t.Errorf("an exponent in %q", part)
			}
		}
		if n := strings.Count(text, "\n"); n > 65 {
			t.Errorf("%d lines:\n%s", n, text)
		}
	}
}

// TestLongTable checks that of very many rows only those are computed that are wanted, and that text is the same with
// all and with these.
func TestLongTable(t *testing.T) {
	const long = 1e5
	for _, format := range []string{"text", "markdown"} {
		var texts []string
		for _, all := range []bool{false, true} {
			rows := 0
			table := answer.Table{Name: "schedule", Columns: []answer.Column{{Name: "retry", Kind: unit.Count},
				{Name: "delay", Kind: unit.Duration}}}
			ctx := answer.WithWants(t.Context(), answer.Wants{Rows: all})
			table = table.WithFirstRows(ctx, long, func(i int) []answer.Value {
				rows++
				return answer.Numbers(float64(i+1), float64(i))
			})
			texts = append(texts, written(t, format, Result{Answer: answer.Answer{Tables: []answer.Table{table}}}))
			if want := map[bool]int{false: answer.MaxHeldRows + 1, true: long}[all]; rows != want {
				t.Errorf("%s: %d rows are computed, want %d", format, rows, want)
			}
		}
		if texts[0] != texts[1] || !strings.Contains(texts[0], "99981 more") {
			t.Errorf("%s:\n%s", format, texts[0])
		}
	}
}

// TestThin checks that a shortened table says how many rows it leaves out, and that rows reported as equal to the one
// above are equal.
func TestThin(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 500 {
		n := 1 + rng.IntN(400)
		values := make([]float64, n)
		for i := range values {
			if i > 0 && rng.IntN(4) > 0 {
				values[i] = values[i-1]
			} else {
				values[i] = float64(rng.IntN(1000))
			}
		}
		table := answer.Table{Even: rng.IntN(2) == 0, Columns: []answer.Column{{Name: "i"}, {Name: "x"}}}
		table = table.WithRows(n, func(i int) []answer.Value { return answer.Numbers(float64(i), values[i]) })
		if table.Even {
			if table.SampleAlways = []int{rng.IntN(n)}; rng.IntN(2) == 0 {
				table.SampleAlways, table.Peaks = nil, []int{1}
			}
		}
		lines := 4 + rng.IntN(20)
		entries := thin(table, lines)
		if len(entries) > lines {
			t.Fatalf("%d entries in %d lines", len(entries), lines)
		}
		at := -1
		for k, e := range entries {
			switch {
			case e.left == 0:
				if e.row <= at {
					t.Fatalf("row %d after %d", e.row, at)
				}
				at = e.row
			case e.same:
				for i := 1; i <= e.left; i++ {
					if values[at+i] != values[at] {
						t.Fatalf("row %d is not as row %d", at+i, at)
					}
				}
				at += e.left
			default:
				if k+1 == len(entries) || entries[k+1].row != at+1+e.left {
					t.Fatalf("%d rows are left out after %d: %v", e.left, at, entries)
				}
			}
		}
		if table.Peaks != nil {
			shown := 0
			for _, e := range append(entries, entry{row: n}) {
				if e.left > 0 {
					continue
				}
				ends := values[shown]
				if e.row < n {
					ends = max(ends, values[e.row])
				}
				if shown < e.row && slices.Max(values[shown:e.row]) > 2*ends {
					t.Fatalf("a peak between %d and %d is missing: %v", shown, e.row, entries)
				}
				shown = e.row
			}
		}
		if !table.Even && at != n-1 {
			t.Fatalf("%d rows end at %d: %v", n, at, entries)
		}
		for _, row := range table.SampleAlways {
			if !slices.ContainsFunc(entries, func(e entry) bool { return e.left == 0 && e.row <= row }) {
				t.Fatalf("row %d is missing", row)
			}
		}
	}
}

// TestLongWordsAreCutInTheMiddle checks that a path in a table keeps both ends and the table its form, that short rows
// stay whole, and that a whole table has the whole path.
func TestLongWordsAreCutInTheMiddle(t *testing.T) {
	long := "configuration/" + strings.Repeat("deployment/", 12) + "service_config.json:4"
	columns := []answer.Column{{Name: "rule", IsWords: true}, {Name: "where", IsWords: true}, {Name: "finding",
		IsWords: true}}
	of := answer.Table{Name: "findings", Columns: columns}.WithRows(2, func(i int) []answer.Value {
		return []answer.Value{{Words: "R012"}, {Words: []string{long, "short.json:4"}[i]},
			{Words: strings.Repeat("every request is retried in an outage, ", 3)}}
	})
	r := Result{Answer: answer.Answer{Tables: []answer.Table{of}}}
	for width := 70; width <= 200; width += 10 {
		var b strings.Builder
		if err := Write(&b, r, Options{Width: width, Columns: width}); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width {
				t.Errorf("%d columns: a line has %d:\n%s", width, n, text)
			}
		}
		cut := regexp.MustCompile(`configuration\S*(…|/deployment/)\S*config\.json:4 `)
		if strings.Count(text, "where") != 1 || !cut.MatchString(text) || !strings.Contains(text, " short.json:4 ") {
			t.Errorf("%d columns: the path is not cut in the middle:\n%s", width, text)
		}
	}
	var b strings.Builder
	err := Write(&b, r, Options{Width: 70, Columns: 70, Table: All})
	if err != nil || !strings.Contains(b.String(), long) {
		t.Errorf("the whole table has no whole path: %v\n%s", err, b.String())
	}
}
