package fluid

import "retune/calc/system"

// send starts the attempts of the cell that are to start: the breaker and the outages
// fail some, the server takes what it has room for. The shares of those are the same for
// all attempts of a cell, except where the times of a state tell which side of a change
// they are on.
func (f *model) send(j int) {
	start := f.start
	var started, offered, refused batch
	var load, stopped [2]batch // first attempts and retries: those that the breaker lets pass, and the others
	partial := f.refusal(start + eps*f.h)
	edge := f.nearOutage && f.NextEdge(start+eps*f.h) < start+f.h-eps*f.h // within the cell
	for l := range f.top {
		a := f.arrive[l]
		if a.m <= 0 {
			continue
		}
		kind := f.again(l)
		if kind == 1 {
			started.add(a)
		}
		share := partial
		if edge {
			share = f.refusal(start + a.at/a.m + eps*f.h)
		}
		if f.breaker.Share > 0 && f.breaker.stops(start+a.at/a.m) {
			stopped[kind].add(a)
			f.failed[l].add(a)
			f.budget.retries -= float64(kind) * a.m
			f.arrive[l] = batch{}
			continue
		}
		load[kind].add(a)
		if share > 0 {
			no := a.times(share)
			refused.add(no)
			f.failed[l].add(no)
			f.budget.retries -= float64(kind) * no.m
			a = a.times(1 - share)
		}
		f.arrive[l] = a
		offered.add(a)
	}
	f.wait(started.times(-1))
	f.budget.started(started.m, true)
	taken := 0.0
	if offered.m > 0 {
		t := start + offered.at/offered.m
		taken = min(1, f.server.room(f, offered.m, t)/offered.m)
	}
	// Those that fail at once may open the breaker, which stops the rest, all but a
	// part x. Outages fail attempts all along, a server those for which it has no more room.
	x := 1.0
	bad := refused.m + offered.m*(1-taken)
	if left := f.breaker.left(bad); left < bad {
		if x = left / refused.m; !(x < taken) {
			x = (left + offered.m*taken) / (refused.m + offered.m)
		}
		all := refused
		all.add(offered)
		f.breaker.trip(start + all.at/all.m)
		for kind, a := range load {
			stopped[kind].add(a.times(1 - x))
			load[kind] = a.times(x)
		}
		refused = refused.times(x)
		bad = left
	}
	f.breaker.bad += bad
	pass := min(x, taken)
	refused.add(offered.times(x - pass))
	c := &f.cohorts[j]
	for l := range f.top {
		a := f.arrive[l]
		if a.m <= 0 {
			continue
		}
		s := a.times(pass)
		f.sent[l].add(s)
		if f.budget.Kind == system.Quota {
			c.refund += s.m * f.states[l].refund
		}
		if l >= f.entries {
			c.again += s.m
			f.budget.retries -= a.m - s.m
		}
		if pass < 1 {
			f.failed[l].add(a.times(1 - pass))
		}
		f.arrive[l] = batch{}
	}
	for kind, series := range [2][]float64{f.run.First, f.run.Retries} {
		f.count(series, load[kind])
		f.count(series, stopped[kind])
		f.count(f.run.Stopped, stopped[kind])
		refused.add(stopped[kind])
	}
	f.failing = refused.m > 0
	f.budget.failed(refused.m)
	load[0].add(load[1])
	f.counted(load[0])
	f.count(f.run.Failures, refused)

	if in := offered.times(pass); in.m > 0 {
		t := start + in.at/in.m
		c.sent += in.m
		c.live += in.m
		c.inside += in.m
		c.at += in.at
		f.inside += in.m
		f.underWay += in.m
		f.change(inServer, t, in.m)
		f.server.enter(f, j, in.m, t)
	}
}

// settle decides what the clients do whose attempts ended badly in cell j: they wait
// in a state of the next retry, offset states further on, or give up. AtOnce tells that
// they started in the cell. It returns how many of the retries start in the cell itself.
func (f *model) settle(j, offset int, atOnce bool) (now float64) {
	if !f.failing {
		return 0
	}
	f.failing = false
	f.did += perSettle + perState*len(f.states)
	var wanted [2]float64
	if f.budget.Kind != system.NoBudget {
		for l, a := range f.failed {
			if len(f.states[l].next) > 0 {
				wanted[f.again(l)] += a.m
			}
		}
	}
	keep := f.budget.keeps(wanted, f.underWay, f.budget.Price(offset > 0), atOnce)
	var gone, stay batch
	busy := false
	for l := range f.failed {
		a := f.failed[l]
		if a.m <= 0 {
			continue
		}
		f.failed[l] = batch{}
		next := f.states[l].next
		if len(next) == 0 {
			gone.add(a)
			continue
		}
		if share := keep[f.again(l)]; share < 1 {
			gone.add(a.times(1 - share))
			a = a.times(share)
		}
		stay.add(a)
		busy = true
		for _, x := range next {
			due := f.due[x.to+offset:][:len(x.p)]
			f.did += perTransition * len(x.p)
			for i, p := range x.p {
				due[i].m += p * a.m
				due[i].at += p * a.at
			}
		}
	}
	if gone.m > 0 {
		f.giveUp(gone)
	}
	if !busy {
		return 0
	}
	f.wait(stay)
	f.budget.retries += stay.m
	for l := f.entries; l < len(f.states); l++ {
		d := f.due[l]
		if d.m <= 0 {
			continue
		}
		f.due[l] = batch{}
		f.top = max(f.top, l+1)
		at := f.start + max(0, d.at/d.m)
		r := &f.pending[l]
		delay := f.states[l].delay
		f.did += perComponent * len(delay)
		for i := range delay {
			if soon := r.put(&f.grid, j, at, d.m, &delay[i]); soon.m > 0 {
				f.arrive[l].add(soon)
				now += soon.m
			}
		}
	}
	return now
}

// again is 1 for a state of a retry, and 0 for one of a first attempt.
func (f *model) again(l int) int {
	if l >= f.entries {
		return 1
	}
	return 0
}

// count enters attempts of the cell into a series.
func (f *model) count(series []float64, a batch) {
	if a.m > 0 {
		f.enter(series, f.start+a.at/a.m, a.m)
	}
}

// counted enters attempts of the cell into the bins of the peaks: evenly over the cell, of
// which the last reaches beyond the end of the run, or at their one time where all clients of a
// burst are in step.
func (f *model) counted(a batch) {
	switch {
	case a.m <= 0 || f.start >= f.length || f.run.Attempts == nil:
	case f.Traffic.Kind == system.Burst && (f.inStep || f.start == 0):
		at := f.start + a.at/a.m
		evenlyOver(f.run.Attempts, f.run.Bin, at, at, a.m)
	default:
		end := min(f.start+f.h, f.length)
		evenlyOver(f.run.Attempts, f.run.Bin, f.start, end, a.m*(end-f.start)/f.h)
	}
}

// wait enters clients that begin to wait, or with a negative number end to.
func (f *model) wait(a batch) {
	if a.m != 0 {
		f.change(waiting, f.start+a.at/a.m, a.m)
	}
}

// giveUp ends requests for good.
func (f *model) giveUp(a batch) {
	if a.m > 0 {
		t := f.start + a.at/a.m
		f.enter(f.run.GivenUp, t, a.m)
		f.source.done(f, t, a.m)
	}
}
