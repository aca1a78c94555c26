package fluid

import (
	"context"
	"math"
	"slices"

	"retune/calc/num"
	"retune/calc/system"
)

// A Solution is a system solved by the fluid model: the expected values of its run.
type Solution struct {
	system.Result
	Grid float64 // the step of the grid, seconds

	// Error is how far each value may be from that of an ever finer grid; its
	// series are empty unless it was asked for with Refine.
	Error system.Result
}

// Solve solves the system on a time grid of the given step, seconds, or
// of one that it chooses if step is 0. The cost grows with the duration over the
// step and with the states of a client, not with the number of clients: see [Cost].
// A grid that does not fit the looks of a slowing server is made finer until it does.
// It refuses what it is estimated to take 1.5 s or 300 MB for before the work begins, and
// says what to change; otherwise the error is that of ctx, once it is done.
func Solve(ctx context.Context, w system.System, step float64) (Solution, error) {
	return within(ctx, w, newGrid(w, step), newGraph(w, 1), solveSeconds)
}

// within is solve, unless that takes more seconds.
func within(ctx context.Context, w system.System, g grid, states graph, seconds float64) (Solution, error) {
	if err := afford(ctx, w, g, states, seconds); err != nil {
		return Solution{}, err
	}
	return solve(ctx, w, g, states)
}

// solve is Solve on a grid, with the states of the client.
func solve(ctx context.Context, w system.System, g grid, states graph) (Solution, error) {
	f := newModel(w, g, states)
	f.peaks(w)
	f.did += perSlot * len(f.run.Attempts)
	err := f.advance(ctx, 0, f.n)
	return Solution{Result: f.close(), Grid: f.h}, err
}

// advance works out cells, from one up to another.
func (f *model) advance(ctx context.Context, from, to int) error {
	const often = 1e-3 / tick // ticks between two looks at ctx, of which a cell may take many
	work := num.WorkOf(ctx)
	tell := func() {
		work.Took(tick * float64(f.did-f.told))
		f.told = f.did
	}
	for j := from; j < to; j++ {
		if f.did-f.told >= often || j == from {
			if tell(); ctx.Err() != nil {
				return ctx.Err()
			}
		}
		f.cell(j)
	}
	tell()
	return nil
}

// A model is the state of a system at the beginning of a cell of the grid.
type model struct {
	system.System
	grid
	graph
	*recorder
	source  *source
	server  server
	budget  budget
	breaker breaker

	// By state, in the cell at hand, times since it began:
	pending []delayLine
	arrive  []batch // attempts that are to start
	sent    []batch // attempts that the server took
	failed  []batch // attempts that ended badly
	failing bool    // there are some
	due     []batch // clients that begin to wait
	top     int     // the first state from which on nobody waits and nothing starts

	// By cohort, the attempts that one cell sent:
	cohorts []cohort
	history []batch // state by state, of the cohorts that may still time out
	kept    int     // how many cohorts that is, a power of two
	oldest  int     // the first cohort that has not timed out

	start      float64 // of the cell at hand, seconds
	nearOutage bool
	inStep     bool    // no delay is left to chance
	inside     float64 // attempts in the server
	underWay   float64 // of those, the ones that somebody waits for
	did, told  int     // ticks that it took so far, and those that it told of
}

// A server takes attempts and answers them.
type server interface {
	// work gives the answers of cell j to the attempts of earlier cells; coming is
	// how many attempts it is likely to take in this one.
	work(f *model, j int, coming float64)
	// room returns how many of m more attempts that come at time t it takes.
	room(f *model, m, t float64) float64
	// enter takes m attempts at time t.
	enter(f *model, j int, m, t float64)
	// leave is told that m attempts of cohort i left when they timed out.
	leave(f *model, i int, m, t float64)
}

func newModel(w system.System, g grid, states graph) *model {
	f := &model{System: w, grid: g, graph: states, recorder: newRecorder(w)}
	if w.Traffic.Kind != system.Burst { // whose attempts may come all at once
		f.spread = g.h
	}
	f.source = newSource(f)
	f.server = newServer(w, g)
	f.budget = newBudget(w.Client)
	f.breaker = newBreaker(w.Client, g)
	n := len(f.states)
	f.top = f.entries
	f.arrive, f.sent, f.failed, f.due = make([]batch, n), make([]batch, n), make([]batch, n), make([]batch, n)
	f.pending, f.inStep = make([]delayLine, n), !f.Client.Stateful()
	for l := range f.states {
		reach := 0
		for _, c := range f.states[l].delay {
			reach = max(reach, f.grid.cell(c.Hi))
			f.inStep = f.inStep && c.Lo == c.Hi
		}
		if l >= f.entries {
			f.pending[l] = newDelayLine(reach)
		}
	}
	f.cohorts = make([]cohort, f.n)
	f.did = perSlot * f.run.Len()
	if !math.IsInf(w.Client.Timeout, 1) {
		for f.kept = 4; f.kept < f.grid.cell(w.Client.Timeout)+4; {
			f.kept *= 2
		}
		f.history = make([]batch, f.kept*n)
		f.did += perState * len(f.history)
	}
	return f
}

// cell works out cell j: the retries that are due and new requests, the answers to
// earlier attempts, the timeouts, and then the attempts of the cell, with those
// retries of theirs that are so soon that they start in the same cell.
func (f *model) cell(j int) {
	f.start = float64(j) * f.h
	f.nearOutage = slices.ContainsFunc(f.Outages, func(x system.Outage) bool { return x.At < f.start+2*f.h && f.start-f.h < x.End() })
	coming := f.source.take(f, j)
	top := f.entries
	for l := f.entries; l < f.top; l++ {
		if r := &f.pending[l]; j <= r.until {
			f.arrive[l].add(r.take(j, f.h))
			coming += f.arrive[l].m
			top = l + 1
		}
	}
	f.top = top
	f.did += perCell + perSweep*top
	first := 0.0
	for l := range f.entries {
		first += f.arrive[l].m
	}
	f.budget.begin(f.start)
	f.budget.started(first, false)
	if f.Traffic.Kind == system.Burst { // they start together, before any retry
		f.budget.close()
	}
	f.server.work(f, j, coming*(1-f.refusal(f.start+f.h/2)))
	for ; f.oldest < j && f.grid.cell(f.cohorts[f.oldest].at+f.Client.Timeout) <= j; f.oldest++ {
		f.timeout(f.oldest)
	}
	coming += f.settle(j, f.lateOffset, false)

	// Retries that fall into their own cell become fewer from pass to pass. What
	// is left when that does not end waits for the next cell.
	const passes = 60
	for pass := 0; coming > 0; pass++ {
		f.send(j)
		f.did += perPass + perSent*f.top
		next := f.settle(j, 0, true)
		if next <= 1e-13*coming || pass == passes {
			for l := f.entries; l < f.top && next > 0; l++ {
				if m := f.arrive[l].m; m > 0 {
					if j+1 < f.n {
						f.pending[l].at(j + 1).add(batch{m, 0})
					}
					f.arrive[l] = batch{}
				}
			}
			break
		}
	}
	if c := &f.cohorts[j]; c.sent > 0 {
		c.at = f.start + c.at/c.sent
		c.refund /= c.sent
		c.again /= c.sent
		if f.history != nil {
			f.did += perState * len(f.states)
			copy(f.history[(j&(f.kept-1))*len(f.states):], f.sent)
		}
		clear(f.sent)
	} else {
		c.at = f.start + f.h/2
	}
	f.budget.close()
	f.breaker.close(j, f.start+f.h)
}

// refusal returns the share of the attempts at time t in the cell that fail before the server
// takes them: for an outage, or by the failure rate.
func (f *model) refusal(t float64) float64 {
	if !f.nearOutage {
		return f.FailureRate
	}
	if f.On(system.Reject, t) {
		return 1
	}
	return 1 - (1-f.Share(system.Errors, t))*(1-f.FailureRate)
}
