package des

import (
	"math"

	"retune/calc/system"
)

// A protection is the budget and the breaker that every process has. Tokens are counted in
// billionths, so that ten times a tenth is one.
type protection struct {
	budget     system.BudgetKind
	full, gain int64
	share      float64 // of the attempts that may be retries, and how many may be at any time
	always     float64
	price      [2]int64 // of a retry after a failure, and after a timeout
	breaker    system.Breaker
	pause      uint64
	window     int // ticks
}

const token = 1_000_000_000

func newProtection(c *clock, w system.Client) protection {
	b := w.Budget
	g := protection{budget: b.Kind, breaker: w.Breaker, pause: c.units(w.Breaker.Pause), share: b.Ratio, always: b.Reserve,
		price: [2]int64{int64(b.Price(false) * token), int64(b.Price(true) * token)},
		full:  int64(min(b.Reserve, 4e9) * token), gain: int64(min(b.Ratio, 4e9)*token + 0.5)}
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
}

func (g *protection) put(p *process, n int64) { p.tokens = min(g.full, p.tokens+n) }

// request is the start of a first attempt.
func (g *protection) request(p *process) {
	p.attempts++
	if g.budget == system.Ratio {
		g.put(p, g.gain)
	}
}

func (g *protection) cost(late bool) int64 {
	if late {
		return g.price[1]
	}
	return g.price[0]
}

// retry takes what a retry needs that is about to start, and reports whether it was
// there.
func (g *protection) retry(p *process, late bool) bool {
	cost := g.cost(late)
	if p.tokens < cost {
		return false
	}
	p.tokens -= cost
	p.attempts++
	return true
}

// done is the end of an attempt.
func (p *process) done(retry bool) {
	p.attempts--
	if retry {
		p.retries--
	}
}

// reserves counts a retry from now on that is due later.
func (p *process) reserves() { p.retries++ }

// success is the good end of an attempt in a tick; late says what the retry followed.
func (g *protection) success(p *process, tick int, t uint64, retry, late bool) {
	p.done(retry)
	g.ended(p, tick, t, false)
	switch {
	case g.budget == system.Throttle:
		g.put(p, g.gain)
	case g.budget == system.Quota && retry:
		g.put(p, g.cost(late))
	case g.budget == system.Quota:
		g.put(p, token)
	}
}

// failure is the bad end of an attempt in a tick, and reports whether its request may
// go on.
func (g *protection) failure(p *process, tick int, t uint64, retry bool) bool {
	p.done(retry)
	g.ended(p, tick, t, true)
	switch g.budget {
	case system.Concurrent:
		return float64(p.retries+1) <= max(g.always, g.share*float64(p.attempts)*(1+1e-12))
	case system.Throttle:
	default:
		return true
	}
	p.tokens = max(0, p.tokens-token)
	return p.tokens > g.full/2
}
