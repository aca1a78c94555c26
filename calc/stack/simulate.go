package stack

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"retune/calc/jitter"
	"retune/calc/numeric"
)

// extreme draws the shortest delays of a layer for end 0, or the longest for end 1.
func extreme(l *Layer, end float64) func(k float64) float64 {
	s, memory := l.Sampler(), 0.0
	uniform, normal := math.Nextafter(end, 0.5), math.Inf(int(2*end-1))
	return func(k float64) (wait float64) {
		wait, memory = s.Draw(k, memory, func() float64 { return uniform }, func() float64 { return normal })
		return wait
	}
}

// A Result holds the results of simulated requests.
type Result struct {
	Attempts numeric.Mean // at the bottom, per request
	Time     numeric.Mean // call time, seconds
	sorted   []float64    // call times
}

// Quantile returns a percentile of the call time in seconds, and its standard error.
func (r *Result) Quantile(p float64) (x, se float64) {
	n := float64(len(r.sorted))
	at := func(rank float64) float64 { return r.sorted[int(min(n-1, max(0, math.Ceil(rank)-1)))] }
	d := math.Sqrt(p * (1 - p) * n)
	lo, hi := at(p*n-d), at(p*n+d)
	if lo == hi {
		return at(p * n), 0
	}
	return at(p * n), (hi - lo) / 2
}

// most is the largest number of attempts at the bottom that are simulated, of all requests together.
const most = 4_000_000

// errMany is the error of a request with too many attempts.
var errMany = errors.New("a request makes more than 4 million attempts, which are not simulated")

// Simulate simulates that many requests attempt by attempt, or as many as four million attempts allow. Without
// randomness it simulates one request.
func (s Stack) Simulate(ctx context.Context, r *rand.Rand, requests int) (result Result, err error) {
	if s.FailureRate == 1 && !slices.ContainsFunc(s.Layers, func(l Layer) bool { return l.Jitter.Draws() }) {
		requests = 1
	}
	p := play{stack: s, rand: r, stopped: func() bool { return ctx.Err() != nil }}
	for _, l := range s.Layers {
		p.waits = append(p.waits, l.Sampler())
	}
	for all := 0.0; len(result.sorted) < requests && all < most; all += p.attempts {
		p.attempts = 0
		took, _ := p.call(0, math.Inf(1))
		switch {
		case ctx.Err() != nil:
			return result, ctx.Err()
		case p.attempts > most:
			return result, errMany
		}
		result.Attempts.Add(p.attempts)
		result.Time.Add(took)
		result.sorted = append(result.sorted, took)
	}
	numeric.Sort(result.sorted)
	return result, nil
}

// play simulates one request after the other.
type play struct {
	stack    Stack
	rand     *rand.Rand
	waits    []jitter.Sampler
	attempts float64 // attempts at the bottom
	stopped  func() bool
}

// call simulates a call of layer i, or an attempt at the bottom, which is cut off after limit seconds.
func (p *play) call(i int, limit float64) (took float64, ok bool) {
	if i == len(p.waits) {
		return p.attempt(limit)
	}
	l := &p.stack.Layers[i]
	limit = min(limit, l.whole())
	memory := 0.0
	for k := 1.0; ; k++ {
		left := min(l.attempt(), limit-took)
		room := math.Inf(1)
		if l.Cancel {
			room = left
		}
		d, ok := p.call(i+1, room)
		if ok = ok && d <= left*(1+rounding); ok || p.attempts > most {
			return took + d, true
		}
		if took += min(d, left); !(took < limit*(1-rounding)) {
			return limit, false
		}
		var wait float64
		wait, memory = p.waits[i].Draw(k, memory, p.rand.Float64, p.rand.NormFloat64)
		at, made := l.RetryStart(k, took, took+wait)
		switch {
		case !made:
			return took, false
		case at >= limit*(1-rounding):
			return limit, false
		}
		took = at
	}
}

// attempt simulates an attempt at the bottom.
func (p *play) attempt(limit float64) (took float64, ok bool) {
	if p.attempts++; math.Mod(p.attempts, 1<<12) == 0 && p.stopped() {
		p.attempts = 2 * most // ends all calls
	}
	took, ok = p.stack.AttemptTime, !(p.rand.Float64() < p.stack.FailureRate)
	if ok && math.IsInf(took, 1) {
		took = 0
	}
	if took > limit*(1+rounding) {
		return limit, false
	}
	return took, ok
}
