package sampled_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"retune/calc"
	"retune/calc/elapsed/sampled"
	"retune/calc/jitter"
	"retune/calc/num"
	"retune/calc/outage"
	"retune/calc/reference"
)

var inf = math.Inf(1)

// feedback returns a policy that never ends.
func feedback(a, r, c float64, j jitter.Type, amount float64, after bool) jitter.Policy {
	return jitter.Policy{Policy: calc.Policy{InitialDelay: a, Factor: r, Cap: c}, Jitter: jitter.Jitter{Type: j, Amount: amount},
		CapAfter: after, Feedback: true, Retries: inf, Deadline: inf}
}

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s: %.9g, want %.9g, apart %.2g", what, got, want, math.Abs(got-want))
	}
}

// TestError takes the distribution of elapsed time that 120,000 independent clients
// have, and finds that of the sample within the stated error, at a quarter of the clients.
func TestError(t *testing.T) {
	for _, p := range []jitter.Policy{
		feedback(1, 2, inf, jitter.Decorrelated, 3, false),
		feedback(1, 2, 20, jitter.Decorrelated, 20, false),
		feedback(0.0323, 10, 0.042, jitter.Equal, 0, true),
		feedback(0.0914, 10, 0.457, jitter.Down, 0.05, true),
		feedback(1, 1.1, 8, jitter.Spread, 0.5, false),
	} {
		const k, clients = 6, 120_000
		p.Retries = k
		r := rand.New(rand.NewPCG(9, 26))
		at := make([]float64, clients)
		for i := range at {
			delays := reference.NewDelays(&p, r)
			for range k {
				at[i] += delays.Next()
			}
		}
		slices.Sort(at)
		c := sampled.New(context.Background(), p, 1<<15, 1)
		d, off := c.Start(k), c.Error()
		for _, q := range []float64{0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99} {
			x := d.Quantile(q)
			below, _ := slices.BinarySearch(at, x*(1-1e-12))
			upTo, _ := slices.BinarySearch(at, x*(1+1e-12))
			tol := 5*math.Sqrt(q*(1-q)/clients) + 0.6/math.Sqrt(1<<15)
			if !(float64(below)/clients <= q+tol) || !(float64(upTo)/clients >= q-tol) {
				t.Errorf("%v quantile %g at %g has CDF %g to %g", p.Jitter, q, x, float64(below)/clients, float64(upTo)/clients)
			}
		}
		if !(off <= 0.01) {
			t.Errorf("%v: stated error %g", p.Jitter, off)
		}
	}
}

// TestMoments has mean and variance without a cap by their own recursions, written
// out for decorrelated jitter, to retry 30 and far beyond the walk.
func TestMoments(t *testing.T) {
	c := sampled.New(context.Background(), feedback(1, 2, inf, jitter.Decorrelated, 3, false), 1000, 1)
	m, v, at, cov, atVar := 1.0, 0.0, 0.0, 0.0, 0.0
	for k := 1; k <= 1100; k++ {
		// t' = 1 + U (3t - 1): E = 1/2 + 3t/2, variance (3t-1)^2/12
		next := 0.5 + 1.5*m
		nextV := 2.25*v + (9*v+(3*m-1)*(3*m-1))/12
		nextCov := 1.5*cov + nextV
		atVar += 2*1.5*cov + nextV
		m, v, cov, at = next, nextV, nextCov, at+next
		if k == 1 || k == 30 || k == 1100 {
			near(t, "delay mean", c.Delay(k).Mean()/m, 1, 1e-9)
			near(t, "start mean", c.Start(k).Mean()/at, 1, 1e-9)
			if k < 600 { // they overflow
				near(t, "delay variance", c.Delay(k).Variance()/v, 1, 1e-9)
				near(t, "start variance", c.Start(k).Variance()/atVar, 1, 1e-9)
			}
		}
	}
}

// TestAtoms: a delay at the cap is exactly the cap, and the clients that are there are
// a step of the distribution; the times that they make are points as well.
func TestAtoms(t *testing.T) {
	p := feedback(0.1, 10, 0.457, jitter.Down, 0.05, true)
	c := sampled.New(context.Background(), p, 4096, 1)
	for _, k := range []int{2, 30, 128, 129, 100_000} {
		d := c.Delay(k)
		lo, hi := d.Support()
		if d.Quantile(0.3) != 0.457 || d.Atom(0.457) != 1 || d.Mean() != 0.457 || hi != 0.457 || k > 2 && lo != 0.457 {
			t.Errorf("delay %d: quantile %v, atom %v, mean %v, support %v to %v", k, d.Quantile(0.3), d.Atom(0.457), d.Mean(), lo, hi)
		}
		near(t, "start", c.Start(k).Quantile(0.5), 0.0975+float64(k-1)*0.457, 1e-5*float64(k))
	}
	// Half of the first delays U(0, 2) are cut at 1, and half of those after them too.
	p = feedback(1, 2, 1, jitter.Spread, 1, true)
	c = sampled.New(context.Background(), p, 1<<14, 1)
	near(t, "atom of the first delay", c.Delay(1).Atom(1), 0.5, 1e-12)
	near(t, "atom of T_1", c.Start(1).Atom(1), 0.5, 1e-3)
	near(t, "atom of T_2", c.Start(2).Atom(2), 0.5*0.75, 5e-3) // U(0, 4) after 1
	if d := c.Start(2); d.Quantile(0.99) != 2 {
		t.Errorf("quantile %v", d.Quantile(0.99))
	}
}

// TestLong takes a chain that settles far beyond its walk: decorrelated jitter with a
// cap is a chain of mean delay mu, so that T_k, the retries by t and those wasted in
// an outage keep to it, and the reconnect delay is the mean residual delay.
func TestLong(t *testing.T) {
	p := feedback(0.1, 2, 20, jitter.Decorrelated, 3, false)
	// Mean and mean square of one long walk.
	r := rand.New(rand.NewPCG(3, 1))
	const steps = 400_000
	delays, sum, squares := reference.NewDelays(&p, r), 0.0, 0.0
	for range steps {
		d := delays.Next()
		sum, squares = sum+d/steps, squares+d*d/steps
	}
	c := sampled.New(context.Background(), p, 1<<13, 1)
	const far = 1e6
	near(t, "mean of T_k", c.Start(far).Mean()/far/sum, 1, 0.012) // the walk of this test is good to 0.2%
	near(t, "retries by t", c.RetriesBy(far*sum)/far, 1, 0.012)
	for _, o := range []outage.Outage{{Kind: outage.Fixed, A: 1e5}, {Kind: outage.Uniform, A: 1e6, B: 2e6}, {Kind: outage.LogUniform, A: 1e4, B: 1e7}} {
		w := c.Reconnect(o)
		near(t, "residual delay", w.Mean/(squares/sum/2), 1, 0.03)
		near(t, "wasted", w.Wasted*sum/o.Mean(), 1, 0.03)
		if w.GaveUp != 0 || w.Max != 20 || !(w.P99 <= w.Max) {
			t.Errorf("%+v: %+v", o, w)
		}
	}
	_, waiting := c.Waiting(1e6)
	near(t, "waiting", waiting, 1, 0)
}

// TestStill: where feedback makes delays shrink, elapsed time comes to a stop; with an
// attempt time it goes on by that.
func TestStill(t *testing.T) {
	p := feedback(1, 1.5, inf, jitter.Full, 0, false)
	c := sampled.New(context.Background(), p, 4096, 1)
	near(t, "median", c.Start(1e6).Quantile(0.5)/c.Start(150).Quantile(0.5), 1, 0.01)
	if n := c.RetriesBy(1000); !math.IsInf(n, 1) {
		t.Errorf("retries by t: %g, but they never end", n)
	}
	if w := c.Reconnect(outage.Outage{Kind: outage.Fixed, A: 1e6}); w.GaveUp != 0 || !math.IsInf(w.Wasted, 1) || !math.IsNaN(w.Mean) {
		t.Errorf("%+v", w)
	}
	p.AttemptTime, p.Retries = 2, 1e5
	c = sampled.New(context.Background(), p, 4096, 1)
	near(t, "retries by t", c.RetriesBy(1e5), 5e4, 5)
	near(t, "wasted", c.Reconnect(outage.Outage{Kind: outage.Fixed, A: 1e5}).Wasted, 5e4, 5)
	if w := c.Reconnect(outage.Outage{Kind: outage.Fixed, A: 1e6}); w.GaveUp != 1 || w.Wasted != 1e5 {
		t.Errorf("%+v", w)
	}
}

// TestMemory simulates a policy whose delays remember the ones before for hundreds of
// retries, past the shortest walk.
func TestMemory(t *testing.T) {
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 0.25, Factor: 2, Cap: 120, AttemptTime: 1},
		Jitter: jitter.Jitter{Type: jitter.Decorrelated, Amount: 2}, Retries: math.Inf(1), Deadline: 600}
	const clients = 2000
	c, r := sampled.New(context.Background(), p, 50_000, 1), rand.New(rand.NewPCG(5, 6))
	made := make([]float64, clients)
	for i := range made {
		delays := reference.NewDelays(&p, r)
		for t := p.AttemptTime + delays.Next(); t <= p.Deadline; t += p.AttemptTime + delays.Next() {
			made[i]++
		}
	}
	for _, k := range []int{100, 186, 280, 373} {
		share := 0.0
		for _, n := range made {
			if n >= float64(k) {
				share += 1. / clients
			}
		}
		if got := c.StartedBy(k, math.Inf(1)); !(math.Abs(got-share) <= c.Error()+5*math.Sqrt(share*(1-share)/clients)) || !(c.Error() < 0.03) {
			t.Errorf("retry %d: made by %v, simulated %v, stated error %v", k, got, share, c.Error())
		}
	}
}

// TestFarBeyond simulates clients far beyond the walk, where sums of delays are normal.
func TestFarBeyond(t *testing.T) {
	const k, clients = 1100, 2000
	p := feedback(1, 2, 100, jitter.Decorrelated, 3, false)
	p.AttemptTime, p.Retries = 40, k
	r, sampler := rand.New(rand.NewPCG(11, 12)), p.Sampler()
	at := make([]float64, clients)
	var simulated num.Mean
	for i := range at {
		d := p.InitialDelay
		for range k {
			d, _ = sampler.Follow(2, d, r.Float64, nil)
			at[i] += p.AttemptTime + d
		}
		simulated.Add(at[i])
	}
	slices.Sort(at)
	c := sampled.New(context.Background(), p, 50_000, 1)
	d, sd := c.Start(k), math.Sqrt(simulated.Variance())
	if !(math.Abs(d.Mean()-simulated.Value()) <= 6*simulated.Error()) || !(math.Abs(math.Sqrt(d.Variance())-sd) <= 6*sd/math.Sqrt(2*clients)) {
		t.Errorf("mean %v and deviation %v, simulated %v and %v", d.Mean(), math.Sqrt(d.Variance()), simulated.Value(), sd)
	}
	for _, q := range []float64{0.05, 0.5, 0.95} {
		if x := at[int(q*clients)]; !(math.Abs(d.CDF(x)-q) <= c.Error()+5*math.Sqrt(q*(1-q)/clients)) {
			t.Errorf("CDF of %v is %v, simulated %v", x, d.CDF(x), q)
		}
	}
	if lo, hi := d.Support(); lo != 41*k || hi != 3+9+27+81+100*(k-4)+40*k {
		t.Errorf("from %v to %v", lo, hi)
	}
	near(t, "stated error", c.Error(), 0.014, 0.006) // that of the sample, 0.0045, and of what follows the walk
	p.Retries = inf
	c = sampled.New(context.Background(), p, 2000, 1)
	near(t, "stated error of one that never ends", c.Error(), 1/math.Sqrt(2000)+0.003, 1e-9) // it has settled in the shortest walk
	const far = 8 * 128                                                                      // from where on sums are normal
	last, first := c.Start(far), c.Start(far+1)
	one := c.Delay(far).Mean() + p.AttemptTime
	near(t, "one retry more", first.Mean()-last.Mean(), one, 0.02*math.Sqrt(last.Variance()))
	near(t, "deviation of one retry more", math.Sqrt(first.Variance()/last.Variance()), 1, 0.03)
	for _, n := range []float64{100, 150, 600} { // by when n have started on average, and as many are wasted in an outage until then
		by := c.Start(int(n)).Mean()
		got := c.RetriesBy(by)
		near(t, "retries by then", got, n+c.Delay(far).Variance()/one/one/2-0.5, 0.1*math.Sqrt(n))
		near(t, "wasted by then", c.Reconnect(outage.Of(by)).Wasted, got, 0.1)
	}
}

// TestDeath: normal jitter with feedback that draws 0 once draws it for ever, with the
// probability q at each retry of those that have not.
func TestDeath(t *testing.T) {
	p := feedback(1, 2, 10, jitter.NormalRelative, 0.25, false)
	p.AttemptTime = 1
	c, q := sampled.New(context.Background(), p, 1000, 1), math.Erfc(4/math.Sqrt2)/2
	for _, k := range []int{300, 10_000, 50_000} {
		near(t, "share that has died out", c.Delay(k).Atom(0), 1-math.Pow(1-q, float64(k)), 0.05)
	}
	// About 1/q delays of mu seconds, and a retry each second from then on.
	mu := c.Delay(100).Mean()
	near(t, "retries of the dead", (1e7-c.RetriesBy(1e7))/(mu/q), 1, 0.15)
}

// TestExactly: what is exact of the first retries, points in time and longest waits.
func TestExactly(t *testing.T) {
	p := feedback(1, 2, 0.1, jitter.Spread, 1, true) // after 0.1 s each but for few
	p.InitialDelay = 0.1
	c := sampled.New(context.Background(), p, 4096, 1)
	p.Deadline, p.Rule.Stop = 10, jitter.LookBehind
	counted := sampled.New(context.Background(), p, 4096, 1)
	for _, x := range []float64{0.1, 0.2, 0.3} { // 0.1+0.1+0.1 is more than 0.3
		all := 0.0
		for k := 1; k <= 8; k++ {
			all += c.Start(k).Atom(x)
		}
		near(t, "retries at a point", c.RetriesBy(x)-c.Reconnect(outage.Of(x)).Wasted, all, 0.01)
		near(t, "retries counted at a point", counted.RetriesBy(x)-counted.Reconnect(outage.Of(x)).Wasted, all, 0.01)
	}
	p.Deadline, p.Rule.Stop = inf, jitter.LookAhead
	p = feedback(1, 2, inf, jitter.Decorrelated, 3, false)
	p.AttemptTime = 10
	c = sampled.New(context.Background(), p, 4096, 1)
	d := c.Start(3)
	for q := 0.05; q < 1; q += 0.1 {
		near(t, "CDF of a quantile", d.CDF(d.Quantile(q)), q, 1e-9)
	}
	// By 30 s two delays of 10 s together, of which the second is three times the first at most.
	near(t, "longest wait", c.Reconnect(outage.Of(30)).Max, 10+3*7.5, 1e-6)
	first, _ := c.Waiting(5)
	if _, hi := first.Support(); hi != 3 {
		t.Errorf("the first delay is up to %v", hi)
	}
}

// TestGrowingBeyondTheWalk: delays that grow for ever pass any time at their pace, and not at that
// of the last delay that was walked. With t_k = a e^(S_k) the retries by t are about
// ln(t/a)/g, g the mean growth of ln t.
func TestGrowingBeyondTheWalk(t *testing.T) {
	p := feedback(0.25, 1.1, inf, jitter.Spread, 0.2, false)
	r := rand.New(rand.NewPCG(3, 1))
	for _, until := range []float64{1e6, 1e12} {
		total := 0.0
		const clients = 1000
		for range clients {
			d, at := 0.25*(0.8+0.4*r.Float64()), 0.0
			for ; at+d <= until; d *= 1.1 * (0.8 + 0.4*r.Float64()) {
				at, total = at+d, total+1
			}
		}
		got, want := sampled.New(t.Context(), p, clients, 1).RetriesBy(until), total/clients
		if !(math.Abs(got-want) <= 3) { // a deviation of 17 to 25 for either
			t.Errorf("by %g s %g retries, simulated %g", until, got, want)
		}
	}
}

// TestPathGoesOn holds that the delays of a path go on growing after any walk.
func TestPathGoesOn(t *testing.T) {
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1.001, Cap: math.Inf(1)}, Jitter: jitter.Jitter{Type: jitter.Smooth}, Retries: 20000, Deadline: math.Inf(1)}
	c := sampled.New(t.Context(), p, 100, 1)
	if got, want := c.Delay(19000).Mean()/c.Delay(9000).Mean(), math.Pow(1.001, 10000); !(math.Abs(got/want-1) <= 1e-3) {
		t.Errorf("the delay before retry 19000 is %v times that before retry 9000, want %v", got, want)
	}
}

// TestStartsAreCounted holds that the shares of the clients that make each retry by a time add
// up to the retries of the clients by then, where the deadline does not look ahead.
func TestStartsAreCounted(t *testing.T) {
	for stop := jitter.LookBehind; stop <= jitter.CountAndAge; stop++ {
		p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1.5, Cap: 4, AttemptTime: 0.2}, Retries: 6, Deadline: 9, Jitter: jitter.Jitter{Type: jitter.Full}}
		p.Rule.Stop = stop
		c := sampled.New(context.Background(), p, 500, 1)
		for _, at := range []float64{-1, 0, 0.5, 3, 8.8, 9, 9.5, 30, inf} {
			sum := 0.0
			for k := 1; k <= 60; k++ { // in 9 s a client makes no more
				sum += c.StartedBy(k, at)
			}
			near(t, "shares that make a retry", sum, c.RetriesBy(at), 1e-12*60)
		}
	}
}
