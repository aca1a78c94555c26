package elapsed

import (
	"math"

	"retune/calc/num"
	"retune/calc/outage"
)

// A share is what becomes of the clients whose outages end in some interval.
type share struct {
	all    float64 // measure of the ends
	wasted float64 // integral of the retries wasted
	mean   float64 // integral of w without a deadline, seconds
	gaveUp float64 // measure of those who do not come back, without a deadline
	by     func(y float64) float64
}

// Reconnect returns how clients come back after an outage whose end X is independent
// of the jitter. For a fixed X
//
//	P(w <= y) = sum over k < n of P(T_k < X, T_(k+1) <= min(X+y, D)) - P(T_(k+1) < X)
//	wasted    = sum over k = 1..n of P(T_k < min(X, D+))
//
// as one and only one k has T_k < X <= T_(k+1). The mean without a deadline is Wald's
// identity, as whether delay k+1 is waited depends on T_k alone:
//
//	E (w; T_n >= X) = sum over k < n of (s + E t_(k+1)) P(T_k < X) - X + E (X - T_n)+
//
// A random X takes the next integral of each: see ends. Far beyond the retry from which
// all delays are alike the clients have lost step: see pace. E (w/X) is the mean with
// the measure dP/x; it is infinite where X may be next to 0, as w is not 0 there.
func (e *independent) Reconnect(o outage.Outage) outage.Reconnect {
	at, over := measure(o, e.coarse)
	longest, last := e.longest(o), o.Quantile(1)
	endless := math.IsInf(e.policy.Deadline, 1) || last+longest < e.policy.Deadline*(1-slack) // no wait is cut short
	var shares []share
	wasted := 0.0
	if o.Kind == outage.Exponential && endless {
		shares = []share{e.memoryless(o.A)}
		wasted = shares[0].wasted
	} else {
		shares, wasted = e.shares(at)
	}
	r := outage.Reconnect{Wasted: wasted, RelativeMean: math.Inf(1)}
	total, gaveUp := 0.0, 0.0
	for _, s := range shares {
		total, gaveUp = total+s.all, gaveUp+s.gaveUp
	}
	by := e.together(shares)
	back, most := total-gaveUp, by(math.Inf(1))
	if !endless || back < 0.01 {
		back = most
	}
	if r.GaveUp = max(0, 1-back); r.GaveUp < 1e-12 || endless && math.IsInf(e.policy.Retries, 1) {
		r.GaveUp = 0
	}
	if e.ctx.Err() != nil || !(min(back, most) > max(unlikely, 10*e.Error())) {
		none := outage.None(r.Wasted)
		if back = min(back, most); e.ctx.Err() == nil && back > 1e-6 { // too few to tell how they come back
			none.GaveUp = 1 - back
		}
		return none
	}
	r.Max = longest
	hi := longest
	for h := max(1e-12, o.Quantile(0.5)); h < hi; h *= 4 {
		if by(h) >= (1-1e-7)*most || e.ctx.Err() != nil {
			hi = h
		}
	}
	quantile := func(q, from float64) float64 {
		if by(from) >= (q-1e-9)*most {
			return from
		}
		return num.Least(func(y float64) float64 { return by(y) / most }, q, from, hi)
	}
	r.P50 = quantile(0.5, 0)
	r.P95 = quantile(0.95, r.P50)
	r.P99 = quantile(0.99, r.P95)
	mean := func(shares []share) float64 {
		if endless && back >= 0.01 {
			total := 0.0
			for _, s := range shares {
				total += s.mean
			}
			return max(0, total)
		}
		least, most := quantile(1e-6, 0), quantile(1-1e-6, r.P99)
		by := e.together(shares)
		all := by(math.Inf(1))
		rest := func(y float64) float64 { return max(0, all-by(y)) }
		total, from := 0.0, 0.0
		for _, to := range []float64{least, r.P50, r.P95, r.P99, most, hi} {
			total += num.Area(rest, from, to, all*hi*[]float64{1e-7, 1e-4}[at.order()], []int{24, 4}[at.order()])
			from = to
		}
		return total
	}
	if r.Mean = mean(shares) / back; over != nil {
		shares, _ = e.shares(*over)
		r.RelativeMean = mean(shares) / back
	}
	if r.Error = (e.Error() + gridError) / back; !o.IsFixed() {
		r.Error += 5e-4
	}
	return r
}

// gridError is how far the grid of a series may be off, beside the series.
const gridError = 3e-6

// unlikely is a probability below which nothing is said of what happens then; nor is
// there of what is far below the error of a CDF.
const unlikely = 1e-9

// together returns the sum of the shares that are back after y.
func (e *independent) together(shares []share) func(y float64) float64 {
	return func(y float64) (total float64) {
		for _, s := range shares {
			if e.ctx.Err() == nil {
				total += s.by(y)
			}
		}
		return total
	}
}

// shares returns what becomes of the clients by when their outages end: before the
// clients have lost step, then, and when the policy comes to its end. Outages beyond
// the deadline add to wasted alone.
func (e *independent) shares(o ends) (list []share, wasted float64) {
	deadline := e.policy.Deadline
	if late := o.within(deadline, math.Inf(1)); len(late.m) > 0 {
		wasted = late.total() * e.RetriesBy(deadline)
	}
	from, to := e.onlyCaps()
	if o.order() == 1 && e.noDelay() == 0 { // retry by retry is as right, and several times as quick
		from = deadline
	}
	from, to = min(from, deadline), min(to, deadline)
	for _, part := range e.sections(o.within(math.Inf(-1), from)) {
		if part.steady {
			list = append(list, e.steady(part.ends))
		} else {
			list = append(list, e.stepwise(part.ends))
		}
	}
	if part := o.within(from, to); len(part.m) > 0 {
		list = append(list, e.capped(part))
	}
	if part := o.within(max(from, to), deadline); len(part.m) > 0 {
		list = append(list, e.stepwise(part))
	}
	for _, s := range list {
		wasted += s.wasted
	}
	return list, wasted
}

// stepwise returns the share of ends, retry by retry.
func (e *independent) stepwise(o ends) share {
	type across struct { // a step across the ends
		step
		nodes   []node
		before  []float64 // E (x-T_k)+^p at each, P(T_k < x) for p = 0
		started float64   // measure of T_(k+1) < X of these
	}
	p, deadline := o.order(), e.policy.Deadline
	measure := func(l distribution, nodes []node) (total float64) { // of T < X
		for _, n := range nodes {
			if p == 0 {
				total += n.c * l.below(n.x)
			} else {
				total += n.c * l.moment(n.x, 1)
			}
		}
		return total
	}
	r := share{all: o.total()}
	from := e.before(o.x[0])
	r.wasted = float64(from) * r.all
	r.mean = e.sum(from).mean*r.all - o.first()
	last := o.x[len(o.x)-1]
	began, most := r.all, r.all // T_k < X asks of every delay before that it is shorter than the last end
	var steps []across
	var within []leap
	k := from
	for e.allowed(k+1) && e.ctx.Err() == nil {
		if l := e.leap(o, k); l.n > 0 {
			r.mean, r.wasted, began = r.mean+l.mean, r.wasted+l.wasted, l.began
			within, k = append(within, l), k+l.n
			continue
		}
		a := across{step: e.step(k)}
		if p == 1 && e.normal { // what is averaged over is smooth
			a.d = e.cut(float64(k+1), 24)
		}
		r.mean += (a.s + a.d.mean) * began
		lo, _ := e.bounds(k)
		nextLo, hi := e.bounds(k + 1)
		a.nodes, _ = o.nodes(lo, hi)
		a.before = make([]float64, len(a.nodes))
		for i, n := range a.nodes {
			a.before[i] = measure(a.t, []node{{n.x, 1}})
		}
		if began = 0; nextLo <= last {
			l := e.distribution(k + 1)
			a.started = measure(l, a.nodes)
			nodes, beyond := o.nodes(nextLo, hi)
			most *= a.d.CDF(last)
			began = min(measure(l, nodes)+beyond, most) // delays that grow would carry the error of l far
		}
		steps = append(steps, a)
		r.wasted += began
		if k++; began < none*r.all {
			break
		}
	}
	if r.gaveUp = began; began >= none*r.all { // the policy ended: T_n < X
		l := e.distribution(k)
		nodes, _ := o.nodes(math.Inf(-1), math.Inf(1))
		for _, n := range nodes {
			r.mean += n.c * l.moment(n.x, p+1)
		}
	} else {
		r.gaveUp = 0
	}
	r.by = func(y float64) (total float64) {
		for _, l := range within {
			total += l.density * e.shorter(l.d, min(y, e.policy.AttemptTime+l.d.top()))
		}
		for i := range steps {
			a := &steps[i]
			part := -a.started
			for j, n := range a.nodes {
				part += n.c * a.joint(p, n.x, a.before[j], y, min(n.x+y, deadline), math.Inf(1))
			}
			if total += max(0, part); i&3 == 3 && e.ctx.Err() != nil {
				break
			}
		}
		return total
	}
	return r
}
