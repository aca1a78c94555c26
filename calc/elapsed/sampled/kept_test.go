package sampled

import (
	"math"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
)

// TestKept asks for as many retries as are added up for a request that hardly ever succeeds, which
// for a percentile is done again and again: none is drawn twice. The walk counts as one of 50,000
// clients, and what follows it as the 1,024 that are drawn of so many.
func TestKept(t *testing.T) {
	const clients, added = 128, 2100
	c := New(t.Context(), jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 1.1, Cap: math.Inf(1)}, Jitter: jitter.Jitter{Type: jitter.Spread, Amount: 0.5},
		Feedback: true, Retries: math.Inf(1), Deadline: math.Inf(1)}, clients, 1)
	for k := 1; k <= added; k++ {
		if c.Start(k); k == shortest {
			c.held += (50_000-clients)*shortest + 2*(1024-clients)*(added-shortest)
		}
	}
	if len(c.kept) != added {
		t.Errorf("of %d retries %d are kept", added, len(c.kept))
	}
}
