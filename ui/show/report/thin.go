package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// An entry is one line of a table: a row, or the number of rows that are left out.
type entry struct {
	row, left int
	same      bool
}

// omits says how many rows an entry leaves out.
func (e entry) omits() string {
	if e.same {
		return fmt.Sprintf("… %d more like this …", e.left)
	}
	return fmt.Sprintf("… %d more: --table all …", e.left)
}

// compared is the number of rows up to which all rows of a table are compared.
const compared = 1000

// thin selects at most n lines of a table: all rows, or all without repetitions, or a selection. A curve keeps rows at
// even steps and the rows in SampleAlways. Other tables keep the first rows and the last.
func thin(t answer.Table, n int) []entry {
	same := func(int, int) bool { return false }
	if t.Len <= compared && !t.Named && t.Len > n {
		same = alike(t)
	}
	all := make([]int, min(t.Len, compared))
	for i := range all {
		all[i] = i
	}
	if entries := collapse(all, same); t.Len <= compared && len(entries) <= n {
		return entries
	}
	if t.Even {
		return stepped(t, n, same)
	}
	last := 1
	if t.Named { // the last row is not special
		last, n = 0, n+1
	}
	entries := make([]entry, 0, n)
	for i := range n - last - 1 {
		entries = append(entries, entry{row: i})
	}
	entries = append(entries, entry{left: t.Len - len(entries) - last})
	if last > 0 {
		entries = append(entries, entry{row: t.Len - 1})
	}
	return entries
}

// alike returns a function that reports whether rows from to to have the same text apart from their first cells.
func alike(t answer.Table) func(from, to int) bool {
	texts := make([]string, t.Len)
	for i := range texts {
		texts[i] = strings.Join(Row(t, i)[1:], "\t")
	}
	return func(from, to int) bool {
		return !slices.ContainsFunc(texts[from:to+1], func(s string) bool { return s != texts[from] })
	}
}

// stepped returns the rows of a curve at the smallest even step that needs at most n lines.
func stepped(t answer.Table, n int, same func(from, to int) bool) []entry {
	peaks, span := peaksOf(t), spanOf(t)
	for step := 1; ; step++ {
		if t.Len/step > n || step < t.Len && !nice(step, span) {
			continue
		}
		rows := slices.Clone(t.SampleAlways)
		for i := 0; i < t.Len; i += step {
			rows = append(rows, peaks(i, min(i+step, t.Len))...)
		}
		slices.Sort(rows)
		if entries := collapse(slices.Compact(rows), same); len(entries) <= n || step >= t.Len {
			return entries
		}
	}
}

// peaksOf returns a function that returns the row from, and the rows before to at which a column in Peaks is largest,
// if that is more than twice the values at both ends. Without them even steps would miss waves.
func peaksOf(t answer.Table) func(from, to int) []int {
	columns := make([][]float64, len(t.Peaks))
	for i := range t.Len {
		for k, c := range t.Peaks {
			columns[k] = append(columns[k], t.At(i, c).Number)
		}
	}
	return func(from, to int) []int {
		rows := []int{from}
		for _, y := range columns {
			top := from
			for i := from; i < to; i++ {
				if y[i] > y[top] {
					top = i
				}
			}
			ends := y[from]
			if to < t.Len {
				ends = max(ends, y[to])
			}
			if y[top] > 2*ends {
				rows = append(rows, top)
			}
		}
		return rows
	}
}

// spanOf returns the time between two rows in seconds, or 0 if the rows are not at even times.
func spanOf(t answer.Table) float64 {
	if t.Columns[0].Kind != unit.Duration || t.Len < 2 {
		return 0
	}
	return t.At(1, 0).Number - t.At(0, 0).Number
}

// nice reports whether people count in such steps: 1, 2, 5, 10, 15, 20, 30, 50, 60 ..., or, of rows that are span
// seconds apart, in the times that as many take: 10s, 1m, 15m, 1h, 6h ...
func nice(step int, span float64) bool {
	if x := float64(step) * span; x >= 60 && math.Abs(x-math.Round(x)) <= 1e-9*x {
		whole := []float64{60, 120, 180, 300, 600, 900, 1200, 1800, 3600, 7200, 10800, 14400, 21600, 43200}
		return slices.Contains(whole, math.Round(x)) || math.Mod(math.Round(x), 86400) == 0
	}
	for step%10 == 0 && step > 60 {
		step /= 10
	}
	return slices.Contains([]int{1, 2, 4, 5, 10, 12, 15, 20, 25, 30, 40, 50, 60}, step)
}

// collapse replaces runs of rows that equal the row above them by one entry, if that saves a line.
func collapse(rows []int, same func(from, to int) bool) (entries []entry) {
	for i := 0; i < len(rows); i++ {
		entries = append(entries, entry{row: rows[i]})
		j := i
		for j+1 < len(rows) && same(rows[i], rows[j+1]) {
			j++
		}
		if j-i >= 3 {
			entries = append(entries, entry{left: rows[j] - rows[i], same: true})
			i = j
		}
	}
	return entries
}
