package des

// A host is the state of a slowing server, which all parts share: they read it
// during a tick, and after it the host takes in what they did.
//
// Calls that came in the same tick are a cohort: the host looks at them together,
// and does so by cohort and not by call. It knows how many they are; who they
// are the part knows until their clients time out.
type host struct {
	*rules
	now      int       // tick
	start    uint64    // of the tick
	inside   uint64    // C at the start of the tick, or later where it is read
	cohorts  []cohort  // by tick: those in the server whose fate is not known
	least    uint64    // latency of an empty server
	heads    []int     // where to go on looking, of each class of ticks that are looked at together
	held     []relic   // from before the last hang ended, in order of arrival
	heldAt   int       // the class with which they are looked at
	leaves   []uint64  // calls that leave with a tick, besides those the parts know
	hang     int       // the next hang in hangs, or the present one
	hangs    [][2]int  // first tick, first tick after
	finished []verdict // cohorts whose live calls the parts are to end in this tick
	expired  int       // cohort that times out in this tick; -1: none
	tallies  []tally
}

// A cohort is so many calls, the times after the start of the tick added up.
type cohort struct{ n, sum uint64 }

func (c *cohort) add(after uint64) { c.n++; c.sum += after }

// A relic is a cohort that was in the server when a hang ended: the tick in which
// it came, and that from which its age counts.
type relic struct{ came, born int }

// A verdict is that a cohort is answered: the calls as long after their start,
// or all at a time if that is not 0.
type verdict struct {
	came int
	age  uint64
	at   uint64
}

func newHost(r *rules) *host {
	h := &host{rules: r, expired: -1, heldAt: -1}
	h.tallies = make([]tally, r.steps)
	if r.kind != looking && r.kind != entry {
		return h
	}
	h.cohorts = make([]cohort, r.ticks)
	h.least = r.latency(0, 1)
	if r.kind == looking {
		h.heads = make([]int, min(r.look/r.tick.unit, uint64(r.ticks)))
		for i := range h.heads {
			h.heads[i] = i
		}
	} else {
		h.leaves = make([]uint64, r.ticks)
	}
	end := uint64(0)
	for _, a := range r.spells {
		if a.hang > end { // a hang may be cut by other faults
			end = a.hang
			h.hangs = append(h.hangs, [2]int{h.ceil(a.start), h.ceil(end)})
		}
	}
	return h
}

// ceil returns the first tick that starts at t or later.
func (h *host) ceil(t uint64) int { return int(h.tick.of(t + h.tick.unit - 1)) }

// at returns the tally of the step in which t lies.
func (h *host) at(t uint64) *tally {
	return &h.tallies[min(int(h.step.of(t)), len(h.tallies)-1)]
}

// begin does what the server does at the start of tick i.
func (h *host) begin(i int, parts []*part) {
	h.now, h.start, h.finished, h.expired = i, uint64(i)*h.tick.unit, h.finished[:0], -1
	if h.kind != looking && h.kind != entry {
		return
	}
	hangs := h.hang < len(h.hangs) && i >= h.hangs[h.hang][0]
	ends := hangs && i >= h.hangs[h.hang][1]
	if h.kind == entry {
		h.inside -= h.leaves[i]
		for _, p := range parts {
			h.inside -= uint64(p.leaves[i])
		}
		if ends {
			h.settle(i)
		}
	} else if !hangs || ends {
		if ends {
			h.gather(i)
		}
		h.look(i)
	}
	if ends {
		h.hang++
	}
	// Also of a cohort that a look has just taken off as stale: its clients are still
	// to be told.
	if j := i - int(h.expiry); j >= 0 {
		h.expired = j
		if h.cancel {
			if h.kind == looking { // of the others the parts say when they leave
				h.inside -= h.cohorts[j].n
			}
			h.cohorts[j] = cohort{}
		}
	}
}

// look looks at the cohorts that are due: the oldest first, and on as long as one
// is done.
func (h *host) look(i int) {
	class := i % len(h.heads)
	if class == h.heldAt {
		for len(h.held) > 0 && h.done(i, h.held[0].came, h.held[0].born) {
			h.held = h.held[1:]
		}
	}
	for j := &h.heads[class]; *j < i && h.done(i, *j, *j); {
		*j += len(h.heads)
	}
}

// done reports whether cohort j is out of the server after a look in tick i.
func (h *host) done(i, j, born int) bool {
	c := h.cohorts[j]
	if c.n == 0 {
		return true
	}
	now := uint64(i) * h.tick.unit
	old := uint64(i-born) * h.tick.unit
	rate := h.spells[h.weather.at(now)].rate
	if old < h.least || old < h.latency(h.inside, rate) {
		return false
	}
	age := uint64(i-j) * h.tick.unit
	if age >= h.timeout && h.cancel {
		return true // its clients take it off in this tick
	}
	h.inside -= c.n
	h.cohorts[j] = cohort{}
	if age < h.timeout {
		h.finished = append(h.finished, verdict{came: j, age: age})
		return true
	}
	// A tick in which a step ends is told at its end: not before the time-outs in it.
	last := now + h.tick.unit - 1
	switch {
	case last >= h.horizon: // not played
	case h.at(now) == h.at(last):
		h.leave(now, c.n, c.n*now+c.sum)
	default:
		h.leave(last, c.n, c.n*last)
	}
	return true
}

// leave takes stale calls off the server at times near t that add up to sum.
func (h *host) leave(t, n, sum uint64) {
	y := h.at(t)
	y.stale += n
	y.staleIn -= sum
	y.inServer -= sum
}

// gather makes one line of all that is in the server when a hang ends in tick i.
func (h *host) gather(i int) {
	from := i
	for class, j := range h.heads {
		from = min(from, j)
		h.heads[class] = i + (class-i%len(h.heads)+len(h.heads))%len(h.heads)
	}
	for j := from; j < i; j++ {
		if h.cohorts[j].n > 0 {
			born := j
			if j >= h.hangs[h.hang][0] {
				born = i
			}
			h.held = append(h.held, relic{j, born})
		}
	}
	h.heldAt = i % len(h.heads)
}

// settle gives the calls that came in a hang, which ends in tick i, the latency
// of that moment.
func (h *host) settle(i int) {
	now := h.spells[h.weather.at(uint64(i)*h.tick.unit)]
	end := uint64(i) * h.tick.unit
	done := h.weather.answered(end + h.latency(h.inside, now.rate))
	late := max(done, end+h.tick.unit) // of stale calls: some may time out in this tick
	for j := max(0, h.hangs[h.hang][0]-1); j < i; j++ {
		c := h.cohorts[j]
		if c.n == 0 {
			continue
		}
		h.cohorts[j] = cohort{}
		if uint64(i-j) <= h.expiry {
			h.finished = append(h.finished, verdict{came: j, at: done})
		} else if late < h.horizon {
			h.leave(late, c.n, c.n*late)
			h.leaves[h.tick.of(late)] += c.n
		}
	}
}

// end takes in what the parts did in tick i.
func (h *host) end(i int, parts []*part) {
	if h.kind != looking && h.kind != entry {
		return
	}
	for _, p := range parts {
		h.inside += p.came
		h.cohorts[i].n += p.parked.n
		h.cohorts[i].sum += p.parked.sum
		p.came, p.parked = 0, cohort{}
	}
}
