package simulate

import (
	"context"

	"retune/calc/fleet"
	"retune/calc/numeric"
)

// A simulation is one run of a system.
type simulation struct {
	config
	rng
	calendar   calendar
	batch      []event                     // events of the tick, if simulated in order
	keys       []uint64                    // sorted keys: time in the tick and index in batch
	order      []uint64                    // the remaining part of keys
	due        numeric.Heap[uint64, event] // events scheduled during the tick for the same tick
	now        int                         // tick
	tickStart  uint64
	slow       slowing
	workers    workerQueue
	lastSecond uint64 // the second for which a limited server counts
	accepted   float64
	processes  []process
	pasts      []fleet.Recent // memories of budgets with a window
	counts     []counts       // by step
	attempts   []uint64       // by bin
	underWay   uint64
	lastEnd    uint64 // end of the last request

	waiter  <-chan struct{} // closed when the run is cancelled
	events  int             // events counted at the last check
	most    float64         // limit of attempts; the run stops at twice as many events at the latest
	since   int             // events since the last check
	stopped bool

	settled func(*simulation) bool // reports whether the run may end; nil unless only the outcome is needed
	stuck   bool                   // the server will answer no further attempt in time
	end     uint64                 // end of the result: less than the duration if the run ended early
}

// newSimulation returns a simulation that is ready to run, in memory from r.
func newSimulation(c *config, r *recycler) *simulation {
	s := r.take()
	*s = simulation{config: *c, end: c.duration, calendar: s.calendar, batch: s.batch, keys: s.keys, due: s.due[:0],
		slow: s.slow, processes: s.processes[:0], pasts: s.pasts, counts: zeroed(s.counts, c.steps),
		attempts: zeroed(s.attempts, c.bins)}
	s.slow.prepare(c)
	atOnce := c.system.Traffic.Clients
	if c.system.Traffic.Kind == fleet.Open {
		atOnce = c.system.Traffic.Rate * c.system.Server.ServiceTime
	}
	// the calendar grows if there are more
	s.calendar.prepare(c, int(min(atOnce, mostClients))+1, len(s.slow.waiting))
	return s
}

// zeroed returns n zeros, in the memory of x if it is large enough.
func zeroed[T any](x []T, n int) []T {
	if n > cap(x) {
		return make([]T, n)
	}
	x = x[:n]
	clear(x)
	return x
}

// run simulates the system once, unless ctx is done first. The error is ErrLimit if the run makes more than most
// attempts.
func (s *simulation) run(ctx context.Context, seed uint64, most float64) error {
	s.waiter, s.most = ctx.Done(), most
	s.seed(seed)
	s.together()
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.stopped || s.made() > most {
		return ErrLimit
	}
	return nil
}

// at returns the counts of the step that contains t, a time before the end of the run.
func (s *simulation) at(t uint64) *counts {
	return &s.counts[min(int(s.step.of(t)), len(s.counts)-1)]
}

// begin returns the first event of client i: its first attempt, after a think time in closed traffic.
func (s *simulation) begin(i uint64) event {
	e := event{}
	if p := uint64(len(s.processes)); p > 1 {
		e.owner = i % p
	}
	switch s.system.Traffic.Kind {
	case fleet.Closed:
		return s.rest(e, 0)
	case fleet.Burst:
		t := s.below(min(s.units(s.system.Traffic.Starts()), s.duration))
		e.at, e.from, e.more = t<<atShift, t<<fromShift, s.opens(t)
	}
	return e
}

// open sets up the processes with their budgets.
func (s *simulation) open() {
	s.processes = zeroed(s.processes, int(s.config.processes))
	if s.protection.slot > 0 {
		s.pasts = zeroed(s.pasts, len(s.processes))
	}
	for i := range s.processes {
		p := &s.processes[i]
		if p.tokens = s.protection.full; s.protection.slot > 0 {
			p.past = &s.pasts[i]
			*p.past = s.protection.budget.Recent()
		}
	}
}

// beginAll schedules the first events.
func (s *simulation) beginAll() {
	if s.protected {
		s.open()
	}
	if s.system.Traffic.Kind == fleet.Open {
		s.schedule(s.arrival(0))
	} else {
		for i := uint64(0); i < uint64(s.system.Traffic.Clients) && !s.halts(1); i++ {
			s.schedule(s.begin(i))
		}
	}
	for _, x := range s.slow.hangs {
		s.visit(x[1])
	}
}

// together simulates all clients, tick by tick.
func (s *simulation) together() {
	s.beginAll()
	for s.now = 0; s.now < s.ticks && !s.passes(); s.now++ {
		for l := s.calendar.turn(uint64(s.now)); l != 0 && !s.halts(chunkWords/8); {
			s.calendar.push(s.calendar.take(&l))
		}
		next, busy := s.calendar.upcoming(uint64(s.now))
		if s.now = int(next); !busy {
			s.now-- // the next block begins
			continue
		}
		s.tickStart = uint64(s.now) * s.tick.unit
		if s.settled != nil && s.settled(s) {
			return
		}
		if s.server == polled || s.server == atArrival {
			s.work()
		}
		s.simulateTick()
	}
	if s.slow.inside == 0 {
		return
	}
	s.now, s.tickStart = s.ticks, s.duration
	s.stuck = s.isStuck(true)
	for i, l := range s.slow.waiting { // attempts whose end is not known when the run ends
		s.slow.waiting[i] = 0
		s.each(l, func(s *simulation, _ event) event { s.underWay++; return none() })
	}
}

// isStuck reports whether it is sure that a slowing server answers no attempt in time for a day after all outages. It
// never is with Cancel, before the last outage has ended, or for an empty server. Otherwise it is
//
//	polled      if even the oldest attempt will be younger at the horizon than the latency, so that none leaves
//	atArrival   if the attempts that stay for the day slow the server so much that every later attempt times out
//
// The latency was computed for no more attempts than are in the server, at a check before, or now if fresh is true.
func (s *simulation) isStuck(fresh bool) bool {
	h := &s.slow
	if s.cancel || h.inside == 0 || s.tickStart < s.intervals[len(s.intervals)-1].start {
		return false
	}
	switch s.server {
	case atArrival:
		w := &s.system.Server
		return h.kept > 0 && w.Slowed(s.seconds(s.latency(h.kept, 1)), w.Law.Least()) > s.seconds(s.timeout)
	case polled:
		if fresh {
			h.last = knownLatency{h.inside, 1, s.latency(h.inside, 1)}
		}
		if h.last.inside == 0 || h.inside < h.last.inside || h.last.rate != 1 {
			return false
		}
		for h.oldest < s.now && h.cohorts.of(h.oldest).n == 0 {
			h.oldest++
		}
		oldest := uint64(h.oldest) * s.tick.unit
		return len(h.held) == 0 && h.last.latency > s.horizon-min(oldest, s.horizon) || h.last.latency > s.horizon
	}
	return false
}

// visit makes sure that tick i is simulated even if no event is due in it. Tick i must not be over.
func (s *simulation) visit(i int) {
	if i < s.ticks {
		s.calendar.mark(uint64(i))
	}
}

// simulateTick handles the events of the current tick, including events that are added to it meanwhile.
func (s *simulation) simulateTick() {
	for !s.stopped {
		l := s.calendar.due(uint64(s.now))
		if s.inOrder {
			e, ok := s.first(l)
			if !ok {
				return
			}
			s.halts(1)
			s.schedule(s.act(e))
			continue
		}
		if l == 0 {
			return
		}
		s.each(l, (*simulation).act)
	}
}

// each removes the events of a list and schedules the next event of each client.
func (s *simulation) each(l list, next func(*simulation, event) event) {
	for l != 0 && !s.stopped {
		events := s.calendar.take(&l)
		n := 0
		for _, e := range events {
			if e = next(s, e); !e.isNone() {
				events[n] = e
				n++
			}
		}
		s.calendar.push(events[:n])
		s.halts(len(events))
	}
}

// schedule adds an event to the calendar, unless it is none.
func (s *simulation) schedule(e event) {
	if !e.isNone() {
		s.calendar.push([]event{e})
	}
}
