package elapsed

import (
	"context"
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

// TestStoppedLast stops an answer of hundreds of retries that may be the last one, as retries
// and deadline end at about the same time.
func TestStoppedLast(t *testing.T) {
	p := jitter.Policy{Retries: 7200, Deadline: 1800, Jitter: jitter.Jitter{Type: jitter.Full}}
	p.InitialDelay, p.Factor, p.Cap = 0.5, 1, 0.5
	ctx := &patience{context.Background(), 1000}
	if newIndependent(ctx, p, Coarse).Last(); ctx.left >= 0 {
		t.Errorf("it asks %d times whether it is stopped", 1000-ctx.left)
	}
}
