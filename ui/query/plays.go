package query

import (
	"fmt"
	"math"
	"runtime"
	"slices"

	"retune/calc/sim"
	"retune/calc/world"
	"retune/ui/knob"
	"retune/ui/unit"
)

// Plays is a simulation that is played run by run, beside the flow that it
// checks: what the screen shows while it goes on.
type Plays struct {
	scenario knob.Scenario
	Total    int // runs to play of each policy
	played   []plays
}

// plays is the runs of one policy so far.
type plays struct {
	world    world.World
	runs     []world.Run
	verdicts []world.Verdict
}

// mostPlayed is how many calls a screen plays: some seconds.
const mostPlayed = 2e8

// NewPlays is the plays of s, none played yet; ok is false where there would be
// too many calls.
func NewPlays(s knob.Scenario) (_ Plays, ok bool) {
	p := Plays{scenario: s, Total: int(s.Runs)}
	for _, policy := range policies(s) {
		if callsOf(policy) > mostPlayed || policy.Clients > mostClients && policy.Traffic != world.Open {
			return p, false
		}
		p.played = append(p.played, plays{world: policy.World()})
	}
	return p, true
}

// Done tells whether all is played.
func (p Plays) Done() bool { return len(p.played[0].runs) >= p.Total }

// More is the plays with one run more of each policy, or as they are if stop
// says so in the meantime.
func (p Plays) More(stop func() bool) Plays {
	next := Plays{scenario: p.scenario, Total: p.Total}
	for _, q := range p.played {
		n := len(q.runs)
		sample := sim.Repeat(q.world, sim.Seed(uint64(p.scenario.Seed), n), 1, runtime.GOMAXPROCS(0), stop)
		if len(sample.Runs) == 0 {
			return p
		}
		run := sample.Runs[0]
		next.played = append(next.played, plays{q.world, append(q.runs[:n:n], run), append(q.verdicts[:n:n], run.Verdict(q.world))})
	}
	return next
}

// Notes says for each policy how its runs came out.
func (p Plays) Notes() []string {
	notes := make([]string, len(p.played))
	for i, q := range p.played {
		n := len(q.runs)
		if n == 0 {
			continue
		}
		outcome, _ := usual(q.verdicts, q.verdicts[0])
		notes[i] = fmt.Sprintf("played %d of %d times: %s in %s", n, p.Total, outcome, unit.Share.Format(shareOf(q.verdicts, outcome)))
		if mean, se := meanOf(q.verdicts, func(v world.Verdict) float64 { return v.Recovery }); outcome != world.Collapses && finite(mean) {
			notes[i] += ", back after " + unit.Duration.Format(mean)
			if finite(se) {
				notes[i] += " ± " + unit.Duration.Format(se)
			}
		}
	}
	return notes
}

// Bands is where one run of A lies, most of the time, in each of the charts of
// the fleet: its mean over the runs, two standard deviations down and up. A
// picture has fewer columns than steps: each step has the widest of its
// neighbourhood, so that the band has no holes.
func (p Plays) Bands() []Band {
	runs := p.played[0].runs
	if len(runs) < 2 {
		return nil
	}
	n, steps := float64(len(runs)), runs[0].Len()
	reach := steps / 120
	list := make([]Band, 2)
	for i, figure := range []func(r world.Run, i int) float64{world.Run.Load, func(r world.Run, i int) float64 { return r.InServer[i] }} {
		low, high := make([]float64, steps), make([]float64, steps)
		for j := range steps {
			var sum, squares float64
			for _, r := range runs {
				x := figure(r, j)
				sum, squares = sum+x, squares+x*x
			}
			spread := 2 * math.Sqrt(max(0, squares-sum/n*sum)/(n-1))
			low[j], high[j] = max(0, sum/n-spread), sum/n+spread
		}
		lo, hi := make([]float64, steps), make([]float64, steps)
		for j := range steps {
			from, to := max(0, j-reach), min(steps, j+reach+1)
			lo[j], hi[j] = slices.Min(low[from:to]), slices.Max(high[from:to])
		}
		list[i] = Band{overTime(lo, runs[0].Step), overTime(hi, runs[0].Step)}
	}
	return list
}

// overTime is a series as a function of time.
func overTime(series []float64, step float64) func(t float64) float64 {
	return func(t float64) float64 {
		if i := int(t / step); t >= 0 && i < len(series) {
			return series[i]
		}
		return math.NaN()
	}
}
