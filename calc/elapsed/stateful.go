package elapsed

import (
	"context"

	"retune/calc/elapsed/sampled"
	"retune/calc/jitter"
	"retune/calc/outage"
)

// A stateful is the clients of a policy with delays that follow from the ones before.
type stateful struct {
	*sampled.Clients
	latest float64 // seconds
}

func (s stateful) Delay(ctx context.Context, k int) (jitter.Dist, error) {
	return s.Clients.Delay(k), ctx.Err()
}

func (s stateful) Start(ctx context.Context, k int) (jitter.Dist, error) {
	return s.Clients.Start(k), ctx.Err()
}

func (s stateful) StartedBy(ctx context.Context, k int, t float64) (float64, error) {
	return s.Clients.StartedBy(k, t), ctx.Err()
}

func (s stateful) RetriesBy(ctx context.Context, t float64) (float64, error) {
	return s.Clients.RetriesBy(t), ctx.Err()
}

func (s stateful) Last(ctx context.Context) (jitter.Dist, error) {
	return s.Clients.Last(), ctx.Err()
}

func (s stateful) Waiting(ctx context.Context, t float64) (jitter.Dist, float64, error) {
	d, p := s.Clients.Waiting(t)
	return d, p, ctx.Err()
}

func (s stateful) Reconnect(ctx context.Context, o outage.Outage) (outage.Reconnect, error) {
	return s.Clients.Reconnect(o), ctx.Err()
}

func (s stateful) made(ctx context.Context, k int) ([]lattice, error) {
	d := s.Clients.Start(k)
	lo, hi := reach(d)
	return []lattice{put(d, max(hi-lo, closePoint)/1024).before(s.latest, true)}, ctx.Err()
}
