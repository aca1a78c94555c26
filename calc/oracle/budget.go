package oracle

import (
	"math"

	"retune/calc/fleet"
)

// within returns how many of the times the budget counts now.
func (f *simulation) within(times []float64) (n float64) {
	b := f.w.Client.Budget
	of := func(t float64) float64 { return math.Floor(t/b.Window*10 + 1e-9) }
	for _, t := range times {
		if gone := of(f.now) - of(t); gone <= 9 || gone == 10 && !b.FromStart {
			n++
		}
	}
	return n
}

// cost returns the tokens that a retry takes from a bucket.
func cost(b *fleet.Budget, late bool) float64 {
	switch {
	case b.Kind == fleet.Ratio:
		return 1
	case b.Kind != fleet.Quota:
		return 0
	case b.Cost+b.LateCost == 0 && late:
		return 10
	case b.Cost+b.LateCost == 0:
		return 5
	case late:
		return b.LateCost
	}
	return b.Cost
}

// mayRetry reports whether a throttle and the limit of concurrent retries let a request of the process retry after its
// attempt failed.
func (f *simulation) mayRetry(p *process) bool {
	switch b := f.w.Client.Budget; b.Kind {
	case fleet.Concurrent:
		of := p.attempts
		if b.Window > 0 {
			of = f.within(p.counted)
		}
		return p.retries+1 <= math.Max(b.Reserve, b.Ratio*of)+1e-9
	case fleet.Throttle:
		p.tokens = math.Max(0, p.tokens-1)
		return p.tokens > b.Reserve/2
	}
	return true
}

// throttles draws whether adaptive throttling stops an attempt.
func (f *simulation) throttles(p *process) bool {
	k, requests, accepts := f.w.Client.Breaker.Adaptive, 0.0, 0.0
	if k == 0 {
		return false
	}
	for _, e := range p.ends {
		if e.at > f.now-f.w.Client.Breaker.Window {
			if requests++; !e.bad {
				accepts++
			}
		}
	}
	return f.r.Float64() < (requests-k*accepts)/(requests+1)
}
