package elapsed

import (
	"context"
	"sync"

	"retune/calc/jitter"
)

type sharedKey struct{}

// A shared is the clients that New has returned for a context, by what was asked for.
type shared struct {
	mu sync.Mutex
	of map[asked]Clients
}

type asked struct {
	policy jitter.Policy
	effort Effort
}

// Shared returns a context for which New returns the same clients where it is asked for the
// same policy again, so that several answers about a policy are worked out once. What they
// keep is kept as long as the context is.
func Shared(ctx context.Context) context.Context {
	return context.WithValue(ctx, sharedKey{}, &shared{of: map[asked]Clients{}})
}

// sharedOr returns the clients of the policy that ctx shares, which make returns first.
func sharedOr(ctx context.Context, p jitter.Policy, effort Effort, make func() Clients) Clients {
	s, ok := ctx.Value(sharedKey{}).(*shared)
	if !ok {
		return make()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	key := asked{p, effort}
	if s.of[key] == nil {
		s.of[key] = make()
	}
	return s.of[key]
}
