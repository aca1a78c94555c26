package simulate

import (
	"math"

	"retune/calc/fleet"
)

// A protection is the budget and the breaker of every process. Tokens are counted in billionths, so that ten times a
// tenth is exactly one.
type protection struct {
	budget     fleet.Budget
	full, gain int64
	price      [2]int64 // of a retry after a failure, and after a timeout
	breaker    fleet.Breaker
	pause      uint64
	window     int    // ticks
	slot       uint64 // slot of the budget's window, units; 0: the budget has no window
}

const token = 1_000_000_000

func newProtection(c *clock, w fleet.Client) protection {
	b := w.Budget
	g := protection{budget: b, breaker: w.Breaker, pause: c.units(w.Breaker.Pause),
		price: [2]int64{int64(b.Price(false) * token), int64(b.Price(true) * token)},
		full:  int64(min(b.Reserve, 4e9) * token), gain: int64(min(b.Ratio, 4e9)*token + 0.5)}
	if b.Kind >= fleet.Concurrent && b.Window > 0 {
		g.slot = max(1, c.units(b.Window/fleet.Slots))
	}
	g.window = int(min(max(1, math.Round(w.Breaker.Window*c.perSecond/float64(c.tick.unit))), float64(c.ticks)))
	return g
}

// A process is the state that the clients of one process share: the tokens, the breaker and, under Concurrent, the
// numbers of attempts that clients wait for and of retries, including retries that are not due yet.
type process struct {
	tokens            int64
	attempts, retries int64
	breaker
	past *fleet.Recent // nil for a budget without a window
}

// at returns the memory of the budget of a process at time t.
func (g *protection) at(p *process, t uint64) *fleet.Recent {
	p.past.Begin(t / g.slot)
	return p.past
}

func (g *protection) put(p *process, n int64) { p.tokens = min(g.full, p.tokens+n) }

// request records the start of a first attempt.
func (g *protection) request(p *process, t uint64) {
	p.attempts++
	switch {
	case g.budget.Kind == fleet.Ratio:
		g.put(p, g.gain)
	case g.slot > 0 && !g.budget.OnSuccess:
		g.at(p, t).Count(1)
	}
}

func (g *protection) cost(late bool) int64 {
	if late {
		return g.price[1]
	}
	return g.price[0]
}

// retry records the start of a retry.
func (g *protection) retry(p *process, t uint64) {
	p.attempts++
	if g.budget.Kind == fleet.Concurrent && g.slot > 0 {
		g.at(p, t).Count(1)
	}
}

// done records the end of an attempt.
func (p *process) done(retry bool) {
	p.attempts--
	if retry {
		p.retries--
	}
}

// reserves takes at time t the tokens or the place that a later retry needs, and reports whether the budget had them.
// late is set if the retry follows a timeout.
func (g *protection) reserves(p *process, t uint64, late bool) bool {
	cost := g.cost(late)
	if p.tokens < cost {
		return false
	}
	p.tokens -= cost
	if g.budget.Kind == fleet.Expiring {
		past := g.at(p, t)
		if g.budget.Left(past) < 1-1e-9 {
			return false
		}
		past.Grant(1)
	}
	p.retries++
	return true
}

// success records the success of an attempt in a tick. late is set if a retry followed a timeout.
func (g *protection) success(p *process, tick int, t uint64, retry, late bool) {
	p.done(retry)
	g.ended(p, tick, t, false)
	switch {
	case g.budget.Kind == fleet.Throttle:
		g.put(p, g.gain)
	case g.budget.OnSuccess && g.slot > 0:
		g.at(p, t).Count(1)
	case g.budget.Kind == fleet.Quota && retry:
		g.put(p, g.cost(late))
	case g.budget.Kind == fleet.Quota:
		g.put(p, token)
	}
}

// failure records the failure or timeout of an attempt in a tick, and reports whether its request may go on.
func (g *protection) failure(p *process, tick int, t uint64, retry bool) bool {
	p.done(retry)
	g.ended(p, tick, t, true)
	switch g.budget.Kind {
	case fleet.Concurrent:
		of := float64(p.attempts)
		if g.slot > 0 {
			of = g.at(p, t).Counted()
		}
		return float64(p.retries+1) <= max(g.budget.Reserve, g.budget.Ratio*of*(1+1e-12))
	case fleet.Throttle:
	default:
		return true
	}
	p.tokens = max(0, p.tokens-token)
	return p.tokens > g.full/2
}
