package des

import (
	"context"
	"slices"

	"retune/calc/system"
)

// play simulates the system once, until ctx is done.
func play(ctx context.Context, w system.System, seed uint64) (system.Result, error) {
	r := newRules(w)
	var tallies []tally
	var underWay uint64
	stop := func() bool { return ctx.Err() != nil }
	if r.alone {
		tallies, underWay, _ = playAlone(r, seed, 1, stop)
	} else {
		tallies, underWay, _ = playTogether(r, seed, 1, stop)
	}
	if err := ctx.Err(); err != nil {
		return system.Result{}, err
	}
	return r.run(w, tallies, underWay), nil
}

// newPart returns a part with everything that it has to itself.
func newPart(r *rules, h *host, i int, d dice, stop func() bool) *part {
	p := &part{dice: d, stop: stop, tokens: newBucket(r.world.Client.Budget), breaker: newBreaker(r), tallies: make([]tally, r.steps)}
	p.rules, p.host, p.part = *r, h, uint64(i)
	if h == nil {
		return p
	}
	if r.kind == entry {
		p.leaves = make([]uint32, r.ticks)
	}
	if r.kind == entry || r.kind == looking {
		p.pending = make([]list, min(uint64(r.ticks), r.expiry+2))
	}
	clients := min(r.world.Traffic.Clients, 1e8) / float64(r.parts) // for more the queue grows as it fills
	p.wheel = newWheel(&r.clock, r.remember, int(clients)+1, len(p.pending))
	return p
}

// playTogether plays the clients in the order of time, to a tick.
func playTogether(r *rules, seed uint64, cores int, stop func() bool) ([]tally, uint64, bool) {
	h := newHost(r)
	parts := make([]*part, r.parts)
	for i := range parts {
		parts[i] = newPart(r, h, i, newDice(seed, uint64(i)), stop)
		parts[i].open()
	}
	crew := newCrew(parts, cores)
	defer crew.dismiss()
	for i := range r.ticks {
		if i%64 == 0 && stop() {
			return nil, 0, false
		}
		h.begin(i, parts)
		crew.tick(i)
		if slices.ContainsFunc(parts, func(p *part) bool { return p.stopped }) {
			return nil, 0, false
		}
		h.end(i, parts)
	}
	var underWay uint64
	for _, p := range parts {
		underWay += p.underWay + p.left()
		for i := range p.tallies {
			h.tallies[i].add(&p.tallies[i])
		}
	}
	return h.tallies, underWay, true
}

// open puts into the queue what the clients of a part begin with: a think, an
// arrival, or call 0.
func (p *part) open() {
	if p.world.Traffic.Kind == system.Open {
		p.queue(p.arrival(0))
		return
	}
	for i := p.part; i < uint64(p.world.Traffic.Clients); i += p.parts {
		p.queue(p.begin())
	}
}

// begin returns what a client begins with.
func (p *part) begin() event {
	switch p.world.Traffic.Kind {
	case system.Closed:
		return p.rest(0)
	case system.Burst:
		return newEvent(0, calls, 0)
	}
	return p.arrival(0)
}

// turn plays what is due in tick i.
func (p *part) turn(i int) {
	p.breaker.turn()
	for _, v := range p.host.finished {
		p.release(v.came, func(e event, t uint64) event {
			if v.at > 0 {
				return p.fate(e, t, v.at)
			}
			return p.fate(e, t, t+v.age)
		})
	}
	if j := p.host.expired; j >= 0 {
		p.release(j, func(e event, t uint64) event { return p.fate(e, t, never) })
	}
	for !p.enough() {
		l := p.wheel.at(uint64(i))
		if !p.ordered && l == 0 {
			return
		}
		if !p.ordered {
			p.each(l, (*part).play)
			continue
		}
		p.each(l, (*part).line)
		if len(p.due) == 0 {
			return
		}
		p.queue(p.play(p.due.pop()))
	}
}

// enough asks, every 65,536 events or so, whether to stop: a tick may have billions.
func (p *part) enough() bool {
	if now := p.played >> 16; now != p.asked {
		p.asked, p.stopped = now, p.stopped || p.stop()
	}
	return p.stopped
}

// each puts into the queue what the clients of a list do next.
func (p *part) each(l list, next func(*part, event) event) {
	for l != 0 {
		events := p.wheel.take(&l)
		n := 0
		for _, e := range events {
			if e = next(p, e); !e.isNone() {
				events[n] = e
				n++
			}
		}
		p.wheel.push(events[:n])
	}
}

// line puts an event in line, where a tick is played in the order of time.
func (p *part) line(e event) event {
	p.due.push(e)
	return none()
}

// queue queues what a client does next.
func (p *part) queue(e event) {
	if !e.isNone() {
		p.wheel.push([]event{e})
	}
}

// release ends the calls that came in tick j and are still waited for.
func (p *part) release(j int, end func(event, uint64) event) {
	l := &p.pending[j%len(p.pending)]
	p.each(*l, func(_ *part, e event) event { return end(e, e.time()) })
	*l = 0
}

// left is how many calls wait for their fate when the horizon is reached.
func (p *part) left() (n uint64) {
	for _, l := range p.pending {
		p.each(l, func(*part, event) event { n++; return none() })
	}
	return n
}
