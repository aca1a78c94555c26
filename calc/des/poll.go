package des

import "retune/calc"

// A polls is the loop of a client that starts the retries of a request which are due, units.
//
//	t = begin + every ceil((due - begin)/every)
//
// begin is the tick at or before the first attempt: a phase before it.
type polls struct {
	every, phase uint64
	unknown      bool // the phase of each request is drawn
}

func newPolls(c *clock, p calc.Poll) polls {
	if p.Every == 0 {
		return polls{}
	}
	every := max(1, c.units(p.Every))
	return polls{every, c.units(p.Phase) % every, p.Unknown}
}

// next returns when the retry after an attempt starts that is due at t, and what the client
// has to remember of it: the phase, where that is drawn, seconds.
func (k *polls) next(r *rng, c *clock, e *event, t uint64) (at, kept uint64) {
	phase := k.phase
	if k.unknown {
		if kept = e.from & memory; e.retry() == 0 {
			kept = encode(r.Float64() * c.seconds(k.every))
		}
		phase = min(k.every-1, c.units((&event{from: kept}).remembers()))
	}
	since := t - e.start() + phase
	return e.start() + (since+k.every-1)/k.every*k.every - phase, kept
}
