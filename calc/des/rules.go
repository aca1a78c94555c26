package des

import (
	"math"

	"retune/calc/system"
)

// rules are a world made ready to be played: times in units, and every choice
// that does not depend on what happens made once. They do not change.
type rules struct {
	clock
	weather
	ladder   ladder
	world    system.System
	kind     int    // of the server
	parts    uint64 // of the fleet, each with its own dice and queue
	alone    bool   // no client feels another: each is played to the end by itself
	guarded  bool   // clients share a budget or a breaker
	ordered  bool   // who comes first gets what the next one does not: a worker, a place, a token
	cancel   bool
	think    float64 // mean, units
	shared   bool    // how a call ends changes what all share, and has to wait until it does
	remember bool    // a client has more to remember than when it does what
	timeout  uint64
	expiry   uint64 // ticks after which the calls of a tick have timed out
	deadline uint64
	retries  uint64
	look     uint64
	whole    grid // seconds
}

// manyParts is how many parts a crowd is played in, whatever the number of cores.
const manyParts = 4

// crowd reports whether the world is worth being played in parts. What the parts
// share must then be put right after every tick; a queue, a limit, a budget and
// a breaker cannot be.
func crowd(w system.System) bool {
	k := kindOf(w.Server)
	many := w.Traffic.Clients >= 100_000
	if w.Traffic.Kind == system.Open {
		many = w.Traffic.Rate*w.Horizon >= 1e6
	}
	return many && (k == entry || k == looking) && !guarded(w)
}

// guarded reports whether clients share a budget or a breaker.
func guarded(w system.System) bool {
	return w.Client.Budget.Kind != system.NoBudget || w.Client.Breaker.Share > 0
}

func newRules(w system.System) *rules {
	r := &rules{clock: newClock(w), world: w, kind: kindOf(w.Server), parts: 1}
	r.weather = newWeather(&r.clock, w)
	r.ladder = newLadder(&r.clock, w)
	r.guarded, r.cancel, r.think = guarded(w), w.Client.Cancel, w.Traffic.Think*r.perSecond
	r.alone = r.kind == steady && !r.guarded
	r.ordered = r.kind == queuing || r.kind == limited || r.guarded
	if crowd(w) {
		r.parts = manyParts
	}
	budget := w.Client.Budget.Kind
	r.shared = budget == system.Throttle || budget == system.Quota || w.Client.Breaker.Share > 0
	r.deadline = r.units(w.Client.Deadline)
	r.remember = r.shared || r.deadline < never || r.ladder.fromThink || w.Client.Stateful()
	r.timeout = r.units(w.Client.Timeout)
	r.expiry = max(1, r.timeout/r.tick.unit)
	r.retries = math.MaxUint64
	if w.Client.Retries < topRetry {
		r.retries = uint64(w.Client.Retries)
	}
	r.look = max(1, r.units(w.Server.Look))
	if r.kind == looking {
		r.look = (r.look + r.tick.unit/2) / r.tick.unit * r.tick.unit
	}
	if r.kind == steady {
		for i := range r.spells {
			a := &r.spells[i]
			over := &r.spells[a.over]
			a.plain, a.until = r.latency(0, over.rate), over.end
			if !w.Server.AtArrival {
				a.plain = r.seen(a.plain, 0)
			}
		}
	}
	r.whole = newGrid(r.units(1))
	return r
}
