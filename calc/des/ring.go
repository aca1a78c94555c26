package des

// A cohort is the n attempts that came in a tick, the times after its start added up.
type cohort struct {
	tick   int
	n, sum uint64
}

// A ring is cohorts by tick. It grows to the ticks that lie between the oldest and the
// newest that is in it, which are few unless the server collapses.
type ring struct {
	slots []cohort
	mask  int // the number of slots, a power of two, less one; -1 if there is one for each tick
	ticks int // of the run
}

// newRing returns a ring with n slots, a power of two, or as many as there are ticks.
func newRing(n, ticks int) ring {
	if n >= ticks {
		return ring{make([]cohort, ticks), -1, ticks}
	}
	return ring{make([]cohort, n), n - 1, ticks}
}

// of returns the cohort of tick j; one that is not there is empty.
func (r *ring) of(j int) cohort {
	if c := r.slots[j&r.mask]; c.tick == j {
		return c
	}
	return cohort{}
}

// empty takes the cohort of tick j out.
func (r *ring) empty(j int) {
	if c := &r.slots[j&r.mask]; c.tick == j {
		*c = cohort{}
	}
}

// place returns where the cohort of tick j is, or can be.
func (r *ring) place(j int) *cohort {
	for {
		c := &r.slots[j&r.mask]
		if c.tick == j || c.n == 0 {
			c.tick = j
			return c
		}
		old := r.slots
		*r = newRing(16*len(old), r.ticks)
		for _, c := range old {
			if c.n > 0 {
				r.slots[c.tick&r.mask] = c
			}
		}
	}
}
