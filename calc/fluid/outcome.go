package fluid

import (
	"context"
	"math"

	"retune/calc/system"
)

// OutcomeBy is [JudgeAgainst] by one run for its outcome alone, and when the fleet is back: peaks are
// those of whole steps. The run ends once what is left of it is known, see [model.foresee].
func OutcomeBy(ctx context.Context, w system.System, base system.Baseline) (system.Verdict, error) {
	w = w.Fine(w.Duration)
	r, err := outcomeRun(ctx, w, base, verdictGraph(w), verdictSeconds)
	if err != nil {
		return system.Verdict{}, err
	}
	return r.Verdict(w, base), nil
}

// outcomeRun is verdictRun for [OutcomeBy].
func outcomeRun(ctx context.Context, w system.System, base system.Baseline, states graph, most float64) (system.Result, error) {
	g := verdictGrid(w)
	if err := afford(ctx, w, g, states, most); err != nil {
		return system.Result{}, err
	}
	f := newModel(w, g, states)
	window := int(math.Ceil(restful(w) / w.Step))
	var rest pace
	n, early, err := f.until(ctx, window, func(n int) (known bool) {
		rest, known = f.foresee(n-window, n, base)
		return known
	})
	if early {
		return f.filled(n, rest), nil
	}
	return f.close(), err
}

// until works out the cells, a window of steps at a time, to the end of the run, or until enough
// tells that the first n steps are.
func (f *model) until(ctx context.Context, window int, enough func(n int) bool) (n int, early bool, err error) {
	for done := 0; ; {
		n += window
		end := f.grid.cell(float64(n+1) * f.run.Step)
		if end >= f.n-1 {
			return n, false, f.advance(ctx, done, f.n)
		}
		if err := f.advance(ctx, done, end); err != nil {
			return n, false, err
		}
		if enough(n) {
			return n, true, nil
		}
		done = end
	}
}

// restful is how long a fleet is at rest before its run may end, seconds.
func restful(w system.System) float64 { return max(1, min(w.Client.Timeout, 100*w.Server.ServiceTime)) }

// A pace is what happens in every step, and what there is: per second, and in numbers.
type pace struct{ load, goodput, inFlight, waiting float64 }

// foresee tells what every later step is like, if that is known after a window of steps:
//
//   - Nobody of a burst is left.
//   - The fleet is calm: the outage is over, hardly an attempt fails, as without any outage, and
//     the load, the successes, the attempts in the server and the clients that wait are within
//     a hundredth of the baseline. What else a fleet remembers is its budget, of which nobody
//     asks anything then.
//   - The server, which slows, answers no attempt any more by the end of the run, as L(C) is too
//     much for the oldest. Nothing leaves, so that C does not fall; every attempt that begins
//     stays, and so the attempts in the server and the clients that wait become no fewer.
func (f *model) foresee(from, to int, base system.Baseline) (rest pace, known bool) {
	if from < 0 || float64(from)*f.run.Step < f.OutageEnd() {
		return pace{}, false
	}
	waits := f.levels[waiting].total
	if f.Traffic.Kind == system.Burst {
		return pace{}, f.underWay+waits <= 1e-6*min(f.Traffic.Clients, 1e3)
	}
	var good, bad, load float64
	for i := from; i < to; i++ {
		good += f.run.Goodput[i]
		bad += f.run.Failures[i] + f.run.Timeouts[i]
		load += f.run.First[i] + f.run.Retries[i] - f.run.Stopped[i]
	}
	window := float64(to-from) * f.run.Step
	now := pace{load / window, good / window, f.inside, waits}
	if s, ok := f.server.(*slowing); ok && s.stuck(f) {
		return now, true
	}
	const nearly, hardly = 0.01, 1e-3
	within := func(x, normal, of float64) bool { return math.Abs(x-normal) <= of }
	fails := base.Load - base.Goodput // per second
	if fails > hardly*base.Load && (f.Client.Budget.Kind != system.NoBudget || f.Client.Breaker.Share > 0) {
		return pace{}, false
	}
	return pace{base.Load, base.Goodput, base.InFlight, base.Waiting},
		within(bad/window, fails, hardly*base.Load) && within(now.load, base.Load, nearly*base.Load) && within(now.goodput, base.Goodput, nearly*base.Goodput) &&
			within(now.inFlight, base.InFlight, nearly*base.InFlight) && within(now.waiting, base.Waiting, nearly*base.InFlight)
}

// stuck tells whether no attempt is answered any more by the end of the run.
func (s *slowing) stuck(f *model) bool {
	if f.Client.Cancel || f.FailureRate > 0 || f.Client.Breaker.Share > 0 || math.IsInf(f.Client.Timeout, 1) {
		return false // a client may stop to wait with nothing more in the server
	}
	oldest := f.start
	for i := range s.classes {
		for _, q := range s.classes[i].cohorts[s.classes[i].head:] {
			if in := &f.cohorts[q.cohort]; in.inside > 0 {
				oldest = min(oldest, in.at)
				break
			}
		}
	}
	return f.Server.LatencyAt(f.inside) > f.length-oldest+2*f.Server.CheckInterval
}

// filled is the run with every step from one on at that pace.
func (f *model) filled(from int, rest pace) system.Result {
	r := f.close()
	if f.Traffic.Kind == system.Burst { // of which nothing more comes
		return r
	}
	for _, s := range r.Series() {
		clear((*s)[from:])
	}
	for i := from; i < r.Len(); i++ {
		r.First[i], r.Goodput[i] = rest.load*r.Step, rest.goodput*r.Step
		r.InFlight[i], r.Waiting[i] = rest.inFlight, rest.waiting
	}
	return r
}
