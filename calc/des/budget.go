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
	window     int    // ticks
	slot       uint64 // units, of the budget; 0: it does not look back
	kept       uint64 // whole slots that count beside the present one
	onSuccess  bool
}

const token = 1_000_000_000

func newProtection(c *clock, w system.Client) protection {
	b := w.Budget
	g := protection{budget: b.Kind, breaker: w.Breaker, pause: c.units(w.Breaker.Pause), share: b.Ratio, always: b.Reserve,
		price: [2]int64{int64(b.Price(false) * token), int64(b.Price(true) * token)},
		full:  int64(min(b.Reserve, 4e9) * token), gain: int64(min(b.Ratio, 4e9)*token + 0.5)}
	if b.Window > 0 {
		g.slot, g.kept, g.onSuccess = max(1, c.units(b.Window/10)), 10, b.OnSuccess
		if b.FromStart {
			g.kept = 9
		}
	}
	if b.Kind == system.Expiring {
		g.always *= b.Window
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
	past *past // nil where the budget does not look back
}

// A past is what a budget with a window remembers: what happened in the present slot and in
// those kept before it, in a ring.
type past struct {
	slot uint64
	sum  tally
	of   [11]tally
}

// A tally is how often that came a share of which is allowed, and the retries granted.
type tally struct{ counted, granted int64 }

// at returns the past of a process at time t, without what has expired.
func (g *protection) at(p *process, t uint64) *past {
	w, now := p.past, t/g.slot
	if now > w.slot+g.kept {
		*w = past{slot: now}
	}
	for ; w.slot < now; w.slot++ {
		oldest := &w.of[(w.slot+1)%(g.kept+1)]
		w.sum.counted -= oldest.counted
		w.sum.granted -= oldest.granted
		*oldest = tally{}
	}
	return w
}

// counts enters one more of that a share of which is allowed, and grants a granted retry.
func (g *protection) counts(p *process, t uint64) {
	w := g.at(p, t)
	w.sum.counted++
	w.of[w.slot%(g.kept+1)].counted++
}

func (g *protection) grants(p *process, t uint64) {
	w := g.at(p, t)
	w.sum.granted++
	w.of[w.slot%(g.kept+1)].granted++
}

// allows reports whether so many retries are no more than a share of so many events, and
// what is always allowed, one or the other or both.
func (g *protection) allows(retries, events int64) bool {
	share := g.share * float64(events) * (1 + 1e-12)
	if g.budget == system.Expiring {
		return float64(retries) <= share+g.always*(1+1e-12)
	}
	return float64(retries) <= max(g.always, share)
}

func (g *protection) put(p *process, n int64) { p.tokens = min(g.full, p.tokens+n) }

// request is the start of a first attempt.
func (g *protection) request(p *process, t uint64) {
	p.attempts++
	switch {
	case g.budget == system.Ratio:
		g.put(p, g.gain)
	case g.slot > 0 && !g.onSuccess:
		g.counts(p, t)
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
func (g *protection) retry(p *process, t uint64, late bool) bool {
	cost := g.cost(late)
	if p.tokens < cost {
		return false
	}
	p.tokens -= cost
	p.attempts++
	if g.budget == system.Concurrent && g.slot > 0 {
		g.counts(p, t)
	}
	return true
}

// done is the end of an attempt.
func (p *process) done(retry bool) {
	p.attempts--
	if retry {
		p.retries--
	}
}

// reserves counts a retry from time t on that is due later, and reports whether a budget
// that grants it now does.
func (g *protection) reserves(p *process, t uint64) bool {
	if g.budget == system.Expiring {
		if w := g.at(p, t); !g.allows(w.sum.granted+1, w.sum.counted) {
			return false
		}
		g.grants(p, t)
	}
	p.retries++
	return true
}

// success is the good end of an attempt in a tick; late says what the retry followed.
func (g *protection) success(p *process, tick int, t uint64, retry, late bool) {
	p.done(retry)
	g.ended(p, tick, t, false)
	switch {
	case g.budget == system.Throttle:
		g.put(p, g.gain)
	case g.onSuccess:
		g.counts(p, t)
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
		of := p.attempts
		if g.slot > 0 {
			of = g.at(p, t).sum.counted
		}
		return g.allows(p.retries+1, of)
	case system.Throttle:
	default:
		return true
	}
	p.tokens = max(0, p.tokens-token)
	return p.tokens > g.full/2
}
