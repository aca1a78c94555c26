package elapsed

import (
	"context"
	"math"
	"testing"

	"retune/calc/jitter"
)

// A patience is a context that is done after it has been asked so many times.
type patience struct {
	context.Context
	left int
}

func (p *patience) Err() error {
	if p.left--; p.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestStoppedLast stops an answer of thousands of retries that may be the last one, each on
// hundreds of caps: it would take a minute.
func TestStoppedLast(t *testing.T) {
	p := jitter.Policy{CapAfter: true, Retries: math.Inf(1), Deadline: 3600, Jitter: jitter.Jitter{Type: jitter.NormalRelative, Amount: 1}}
	p.InitialDelay, p.Factor, p.Cap = 0.25, 4, 0.5
	ctx := &patience{context.Background(), 1000}
	if newIndependent(ctx, p, Coarse).Last(); ctx.left >= 0 {
		t.Errorf("it asks %d times whether it is stopped", 1000-ctx.left)
	}
}
