// Package query holds table 2 of retune: everything that can be asked.
//
// An [answer.Query] is a name, an explanation and a pure function from a
// [knob.Scenario] to an [answer.Answer]; [Queries] lists them all. Sub-commands and
// questions asked by a flag, the tabs of the screen, --explain, the README and
// the reports derive from it. A query only puts together what calc computes,
// once; how a number looks as text is decided elsewhere.
package query

import (
	"retune/ui/answer"
	"retune/ui/query/fleet"
	"retune/ui/query/policy"
	"retune/ui/query/target"
	"slices"
)

// Results is table 3: every figure that can be asked for by its name.
var Results = slices.Concat(policy.Results, fleet.Results)

// Wanted is those of them that a knob can be solved for.
var Wanted = policy.Results

// Queries is table 2, in the order in which everything lists them.
var Queries = []answer.Query{
	policy.At, policy.Schedule, policy.Compare, policy.Reconnect, policy.Jitter, policy.Success,
	fleet.Fleet, fleet.Levers, fleet.Contend,
	target.SolveQuery(Wanted), target.What(Results), target.Recommend(policy.Traits),
	policy.Ratio, policy.ToFactor,
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
