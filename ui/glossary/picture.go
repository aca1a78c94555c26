package glossary

import (
	"math"
	"slices"
	"strings"

	"retune/calc"
	"retune/calc/jitter"
)

// eighths are blocks that fill a cell from below.
var eighths = []rune(" ▁▂▃▄▅▆▇█")

// typeOf is the type of a row of the table.
func typeOf(row jitter.Row) jitter.Type {
	return jitter.Type(slices.IndexFunc(jitter.Types, func(r jitter.Row) bool { return r.Name == row.Name && r.Unit == row.Unit }))
}

// density is the probabilities that a delay drawn around d = 1 s falls into each of n
// equal parts of [0, end], seconds. For a type that depends on the delay before it is
// the delay after one of d, with the initial delay d/2; for one with a path, retry 2, with
// that and the factor 2.
func density(row jitter.Row, n int) (parts []float64, end float64) {
	inf := math.Inf(1)
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1, Cap: inf}, Jitter: jitter.Jitter{Type: typeOf(row), Amount: row.Default, From: row.DefaultFrom}, Retries: inf, Deadline: inf}
	var x jitter.Dist
	switch {
	case row.Path != nil:
		p.InitialDelay, p.Factor = 0.5, 2
		x = p.Path(2)
	case p.Stateful():
		p.InitialDelay = 0.5
		x = p.Next(1, false)
	default:
		x = p.One(1)
	}
	end = math.Max(2, math.Ceil(x.Quantile(0.999)))
	below := 0.0
	for i := range n {
		upTo := x.CDF(end * float64(i+1) / float64(n))
		parts = append(parts, upTo-below)
		below = upTo
	}
	return parts, end
}

// bars draws parts as columns, the highest of them full, in so many lines.
func bars(parts []float64, lines int) []string {
	most := 0.0
	for _, p := range parts {
		most = math.Max(most, p)
	}
	out := make([]string, lines)
	for line := range lines {
		var b strings.Builder
		under := 8 * (lines - 1 - line) // eighths of the column that are below this line
		for _, p := range parts {
			filled := int(math.Round(p / most * float64(8*lines)))
			if p > 1e-3*most && filled == 0 {
				filled = 1
			}
			b.WriteRune(eighths[max(0, min(8, filled-under))])
		}
		out[line] = strings.TrimRight(b.String(), " ")
	}
	return out
}

// Picture draws how likely each delay is that the type makes of d, with its usual
// amount: two lines of bars over an axis.
func Picture(row jitter.Row) []string {
	const perD = 20 // columns
	_, end := density(row, 1)
	parts, _ := density(row, perD*int(end))
	axis := []rune(strings.Repeat("─", len(parts)+1))
	labels := []rune(strings.Repeat(" ", len(parts)+3))
	for i := range int(end) + 1 {
		axis[i*perD] = '┴'
		label := [...]string{"0", "d"}[min(i, 1)]
		if i > 1 {
			label = string(rune('0'+i)) + "d"
		}
		copy(labels[i*perD:], []rune(label))
	}
	for i, r := range labels { // the labels stand in the axis
		if r != ' ' && i < len(axis) {
			axis[i] = r
		} else if r != ' ' {
			axis = append(axis, r)
		}
	}
	return append(bars(parts, 2), string(axis))
}

// Spark draws the same in one line from 0 to 2 d.
func Spark(row jitter.Row) string {
	const perD = 10
	_, end := density(row, 1)
	parts, _ := density(row, perD*int(end))
	return bars(parts, 1)[0]
}
