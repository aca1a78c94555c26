package elapsed

import (
	"context"
	"math"
	"slices"
)

// RetriesByEach returns RetriesBy for ascending times, in seconds. With stateful delays that is far faster than a call
// for each time. After an error it returns the values before it.
func RetriesByEach(ctx context.Context, c Clients, times []float64) (list []float64, err error) {
	if s, ok := c.(*sample); ok {
		list = s.counts(ctx, times)
	}
	for len(list) < len(times) {
		n, err := c.RetriesBy(ctx, times[len(list)])
		if err != nil {
			return list, err
		}
		list = append(list, n)
	}
	return list, nil
}

// counts returns RetriesBy for the first of ascending times: those before which no client leaps. Clients draw the same
// delays whatever the time of the goal is, so one simulation serves all these times. The list is empty if it fails.
func (s *sample) counts(ctx context.Context, times []float64) (list []float64) {
	s.mu.Lock()
	r, err := s.leaps(ctx)
	s.mu.Unlock()
	if err != nil {
		return nil
	}
	if r.mean > 0 {
		first, _ := slices.BinarySearch(times, leastLeap*r.mean)
		times = times[:first]
	}
	last, limits := 0.0, make([]float64, len(times))
	for i, t := range times {
		last = min(t, s.policy.LatestStart())
		limits[i] = last * (1 + closePoint)
	}
	if len(times) == 0 || math.IsInf(last, 1) {
		return nil
	}
	g, started, n := by(last), []float64(nil), 0.0
	g.started = func(at float64) {
		i, _ := slices.BinarySearch(limits, at)
		started[i]++
	}
	begin := func(clients float64) { started, n = make([]float64, len(times)), clients }
	if s.cross(ctx, g, begin, func(crossing) {}) != nil {
		return nil
	}
	total := 0.0
	for _, x := range started {
		total += x
		list = append(list, total/n)
	}
	return list
}
