package fleet

// A Recent is the memory of a budget with a window: a ring of counts for the current slot and the earlier slots that
// have not expired. The zero value has no window.
type Recent struct {
	slot, slots uint64 // the current slot, and the number of slots that count
	sum         tally
	of          [11]tally
}

// A tally counts the requests or attempts that earn retries, and the retries granted.
type tally struct{ counted, granted float64 }

// Slots is the number of slots in a window.
const Slots = 10

// Recent returns the empty memory of the budget.
func (b Budget) Recent() Recent {
	if b.FromStart {
		return Recent{slots: Slots}
	}
	return Recent{slots: Slots + 1}
}

// Begin advances to a slot, which must not be before the current one.
func (r *Recent) Begin(slot uint64) {
	if slot >= r.slot+r.slots {
		*r = Recent{slot: slot, slots: r.slots}
	}
	for ; r.slot < slot; r.slot++ {
		oldest := &r.of[(r.slot+1)%r.slots]
		r.sum.counted = max(0, r.sum.counted-oldest.counted) // rounding must not leave a negative count
		r.sum.granted = max(0, r.sum.granted-oldest.granted)
		*oldest = tally{}
	}
}

// Count adds n requests or attempts.
func (r *Recent) Count(n float64) {
	r.sum.counted += n
	r.of[r.slot%r.slots].counted += n
}

// Grant adds n granted retries.
func (r *Recent) Grant(n float64) {
	r.sum.granted += n
	r.of[r.slot%r.slots].granted += n
}

// Counted returns the requests or attempts that have not expired.
func (r *Recent) Counted() float64 { return r.sum.counted }

// Left returns how many more retries an Expiring budget grants now. It is negative if the requests have expired before
// the retries.
//
//	Ratio n + Reserve Window - m,  n counted, m granted
func (b Budget) Left(r *Recent) float64 {
	return b.Ratio*r.sum.counted + b.Reserve*b.Window - r.sum.granted
}
