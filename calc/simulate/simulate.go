package simulate

import (
	"context"
	"slices"

	"retune/calc/fleet"
	"retune/calc/numeric"
)

// A simulation is one run of a system.
type simulation struct {
	config
	rng
	calendar   calendar
	batch      []event                     // of the tick, where that is simulated in order
	keys       []uint64                    // their times in it and their places in batch, sorted
	order      []uint64                    // those of keys that are left
	due        numeric.Heap[uint64, event] // what has come in the tick itself
	now        int                         // tick
	tickStart  uint64
	slow       slowing
	workers    workerQueue
	lastSecond uint64 // for which a limited server counts
	accepted   float64
	processes  []process
	pasts      []fleet.Recent // of budgets that look back
	counts     []counts       // by step
	attempts   []uint64       // by bin
	underWay   uint64
	lastEnd    uint64 // of a request

	waiter  <-chan struct{} // closed when the run is no longer wanted
	events  int             // so far
	most    float64         // attempts that it may make; it stops at latest at twice as many events
	since   int             // events since these were asked
	stopped bool

	settled func(*simulation) bool // tells, where only the outcome is asked, whether the run may end
	stuck   bool                   // it has, as the server answers no more
	end     uint64                 // of the result: before the duration where the run has ended
}

// spare keeps simulations that are over.
var spare numeric.Spare[simulation]

// newSimulation returns a simulation that is ready to be run, in spare memory if there is some.
func newSimulation(c *config) *simulation {
	s := spare.Take()
	*s = simulation{config: *c, end: c.duration, calendar: s.calendar, batch: s.batch, keys: s.keys, due: s.due[:0],
		slow: s.slow, processes: s.processes[:0], pasts: s.pasts, counts: zeroed(s.counts, c.steps),
		attempts: zeroed(s.attempts, c.bins)}
	s.slow.prepare(c)
	atOnce := c.system.Traffic.Clients
	if c.system.Traffic.Kind == fleet.Open {
		atOnce = c.system.Traffic.Rate * c.system.Server.ServiceTime
	}
	s.calendar.prepare(c, int(min(atOnce, mostClients))+1, len(s.slow.waiting)) // with more it grows
	return s
}

// zeroed returns n zeros, in the memory of x if that is large enough.
func zeroed[T any](x []T, n int) []T {
	if n > cap(x) {
		return make([]T, n)
	}
	x = x[:n]
	clear(x)
	return x
}

// run simulates the system once, until ctx is done. The error is ErrLimit if it makes more attempts than
// it may.
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

// made returns how many attempts there were.
func (s *simulation) made() float64 {
	attempts := uint64(0)
	for i := range s.counts {
		attempts += s.counts[i].first + s.counts[i].retries
	}
	return float64(attempts)
}

// at returns the counts of the step in which t lies, t before the end of the run.
func (s *simulation) at(t uint64) *counts {
	return &s.counts[min(int(s.step.of(t)), len(s.counts)-1)]
}

// halts reports, after n more events, whether to stop: it asks every 65,536 events, of
// which a tick may have billions.
func (s *simulation) halts(n int) bool {
	if s.since += n; s.since >= 1<<16 {
		s.ask()
	}
	return s.stopped
}

// ask asks whether to stop.
func (s *simulation) ask() {
	s.events, s.since = s.events+s.since, 0
	if float64(s.events) > 2*s.most || len(s.calendar.words)+s.workers.busy.len() > mostWords {
		s.stopped = true
	}
	select {
	case <-s.waiter:
		s.stopped = true
	default:
	}
}

// The size of a run: its clients, its processes, and the words of memory that attempts under way may take,
// 160 MB.
const (
	mostClients   = 5_000_000
	mostProcesses = 500_000
	mostWords     = 20_000_000
)

// tooLarge tells whether w is beyond that size, or certainly makes more attempts than it may.
func tooLarge(w fleet.System, most float64) bool {
	if w.Traffic.Kind == fleet.Open {
		return w.Traffic.Rate*w.Duration > 2*most+1e3
	}
	return w.Traffic.Clients > mostClients || protected(w.Client) && w.ProcessCount() > mostProcesses
}

// begin returns what client i begins with: a think, or the first attempt.
func (s *simulation) begin(i uint64) event {
	e := event{}
	if p := uint64(len(s.processes)); p > 1 {
		e.owner = i % p
	}
	switch s.system.Traffic.Kind {
	case fleet.Closed:
		return s.rest(e, 0)
	case fleet.Burst:
		t := s.below(min(s.units(fleet.BurstSpan), s.duration))
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

// beginAll puts what the clients begin with into the calendar.
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

// together simulates all clients in the order of time, to a tick.
func (s *simulation) together() {
	s.beginAll()
	for s.now = 0; s.now < s.ticks && !s.halts(16); s.now++ {
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
	for i, l := range s.slow.waiting { // whose end is not known when the run ends
		s.slow.waiting[i] = 0
		s.each(l, func(s *simulation, _ event) event { s.underWay++; return none() })
	}
}

// isStuck tells whether the server answers no attempt any more up to the end. All that goes wrong is
// over, and it slows by what is in it, and nothing leaves: even the oldest attempt is younger then
// than the latency is now.
func (s *simulation) isStuck() bool {
	h := &s.slow
	if s.server != polled || s.cancel || h.inside == 0 || h.last.inside == 0 || h.inside < h.last.inside ||
		s.tickStart < s.intervals[len(s.intervals)-1].start || h.last.rate != 1 {
		return false
	}
	for h.since < s.now && h.cohorts.of(h.since).n == 0 {
		h.since++
	}
	oldest := uint64(h.since) * s.tick.unit
	return len(h.held) == 0 && h.last.latency > s.duration-oldest || len(h.held) > 0 && h.last.latency > s.duration
}

// visit has tick i simulated, which is not over, even if no event is due in it.
func (s *simulation) visit(i int) {
	if i < s.ticks {
		s.calendar.mark(uint64(i))
	}
}

// simulateTick simulates what is due in the present tick, to which more may come.
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

// first takes out the first event of the present tick, to which those of a list are added,
// and reports whether there is one.
func (s *simulation) first(l list) (e event, ok bool) {
	if l != 0 && len(s.order) == 0 && len(s.due) == 0 {
		s.sort(l)
	} else {
		for l != 0 && !s.stopped { // they came in the tick itself
			for _, e := range s.calendar.take(&l) {
				s.due.Push(e.time(), e)
			}
		}
	}
	switch {
	case len(s.order) > 0 && (len(s.due) == 0 || s.order[0]>>indexBits <= s.due[0].Key-s.tickStart):
		e, s.order = s.batch[s.order[0]&(1<<indexBits-1)], s.order[1:]
		return e, true
	case len(s.due) > 0:
		return s.due.Pop(), true
	}
	return event{}, false
}

// indexBits is how many bits of a key the place of an event has. The time in the tick has the others.
const indexBits = 24

// sort takes the events of a tick out of a list and sorts them by time.
func (s *simulation) sort(l list) {
	s.batch, s.keys = s.batch[:0], s.keys[:0]
	for l != 0 && !s.stopped {
		events := s.calendar.take(&l)
		for _, e := range events {
			s.keys = append(s.keys, (e.time()-s.tickStart)<<indexBits|uint64(len(s.batch)))
			s.batch = append(s.batch, e)
		}
		s.halts(len(events))
	}
	slices.Sort(s.keys)
	s.order = s.keys
}

// each schedules what the clients of a list do next.
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

// schedule puts what a client does next into the calendar.
func (s *simulation) schedule(e event) {
	if !e.isNone() {
		s.calendar.push([]event{e})
	}
}
