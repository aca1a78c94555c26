package fleet

// A Recent is what a budget with a window remembers: what happened in the present slot and
// in those before it that have not expired, in a ring. The zero value has no window.
type Recent struct {
	slot, slots uint64 // the present one, and how many count with it
	sum         tally
	of          [11]tally
}

// A tally counts the requests or attempts, a share of which may be retried, and the retries that
// were granted.
type tally struct{ counted, granted float64 }

// Slots is how many slots a window is cut into.
const Slots = 10

// Recent returns the empty memory of the budget.
func (b Budget) Recent() Recent {
	if b.FromStart {
		return Recent{slots: Slots}
	}
	return Recent{slots: Slots + 1}
}

// Begin goes on to a slot, which is not before the present one.
func (r *Recent) Begin(slot uint64) {
	if slot >= r.slot+r.slots {
		*r = Recent{slot: slot, slots: r.slots}
	}
	for ; r.slot < slot; r.slot++ {
		oldest := &r.of[(r.slot+1)%r.slots]
		r.sum.counted = max(0, r.sum.counted-oldest.counted) // rounding must not leave less than nothing
		r.sum.granted = max(0, r.sum.granted-oldest.granted)
		*oldest = tally{}
	}
}

// Count enters n requests or attempts.
func (r *Recent) Count(n float64) {
	r.sum.counted += n
	r.of[r.slot%r.slots].counted += n
}

// Grant enters n retries that were granted.
func (r *Recent) Grant(n float64) {
	r.sum.granted += n
	r.of[r.slot%r.slots].granted += n
}

// Counted returns the requests or attempts that have not expired.
func (r *Recent) Counted() float64 { return r.sum.counted }

// Left is how many retries more a budget of the kind Expiring grants now: below 0 if its
// requests have expired before its retries.
//
//	Ratio n + Reserve Window - m,  n counted, m granted
func (b Budget) Left(r *Recent) float64 {
	return b.Ratio*r.sum.counted + b.Reserve*b.Window - r.sum.granted
}
