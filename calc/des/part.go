package des

import "retune/calc/system"

// A part is some of the clients of a fleet, and what they do: one event after
// another, in the order in which the queue or the client brings them.
type part struct {
	server
	wheel    wheel
	pending  []list // calls whose fate is not known, by the tick in which they came
	due      order  // what is left of the tick, where that is played in order
	dice     dice
	tokens   bucket
	breaker  breaker
	tallies  []tally
	underWay uint64
	played   uint        // events
	stop     func() bool // asked now and then
	asked    uint        // how often
	stopped  bool        // it said true
}

// at returns the tally of the step in which t lies, t before the horizon.
func (p *part) at(t uint64) *tally {
	return &p.tallies[min(int(p.step.of(t)), len(p.tallies)-1)]
}

// play does what an event says and returns the next event of that client.
func (p *part) play(e event) event {
	p.played++
	switch e.kind() {
	case timesOut:
		return p.late(e, e.time(), p.at(e.time()))
	case succeeds:
		return p.success(e, e.start(), e.time(), p.at(e.time()))
	case arrives:
		// The next one has the queue to itself; the request goes on.
		p.queue(p.arrival(e.time()))
		e = p.request(e.time())
	}
	return p.call(e)
}

// call starts call 0 or a retry.
func (p *part) call(e event) event {
	t, k := e.time(), e.retry()
	y := p.at(t)
	if k > 0 {
		y.waiting -= t
		y.retries++
	} else {
		y.first++
	}
	if p.guarded {
		if next, ends := p.guard(e, t, y); ends {
			return next
		}
	}
	i := p.weather.at(t)
	a := &p.spells[i]
	if a.fail > 0 && (a.fail == always || p.dice.next() < a.fail) {
		return p.failure(e, t, y)
	}
	done := max(t, a.hang) + a.plain
	if done >= a.until {
		if done = p.admit(t, i); done == refused {
			return p.failure(e, t, y)
		}
	}
	y.inServer += t
	if done == unknown {
		p.wheel.add(&p.pending[p.host.now%len(p.pending)], e)
		return none()
	}
	return p.fate(e, t, done)
}

// guard asks the budget and the breaker for a call that starts at t, and reports
// whether it ends there.
func (p *part) guard(e event, t uint64, y *tally) (next event, ends bool) {
	if e.retry() == 0 {
		p.tokens.request()
	} else if !p.tokens.retry(e.late()) {
		y.retries--
		y.givenUp++
		return p.rest(t), true
	}
	if p.breaker.open(t) {
		y.stopped++
		return p.failure(e, t, y), true
	}
	return none(), false
}

// good tells the breaker and the budget of a success at u.
func (p *part) good(e event, u uint64) {
	p.breaker.count(u, false)
	p.tokens.success(e.retry() > 0, e.late())
}

// bad tells them of a failure, and reports whether the request may go on.
func (p *part) bad(u uint64) bool {
	p.breaker.count(u, true)
	return p.tokens.bad()
}

// fate says how a call ends that started at t and is done at a known time, and
// when it leaves the server.
func (p *part) fate(e event, t, done uint64) event {
	u := min(done, t+p.timeout)
	if u >= p.horizon {
		p.underWay++
		return none()
	}
	y := p.at(u)
	if u == done && done < t+p.timeout {
		y.inServer -= u
		p.vacate(u)
		if p.shared {
			// The request is remembered no longer than that.
			return event{at: u<<atShift | succeeds<<(retryBits+1) | e.at&(lateBit|topRetry), from: t << fromShift}
		}
		return p.success(e, t, u, y)
	}
	if p.cancel {
		y.inServer -= u
		p.vacate(u)
	} else {
		y.staleIn += u
		if done < p.horizon {
			y := p.at(done)
			y.inServer -= done
			y.staleIn -= done
			y.stale++
			p.vacate(done)
		}
	}
	if p.shared {
		return event{at: u<<atShift | timesOut<<(retryBits+1) | e.at&(lateBit|topRetry), from: e.from}
	}
	return p.late(e, u, y)
}

// vacate tells a server that slows by entry when a call leaves it.
func (p *part) vacate(t uint64) {
	if p.kind == entry {
		if i := max(int(p.tick.of(t)), p.host.now+1); i < p.ticks {
			p.leaves[i]++
		}
	}
}

// success ends a call that started at t with an answer at u.
func (p *part) success(e event, t, u uint64, y *tally) event {
	y.successes++
	y.age += u - t
	if p.guarded {
		p.good(e, u)
	}
	return p.rest(u)
}

// late ends a call that times out at u.
func (p *part) late(e event, u uint64, y *tally) event {
	y.timeouts++
	return p.again(e, u, y, lateBit)
}

// failure ends a call at once.
func (p *part) failure(e event, t uint64, y *tally) event {
	y.failures++
	return p.again(e, t, y, 0)
}

// again retries at some time after u, or gives up. The event says whether it was
// late.
func (p *part) again(e event, u uint64, y *tally, late uint64) event {
	k := e.retry() + 1
	if p.guarded && !p.bad(u) || k > p.retries {
		y.givenUp++
		return p.rest(u)
	}
	var delay, remembers uint64
	if p.ladder.table {
		delay = p.ladder.climb(k, &p.dice)
	} else {
		delay, remembers = p.ladder.draw(k, e, &p.dice)
	}
	t := u + max(1, delay) // or a client whose delays come to nothing calls without end
	if t > p.deadline && t > e.start()+p.deadline {
		y.givenUp++
		return p.rest(u)
	}
	y.waiting += u
	if t >= p.horizon {
		return none()
	}
	return event{at: t<<atShift | late | min(k, topRetry), from: e.from&^(1<<fromShift-1) | remembers}
}

// rest begins the think that follows a request which ends at u.
func (p *part) rest(u uint64) event {
	if p.world.Traffic.Kind != system.Closed {
		return none()
	}
	think := p.dice.exponential() * p.think
	t := u + uint64(think)
	if !p.traffic.even {
		t = p.weather.after(&p.traffic, u, uint64(think))
	}
	if t >= p.horizon {
		return none()
	}
	next := p.request(t)
	if p.ladder.fromThink {
		next.from |= memory(p.seconds(t - u))
	}
	return next
}

// arrival returns the arrival after t of a part of an open stream.
func (p *part) arrival(t uint64) event {
	gap := p.dice.exponential() * float64(p.parts) / p.world.Traffic.Rate
	t = p.weather.after(&p.traffic, t, p.units(gap))
	if t >= p.horizon {
		return none()
	}
	return newEvent(t, arrives, 0)
}

// request returns the call 0 of a request that comes at t.
func (p *part) request(t uint64) event {
	e := newEvent(t, calls, 0)
	e.from = t << fromShift
	return e
}
