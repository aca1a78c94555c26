package target

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"

	"retune/calc/numeric"
	"retune/ui/answer"
	"retune/ui/knob"
)

// How many values a search for a result of a fleet tries: rough ones where its two sides are then
// confirmed by full ones, rough ones alone, and full ones.
const (
	mostRough     = 40
	mostAlone     = 20
	mostConfirmed = 8
)

// noisy is what the noise of a simulation is above.
const noisy = 1e-2

// trials solves for a result whose every value is a run of a fleet, by rough values: outwards from
// where the knob stands along the values that people choose, and then between the first two of which
// one keeps the bound, to two digits, or three where values are exact. Where the answer is to be a
// full one its two sides are then confirmed.
func (sol *Solution) trials(ctx context.Context, s knob.Scenario, w want, effort answer.Effort) {
	c, most := newCandidates(s, sol.Knob), mostRough
	if effort == answer.Rough {
		c, most = c.few(), mostAlone
	}
	if w.noise(s) > noisy && !c.whole {
		c.digits = 2
	}
	now := sol.Knob.Stands(s)
	attempts := new(atomic.Int64)
	rough := tried{ctx: ctx, s: s, w: w, k: sol.Knob, effort: answer.Rough, attempts: attempts}
	found := rough.boundary(c, now, c.rungs, most).Find()
	all := !found.Out.OK // what keeps it is all that there is
	if effort == answer.Full && len(found.Tries) > 0 {
		full := tried{ctx: ctx, s: s, w: w, k: sol.Knob, effort: answer.Full, attempts: attempts,
			known: map[float64]numeric.Try{}}
		if found.In.OK && found.Out.OK && w.noise(s) > noisy {
			rough.again(&found, full.try(found.In.X).Y, c)
		}
		found = full.confirm(c, now, found)
	}
	sol.Ended, sol.Attempts = found.Ended, float64(attempts.Load())
	if ctx.Err() != nil || len(found.Tries) == 0 {
		sol.Why = rough.why(now)
		return
	}
	sol.take(found, s.Wanted, all)
	if !sol.Reached {
		sol.Why = sol.missed(s, w, found)
	}
}

// take is the solution that the tries tell: the side of the boundary that keeps the bound, or else
// what comes nearest to what is wanted; all says that there is no other side.
func (sol *Solution) take(found numeric.Border, wanted float64, all bool) {
	best := nearestTry(found.Tries, wanted)
	if found.In.OK {
		sol.Reached, best = true, found.In
	}
	sol.Value, sol.Achieved, sol.AchievedError = best.X, best.Y, best.Error
	sol.From, sol.To = best.X, best.X
	switch {
	case found.In.OK && found.Out.OK:
		sol.Next, sol.Past, sol.PastError = found.Out.X, found.Out.Y, found.Out.Error
	case found.In.OK:
		sol.All = all
	}
	if sol.All || !sol.Reached {
		sol.From, sol.To = found.Tries[0].X, found.Tries[len(found.Tries)-1].X
	}
}

// again looks for the boundary where it is by a full value: if rough values are off by some share, so
// is what is wanted of them.
func (t tried) again(found *numeric.Border, full float64, c candidates) {
	off := found.In.Y / full
	t.s.Wanted *= off
	again := t.boundary(c, found.In.X, c.around(found.In.X), mostRough).Find()
	if off > 0.5 && off < 2 && again.In.OK && again.Out.OK {
		found.In, found.Out = again.In, again.Out
	}
}

// confirm is what the rough values have found by full ones: of a boundary its sides, moved
// as far as it takes; else where the knob stands now, or where the result comes nearest.
func (t tried) confirm(c candidates, now float64, found numeric.Border) numeric.Border {
	from, rungs, both := now, c.rungs, found.In.OK && found.Out.OK
	switch {
	case both:
		from = found.In.X
	case !found.In.OK:
		from = nearestTry(found.Tries, t.s.Wanted).X
	}
	first := t.try(from)
	switch {
	case both:
		rungs = c.from(from, found.Out.X, found.Out.X > from == first.Keeps)
	case first.Keeps == found.In.OK: // the rough values say where else was looked
		for i := range found.Tries {
			if found.Tries[i].X == from {
				found.Tries[i] = first
			}
		}
		if first.OK && first.Keeps {
			found.In = first
		}
		return found
	}
	sure := t.boundary(c, from, rungs, mostConfirmed).Find()
	if len(sure.Tries) == 0 {
		return found
	}
	sure.Ended = sure.Ended || found.Ended
	return sure
}

// missed says why no value keeps the bound.
func (sol *Solution) missed(s knob.Scenario, w want, found numeric.Border) string {
	name, kind := sol.Knob.Says(), w.Kind(s)
	least, most := math.Inf(1), math.Inf(-1)
	for _, t := range found.Tries {
		least, most = min(least, t.Y), max(most, t.Y)
	}
	span := fmt.Sprintf("%s from %s to %s", name, sol.place(sol.From), sol.place(sol.To))
	switch {
	case found.Ended:
		return fmt.Sprintf("no %s was found that %s among the values that were tried: the nearest is %s, at %s",
			name, w.making(s, sol.Knob), sol.achieved(s, w), sol.place(sol.Value))
	case math.IsInf(sol.Achieved, 1) && least == most:
		return fmt.Sprintf("there is no %s within the simulated time with any %s", w.Called(), span)
	case least == most:
		return fmt.Sprintf("the %s does not change it: the %s stays %s", name, w.Called(), kind.Format(most))
	}
	return fmt.Sprintf("no %s %s: the nearest is %s, at %s", span, w.making(s, sol.Knob), sol.achieved(s, w),
		sol.place(sol.Value))
}

// nearestTry is the one that comes nearest to what is wanted.
func nearestTry(list []numeric.Try, wanted float64) (best numeric.Try) {
	off := math.Inf(1)
	for _, t := range list {
		if d := math.Abs(t.Y - wanted); d < off || !best.OK {
			best, off = t, d
		}
	}
	return best
}

// tried is the values of a result as its knob is turned, each worked out once.
type tried struct {
	ctx    context.Context
	s      knob.Scenario
	w      want
	k      knob.Knob
	effort answer.Effort
	known  map[float64]numeric.Try // what has been worked out already, of one at a time; or nil

	attempts *atomic.Int64 // that were simulated
}

// boundary is the search among the candidates for where the bound is kept: two rough values are tried
// at once, or one full one, which takes all cores.
func (t tried) boundary(c candidates, near float64, rungs []float64, most int) numeric.Boundary {
	b := numeric.Boundary{Try: t.try, Near: near, Rungs: rungs, Between: c.between, AtOnce: 1, Cost: t.cost}
	if t.effort == answer.Rough {
		b.AtOnce = 2
	}
	b.Budget = float64(most + 1) // a try that costs half of what is left is the last
	return b
}

// try is what the result is with the knob at x.
func (t tried) try(x float64) numeric.Try {
	if known, ok := t.known[x]; ok {
		return known
	}
	v := t.w.Value(t.ctx, t.k.At(t.s, x), t.effort)
	t.attempts.Add(int64(v.Attempts))
	y := v.Number
	if v.Status == answer.NotReached { // longer than any
		y = math.Inf(1)
	}
	absent := math.IsNaN(y) || v.Words != "" || v.Status == answer.NotApplicable || v.Status == answer.Unknown
	ok := t.ctx.Err() == nil && !absent
	if math.IsInf(y, 0) {
		v.Error = 0
	}
	is := numeric.Try{X: x, Y: y, Error: v.Error, Keeps: ok && t.w.Keeps(t.s, y), OK: ok}
	if t.known != nil {
		t.known[x] = is
	}
	return is
}

// why is why there is no value with the knob at x.
func (t tried) why(x float64) string {
	if err := t.ctx.Err(); err != nil {
		return "stopped before there was an answer"
	}
	if v := t.w.Value(t.ctx, t.k.At(t.s, x), t.effort); v.Why != "" {
		return fmt.Sprintf("there is no %s: %s", t.w.Called(), v.Why)
	}
	return fmt.Sprintf("there is no %s here", t.w.Called())
}

// cost is 1 for each try, 0 where it has been made already, +Inf where the knob cannot stand, and
// beyond any budget once more attempts were simulated than one question may.
func (t tried) cost(x float64) float64 {
	_, known := t.known[x]
	switch {
	case known:
		return 0
	case t.k.At(t.s, x).Check() != nil:
		return math.Inf(1)
	case t.attempts.Load() > answer.MostAttempts:
		return math.MaxFloat64
	}
	return 1
}
