// Package query holds table 2 of retune: everything that can be asked.
//
// An [answer.Query] is a name, an explanation and a pure function from a
// [knob.Scenario] to an [answer.Answer]; [Queries] lists them all. Sub-commands and
// questions asked by a flag, the tabs of the screen, --explain, the README and
// the reports derive from it. A query only puts together what calc computes,
// once; how a number looks as text is decided elsewhere.
package query

import "retune/ui/answer"

// stopped is the answer of an Ask whose context has ended.
var stopped = answer.Answer{None: &answer.None{Reason: "stopped before there was an answer"}}

// Queries is table 2, in the order in which everything lists them.
var Queries = []answer.Query{at, schedule, compare, reconnect, sideBySide, success, fleetQuery, leversQuery, contendQuery, solve, what, recommend, ratio, toFactor}

// Find returns the query with that name.
func Find(name string) (answer.Query, bool) {
	for _, q := range Queries {
		if q.Name == name {
			return q, true
		}
	}
	return answer.Query{}, false
}

const sources = `Sources: the sum of a geometric series; the forms that hold near r = 1 use expm1 and
log1p (W. Kahan). The cap comes first in the published rules of AWS (Brooker, "Exponential
Backoff And Jitter", 2015) and of gRPC (proposal A6).`
