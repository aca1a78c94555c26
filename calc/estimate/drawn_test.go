package estimate

import (
	"math"
	"math/rand/v2"
)

// A drawn policy draws delays with formulas of its own.
type drawn struct {
	name             string
	a, r, c          float64
	retries          int
	deadline         float64
	wait             func(r *rand.Rand, d, before float64, k int) float64
	capAfter         bool
	success          float64 // probability that an attempt succeeds
	attempt, network float64 // seconds
	tick             float64
	noEnds           bool
}

func (p drawn) log(requests int, seed uint64) Log {
	r := rand.New(rand.NewPCG(seed, 99))
	l := Log{Tick: p.tick}
	read := func(t float64) float64 {
		if p.tick > 0 {
			return math.Floor(t/p.tick) * p.tick
		}
		return t
	}
	for range requests {
		now := 1e4 * r.Float64()
		first, before := now, p.a
		var q Request
		for k := 1; ; k++ {
			took := p.attempt * (0.5 + r.Float64())
			a := Attempt{Start: read(now), End: read(now + took), Outcome: Failed}
			if p.noEnds {
				a.End = math.NaN()
			}
			if r.Float64() < p.success {
				a.Outcome = Succeeded
			}
			q.Attempts = append(q.Attempts, a)
			d := p.a * math.Pow(p.r, float64(k-1))
			if !p.capAfter {
				d = math.Min(d, p.c)
			}
			t := math.Min(p.wait(r, d, before, k), p.cut())
			before = t
			now += took + t + p.network*r.ExpFloat64()
			if a.Outcome == Succeeded || k > p.retries || now-first > p.deadline {
				break
			}
		}
		l.Requests = append(l.Requests, q)
	}
	return l
}

func (p drawn) cut() float64 {
	if p.capAfter || p.name == "decorrelated" {
		return p.c
	}
	return math.Inf(1)
}

// drawing returns the wait of a type that depends on the delay before jitter alone.
func drawing(f func(r *rand.Rand, d float64) float64) func(r *rand.Rand, d, before float64, k int) float64 {
	return func(r *rand.Rand, d, _ float64, _ int) float64 { return f(r, d) }
}

// policies returns policies with the common types of jitter.
func policies() []drawn {
	inf := math.Inf(1)
	u := func(r *rand.Rand, lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }
	none := func(r *rand.Rand, d, _ float64, _ int) float64 { return d }
	full := func(r *rand.Rand, d, _ float64, _ int) float64 { return u(r, 0, d) }
	equal := func(r *rand.Rand, d, _ float64, _ int) float64 { return u(r, d/2, d) }
	spread := func(j float64) func(r *rand.Rand, d, _ float64, _ int) float64 {
		return func(r *rand.Rand, d, _ float64, _ int) float64 { return u(r, d*(1-j), d*(1+j)) }
	}
	list := []drawn{
		{name: "none", a: 1, r: 2, c: inf, retries: 4, wait: none},
		{name: "none", a: 0.1, r: 2, c: 1, retries: 8, wait: none},
		{name: "none", a: 2, r: 1, c: inf, retries: 3, wait: none},
		{name: "full", a: 1, r: 2, c: 30, retries: 4, wait: full},
		{name: "full", a: 0.1, r: 2, c: 2, retries: 8, wait: full},
		{name: "full", a: 0.05, r: 1.5, c: inf, retries: 5, wait: full},
		{name: "equal", a: 1, r: 2, c: 20, retries: 7, wait: equal},
		{name: "equal", a: 0.2, r: 3, c: inf, retries: 3, wait: equal},
		{name: "decorrelated", a: 0.1, r: 2, c: 10, retries: 6, wait: func(r *rand.Rand, _, b float64, _ int) float64 {
			return u(r, 0.1, 3*b)
		}},
		{name: "spread", a: 1, r: 1.6, c: 120, retries: 5, wait: spread(0.2)},
		{name: "spread", a: 0.5, r: 1.5, c: 5, retries: 10, wait: spread(0.5)},
		{name: "up", a: 1, r: 2, c: inf, retries: 4, wait: drawing(func(r *rand.Rand, d float64) float64 {
			return u(r, d, 1.5*d)
		})},
		{name: "up", a: 0.1, r: 2, c: inf, retries: 5, wait: drawing(func(r *rand.Rand, d float64) float64 {
			return u(r, d, 1.2*d)
		})},
		{name: "down", a: 0.5, r: 2, c: 2, retries: 5, wait: drawing(func(r *rand.Rand, d float64) float64 {
			return u(r, 0.75*d, d)
		})},
		{name: "add", a: 1, r: 2, c: 32, capAfter: true, retries: 7, wait: drawing(func(r *rand.Rand, d float64) float64 {
			return u(r, d, d+1)
		})},
		{name: "add", a: 0.2, r: 2, c: inf, retries: 5, wait: drawing(func(r *rand.Rand, d float64) float64 {
			return u(r, d, d+0.1)
		})},
		{name: "normal", a: 1, r: 2, c: inf, retries: 4, wait: drawing(func(r *rand.Rand, d float64) float64 {
			return math.Max(0, d*(1+0.1*r.NormFloat64()))
		})},
		{name: "normal", a: 1, r: 2, c: inf, retries: 4, wait: drawing(func(r *rand.Rand, d float64) float64 {
			return math.Max(0, d+0.1*r.NormFloat64())
		})},
		{name: "full", a: 1, r: 2, c: 10, retries: 100, deadline: 30, wait: full},
		{name: "spread", a: 0.5, r: 2, c: 60, retries: 100, deadline: 60, wait: spread(0.25)},
	}
	for i := range list {
		if list[i].deadline == 0 {
			list[i].deadline = inf
		}
	}
	return list
}
