package simulate

import (
	"math"

	"retune/calc/fleet"
)

// A protection is the budget and the breaker that every process has. Tokens are counted in
// billionths, so that ten times a tenth is one.
type protection struct {
	budget     fleet.Budget
	full, gain int64
	price      [2]int64 // of a retry after a failure, and after a timeout
	breaker    fleet.Breaker
	pause      uint64
	window     int    // ticks
	slot       uint64 // units, of the budget's window; 0: it has none
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

// A process is what the clients in one process share: its tokens, the state of its breaker,
// and under Concurrent its attempts that are waited for and its retries, those included
// that are not due yet.
type process struct {
	tokens            int64
	attempts, retries int64
	breaker
	past *fleet.Recent // nil where the budget does not look back
}

// at returns what the budget of a process remembers at time t.
func (g *protection) at(p *process, t uint64) *fleet.Recent {
	p.past.Begin(t / g.slot)
	return p.past
}

func (g *protection) put(p *process, n int64) { p.tokens = min(g.full, p.tokens+n) }

// request is the start of a first attempt.
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

// retry is the start of a retry.
func (g *protection) retry(p *process, t uint64) {
	p.attempts++
	if g.budget.Kind == fleet.Concurrent && g.slot > 0 {
		g.at(p, t).Count(1)
	}
}

// done is the end of an attempt.
func (p *process) done(retry bool) {
	p.attempts--
	if retry {
		p.retries--
	}
}

// reserves takes from time t on what a retry needs that is due later; late says whether it
// follows a timeout. It reports whether that was there.
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

// success is the good end of an attempt in a tick; late says what the retry followed.
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

// failure is the bad end of an attempt in a tick, and reports whether its request may
// go on.
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
