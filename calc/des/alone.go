package des

import (
	"sync"
	"sync/atomic"

	"retune/calc/system"
)

// openStreams is how many streams a stream of requests is cut into.
const openStreams = 256

// playAlone plays each client to the end, one after the other: nothing that one
// does matters to another, so that no queue is needed. An open stream is cut
// into as many streams as would have been clients.
func playAlone(r *rules, seed uint64, cores int, stop func() bool) ([]tally, uint64, bool) {
	clients := uint64(r.world.Traffic.Clients)
	if r.world.Traffic.Kind == system.Open {
		clients, r.parts = openStreams, openStreams
	}
	batch := max(1, min(1024, clients/64))
	var taken atomic.Uint64
	var stopped atomic.Bool
	parts := make([]*part, max(1, min(cores, int(clients/batch)+1)))
	var all sync.WaitGroup
	for i := range parts {
		p := newPart(r, nil, 0, 0, stop)
		parts[i] = p
		all.Go(func() {
			for !stopped.Load() {
				from := taken.Add(batch) - batch
				if from >= clients {
					return
				}
				for id := from; id < min(from+batch, clients) && !p.stopped; id++ {
					p.dice = newDice(seed, id)
					p.life()
				}
				if p.stopped || stop() {
					stopped.Store(true)
				}
			}
		})
	}
	all.Wait()
	for _, p := range parts[1:] {
		parts[0].underWay += p.underWay
		for i := range p.tallies {
			parts[0].tallies[i].add(&p.tallies[i])
		}
	}
	return parts[0].tallies, parts[0].underWay, !stopped.Load()
}

// life plays all that a client does, which may be billions of calls.
func (p *part) life() {
	for e := p.begin(); !e.isNone() && !p.stopped; {
		next := none()
		if e.kind() == arrives {
			next, e = p.arrival(e.time()), p.request(e.time())
		}
		for n := 1; !e.isNone() && !p.stopped; n++ {
			if e = p.call(e); n%(1<<16) == 0 {
				p.stopped = p.stop()
			}
		}
		e = next
	}
}
