package des

import "retune/calc/system"

// openStreams is how many streams a stream of requests is cut into.
const openStreams = 256

// playAlone plays each client to the end, one after the other: nothing that one
// does matters to another, so that no queue is needed. An open stream is cut
// into as many streams as would have been clients.
func playAlone(r *rules, seed uint64, _ int, stop func() bool) ([]tally, uint64, bool) {
	clients := uint64(r.world.Traffic.Clients)
	if r.world.Traffic.Kind == system.Open {
		clients, r.parts = openStreams, openStreams
	}
	p := newPart(r, nil, 0, 0, stop)
	for id := uint64(0); id < clients && !p.enough(); id++ {
		p.dice = newDice(seed, id)
		p.life()
	}
	return p.tallies, p.underWay, !p.stopped
}

// life plays all that a client does, which may be billions of calls.
func (p *part) life() {
	for e := p.begin(); !e.isNone() && !p.stopped; {
		next := none()
		if e.kind() == arrives {
			next, e = p.arrival(e.time()), p.request(e.time())
		}
		for !e.isNone() && !p.enough() {
			p.played++
			e = p.call(e)
		}
		e = next
		p.played++
	}
}
