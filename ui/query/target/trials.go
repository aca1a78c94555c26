package target

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync/atomic"

	"retune/calc/num"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
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

// trials solves for a result whose every value is a run of a fleet, by rough values: outwards from where the knob stands along the values that
// people choose, and then between the first two of which one keeps the bound, to two
// digits, or three where values are exact. Where the answer is to be a full one its two
// sides are then worked out as retune fleet does, and moved as far as it takes.
func (sol *Solution) trials(ctx context.Context, s knob.Scenario, w want, effort answer.Effort) {
	c, most := newCandidates(s, sol.Knob), mostRough
	if effort == answer.Rough {
		c, most = c.few(), mostAlone
	}
	sampled := w.noise(s) > noisy
	if sampled && !c.whole {
		c.digits = 2
	}
	now := sol.Knob.Stands(s)
	attempts := new(atomic.Int64)
	rough := tried{ctx: ctx, s: s, w: w, k: sol.Knob, effort: answer.Rough, attempts: attempts}
	at := rough.boundary(c, now, c.rungs, most)
	at.AtOnce = 2
	found := at.Find()
	all := !found.Out.OK // what keeps it is all that there is
	if effort == answer.Full && len(found.Tries) > 0 {
		full := tried{ctx: ctx, s: s, w: w, k: sol.Knob, effort: answer.Full, attempts: attempts, known: map[float64]num.Try{}}
		if found.In.OK && found.Out.OK && sampled {
			// Where rough values are off by some share, so is what is wanted of them.
			off := found.In.Y / full.try(found.In.X).Y
			rough.s.Wanted = s.Wanted * off
			at = rough.boundary(c, found.In.X, c.around(found.In.X), most)
			at.AtOnce = 2
			if again := at.Find(); off > 0.5 && off < 2 && again.In.OK && again.Out.OK {
				found.In, found.Out = again.In, again.Out
			}
		}
		found = full.confirm(c, now, found)
	}
	sol.Ended, sol.Attempts = found.Ended, float64(attempts.Load())
	best := nearestTry(found.Tries, s.Wanted)
	switch {
	case ctx.Err() != nil || len(found.Tries) == 0:
		sol.Why = rough.why(now)
		return
	case found.In.OK && found.Out.OK:
		sol.Reached, best = true, found.In
		sol.Next, sol.Past, sol.PastError = found.Out.X, found.Out.Y, found.Out.Error
	case found.In.OK:
		sol.Reached, sol.All, best = true, all, found.In
	}
	sol.Value, sol.Achieved, sol.AchievedError = best.X, best.Y, best.Error
	sol.From, sol.To = best.X, best.X
	if first, last := found.Tries[0].X, found.Tries[len(found.Tries)-1].X; sol.All || !sol.Reached {
		sol.From, sol.To = first, last
	}
	if !sol.Reached {
		sol.Why = sol.missed(s, w, found)
	}
}

// confirm is what the rough values have found by full ones: of a boundary its sides, moved
// as far as it takes; else where the knob stands now, or where the result comes nearest.
func (t tried) confirm(c candidates, now float64, found num.Border) num.Border {
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
func (sol *Solution) missed(s knob.Scenario, w want, found num.Border) string {
	name, kind := sol.Knob.Says(), w.Kind(s)
	least, most := math.Inf(1), math.Inf(-1)
	for _, t := range found.Tries {
		least, most = min(least, t.Y), max(most, t.Y)
	}
	span := fmt.Sprintf("%s from %s to %s", name, sol.place(sol.From), sol.place(sol.To))
	switch {
	case found.Ended:
		return fmt.Sprintf("no %s was found that %s among the values that were tried: the nearest is %s, at %s", name, w.making(s, sol.Knob), sol.achieved(s, w), sol.place(sol.Value))
	case math.IsInf(sol.Achieved, 1) && least == most:
		return fmt.Sprintf("there is no %s within the simulated time with any %s", w.Called(), span)
	case least == most:
		return fmt.Sprintf("the %s does not change it: the %s stays %s", name, w.Called(), kind.Format(most))
	}
	return fmt.Sprintf("no %s %s: the nearest is %s, at %s", span, w.making(s, sol.Knob), sol.achieved(s, w), sol.place(sol.Value))
}

// nearestTry is the one that comes nearest to what is wanted.
func nearestTry(list []num.Try, wanted float64) (best num.Try) {
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
	known  map[float64]num.Try // what has been worked out already, of one at a time; or nil

	attempts *atomic.Int64 // that were simulated
}

// boundary is the search among the candidates for where the bound is kept.
func (t tried) boundary(c candidates, near float64, rungs []float64, most int) num.Boundary {
	return num.Boundary{Try: t.try, Near: near, Rungs: rungs, Between: c.between, AtOnce: 1, Cost: t.cost, Budget: float64(most + 1)} // one that costs half of what is left is the last
}

// try is what the result is with the knob at x.
func (t tried) try(x float64) num.Try {
	if known, ok := t.known[x]; ok {
		return known
	}
	v := t.w.Value(t.ctx, t.k.At(t.s, x), t.effort)
	t.attempts.Add(int64(v.Attempts))
	y := v.Number
	if v.Status == answer.NotReached { // longer than any
		y = math.Inf(1)
	}
	ok := t.ctx.Err() == nil && !math.IsNaN(y) && v.Words == "" && v.Status != answer.NotApplicable && v.Status != answer.Unknown
	if math.IsInf(y, 0) {
		v.Error = 0
	}
	is := num.Try{X: x, Y: y, Error: v.Error, Keeps: ok && t.w.Keeps(t.s, y), OK: ok}
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

// candidates is the values of a knob among which a search looks.
type candidates struct {
	rungs  []float64 // the values that people choose, rising
	origin float64   // from which they are counted: 1 of a factor
	least  float64   // nearer to the origin none is worth a try
	whole  bool
	digits int // of those that are between the rungs
}

// newCandidates is those of a knob of the fleet s: times as long as it is looked at,
// counts and rates up to a thousand times as much or as little as now.
func newCandidates(s knob.Scenario, k knob.Knob) candidates {
	const far, steepest = 1000, 20
	span, _ := k.Span(s)
	c := candidates{whole: span.Whole, digits: 3, rungs: k.Rungs(s)}
	now := k.Stands(s)
	lo, hi := span.Lo, span.Hi
	switch k.Unit(s) {
	case unit.Duration:
		lo, hi = 1e-3, s.Duration
	case unit.Factor:
		c.origin, hi = 1, steepest
	case unit.Count, unit.Number, unit.Rate:
		if lo, hi = now/far, now*far; !finite(now) || now == 0 {
			lo, hi = 0, far
		}
	}
	beyond := false // one rung is enough
	c.rungs = slices.DeleteFunc(c.rungs, func(x float64) bool {
		gone := beyond && !math.IsInf(x, 1) || x > 0 && x < lo
		beyond = beyond || x >= hi
		return gone
	})
	c.least = 1e-3
	for _, x := range c.rungs {
		if x > c.origin {
			c.least = (x - c.origin) / 10
			break
		}
	}
	return c
}

// few is fewer of them, where soon is better than all.
func (c candidates) few() candidates {
	const many = 16
	all := c.rungs
	c.digits, c.rungs = 2, nil
	for i := len(all) - 1; i >= 0; i -= 1 + len(all)/many {
		c.rungs = append(c.rungs, all[i])
	}
	slices.Reverse(c.rungs)
	return c
}

// between is a value of few digits between two, about that share of the way from the
// first: of as few as will do. NaN: there is none.
func (c candidates) between(a, b, share float64) float64 {
	lo, hi := min(a, b), max(a, b)
	place := func(x float64) float64 { return math.Log(math.Max(x-c.origin, c.least)) }
	x := math.Exp(place(a) + (place(b)-place(a))*share)
	for digits := 2; digits <= c.digits && !math.IsInf(hi, 1); digits++ {
		step := math.Pow(10, math.Floor(math.Log10(x))-float64(digits)+1)
		for _, y := range []float64{x, x - step, x + step} {
			if y = c.origin + rounded(y, digits); c.whole {
				y = math.Round(y)
			}
			if y = rounded(y, 12); lo < y && y < hi { // no digits of rounding
				return y
			}
		}
	}
	return math.NaN()
}

// around is the rungs with those near x that it needs for a boundary close by.
func (c candidates) around(x float64) []float64 {
	list := slices.Clone(c.rungs)
	for _, near := range []float64{0.8, 0.9, 0.95, 1.05, 1.1, 1.25} {
		if y := c.origin + rounded((x-c.origin)*near, c.digits); !math.IsInf(x, 1) && !c.whole && y > list[0] && y < list[len(list)-1] {
			list = append(list, y)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// from is the values on one side of x, first next, which is on that side or on the other
// as far away, then in steps that double, and at last the rungs.
func (c candidates) from(x, next float64, up bool) (list []float64) {
	side := func(y float64) bool { return y > x == up && y != x }
	if side(next) {
		list = append(list, next)
	}
	step := math.Abs(next - x)
	if last := x; finite(step) {
		for range 6 {
			if last += math.Copysign(step, map[bool]float64{true: 1, false: -1}[up]); last <= c.origin || last > c.rungs[len(c.rungs)-1] {
				break
			}
			if y := c.origin + rounded(last-c.origin, c.digits); y != next && (!c.whole || y == math.Trunc(y)) {
				list = append(list, rounded(y, 12))
			}
			step *= 2
		}
	}
	end := x
	if len(list) > 0 {
		end = list[len(list)-1]
	}
	for _, y := range c.rungs {
		if side(y) && (y > end == up) && y != end {
			list = append(list, y)
		}
	}
	slices.Sort(list)
	return list
}

// rounded is x with so many digits.
func rounded(x float64, digits int) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	return y
}
