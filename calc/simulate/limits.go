package simulate

import "retune/calc/fleet"

// made returns the number of attempts so far.
func (s *simulation) made() float64 {
	attempts := uint64(0)
	for i := range s.counts {
		attempts += s.counts[i].first + s.counts[i].retries
	}
	return float64(attempts)
}

// halts adds n events and reports whether to stop. It checks every 65,536 events, because one tick may have billions.
func (s *simulation) halts(n int) bool {
	if s.since += n; s.since >= 1<<16 {
		s.ask()
	}
	return s.stopped
}

// passes is halts for a tick, which costs as much as several events but does not count for the limit of attempts.
func (s *simulation) passes() (halts bool) {
	const cost = 16
	s.events -= cost
	return s.halts(cost)
}

// ask sets stopped if the run exceeds a limit or is cancelled.
func (s *simulation) ask() {
	s.events, s.since = s.events+s.since, 0
	if float64(s.events) > 2*s.most || len(s.calendar.words)+s.workers.busy.len()+len(s.workers.free) > mostWords {
		s.stopped = true
	}
	select {
	case <-s.waiter:
		s.stopped = true
	default:
	}
}

// The limits of a run: its clients, its processes, and the words of memory for attempts under way, 96 MB.
const (
	mostClients   = 5_000_000
	mostProcesses = 500_000
	mostWords     = 12_000_000
	mostDays      = 31
)

// tooLarge reports whether w exceeds the limits of a run, or certainly makes more than most attempts.
func tooLarge(w fleet.System, most float64) bool {
	if w.Duration > mostDays*86400 {
		return true
	}
	if w.Traffic.Kind == fleet.Open {
		return w.Traffic.Rate*w.Duration > 2*most+1e3
	}
	return w.Traffic.Clients > mostClients || protected(w.Client) && w.ProcessCount() > mostProcesses
}
