package policy

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/calc/numeric"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// clients returns the times of the clients of the policy of s. In an answer that is [Sharing], equal questions share
// one computation.
func clients(ctx context.Context, s setting.Scenario, effort answer.Effort) times {
	type question struct {
		policy jitter.Policy
		effort answer.Effort
	}
	made := func() elapsed.Clients { return elapsed.New(s.Policy, precision(effort)) }
	if shared, ok := ctx.Value(sharedKey{}).(context.Context); ok {
		return asked(ctx, answer.Once(shared, question{s.Policy, effort}, made))
	}
	return asked(ctx, made())
}

type sharedKey struct{}

// Sharing makes the parts of a question share the clients of equal policies. The clients are freed with the answer.
func Sharing(q answer.Question) answer.Question {
	ask := q.Ask
	q.Ask = func(ctx context.Context, s setting.Scenario, effort answer.Effort) answer.Answer {
		return ask(context.WithValue(ctx, sharedKey{}, answer.Remembering(ctx)), s, effort)
	}
	return q
}

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

// jitterAt returns the state of clients at T, counting the deadline and the limit of retries.
func jitterAt(l timeline) []answer.Quantity {
	s := l.policy
	const why = "the policy has ended"
	list := []answer.Quantity{
		{Name: "retries expected", Symbol: "E N(T)", Kind: unit.Number, Digits: l.digits(false)},
		{Name: "current delay mean", Kind: unit.Duration, A: math.NaN(), Why: why, Digits: l.digits(true)},
		{Name: "current delay p99", Kind: unit.Duration, A: math.NaN(), Why: why, Digits: l.digits(true)},
	}
	if l.needs(list[0].Name) {
		list[0].A = l.times.RetriesBy(s.AskAt)
	}
	if l.figure == list[0].Name {
		return list
	}
	if d, _ := l.times.Waiting(s.AskAt); d != nil {
		list[1].A, list[2].A = d.Mean(), d.Quantile(0.99)
	}
	return list
}

// lastRetry returns the mean, the 99th percentile and the maximum of the start of the last retry, and the probability
// that the deadline ends the policy.
func lastRetry(l timeline) []answer.Quantity {
	s := l.policy
	why, whyMost := noRetry, ""
	mean, p99, most := math.NaN(), math.NaN(), math.NaN()
	var status answer.Status // status of a figure that exists without a number
	if s.MostRetries() >= 1 {
		why = "no retry limit or deadline"
		if last := l.times.Last(); last != nil {
			mean, p99 = last.Mean(), last.Quantile(0.99)
			_, most = last.Support()
			why, status = l.lost(l.times, mean, why)
			if most = min(most, s.Latest()); math.IsInf(most, 1) {
				whyMost = "no upper limit is known"
			}
		}
	}
	whyDeadline := why
	if s.Rule.Starts.Most > 0 {
		whyDeadline = "the limit of starts also ends the policy"
	}
	return []answer.Quantity{
		{Name: "last retry mean", Detail: true, Digits: l.digits(false), Symbol: "E T_N", Kind: unit.Duration, A: mean,
			Limit: true, Why: why, Status: status},
		{Name: "last retry p99", Detail: true, Digits: l.digits(true), Kind: unit.Duration, A: p99, Limit: true, Why: why,
			Status: status},
		{Name: "last retry max", Detail: true, Label: "latest possible last retry", Kind: unit.Duration, A: most,
			Limit: true, Why: cmp.Or(whyMost, why)},
		{Name: "ended by deadline", Detail: !finite(s.Until()), Symbol: "P(T_n>D)", Kind: unit.Share,
			A: endedBy(s, l.times), Digits: l.digits(false), Limit: true, Why: whyDeadline},
	}
}

// lost returns why the figure x of a last retry has no finite number. An endless policy has the reason why.
func (l timeline) lost(of times, x float64, why string) (string, answer.Status) {
	switch err := of.why(); {
	case err != nil && math.IsNaN(x):
		return err.Error(), answer.Unknown
	case finite(l.policy.MostRetries()):
		return answer.Beyond, answer.Overflow
	}
	return why, ""
}

// mostRows is the largest number of rows in the table of retries by the deadline.
const mostRows = 1000

// deadlineTable returns the distribution of the number of retries by the deadline, if there is one.
func deadlineTable(a *answer.Answer, l timeline) []answer.Table {
	s := l.policy
	if !finite(s.Until()) {
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
	n := l.possible()
	var rows [][]float64
	for k := least; k <= most; k++ {
		at, after := l.times.StartedBy(k, math.Inf(1)), 0.0
		if k < n {
			after = l.times.StartedBy(k+1, math.Inf(1))
		}
		if p := at - after; p > never {
			rows = append(rows, []float64{float64(k), p, at})
		}
	}
	digits := l.digits(true)
	return []answer.Table{{Name: "retries_by_deadline", Len: len(rows), Drawn: true,
		Columns: []answer.Column{{Name: "retries", Kind: unit.Count},
			{Name: "probability", Kind: unit.Share, Digits: digits}, {Name: "at least", Kind: unit.Share, Digits: digits}},
		Row: func(i int) []float64 { return rows[i] }}}
}

// possible returns the largest number of retries to consider: the limit of the policy, or a bound that no deadline
// exceeds.
func (l timeline) possible() int {
	switch most := l.policy.MostRetries(); {
	case finite(most):
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
	n := float64(l.possible())
	more, _ := numeric.FirstWhole(func(k float64) bool { return k > n || l.times.StartedBy(int(k), math.Inf(1)) < p }, 1,
		n+1)
	return int(more) - 1
}
