package policy

import (
	"fmt"
	"math"

	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/calc/numeric"
	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// precision returns the effort of distributions for the effort of an answer.
func precision(effort answer.Effort) elapsed.Effort {
	if effort == answer.Rough {
		return elapsed.Coarse
	}
	return elapsed.Fine
}

// A moment is a figure of a distribution, and the name of its column.
type moment struct {
	name   string
	of     func(jitter.Dist) float64
	detail bool // only in JSON and CSV
	wide   bool // and in a table that is shown in full
}

var moments = []moment{
	{"min", func(d jitter.Dist) float64 { lo, _ := d.Support(); return lo }, true, false},
	{"mean", jitter.Dist.Mean, false, false},
	{"p05", quantile(0.05), true, false},
	{"p50", quantile(0.50), true, true},
	{"p95", quantile(0.95), false, false},
	{"p99", quantile(0.99), true, true},
	{"max", highest, true, false},
	{"sd", func(d jitter.Dist) float64 { return math.Sqrt(d.Variance()) }, true, false},
}

func quantile(q float64) func(jitter.Dist) float64 {
	return func(d jitter.Dist) float64 { return d.Quantile(q) }
}

// mostRows is the largest number of rows in the table of retries by the deadline.
const mostRows = 1000

// deadlineTable returns the distribution of the number of retries by the deadline, if there is one.
func deadlineTable(a *answer.Answer, l timeline) []answer.Table {
	s := l.policy
	if !unit.Finite(s.CallLimit()) {
		return nil
	}
	const never = 1e-9
	most := l.atLeast(never)
	least := min(most, l.atLeast(1-never))
	if most-least >= mostRows {
		a.Warn(answer.Truncated, fmt.Sprintf("the retries by the deadline are those up to %d", least+mostRows-1),
			"retries_by_deadline")
		most = least + mostRows - 1
	}
	var rows [][]answer.Value
	for k := least; k <= most; k++ {
		row := l.withErrors(func(l timeline) []float64 {
			at := l.StartedBy(k, math.Inf(1))
			return []float64{float64(k), at - l.StartedBy(k+1, math.Inf(1)), at}
		})
		if row[1].Number > never {
			rows = append(rows, row)
		}
	}
	digits, off := l.digits(true), l.coarser != nil
	return []answer.Table{answer.Table{Name: "retries_by_deadline", InPicture: true,
		Columns: []answer.Column{{Name: "retries", Kind: unit.Count},
			{Name: "probability", Kind: unit.Share, Digits: digits, HasEstimates: off},
			{Name: "at least", Kind: unit.Share, Digits: digits, HasEstimates: off}},
	}.WithRows(len(rows), func(i int) []answer.Value { return rows[i] })}
}

// maxRetries returns the largest number of retries to consider: the limit of the policy, or a bound that no deadline
// exceeds.
func (l timeline) maxRetries() int {
	switch most := l.policy.MostRetries(); {
	case unit.Finite(most):
		return int(most)
	case l.policy.Rule.Starts.Most > 0:
		return mostStarts
	}
	return 1 << 40
}

// mostStarts is the largest number of retries to consider with a limit of starts.
const mostStarts = 1 << 16

// atLeast returns the largest number of retries made with probability p or more.
func (l timeline) atLeast(p float64) int {
	n := float64(l.maxRetries())
	more, _ := numeric.FirstWhole(func(k float64) bool { return k > n || l.StartedBy(int(k), math.Inf(1)) < p }, 1,
		n+1)
	return int(more) - 1
}
