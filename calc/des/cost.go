package des

import (
	"math"

	"retune/calc/system"
)

// Seconds returns about how long one core is busy with one run, seconds, for the
// attempts, the ticks and the steps of it: within a factor of 3 on the processors of
// 2020 to 2025 where Attempts is right.
func Seconds(w system.System) float64 {
	c := newClock(w)
	return c.busy(inOrder(w), Attempts(w))
}

// SecondsIn is Seconds of a run for [RepeatIn]: once or twice.
func SecondsIn(w system.System, step float64) float64 {
	v := w
	v.Step = step
	if clock, ok := both(newClock(w), newClock(v)); ok {
		return clock.busy(inOrder(w), Attempts(w))
	}
	return Seconds(w) + Seconds(v)
}

// busy returns how long one core takes for so many attempts, seconds.
func (c *clock) busy(inOrder bool, attempts float64) float64 {
	attempt := 80e-9
	if inOrder {
		attempt = 150e-9
	}
	return attempt*attempts + 10e-9*float64(c.ticks) + 300e-9*float64(c.steps) + 1e-9*float64(c.bins)
}

// Memory returns about how much memory so many runs on so many cores take at once
// at most, bytes, and rather too much.
func Memory(w system.System, runs, cores int) float64 {
	e := newEstimate(w)
	c, server := newClock(w), serverOf(w.Server)
	event := 8 * float64(words(w))
	events := 0.0
	switch {
	case server == constant && !protected(w.Client):
	case w.Traffic.Kind == system.Open:
		events = e.concurrent()
	default:
		events = w.Traffic.Clients
	}
	lists := 256 + float64(c.ticks)/blockTicks
	if server == polled || server == atArrival {
		lists += min(float64(c.ticks), float64(c.units(w.Client.Timeout)/c.tick.unit)+2)
	}
	run := 1.1 * (event*events + min(events, lists)*8*chunkWords)
	switch server {
	case queued:
		inServer := e.inQueue()
		if (w.Client.Cancel || math.IsInf(w.Client.Timeout, 1)) && events > 0 { // a client has one there
			inServer = min(inServer, events)
		}
		run += 2 * 16 * math.Exp2(math.Ceil(math.Log2(1+inServer))) // two of doubling memories, and what those were before
	case polled, atArrival:
		run += 32 * float64(c.ticks)
	}
	if protected(w.Client) {
		run += 88 * e.ProcessCount()
		if w.Client.Budget.Window > 0 {
			run += 200 * e.ProcessCount()
		}
		if w.Client.Breaker.Share > 0 {
			run += 3 * 12 * min(Attempts(w), e.ProcessCount()*float64(c.ticks)*min(1, w.Client.Breaker.Window/w.Duration))
		}
	}
	const series = 12
	run += (128+8*series)*float64(c.steps) + 16*float64(c.bins)
	sum := 24*(series+1)*float64(c.steps) + 8*float64(c.bins)
	cores = max(1, min(runs, cores))
	held := 8 * series * float64(c.steps) * float64(min(runs, 4*cores)) // results: see num.Replicate
	return float64(cores)*run + held + sum
}

// concurrent returns how many requests of an open stream are under way at the same
// time at most.
func (e *estimate) concurrent() (most float64) {
	lifetime := e.Duration
	if n := e.within(e.Duration); n > e.Client.Retries { // it is given up in time
		lifetime = min(lifetime, e.Client.Timeout*n)
		lifetime += e.start(n - 1)
	}
	lifetime = min(lifetime, e.Client.Deadline+e.Client.Timeout, e.Duration)
	ends := []float64{e.Duration}
	for _, f := range e.Outages {
		if f.Kind == system.Spike {
			ends = append(ends, f.End(), f.At+lifetime)
		}
	}
	for _, end := range ends {
		end = min(end, e.Duration)
		most = max(most, e.requests(max(0, end-e.Server.ServiceTime), end), e.requests(max(e.fails, end-lifetime), end))
	}
	return most
}

// inQueue returns how many attempts are in a queue at the same time at most: no more than
// it has room for, or than have come when a hang ends.
func (e *estimate) inQueue() float64 {
	most := e.Server.Workers + e.Server.QueueSize
	for _, f := range e.Outages {
		if f.Kind == system.Hang {
			w := e.System
			w.Duration, w.Server.QueueSize = min(w.Duration, f.End()), math.Inf(1)
			most = max(most, Attempts(w))
		}
	}
	return min(most, Attempts(e.System))
}
