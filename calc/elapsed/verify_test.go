package elapsed_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"retune/calc/elapsed"
	"retune/calc/jitter"
)

// A verifier compares figures with simulated clients.
type verifier struct {
	promise float64 // allowed error of a CDF
	off     float64 // error of the compared figure
	far     float64 // allowed standard errors
	slack   float64 // seconds; closer times count as equal
	wrong   []string
	count   int
}

func (v *verifier) say(format string, args ...any) {
	v.wrong = append(v.wrong, fmt.Sprintf(format, args...))
}

// share compares a probability with a share of n.
func (v *verifier) share(what string, got, share, n float64) {
	v.count++
	p := min(max(got, 1/n), 1-1/n)
	if tol := v.far*math.Sqrt(p*(1-p)/n) + 2/n + v.off; !(math.Abs(got-share) <= tol) {
		v.say("%s: %.6g, simulated %.6g, apart %.2g, allowed %.2g", what, got, share, math.Abs(got-share), tol)
	}
}

// mean compares a mean with a sample of it, unless a few clients decide it.
func (v *verifier) mean(what string, got float64, x []float64) {
	n := float64(len(x))
	m, sq, far := 0.0, 0.0, 0.0
	for _, y := range x {
		m += y / n
	}
	for _, y := range x {
		sq += (y - m) * (y - m)
		far = max(far, (y-m)*(y-m))
	}
	// or the square is 0
	if far > 0.02*sq && sq > 1e-20*m*m || math.IsInf(m, 1) || math.IsNaN(m) || m < 1e-150 {
		return
	}
	v.count++
	rare := 0.0 // an event seen once in n times is missing in some samples
	if sq <= 1e-20*m*m {
		rare = 5/n + v.off
	}
	if tol := v.far*math.Sqrt(sq)/n + 4*v.off*math.Sqrt(sq/n) +
		(1e-3+rare)*math.Abs(m); !(math.Abs(got-m) <= tol) {
		v.say("%s: mean %.7g, simulated %.7g, apart %.2g standard deviations, allowed %.2g", what, got, m,
			math.Abs(got-m)/math.Sqrt(sq/n), tol/math.Sqrt(sq/n))
	}
}

// shares returns the shares of a sorted sample that are below x and up to x.
func (v *verifier) shares(y []float64, x float64) (below, upTo float64) {
	slack := 1e-11*math.Abs(x) + v.slack
	lo, _ := slices.BinarySearch(y, x-slack)
	if math.IsInf(x, 1) {
		lo, _ := slices.BinarySearch(y, x)
		return float64(lo) / float64(len(y)), 1
	}
	hi, _ := slices.BinarySearch(y, math.Nextafter(x+slack, math.Inf(1)))
	return float64(lo) / float64(len(y)), float64(hi) / float64(len(y))
}

// tight is how far a percentile may be off, relatively.
const tight = 5e-3

// quantile checks that x is the quantile at q of a sorted sample.
func (v *verifier) quantile(what string, x, q float64, y []float64) {
	v.count++
	n := float64(len(y))
	below, _ := v.shares(y, x*(1-tight))
	_, upTo := v.shares(y, x*(1+tight))
	if tol := v.far*math.Sqrt(q*(1-q)/n) + 2/n + v.off; !(below <= q+tol) || !(upTo >= q-tol) {
		v.say("%s p%g: %.9g, where the simulated CDF goes from %.5f to %.5f, allowed %.2g", what, 100*q, x, below,
			upTo, tol)
	}
}

// distribution compares a distribution with a sample.
func (v *verifier) distribution(what string, d jitter.Dist, sample []float64) {
	if d == nil {
		v.say("%s: there is no distribution", what)
		return
	}
	y := slices.Clone(sample)
	slices.Sort(y)
	lo, hi := d.Support()
	if v.promise < 1e-3 && y[0] < lo-1e-9*math.Abs(lo) || y[len(y)-1] > hi*(1+1e-9) {
		v.say("%s: simulated %g to %g, support %g to %g", what, y[0], y[len(y)-1], lo, hi)
	}
	v.mean(what, d.Mean(), y)
	for _, q := range []float64{0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99} {
		v.quantile(what, d.Quantile(q), q, y)
		x := y[int(q*float64(len(y)))]
		below, upTo := v.shares(y, x)
		if math.IsInf(x, 1) {
			continue
		}
		got := min(max(below, d.CDF(x-v.slack)), d.CDF(x+v.slack))
		v.share(fmt.Sprintf("%s CDF at %.9g", what, x), got, min(max(got, below), upTo), float64(len(y)))
	}
}

// verify asks all questions and compares the answers with the simulation, within the given number of standard errors.
// It returns the differences and the number of figures compared.
func verify(t *testing.T, q question, c elapsed.Clients, s seen, far float64) (wrong []string, count int) {
	ctx, p := t.Context(), q.policy
	v := &verifier{slack: 1e-12 * p.InitialDelay, far: far, promise: 1e-4}
	if p.Stateful() {
		v.promise = 1e-3 // on the coarse grid
	}
	v.off = v.promise
	dist := func(d jitter.Dist, err error) jitter.Dist { v.fails(err); return d }
	number := func(x float64, err error) float64 { v.fails(err); return x }
	for i, k := range q.ks {
		if p.Stateful() {
			v.distribution(fmt.Sprint("delay ", k), dist(c.Delay(ctx, k)), s.delays[i])
		}
		start := dist(c.Start(ctx, k))
		if p.Stateful() && k > 64 && start != nil { // which has the shape of an earlier one
			v.slack = 1e-3 * start.Mean()
		}
		v.distribution(fmt.Sprint("start ", k), start, s.starts[i])
		v.slack = 1e-12 * p.InitialDelay
		started, made := 0.0, 0.0
		for j, at := range s.starts[i] {
			by := at <= min(q.t, p.Deadline)*(1+1e-12) && float64(k) <= p.Retries
			if p.Rule != (jitter.Rule{}) {
				by = s.retries[j] >= float64(k)
			}
			if by {
				started += 1 / s.clients
			}
			if s.made[j] >= float64(k) {
				made += 1 / s.clients
			}
		}
		v.share(fmt.Sprint("started ", k), number(c.StartedBy(ctx, k, q.t)), started, s.clients)
		v.share(fmt.Sprint("at least ", k), number(c.StartedBy(ctx, k, math.Inf(1))), made, s.clients)
	}
	if s.endless {
		return v.wrong, v.count
	}
	v.mean("retries by t", number(c.RetriesBy(ctx, q.t)), s.retries)
	if !math.IsInf(p.Deadline, 1) || !math.IsInf(p.Retries, 1) && p.Retries < many {
		v.distribution("last", dist(c.Last(ctx)), s.last)
	}
	d, waiting, err := c.Waiting(ctx, q.t)
	v.fails(err)
	v.share("waiting", waiting, float64(len(s.waiting))/s.clients, s.clients)
	if len(s.waiting) > 200 {
		v.off = v.promise / waiting
		v.distribution("waited in", d, s.waiting)
	}
	v.reconnect(q, t, c, s)
	return v.wrong, v.count
}

// fails records that a question has no answer.
func (v *verifier) fails(err error) {
	if err != nil {
		v.say("%v", err)
	}
}

// reconnect compares the figures after an outage.
func (v *verifier) reconnect(q question, t *testing.T, c elapsed.Clients, s seen) {
	r, err := c.Reconnect(t.Context(), q.outage)
	v.fails(err)
	v.off = v.promise
	v.share("gave up", r.GaveUp, s.gaveUp/s.clients, s.clients)
	v.mean("wasted", r.Wasted, s.wasted)
	if len(s.wait) <= 200 {
		return
	}
	v.off = v.promise / (1 - r.GaveUp)
	slices.Sort(s.wait)
	v.mean("reconnect delay", r.Mean, s.wait)
	if a, _ := q.outage.Support(); a > 0 {
		v.mean("relative reconnect delay", r.RelativeMean, s.relative)
	}
	v.quantile("reconnect delay", r.P50, 0.5, s.wait)
	v.quantile("reconnect delay", r.P95, 0.95, s.wait)
	v.quantile("reconnect delay", r.P99, 0.99, s.wait)
	if most := s.wait[len(s.wait)-1]; !(most <= r.Max*(1+1e-9)+1e-12) {
		v.say("longest reconnect delay %.9g, simulated %.9g", r.Max, most)
	}
}

// must returns a result, or fails the test.
func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}
