package fluid

import (
	"fmt"
	"math"

	"retune/calc/system"
)

// A Cost is what solving a system takes, told from the system alone.
type Cost struct {
	Cells       int     // intervals of the grid
	States      int     // of a client in a request
	Transitions int     // between them
	Seconds     float64 // of one core, within about a factor of two
	Bytes       float64
}

// What is too much: one run for a verdict and all of them, the series and those with
// their error, and memory.
const (
	verdictSeconds = 1.2
	judgeSeconds   = 2.0
	solveSeconds   = 2.0
	refineSeconds  = 2.0
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

// afford refuses a run on a grid that takes more than so many seconds or 300 MB, and
// says what to change.
func afford(w system.System, g grid, states graph, seconds float64) error {
	c := costOn(w, g, states)
	times := max(c.Seconds/seconds, c.Bytes/mostBytes)
	if times <= 1 {
		return nil
	}
	advice := fmt.Sprintf("a duration of at most %.3g s, or a timeout and a service time %.0f times as long", w.Duration/times, math.Ceil(times))
	if c.States > 200 {
		advice = fmt.Sprintf("a duration of at most %.3g s, fewer retries, or a jitter that does not depend on the delay before", w.Duration/times)
	}
	return fmt.Errorf("the fluid model would take about %.1f s and %.0f MB for %d intervals of %.3g s and %d states of a client; choose %s",
		c.Seconds, c.Bytes/1e6, c.Cells, g.h, c.States, advice)
}

// costOn estimates a run on a grid: per interval a fixed part, one per state and one
// per transition, as retries may be due in all states.
func costOn(w system.System, g grid, states graph) Cost {
	c := Cost{Cells: g.n, States: len(states.states)}
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
	n := float64(g.n)
	each := 4e-7
	if w.Server.Kind == system.Queue {
		each = 1.5e-6
	}
	times := passes(states, g.h, w.Client.Breaker.Share > 0)
	c.Seconds = n * (each + 2e-8*float64(c.States)*times + (2e-9*float64(c.Transitions)+4e-8*float64(more))*max(1, times/4))
	held := 0.0 // intervals whose attempts may still time out
	if t := w.Client.Timeout; !math.IsInf(t, 1) {
		held = min(2*t/g.h, 2*n)
	}
	_, bins := w.PeakBin()
	c.Bytes = 64*n + 16*held*float64(c.States) + 8*13*float64(w.Steps()) + 8*float64(bins) + 40*slots + 16*float64(c.Transitions)
	return c
}

// passes returns about how often a cell is gone through: once, and once more for every
// retry that comes soon enough after the one before to fall into its own cell, up to 60.
// While a breaker is open all attempts fail at once: then also for those few that draw so
// short a delay, as long as any are left, see [model.cell].
func passes(states graph, h float64, breaks bool) float64 {
	n, at, left := 1.0, 0.0, 1.0
	last := states.states[len(states.states)-1]
	for _, l := range states.states[min(states.entries, len(states.states)-1):] {
		if at += l.delay.mean(); !(at < h) {
			if left *= l.delay.below(h); !breaks || left == 1 {
				return n
			}
		}
		if n >= 60 || left < 1e-13 {
			return n
		}
		n++
	}
	if len(last.next) > 0 { // it goes on from there without end
		return min(60, n+math.Log(1e-13/left)/math.Log(min(last.delay.below(h), 1-1e-9)))
	}
	return n
}
