package solve

import (
	"cmp"
	"context"
	"math"
	"slices"

	"retune/calc/numeric"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A search looks for the boundary up to which a setting keeps a bound, among values that print exactly. The printed
// value is therefore the one that was checked.
type search struct {
	ctx      context.Context
	s        setting.Scenario
	w        want
	k        setting.Setting
	unit     unit.Kind
	span     setting.NumberRange
	effort   answer.Effort
	digits   int                     // digits of values that are not whole
	rungs    []float64               // values to try, rising
	known    map[float64]numeric.Try // values tried at the present effort
	attempts float64                 // simulated attempts
	judged   map[float64]judged      // what the bound makes of the values tried at the present effort
	down     map[float64]judged      // values that keep the bound, but do not count
}

// A judged is a value with what the bound makes of it.
type judged struct {
	answer.Judgement
	value answer.Value
}

// Limits of the values that a search tries: closed forms, rough values, and full values that confirm rough ones.
const (
	mostClosed    = 2000
	mostRough     = 40
	mostConfirmed = 16
)

func newSearch(ctx context.Context, s *setting.Scenario, w want, k setting.Setting) *search {
	span, _ := k.NumberRange(s)
	t := &search{ctx: ctx, s: *s, w: w, k: k, unit: k.Unit(s), span: span, effort: answer.Rough, digits: 3,
		known: map[float64]numeric.Try{}, judged: map[float64]judged{}, down: map[float64]judged{}}
	switch {
	case w.Simulated() || w.FromDistributions() && w.RelativeError(s) > 0 &&
		w.slow(s): // percentiles of stateful delays have two digits
		t.digits = 2
	case !w.slow(s):
		t.effort, t.digits = answer.Full, 4
	}
	if w.reads(k) {
		t.rungs = t.candidates()
	}
	return t
}

// candidates returns the round values to try, and the ends of the range.
func (t *search) candidates() []float64 {
	list, now := t.k.Rungs(&t.s), t.k.CurrentNumber(&t.s)
	if t.digits == 2 {
		list = t.nearby(list, now)
	}
	if !t.w.Simulated() && !t.span.Whole && !t.w.Steady(&t.s, t.k) {
		list = t.finer(list, now)
	}
	if lo, hi := t.ends(); lo == 0 || t.digits > 2 {
		list = append(list, lo, hi)
	}
	list = slices.DeleteFunc(list, func(x float64) bool { return t.printed(x) != x })
	slices.Sort(list)
	return slices.Compact(list)
}

// nearby returns the values worth computing: from a thousandth to a thousand times the present value, for times of a
// fleet up to its duration.
func (t *search) nearby(list []float64, now float64) []float64 {
	const far, steepest = 1000, 20
	lo, hi := now/far, now*far
	switch {
	case t.unit == unit.Factor:
		lo, hi = 1, steepest
	case t.unit == unit.Share:
		lo, hi = t.span.Lo, t.span.Hi
	case t.unit == unit.Duration && t.w.Simulated():
		lo, hi = 1e-3, t.s.Duration
	case !unit.Finite(now) || now == 0:
		lo, hi = 0, far
	}
	return slices.DeleteFunc(list, func(x float64) bool { return x > 0 && x < lo || x > hi && unit.Finite(x) })
}

// finer adds values near the present one, because the result may change direction between two values. Closed forms have
// many between each two.
func (t *search) finer(rungs []float64, now float64) []float64 {
	const similar, parts = 100, 24
	list := slices.Clone(rungs)
	for _, near := range []float64{0.7, 0.85, 1.2, 1.4} {
		if x := t.printed(now * near); x >= t.span.Lo && x <= t.span.Hi {
			list = append(list, x)
		}
	}
	for i, x := range rungs[:max(0, len(rungs)-1)] {
		near := !unit.Finite(now) || x >= now/similar && x <= now*similar
		for j := 1.0; near && j < parts && t.effort == answer.Full; j++ {
			list = append(list, t.between(x, rungs[i+1], j/parts))
		}
	}
	return list
}

// ends returns the smallest and the largest value that print exactly and are in range.
func (t *search) ends() (lo, hi float64) {
	step := math.Pow(10, 1-float64(t.digits))
	if lo = t.printed(t.span.Lo); lo < t.span.Lo {
		lo = t.printed(t.span.Lo * (1 + step))
	}
	if hi = t.printed(t.span.Hi); hi > t.span.Hi {
		hi = t.printed(t.span.Hi * (1 - step))
	}
	return lo, hi
}

// starts returns the values where a search begins: the present value, or a usual one if that is none; and the wanted
// value if it has the same unit.
func (t *search) starts() []float64 {
	now := t.k.CurrentNumber(&t.s)
	lo, hi := t.ends()
	list := []float64{max(lo, t.printed(now))}
	if unit.Finite(now) {
		list[0] = min(list[0], hi)
	}
	if t.unit == t.w.Kind(&t.s) && !t.span.Whole && !t.w.Simulated() {
		same := t.printed(t.s.Wanted)
		list = append(list, same)
		if t.w.slow(&t.s) { // the present value may be far away, and slow
			list = append([]float64{same, t.between(same, 1.5*same, 0)}, list[0])
		}
	}
	if math.IsInf(now, 1) {
		list = append(list, map[unit.Kind]float64{unit.Duration: 60, unit.Share: 0.1}[t.unit], 10)
	}
	return slices.DeleteFunc(list, func(x float64) bool {
		return !(x >= lo) || x > hi && !(t.span.None && math.IsInf(x, 1))
	})
}

// find looks for the boundary from some values outwards along the rungs.
func (t *search) find(from, rungs []float64, most int) numeric.Border {
	return numeric.Boundary{Try: t.try, Want: t.wanted(), Near: from, Rungs: rungs, Between: t.between,
		Steady: t.w.slow(&t.s) && t.w.Steady(&t.s, t.k), Smooth: !t.w.Simulated() && !t.w.slow(&t.s), Most: most}.Find()
}

// wanted returns the wanted value with a margin for the error of a full value.
func (t *search) wanted() float64 {
	return t.s.Wanted + float64(t.w.Side(&t.s))*t.w.drawnError(&t.s, t.s.Wanted)
}

// solve looks for the boundary with rough values, and confirms it with full ones if they differ.
func (t *search) solve(effort answer.Effort) numeric.Border {
	if t.effort == answer.Full {
		return t.find(t.starts(), t.rungs, mostClosed)
	}
	found := t.find(t.starts(), t.rungs, mostRough)
	if effort == answer.Rough || len(found.Tries) == 0 || t.ctx.Err() != nil {
		return found
	}
	return t.confirmed(found)
}

// confirmed confirms a boundary of rough values with full ones.
func (t *search) confirmed(rough numeric.Border) numeric.Border {
	t.effort, t.known, t.judged = answer.Full, map[float64]numeric.Try{}, map[float64]judged{}
	if in := t.try(rough.In.X); rough.Found && !rough.Out.OK && in.Keeps { // there is no value beyond
		rough.In = in
		return rough
	}
	at, rungs := nearest(rough.Tries, t.s.Wanted).X, t.rungs
	if rough.In.OK {
		at = rough.In.X
	}
	switch first := t.try(at); {
	case rough.Found:
		rungs = t.around(at, rough.Out.X)
	case first.Keeps == rough.In.OK: // rough values show where else was searched
		rungs = nil
	}
	found := t.find([]float64{at}, rungs, mostConfirmed)
	if rungs == nil {
		found.Tries, found.Ended = append(found.Tries, rough.Tries...), rough.Ended
		slices.SortStableFunc(found.Tries, func(a, b numeric.Try) int { return cmp.Compare(a.X, b.X) })
	}
	return found
}

// rough reports whether rough values suffice because only two digits are printed.
func (t *search) rough() bool { return !t.w.Simulated() && t.digits == 2 }

// around returns values on both sides of x at doubling distances that start with next, and the rungs further away.
func (t *search) around(x, next float64) []float64 {
	if !unit.Finite(x + next) {
		return t.rungs
	}
	far := 256 * math.Abs(next-x)
	list := slices.DeleteFunc(slices.Clone(t.rungs), func(y float64) bool { return math.Abs(y-x) < far })
	for step := next - x; math.Abs(step) < far; step *= 2 {
		for _, y := range []float64{t.printed(x + step), t.printed(x - step)} {
			if y > t.span.Lo && y < t.span.Hi && y != x {
				list = append(list, y)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// between returns a value strictly between a and b that prints exactly, near the given share of the way, or NaN.
func (t *search) between(a, b, share float64) float64 {
	origin, least := 0.0, math.Abs(b-a)*1e-3
	if t.unit == unit.Factor {
		origin = 1
	}
	place := func(x float64) float64 { return math.Log(math.Max(x-origin, least)) }
	for d := max(1e-4, min(share, 1-share)); !math.IsInf(a+b, 1); d = min(2*d, 0.5) {
		at := d
		if share > 0.5 {
			at = 1 - d
		}
		y := t.printed(origin + math.Exp(place(a)+(place(b)-place(a))*at))
		if min(a, b) < y && y < max(a, b) {
			return y
		}
		if d == 0.5 {
			break
		}
	}
	return math.NaN()
}

// try computes the result with the setting at x. A full value keeps the bound only with a margin of two standard
// errors, or of the error of its distributions, and of a fleet only if the fleet recovers.
func (t *search) try(x float64) numeric.Try {
	if known, ok := t.known[x]; ok {
		return known
	}
	if t.ctx.Err() != nil || t.attempts > answer.MostAttempts || t.w.Simulated() && t.k.WithNumber(&t.s,
		x).Check() != nil {
		return numeric.Try{}
	}
	j := t.judge(new(t.k.WithNumber(&t.s, x)))
	y, ok := j.value.LimitNumber()
	is := numeric.Try{X: x, Y: y, Error: j.value.Error, OK: ok && t.ctx.Err() == nil}
	is.Keeps = is.OK && j.Holds && !j.Open
	if t.w.Unfit != nil && is.Keeps {
		if why := t.w.Unfit(new(t.k.WithNumber(&t.s, x))); why != "" {
			is.Keeps, j.Holds, j.Lost, j.Why = false, false, true, why
		}
	}
	if j.Lost && is.OK {
		t.down[x] = j
	}
	t.known[x], t.judged[x] = is, j
	return is
}

// valued computes the result of s, and as what it is judged: a rough value needs no margin.
func (t *search) valued(s *setting.Scenario) (v, as answer.Value) {
	v = t.w.Compute(t.ctx, s, t.effort)
	t.attempts += v.Attempts
	as = v
	switch y, _ := v.LimitNumber(); {
	case math.IsInf(y, 0):
		v.Error, as.Error = 0, 0
	case t.effort == answer.Full || t.rough():
		v.Error = max(v.Error, t.w.drawnError(s, y)/2)
		as.Error = v.Error
	default:
		as.Error, as.Runs = 0, answer.Runs{}
	}
	return v, as
}

// mostRuns is the largest number of runs that decide one value.
const mostRuns = 400

// judge computes the result of s and holds the bound against it. A full value of a fleet gets more runs as long as they
// help to decide, and until they show that the fleet recovers.
func (t *search) judge(given *setting.Scenario) judged {
	s := *given
	bound := t.w.Condition(&t.s)
	for {
		v, as := t.valued(&s)
		j := bound.Judge(as)
		shown := v.State != answer.Settled || t.s.AllowLost || !j.Holds ||
			numeric.Reaches(v.Runs.Settled, v.Runs.Unfinished, v.Runs.All(), t.s.RecoversShare, answer.DecidingErrors) != 0
		more := 0.0
		switch {
		case j.Open:
			more = j.Runs
		case !shown:
			more = 76 // as many as show a share of 95% if all recover
		}
		if more == 0 || t.effort != answer.Full || !t.w.Simulated() || s.Runs >= mostRuns || t.ctx.Err() != nil ||
			t.attempts > answer.MostAttempts {
			return judged{j, v}
		}
		s.Runs = min(mostRuns, max(2*s.Runs, more))
	}
}
