package jitter

import (
	"math"
	"testing"

	"retune/calc"
)

// TestAtOnceIsNoDelay checks that a policy that is at once has no delay: with lists, growing delays, every type of
// jitter, and whole seconds, of which the first are 0.
func TestAtOnceIsNoDelay(t *testing.T) {
	for kind := range Types {
		row := Type(kind).Row()
		for i := range 20 {
			p := Policy{Policy: calc.Policy{InitialDelay: 0.2 * float64(i&1), Factor: 2, Cap: math.Inf(1)},
				Jitter: Jitter{Type: Type(kind), Amount: row.MinAmount}, Retries: math.Inf(1), Deadline: math.Inf(1)}
			if i >= 10 {
				p.Quantum.Size = 1
			}
			if i%10 >= 2 {
				p.Growth = calc.Growth{Kind: calc.Listed, List: calc.NewList(float64(i&1), float64(i>>1&1), float64(i>>2&1))}
			}
			if p.Validate() != nil || p.Stateful() {
				continue
			}
			longest := 0.0
			for k := 1.0; k <= 8; k++ {
				_, hi := p.Retry(k).Support()
				longest = max(longest, hi)
			}
			if p.AtOnce() && longest > 0 {
				t.Errorf("%+v is at once, with delays of up to %v s", p, longest)
			}
		}
	}
}
