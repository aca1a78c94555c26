package fluid

import (
	"context"
	"errors"
	"math"

	"retune/calc/system"
)

// Judge returns what becomes of the fleet of w, by runs of its own whose grid and
// series depend neither on w.Step nor, for what is decided, on w.Horizon: see
// [system.Judge]. It refuses what takes too long before it begins.
func Judge(ctx context.Context, w system.System) (system.Verdict, error) {
	base, err := Baseline(ctx, w)
	if err != nil {
		return system.Verdict{}, err
	}
	return JudgeAgainst(ctx, w, base)
}

// JudgeAgainst is Judge with a baseline that is known: that of the same fleet with
// other faults. Runs beyond the horizon are made while all of them together take no
// more than [judgeSeconds].
func JudgeAgainst(ctx context.Context, w system.System, base system.Baseline) (system.Verdict, error) {
	left := judgeSeconds
	return system.Judge(w, base, func(w system.System) (system.Result, error) {
		r, seconds, err := verdictRun(ctx, w, math.Min(left, verdictSeconds))
		left -= seconds
		return r, err
	})
}

// Glance is Solve and Judge as far as one run tells: for a fleet that is not back by the
// horizon the verdict is the trend of its backlog, see [system.Result.Verdict]. It is
// read from the series themselves unless their step is twice that of verdicts or more.
func Glance(ctx context.Context, w system.System) (Solution, system.Verdict, error) {
	s, err := Solve(ctx, w, 0)
	if err != nil {
		return s, system.Verdict{}, err
	}
	base, err := Baseline(ctx, w)
	r := s.Result
	if fine := w.Fine(w.Horizon); err == nil && 2*fine.Step <= w.Step {
		w = fine
		r, _, err = verdictRun(ctx, w, verdictSeconds)
	}
	if err != nil {
		return s, system.Verdict{}, err
	}
	return s, r.Verdict(w, base), nil
}

// Baseline returns what the fleet does without its faults.
func Baseline(ctx context.Context, w system.System) (system.Baseline, error) {
	if w.Traffic.Kind == system.Burst {
		return system.Result{}.Baseline(w), nil
	}
	calm := w.Healthy()
	r, _, err := verdictRun(ctx, calm, verdictSeconds)
	if err != nil {
		return system.Baseline{}, err
	}
	return r.Baseline(calm), nil
}

// verdictRun solves a system for its verdict, and returns the seconds that this was
// estimated to take: it refuses more than most.
func verdictRun(ctx context.Context, w system.System, most float64) (system.Result, float64, error) {
	if why := Refuses(w); why != "" && len(w.Faults) > 0 { // without any, hardly a request gets that far
		return system.Result{}, 0, errors.New(why)
	}
	g, states := verdictGrid(w), verdictGraph(w)
	if err := afford(w, g, states, most); err != nil {
		return system.Result{}, 0, err
	}
	s, err := solve(ctx, w, g, states)
	return s.Result, costOn(w, g, states).Seconds, err
}

// verdictGraph is the states of the client for a verdict: with bins of delays twice as
// wide where they would be many.
func verdictGraph(w system.System) graph {
	const many = 200
	if n := newGraph(w, 1); len(n.states) <= many {
		return n
	}
	return newGraph(w, 0.5)
}

// OutcomeBy returns how the fleet comes out by one run of w as it is, in its step and
// to its horizon, without looking beyond that: for searches, which make many.
func OutcomeBy(ctx context.Context, w system.System, base system.Baseline) (system.Outcome, error) {
	if base.Overloaded() {
		return system.Overloaded, nil
	}
	r, _, err := verdictRun(ctx, w, verdictSeconds)
	if err != nil {
		return 0, err
	}
	return r.Verdict(w, base).Outcome, nil
}

// VerdictSeconds estimates what [OutcomeBy] takes, seconds.
func VerdictSeconds(w system.System) float64 {
	return costOn(w, verdictGrid(w), verdictGraph(w)).Seconds
}
