package stack

import (
	"context"
	"math"
)

// A Reach holds the bounds of a call of one layer if every attempt at the bottom fails, for any random delays.
type Reach struct {
	Least, Longest float64 // call time, seconds; +Inf: it never ends
	Attempts       float64 // largest number of attempts of the layer itself
	Bottom         float64 // largest number of attempts at the bottom

	Attempt [][2]float64 // start and end of the longest attempts, seconds; the first hundred
}

// mostSteps is the largest number of attempts of one call that are followed. A call with more counts as endless.
const mostSteps = 1 << 21

// Reach returns the bounds of a call of each layer without the layers around it. They are not valid if ctx is done.
func (s Stack) Reach(ctx context.Context) []Reach {
	k := len(s.Layers)
	all := make([]Reach, k+1)
	all[k] = Reach{s.AttemptTime, s.AttemptTime, 1, 1, nil}
	for i := k - 1; i >= 0; i-- {
		all[i] = s.walk(ctx, all, i, math.Inf(1))
	}
	return all[:k]
}

// within returns the bounds of a call of layer i that is cut off after limit seconds. all has the bounds of calls
// without limit.
func (s Stack) within(ctx context.Context, all []Reach, i int, limit float64) Reach {
	r := all[i]
	if i == len(s.Layers) || r.Least <= limit*(1+rounding) {
		return r
	}
	return s.walk(ctx, all, i, limit)
}

// walk follows the attempts of a call along the earliest starts and the latest starts. With a deadline, longer delays
// can end a call sooner; its shortest time is then the time of fewer attempts.
func (s Stack) walk(ctx context.Context, all []Reach, i int, limit float64) (r Reach) {
	l, below := &s.Layers[i], all[i+1]
	limit = min(limit, l.whole())
	most := min(below.Longest, l.attempt())
	shortest, longest := extreme(l, 0), extreme(l, 1)
	early, late := 0.0, 0.0
	r.Least = limit
	for k := 1.0; k <= mostSteps && ctx.Err() == nil; k++ {
		room := math.Inf(1)
		if l.Cancel {
			room = min(l.attempt(), limit-early)
		}
		if r.Attempts++; k <= 100 {
			r.Attempt = append(r.Attempt, [2]float64{late, min(late+most, limit)})
		}
		r.Bottom += s.within(ctx, all, i+1, room).Bottom
		r.Longest = max(r.Longest, min(late+most, limit))
		failed := early + min(below.Least, l.attempt())
		if !(failed < limit*(1-rounding)) {
			return r
		}
		at, made := l.RetryStart(k, failed, failed+shortest(k))
		wait := longest(k)
		if _, sure := l.RetryStart(k, late+most, late+most+wait); !sure {
			r.Least = min(r.Least, failed)
		}
		switch {
		case !made:
			return r
		case math.IsInf(at, 1) && at == limit: // waits beyond any number of seconds
			k = mostSteps
		case at >= limit*(1-rounding): // the limit ends the wait
			r.Longest = limit
			return r
		}
		early, late = at, l.latest(k, late+most, wait)
	}
	r.Longest, r.Attempts, r.Bottom = limit, l.Retries+1, (l.Retries+1)*below.Bottom
	return r
}
