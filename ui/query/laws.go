package query

import (
	"fmt"
	"math"

	"retune/calc/jitter"
	"retune/ui/knob"
	"retune/ui/unit"
)

// mostLaws is how many retries have their laws computed: the cost of an elapsed
// time grows with its retry, and beyond that many the law is a normal one in
// all but name.
const mostLaws = 100

// mostStateful is the same for laws whose joint distribution is carried along.
const mostStateful = 30

// most is how many retries of the policy have laws.
func most(s knob.Scenario) float64 {
	if s.Stateful() {
		return mostStateful
	}
	return mostLaws
}

// laws is the law of every retry of the policy that can start, as far as laws
// go.
func laws(s knob.Scenario, effort Effort) *jitter.Schedule {
	n := min(s.Retries, most(s))
	if math.IsInf(s.Retries, 1) && finite(s.Deadline) {
		n = min(n, 4*s.RetriesBy(s.Deadline)+20)
	}
	if effort == Rough {
		return jitter.New(s.Policy, int(n), jitter.Coarse)
	}
	return jitter.New(s.Policy, int(n), jitter.Fine)
}

// A moment is one figure of a distribution, with the name it has in a column.
type moment struct {
	name   string
	of     func(jitter.Dist) float64
	detail bool // for JSON and CSV only
}

var moments = []moment{
	{"min", func(d jitter.Dist) float64 { lo, _ := d.Support(); return lo }, true},
	{"mean", jitter.Dist.Mean, false},
	{"p05", quantile(0.05), true},
	{"p50", quantile(0.50), true},
	{"p95", quantile(0.95), false},
	{"p99", quantile(0.99), true},
	{"max", func(d jitter.Dist) float64 { _, hi := d.Support(); return hi }, true},
	{"sd", func(d jitter.Dist) float64 { return math.Sqrt(d.Variance()) }, true},
}

func quantile(q float64) func(jitter.Dist) float64 {
	return func(d jitter.Dist) float64 { return d.Quantile(q) }
}

// jitterAt is what jitter makes of the figures at T.
func jitterAt(l timeline) []Quantity {
	s := l.policy
	done := s.RetriesBy(s.AskAt)
	mean, p99, expected := math.NaN(), math.NaN(), done
	switch {
	case l.laws == nil:
		mean, p99 = s.Delay(done+1), s.Delay(done+1)
	default:
		expected = l.laws.Expected(s.AskAt)
		if done < float64(l.laws.Len()) {
			d := l.laws.Delay(int(done) + 1)
			mean, p99 = d.Mean(), d.Quantile(0.99)
		}
		if expected > float64(l.laws.Len())-0.5 && s.Retries > float64(l.laws.Len()) {
			expected = math.NaN() // there may be more than have laws
		}
	}
	why := fmt.Sprintf("the laws go as far as retry %g", most(l.policy))
	return []Quantity{
		{Name: "retries expected", Symbol: "E N(T)", Kind: unit.Number, A: expected, Limit: true, why: why},
		{Name: "current delay mean", Kind: unit.Duration, A: mean, Limit: true, why: why},
		{Name: "current delay p99", Kind: unit.Duration, A: p99, Limit: true, why: why},
	}
}

// density is the probability of eight equal parts of where all but a hundredth
// of the delays before retry k lie.
func (l timeline) density(k float64) []float64 {
	if l.laws == nil || !(k >= 1 && k <= float64(l.laws.Len())) {
		return nil
	}
	d := l.laws.Delay(int(k))
	lo, hi := d.Quantile(0.005), d.Quantile(0.995)
	parts := make([]float64, 8)
	before := 0.0
	for i := range parts {
		next := d.CDF(lo + (hi-lo)*float64(i+1)/8)
		parts[i], before = next-before, next
	}
	return parts
}

// lastRetry is mean and 99th percentile of the time at which the last retry
// starts, for a policy whose retries are few enough to have laws.
func lastRetry(l timeline) []Quantity {
	n := l.policy.Retries
	why := fmt.Sprintf("the laws go as far as retry %g", most(l.policy))
	if n < 1 {
		why = "the policy makes no retry"
	}
	list := []Quantity{
		{Name: "last retry mean", Symbol: "E T_n", Kind: unit.Duration, A: math.NaN(), Limit: true, why: why},
		{Name: "last retry p99", Kind: unit.Duration, A: math.NaN(), Limit: true, why: why},
		{Name: "ended by deadline", Symbol: "P(T_n>D)", Kind: unit.Share, A: math.NaN(), Limit: true, why: why},
	}
	switch {
	case n < 1 || n > most(l.policy):
	case l.laws == nil:
		at := l.policy.Policy.Elapsed(n)
		list[0].A, list[1].A, list[2].A = at, at, 0
		if l.policy.RetriesBy(l.policy.Deadline) < n {
			list[2].A = 1
		}
	default:
		d := l.laws.Elapsed(int(n))
		list[0].A, list[1].A, list[2].A = d.Mean(), d.Quantile(0.99), 0
		if finite(l.policy.Deadline) {
			list[2].A = 1 - d.CDF(l.policy.Deadline)
		}
	}
	return list
}

// deadlineTable is the law of the number of retries that start by the
// deadline, if there is one.
func deadlineTable(l timeline) []Table {
	s := l.policy
	if !finite(s.Deadline) {
		return nil
	}
	rows := [][]float64{{s.Total(), 1, 1}}
	if l.laws != nil {
		started := append(l.laws.Started(s.Deadline), 0)
		rows = nil
		before := 1.0
		for k, next := range started {
			if p := before - next; p > 1e-12 {
				rows = append(rows, []float64{float64(k), p, before})
			}
			before = next
		}
	}
	return []Table{{Name: "retries_by_deadline", Len: len(rows),
		Columns: []Column{{Name: "retries", Kind: unit.Count}, {Name: "probability", Kind: unit.Share}, {Name: "at least", Kind: unit.Share}},
		Row:     func(i int) []float64 { return rows[i] }}}
}
