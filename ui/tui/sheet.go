package tui

import (
	"fmt"
	"slices"
	"strings"

	"retune/ui/answer"
	"retune/ui/report"
	"retune/ui/unit"
)

// A sheet is a part of an answer as rows of cells: a group of quantities, a table, or
// what is to be known of them. The first cell of a row is its name.
type sheet struct {
	title    string
	heads    []string
	len      int
	row      func(i int) []string
	words    []bool // columns of words, which begin in line; others end so
	roles    []role // of the columns; the last one counts for those after it
	quantity func(i int) answer.Quantity
	table    string // the name of the table that it is, or ""
}

// mostLeafed is how many rows of a table can be leafed through: a schedule may have millions.
const mostLeafed = 2000

// sheets is an answer in parts, each with the heads of its columns. The tables of the
// names are left out: they stand elsewhere.
func sheets(a answer.Answer, without ...string) (list []sheet) {
	var later []sheet
	for _, g := range a.Groups {
		var first, same, details []answer.Quantity
		for _, q := range g.Quantities {
			switch cells := report.Values(q, a.Pair); {
			case q.Error:
			case q.Detail:
				details = append(details, q)
			case a.Pair && !q.Single && cells[0] == cells[1]:
				same = append(same, q)
			default:
				first = append(first, q)
			}
		}
		list = withRows(a, list, g.Title, first)
		later = withRows(a, withRows(a, later, g.Title+": the same in both", same), g.Title+": details", details)
	}
	for _, t := range a.Tables {
		if t.Len == 0 || slices.Contains(without, t.Name) || t.Even && a.Plot != nil || t.Drawn && a.Map != nil { // which show it
			continue
		}
		s := sheet{title: strings.ReplaceAll(t.Name, "_", " "), heads: report.Heads(t), len: min(t.Len, mostLeafed), table: t.Name,
			row: func(i int) []string { return report.Row(t, i) }, roles: []role{label, value}}
		if s.len < t.Len {
			s.title += fmt.Sprintf(", the first %d (e exports all)", s.len)
		}
		if t.Rows != "" {
			s.words = append(s.words, true)
		}
		for _, c := range t.Columns {
			if !c.Detail {
				s.words = append(s.words, c.Words != nil && c.Kind == unit.Count) // words for a figure stand where that does
			}
		}
		list = append(list, s)
	}
	return append(list, later...)
}

// withRows adds quantities of an answer to a list, if there are any.
func withRows(a answer.Answer, list []sheet, title string, rows []answer.Quantity) []sheet {
	if len(rows) == 0 {
		return list
	}
	cells := make([][]string, len(rows))
	filled := 0 // columns
	for i, q := range rows {
		cells[i] = append([]string{q.Called()}, values(a, q)...)
		for j, cell := range cells[i] {
			if cell != "" {
				filled = max(filled, j+1)
			}
		}
	}
	s := sheet{title: title, len: len(rows), roles: []role{label, value, policyB, label, cross}, words: []bool{true},
		row:      func(i int) []string { return cells[i] },
		quantity: func(i int) answer.Quantity { return rows[i] }}
	if a.Pair { // columns at the end that say nothing here are left out
		s.heads = []string{"", "A", "B", "B/A", "better"}[:max(filled, 3)]
		for i := range cells {
			cells[i] = cells[i][:len(s.heads)]
		}
	}
	return append(list, s)
}

// inFull is texts, each in as many lines as it takes.
func inFull(title string, texts []string, w int, r role) sheet {
	var lines []string
	for _, text := range texts {
		lines = append(lines, wrap(text, max(8, w))...)
	}
	return sheet{title: title, len: len(lines), words: []bool{true}, roles: []role{r}, row: func(i int) []string { return lines[i : i+1] }}
}

// values is the text of a quantity, with its standard error.
func values(a answer.Answer, q answer.Quantity) []string {
	cells := report.Values(q, a.Pair)
	for j, of := range report.Errors(a, q) {
		if of != "" {
			cells[j] += " " + of
		}
	}
	if a.Pair {
		cells = append(cells, report.Better(q))
	}
	return cells
}
