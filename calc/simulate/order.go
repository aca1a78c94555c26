package simulate

import "slices"

// first adds the events of a list to the current tick, and removes and returns its first event. ok is false if there
// is none.
func (s *simulation) first(l list) (e event, ok bool) {
	if l != 0 && len(s.order) == 0 && len(s.due) == 0 {
		s.sort(l)
	} else {
		for l != 0 && !s.stopped { // events scheduled during the tick itself
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

// indexBits is the number of bits of a key for the index of the event. The other bits hold the time in the tick.
const indexBits = 24

// sort removes the events of a tick from a list and sorts them by time.
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
