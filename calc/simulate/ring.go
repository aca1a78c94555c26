package simulate

// A cohort is the n attempts that came in one tick. sum adds up their times since the start of the tick.
type cohort struct {
	tick   int64 // counted from the first run on
	n, sum uint64
}

// A ring holds cohorts by tick. It grows to span the ticks from the oldest to the newest cohort, which are few unless
// the server collapses.
type ring struct {
	slots []cohort // their number is a power of two
	first int64    // number of the first tick of this run: older cohorts count as empty
}

// at returns the slot of tick j.
func (r *ring) at(j int) *cohort { return &r.slots[j&(len(r.slots)-1)] }

// of returns the cohort of tick j, empty if the ring does not hold it.
func (r *ring) of(j int) cohort {
	if c := r.at(j); c.tick == r.first+int64(j) {
		return *c
	}
	return cohort{}
}

// empty removes the cohort of tick j.
func (r *ring) empty(j int) {
	if c := r.at(j); c.tick == r.first+int64(j) {
		*c = cohort{}
	}
}

// place returns the slot for the cohort of tick j. It grows the ring if the slot is taken.
func (r *ring) place(j int) *cohort {
	for {
		c := r.at(j)
		if c.tick == r.first+int64(j) {
			return c
		}
		if c.n == 0 || c.tick < r.first {
			*c = cohort{tick: r.first + int64(j)}
			return c
		}
		old := r.slots
		r.slots = make([]cohort, 8*len(old))
		for _, c := range old {
			if c.n > 0 && c.tick >= r.first {
				*r.at(int(c.tick - r.first)) = c
			}
		}
	}
}
