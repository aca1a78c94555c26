package fluid

import (
	"context"
	"errors"
	"fmt"
	"math"

	"retune/calc/num"
	"retune/calc/system"
)

// A Cost is what solving a system takes, told from the system alone.
type Cost struct {
	States      int     // of a client in a request
	Transitions int     // between them
	Seconds     float64 // of one core, within about a factor of two
	Bytes       float64
}

// What takes time, in units of 0.1 ns on one core of the years 2020 to 2025: measured over a
// thousand random systems, within a factor of two of each.
const (
	perCell       = 700 // the memory of its cohort and its answers
	perSweep      = 40  // of a state in which clients may wait
	perPass       = 1100
	perSent       = 25 // of a state from which attempts may start
	perState      = 4
	perSettle     = 600
	perTransition = 20
	perComponent  = 220
	perAnswer     = 600
	perBegun      = 400  // of attempts that a worker begins with, or that are looked at
	perPart       = 1300 // of those that a server which slows at arrival tells apart
	perSlot       = 35   // of the series
	perBuilt      = 200  // of a transition, when the states are made

	tick = 1e-10 // seconds
)

// JudgeSeconds is how long the runs beyond the end of a run may take where nothing else is asked.
const JudgeSeconds = 1.0

// What is too much: one run for a verdict, the series and those with their error, and memory.
const (
	verdictSeconds = 1.0
	solveSeconds   = 1.5
	refineSeconds  = 1.2
	mostBytes      = 3e8
)

// CostOf returns what [Solve] takes on the grid that it chooses, and nothing of what it
// refuses.
func CostOf(w system.System) Cost {
	if Refuses(w) != "" {
		return Cost{}
	}
	return costOn(w, newGrid(w, 0), sketch(w, 1, 8))
}

// Pace is what the run of w for its verdict takes over its estimate, which is of a run in which
// all attempts fail: told from the first of that run. It is 1 where there is none.
func Pace(w system.System) float64 {
	if w = w.Fine(w.Duration); Refuses(w) != "" {
		return 1
	}
	g, states := verdictGrid(w), verdictGraph(w)
	c := costOn(w, g, states)
	if c.Bytes > mostBytes {
		return 1
	}
	return probe(nil, w, g, states, c.Seconds) / c.Seconds
}

// probing is how many seconds of a run are made to tell what all of it takes.
const probing = 0.015

// probe returns what a run takes, of which the estimate says so many seconds: what it takes if
// its first cells are all, or if those that are left take as long as the last of them.
func probe(work *num.Work, w system.System, g grid, states graph, seconds float64) float64 {
	f := newModel(w, g, states)
	defer func() { work.Took(tick * float64(f.did)) }()
	last, did := 0, 0.0 // cells, and what they took, when that was half of what it is
	for j := 0; j < f.n; j++ {
		now := tick * float64(f.did)
		if now > probing {
			return min(seconds, now+(now-did)/float64(j-last)*float64(f.n-j))
		}
		if now > 2*did {
			last, did = j, now
		}
		f.cell(j)
	}
	return tick * float64(f.did)
}

// afford refuses a run that the model cannot make, or that takes more than so many seconds or
// 300 MB on its grid, and says what to change. What it takes to tell is counted.
func afford(ctx context.Context, w system.System, g grid, states graph, seconds float64) error {
	if why := Refuses(w); why != "" && (len(w.Outages) > 0 || remembers(w.Client) != "") { // without any, hardly a request gets that far
		return errors.New(why)
	}
	c, work := costOn(w, g, states), num.WorkOf(ctx)
	work.Took(tick * perBuilt * float64(c.Transitions))
	if c.Seconds > seconds && c.Bytes <= mostBytes {
		c.Seconds = probe(work, w, g, states, c.Seconds)
	}
	times := max(c.Seconds/seconds, c.Bytes/mostBytes)
	if times <= 1 {
		return nil
	}
	advice := fmt.Sprintf("a duration of at most %.3g s, or a timeout and a service time %.0f times as long", w.Duration/times, math.Ceil(times))
	if c.States > 200 {
		advice = fmt.Sprintf("a duration of at most %.3g s, fewer retries, or a jitter that does not depend on the delay before", w.Duration/times)
	}
	return fmt.Errorf("the fluid model would take about %.1f s and %.0f MB for %d intervals of %.3g s and %d states of a client; choose %s",
		c.Seconds, c.Bytes/1e6, g.n-1, g.h, c.States, advice)
}

// costOn estimates a run on a grid: per interval a fixed part, one per state and one
// per transition, as retries may be due in all states.
func costOn(w system.System, g grid, states graph) Cost {
	c := Cost{States: len(states.states)}
	more, slots := 0, 0.0
	for _, l := range states.states {
		for _, a := range l.next {
			c.Transitions += len(a.p)
		}
		longest := 0.0
		for _, b := range l.delay {
			longest = max(longest, min(b.Hi, w.Duration))
		}
		more += max(0, len(l.delay)-1) // the first is counted with the state
		slots += 1.5*longest/g.h + 4   // a power of two of them
	}
	idle, busy := 0.0, float64(g.n) // cells in which no attempt fails, and in which they may
	atOnce := w.FailsAtOnce()
	switch {
	case atOnce == 0 && math.IsInf(w.Client.Timeout, 1):
		idle, busy = busy, 0
	case calm(w):
		idle = min(busy, math.Floor(w.OutageStart()/g.h))
		busy -= idle
	}
	served := 1.0 // in a cell, apart
	if w.Server.Kind == system.Queue {
		served = 8
	}
	always := perCell + perPass + perSettle + served*(perAnswer+perBegun)
	l, times := float64(c.States), passes(states, g.h, atOnce)
	failing := perSettle + (perSweep+2*perState)*l + times*(perPass+perSettle+(perSent+perState)*l) +
		(perTransition*float64(c.Transitions)+perComponent*float64(c.States+more))*max(1, times/4)
	_, bins := w.PeakBin()
	c.Seconds = tick * (always*(idle+busy) + failing*busy + perSlot*float64(bins+w.Steps()))
	held := 0.0 // intervals whose attempts may still time out
	if t := w.Client.Timeout; !math.IsInf(t, 1) {
		held = min(2*t/g.h, 2*float64(g.n))
	}
	c.Bytes = 64*float64(g.n) + 16*held*float64(c.States) + 8*13*float64(w.Steps()) + 8*float64(bins) + 40*slots + 16*float64(c.Transitions)
	return c
}

// calm tells whether hardly an attempt fails before the outage: none does by chance, and the
// server has room.
func calm(w system.System) bool {
	load, latency := w.Normal()
	best, _ := w.Server.Best(w.Client.Timeout)
	return w.FailureRate == 0 && w.Traffic.Kind != system.Burst && load < 0.9*best && latency < w.Client.Timeout
}

// passes returns about how often a cell is gone through where a share of the attempts fails at
// once: once, and once more for every retry that comes soon enough after the one before to
// fall into its own cell, and for those few that draw so short a delay, as long as any are
// left, up to 60: see [model.cell].
func passes(states graph, h, share float64) float64 {
	n, at, soonest, left := 1.0, 0.0, 0.0, 1.0
	last := states.states[len(states.states)-1]
	for _, l := range states.states[min(states.entries, len(states.states)-1):] {
		least := math.Inf(1)
		for _, c := range l.delay {
			least = min(least, c.Lo)
		}
		left *= share
		if at += l.delay.mean(); !(at < h) {
			left *= l.delay.below(h)
		}
		if soonest += least; n >= 60 || left < 1e-13 || !(soonest < h) {
			return n
		}
		n++
	}
	if len(last.next) > 0 { // it goes on from there without end
		return min(60, n+math.Log(1e-13/left)/math.Log(min(share*last.delay.below(h), 1-1e-9)))
	}
	return n
}
