// Package query holds table 2 of retune: everything that can be asked.
//
// An [answer.Query] is a name, an explanation and a pure function from a
// [knob.Scenario] to an [answer.Answer]; [Queries] lists them all. Sub-commands and
// questions asked by a flag, the tabs of the screen, --explain, the README and
// the reports derive from it. A query only puts together what calc computes,
// once; how a number looks as text is decided elsewhere.
package query

import (
	"context"
	"slices"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query/compare"
	"retune/ui/query/fleet"
	"retune/ui/query/grid"
	"retune/ui/query/policy"
	"retune/ui/query/target"
)

// Results is table 3: every figure that can be asked for by its name.
var Results = slices.Concat(policy.Results, fleet.Results)

// Wanted is those of them that a knob can be solved for: the numbers.
var Wanted = slices.DeleteFunc(slices.Clone(Results), func(r answer.Result) bool { return r.Among != nil })

// compared is A against B: by their policies, and by what else is asked of them.
var compared = policy.Sharing(compare.Query(policy.At.Screen,
	compare.Part{Ask: policy.Pair, Asked: func(knob.Scenario) bool { return true }, Slow: policy.SlowPair},
	compare.Part{Ask: policy.Success.Ask, Asked: func(s knob.Scenario) bool { return s.FailureRate > 0 || s.B().FailureRate > 0 }, Slow: policy.Success.Slow},
	compare.Part{Ask: policy.Reconnect.Ask, Asked: policy.Reconnects, Slow: policy.Reconnect.Slow},
	compare.Part{Ask: fleet.Fleet.Ask, Asked: fleet.Asked, Slow: answer.Slow, Fleet: true},
))

// Queries is table 2, in the order in which everything lists them. Each may be asked along
// the values of one knob.
var Queries = swept(
	policy.At, policy.Schedule, compared, policy.Reconnect, policy.Jitter, policy.Success,
	fleet.Fleet, fleet.Levers, fleet.Contend, grid.Map(Results, fleet.Results[0], fleet.Fleet.Screen),
	target.SolveQuery(Wanted), target.What(Results), plainly(target.Recommend(policy.Traits)),
	plainly(policy.Ratio), plainly(policy.ToFactor),
)

// plainly is a query whose formulas are for delays that grow by a factor and nothing else:
// of another rule it says that it has no answer.
func plainly(q answer.Query) answer.Query {
	ask := q.Ask
	q.Ask = func(ctx context.Context, s knob.Scenario, e answer.Effort) answer.Answer {
		for _, p := range s.Policies() {
			if row := p.Jitter.Type.Row(); !p.Usual() || row.Rare && p.Stateful() {
				return answer.Answer{None: &answer.None{
					Reason: "the delays of this policy follow more than initial delay, factor, cap and jitter, and " + q.Name + " is worked out for these alone",
					Hint:   "ask schedule, outage or solve, which take every rule"}}
			}
		}
		return ask(ctx, s, e)
	}
	return q
}

// swept is these queries with --sweep, but for a map, which has axes of its own.
func swept(list ...answer.Query) []answer.Query {
	for i, q := range list {
		if q.Work == nil {
			list[i] = grid.Swept(q, Results)
		}
	}
	return list
}

// Find returns the query with that name.
func Find(name string) (answer.Query, bool) {
	for _, q := range Queries {
		if q.Name == name {
			return q, true
		}
	}
	return answer.Query{}, false
}

// First is the first query that is so; one is.
func First(is func(answer.Query) bool) answer.Query {
	return Queries[slices.IndexFunc(Queries, is)]
}
