package fluid

import (
	"context"
	"errors"
	"math"

	"retune/calc/num"
	"retune/calc/system"
)

// Judge returns what becomes of the fleet of w, by runs of its own whose grid and
// series depend neither on w.Step nor, for what is decided, on w.Duration: see
// [system.Judge]. It refuses what takes too long before it begins.
func Judge(ctx context.Context, w system.System) (system.Verdict, error) {
	base, err := Baseline(ctx, w)
	if err != nil {
		return system.Verdict{}, err
	}
	return JudgeAgainst(ctx, w, base, JudgeSeconds)
}

// JudgeAgainst is Judge with a baseline that is known: that of the same fleet with
// other outages. Longer runs are made while all of them together take no
// more than so many seconds, at most [JudgeSeconds]; with 0 none is, and only whether the fleet
// is back, with the figures of the run, is that of Judge.
func JudgeAgainst(ctx context.Context, w system.System, base system.Baseline, seconds float64) (system.Verdict, error) {
	left, slow := seconds, 0.0 // slow: what the first run took, over its estimate; 0 before it
	return system.Judge(w, base, func(w system.System) (system.Result, error) {
		most, estimate := verdictSeconds, VerdictSeconds(w)
		if slow > 0 {
			if most = min(left, most); slow*estimate > most {
				return system.Result{}, errLong
			}
		}
		within, work, release := num.Within(ctx, 1.5*most)
		defer release()
		var r system.Result
		var err error
		if slow > 0 {
			r, err = outcomeRun(within, w, base, verdictGraph(w), most)
			left -= work.Seconds()
		} else {
			r, err = verdictRun(within, w, verdictGraph(w), most)
			slow = 1.5 * work.Seconds() / estimate
		}
		if work.Over() && ctx.Err() == nil {
			err = errLong
		}
		return r, err
	})
}

// errLong says that a run takes longer than it may.
var errLong = errors.New("the run is too long for the fluid model; choose a shorter duration")

// Glance is Solve and Judge as far as one run tells: for a fleet that is not back by the
// end of the run the verdict is the trend of its backlog, see [system.Result.Verdict]. It is
// read from the series themselves unless their step is twice that of verdicts or more.
func Glance(ctx context.Context, w system.System) (Solution, system.Verdict, error) {
	calm, long := w.Healthy(), w
	long.Duration = max(w.Duration, calm.Duration)
	states := newGraph(long, 1) // of all runs
	s, err := within(ctx, w, newGrid(w, 0), states, solveSeconds)
	if err != nil {
		return s, system.Verdict{}, err
	}
	if fine := verdictFine(long); fine < 1 {
		states = newGraph(long, fine)
	}
	base, err := baseline(ctx, calm, states, true)
	r := s.Result
	if fine := w.Fine(w.Duration); err == nil && 2*fine.Step <= w.Step {
		w = fine
		r, err = verdictRun(ctx, w, states, verdictSeconds)
	}
	if err != nil {
		return s, system.Verdict{}, err
	}
	return s, r.Verdict(w, base), nil
}

// Baseline returns what the fleet does without its outages.
func Baseline(ctx context.Context, w system.System) (system.Baseline, error) {
	calm := w.Healthy()
	return baseline(ctx, calm, verdictGraph(calm), false)
}

// BaselineSeconds estimates what [Baseline] takes, seconds.
func BaselineSeconds(w system.System) float64 {
	if w.Traffic.Kind == system.Burst {
		return 0
	}
	return VerdictSeconds(w.Healthy())
}

// baseline solves a fleet without outages to its end, or if it may be rough until two
// windows, each as long as a timeout, are alike.
func baseline(ctx context.Context, calm system.System, states graph, rough bool) (system.Baseline, error) {
	if calm.Traffic.Kind == system.Burst {
		return system.Result{}.Baseline(calm), nil
	}
	g := verdictGrid(calm)
	if err := afford(ctx, calm, g, states, verdictSeconds); err != nil {
		return system.Baseline{}, err
	}
	f := newModel(calm, g, states)
	window := calm.Steps()
	if span := max(1, calm.Client.Timeout); rough && span < calm.Duration && calm.Client.Breaker.Share == 0 {
		window = int(math.Ceil(span / calm.Step))
	}
	var now gauge
	n, early, err := f.until(ctx, window, func(n int) bool {
		last := now
		now = f.gauge(n-window, n)
		return now.like(last)
	})
	r := f.close()
	if early {
		for _, s := range r.Series() {
			*s = (*s)[n-2*window : n]
		}
	}
	return r.Baseline(calm), err
}

// A gauge is what a fleet without outages does in a window of steps: attempts, successes,
// and at its end attempts in the server, clients that wait, and tokens or retries of the budget.
type gauge [5]float64

func (f *model) gauge(from, to int) (g gauge) {
	for i := from; i < to; i++ {
		g[0] += f.run.First[i] + f.run.Retries[i] - f.run.Stopped[i]
		g[1] += f.run.Goodput[i]
	}
	g[2], g[3], g[4] = f.inside, f.levels[waiting].total, f.budget.tokens+f.budget.retries
	return g
}

// like tells whether nothing has changed to speak of.
func (g gauge) like(last gauge) bool {
	for i, x := range g {
		if !(math.Abs(x-last[i]) <= 1e-6*max(math.Abs(x), g[0])) {
			return false
		}
	}
	return true
}

// verdictRun solves a system for its verdict: it refuses what takes more seconds than most.
func verdictRun(ctx context.Context, w system.System, states graph, most float64) (system.Result, error) {
	s, err := within(ctx, w, verdictGrid(w), states, most)
	return s.Result, err
}

// many is how many states are too many for a verdict.
const many = 200

// verdictGraph is the states of the client for a verdict: with bins of delays twice as
// wide where they would be many.
func verdictGraph(w system.System) graph {
	return newGraph(w, verdictFine(w))
}

func verdictFine(w system.System) float64 {
	if n := sketch(w, 1, many); len(n.states) > many {
		return 0.5
	}
	return 1
}

// LongerSeconds estimates what [JudgeAgainst] takes for what comes after the end of w, seconds, as
// far as that is certain.
func LongerSeconds(w system.System) float64 {
	if long, ok := w.Longer(); ok {
		if seconds := VerdictSeconds(long); seconds <= verdictSeconds { // or it is not done
			return seconds
		}
	}
	return 0
}

// VerdictSeconds estimates what a verdict takes that does not look beyond the end of w, seconds;
// nothing where it is refused.
func VerdictSeconds(w system.System) float64 {
	if Refuses(w) != "" {
		return 0
	}
	w = w.Fine(w.Duration)
	return costOn(w, verdictGrid(w), sketch(w, verdictFine(w), 8)).Seconds
}
