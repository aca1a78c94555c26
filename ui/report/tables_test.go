package report

import (
	"encoding/csv"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"retune/ui/answer"
)

// TestCSV reads the table back and compares it with that of JSON.
func TestCSV(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		r, _ := random(rng)
		records, err := csv.NewReader(strings.NewReader(written(t, "csv", r))).ReadAll()
		if err != nil || len(records) == 0 {
			t.Fatalf("%v: %v", err, records)
		}
		o := decoded(t, written(t, "json", r))
		var rows []map[string]any // the answer's own first table, or else its quantities
		switch {
		case len(r.Answer.Tables) > 0 && !r.Answer.Tables[0].Aside:
			rows = o.Tables[r.Answer.Tables[0].Name]
		case r.Answer.Pair:
			rows = o.Tables["compare"]
		default:
			rows = nil
			for _, g := range r.Answer.Groups {
				for _, q := range g.Quantities {
					rows = append(rows, map[string]any{"name": q.Key(), "value": o.Quantities[q.Key()]})
				}
			}
		}
		if len(records)-1 != len(rows) {
			t.Fatalf("%d rows as CSV and %d as JSON", len(records)-1, len(rows))
		}
		for i, row := range rows {
			if len(row) != len(records[0]) {
				t.Fatalf("the heads are %v and the row is %v", records[0], row)
			}
			for j, head := range records[0] {
				if cell := records[i+1][j]; !cellIs(cell, row[head]) {
					t.Fatalf("%s in row %d is %q, in JSON %v", head, i, cell, row[head])
				}
			}
		}
	}
}

// cellIs tells whether a cell of CSV is the value that JSON has.
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

// TestMarkdown holds that each table has as many cells in every row as heads,
// a blank line before it, and the command above.
func TestMarkdown(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		r, _ := random(rng)
		text := written(t, "markdown", r)
		if !strings.HasPrefix(text, "## "+r.Query.Name+"\n\n`"+r.Command+"`") {
			t.Fatalf("the head is not the query and its command:\n%s", text)
		}
		columns, row, tables, notes, before := 0, 0, 0, 0, ""
		for line := range strings.Lines(text) {
			switch cells := strings.Count(line, "|") - 1; {
			case !strings.HasPrefix(line, "|"):
				columns, row = 0, 0
				if strings.HasPrefix(line, "- ") {
					notes++
				}
			case columns == 0:
				columns, row = cells, 1
				tables++
				if before != "\n" {
					t.Fatalf("no blank line before %q", line)
				}
			default:
				if row++; cells != columns || (row == 2) != strings.HasPrefix(line, "| --- | ---:") {
					t.Fatalf("row %d has %d cells and its head %d: %q", row, cells, columns, line)
				}
			}
			before = line
		}
		want := len(r.Answer.Groups)
		for _, table := range r.Answer.Tables {
			want += min(1, table.Len) // one without rows is left out
		}
		if tables != want || notes != len(r.Answer.Warnings) {
			t.Fatalf("%d tables and %d notes:\n%s", tables, notes, text)
		}
	}
}

// TestText holds that the columns of figures stand under each other whatever
// the figures are, and that no line ends in a blank.
func TestText(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 400 {
		r, _ := random(rng)
		text := written(t, "text", r)
		for line := range strings.Lines(text) {
			if strings.TrimRight(line, " \n")+"\n" != line || strings.Contains(line, "NaN") || strings.Contains(line, "Inf") {
				t.Fatalf("the line %q in\n%s", line, text)
			}
		}
		blocks := strings.Split(strings.TrimPrefix(text, "\n"), "\n\n")
		if len(r.Answer.Warnings) > 0 {
			blocks = blocks[:len(blocks)-1]
		}
		for _, table := range slices.Backward(r.Answer.Tables) { // above them are the groups that have a figure
			if table.Len == 0 {
				continue
			}
			last := len(blocks) - 1
			aligned(t, blocks[last], table)
			blocks = blocks[:last]
		}
	}
}

func aligned(t *testing.T, rows string, table answer.Table) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(rows, "\n"), "\n")
	if len(lines) != table.Len+1 {
		t.Fatalf("%d lines for %d rows:\n%s", len(lines), table.Len, rows)
	}
	width := len([]rune(lines[0]))
	last := table.Columns[len(table.Columns)-1]
	if last.Words != nil { // it begins in line, and ends where it ends
		width -= len("  " + last.Name)
	}
	for i, line := range lines {
		got := len([]rune(line))
		if last.Words != nil && i > 0 && last.Words(i-1) != "" {
			got -= len([]rune("  " + last.Words(i-1)))
		} else if last.Words != nil && i == 0 {
			got = width
		}
		if got != width {
			t.Fatalf("a row is not as wide as its heads:\n%s\n%s", lines[0], line)
		}
	}
}
