package simulate

// A cohort is the n attempts that came in a tick, the times after its start added up.
type cohort struct {
	tick   int64 // counted from the first run on
	n, sum uint64
}

// A ring is cohorts by tick. It grows to the ticks that lie between the oldest and the
// newest that is in it, which are few unless the server collapses.
type ring struct {
	slots []cohort // as many as a power of two
	first int64    // the number of the first tick of this run: what is older is empty
}

// at returns the slot of tick j.
func (r *ring) at(j int) *cohort { return &r.slots[j&(len(r.slots)-1)] }

// of returns the cohort of tick j; one that is not there is empty.
func (r *ring) of(j int) cohort {
	if c := r.at(j); c.tick == r.first+int64(j) {
		return *c
	}
	return cohort{}
}

// empty takes the cohort of tick j out.
func (r *ring) empty(j int) {
	if c := r.at(j); c.tick == r.first+int64(j) {
		*c = cohort{}
	}
}

// place returns where the cohort of tick j is, or can be.
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
