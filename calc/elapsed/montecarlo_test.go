package elapsed_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"retune/calc"
	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/calc/outage"
)

var (
	policies = flag.Int("policies", 6, "random policies that TestMonteCarlo plays")
	journeys = flag.Int("journeys", 2000, "clients of each that it plays")
)

// A journey is one client, played with nothing but the definition of its policy.
type journey struct {
	policy jitter.Policy
	random *rand.Rand
	k      int     // retries made
	delay  float64 // before retry k
	at     float64 // T_k
}

// next goes to the next retry, whatever retries and deadline say.
func (j *journey) next() {
	p, u := j.policy, j.random.Float64()
	d := p.InitialDelay
	switch {
	case p.Feedback && j.k > 0:
		d = p.Factor * j.delay
	case !p.Feedback:
		d = p.InitialDelay * math.Pow(p.Factor, float64(j.k))
	}
	if !p.CapAfter && p.Jitter.Type != jitter.Decorrelated {
		d = math.Min(d, p.Cap)
	}
	x, m := d, p.Jitter.Amount
	switch p.Jitter.Type {
	case jitter.Full:
		x = d * u
	case jitter.Equal:
		x = d/2 + d/2*u
	case jitter.Decorrelated:
		last := j.delay
		if j.k == 0 {
			last = p.InitialDelay
		}
		x = math.Min(p.Cap, p.InitialDelay+u*math.Max(0, m*last-p.InitialDelay))
	case jitter.Spread:
		x = d * (1 - m + 2*m*u)
	case jitter.Up:
		x = d * (1 + m*u)
	case jitter.Down:
		x = d * (1 - m*u)
	case jitter.Add:
		x = d + m*u
	case jitter.NormalRelative:
		x = d * math.Max(0, 1+m*j.random.NormFloat64())
	case jitter.NormalAbsolute:
		x = math.Max(0, d+m*j.random.NormFloat64())
	}
	if p.CapAfter {
		x = math.Min(x, p.Cap)
	}
	j.k, j.delay, j.at = j.k+1, x, j.at+(p.AttemptTime+x)
}

// A question is what is asked of one policy.
type question struct {
	policy jitter.Policy
	ks     []int         // retries whose start and delay are asked
	t      float64       // seconds
	outage outage.Outage // ends around t
}

// draw returns a random question: every type of jitter, cap before and after it, few
// and many retries, with a deadline and without.
func draw(r *rand.Rand, stateful bool) question {
	pick := func(x ...float64) float64 { return x[r.IntN(len(x))] }
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: math.Pow(10, 3*r.Float64()-2), Cap: math.Inf(1),
		Factor: pick(1, 1.001, 1.1, 1.5, 2, 2, 3, 10)}, Deadline: math.Inf(1)}
	a := p.InitialDelay
	if r.IntN(3) > 0 {
		p.Cap = a * pick(1, 1.3, 5, 20, 100, 1e4)
		p.CapAfter = r.IntN(2) == 0
	}
	if r.IntN(3) == 0 {
		p.AttemptTime = a * pick(0.01, 1, 10)
	}
	j := &p.Jitter
	for p.Jitter.Type == jitter.None {
		j.Type = jitter.Type(r.IntN(len(jitter.Types)))
	}
	p.Feedback = stateful && (j.Type != jitter.Decorrelated || r.IntN(2) == 0)
	for !stateful && j.Type == jitter.Decorrelated {
		j.Type = jitter.Type(1 + r.IntN(len(jitter.Types)-1))
	}
	switch j.Type {
	case jitter.Decorrelated:
		j.Amount = pick(1.1, 1.5, 2, 3, 3, 20)
	case jitter.Add, jitter.NormalAbsolute:
		j.Amount = a * pick(0.01, 0.1, 0.5, 1, 3)
	case jitter.NormalRelative:
		j.Amount = pick(0.05, 0.1, 0.3, 0.6, 1.5)
	default:
		j.Amount = pick(0.01, 0.05, 0.2, 0.25, 0.5, 0.9, 1)
	}
	p.Retries = pick(1, 2, 3, 5, 10, 30, 100, 1000, math.Inf(1), math.Inf(1))
	// The scale of time: about what some number of retries takes.
	steps := int(min(p.Retries, pick(1, 2, 5, 10, 30, 60, 150, 400)))
	var scale []float64
	for range 9 {
		c := journey{policy: p, random: r}
		for range steps {
			c.next()
		}
		scale = append(scale, c.at)
	}
	slices.Sort(scale)
	q := question{policy: p, t: min(scale[4]*(0.3+1.5*r.Float64()), 1e12*a)}
	if q.t < 1e-3*a {
		q.t = a
	}
	if r.IntN(2) == 0 {
		q.policy.Deadline = q.t * (0.5 + 2*r.Float64())
	}
	q.outage = []outage.Outage{{Kind: outage.Fixed, A: q.t}, {Kind: outage.Uniform, A: q.t / 2, B: q.t * 1.5},
		{Kind: outage.Uniform, A: 0, B: q.t}, {Kind: outage.Exponential, A: q.t}, {Kind: outage.LogUniform, A: q.t / 20, B: q.t * 2}}[r.IntN(5)]
	for _, k := range []int{1, 2, 3, 5, 12, 40, steps, 200, 600} {
		if k <= 40 || k <= 2*steps {
			q.ks = append(q.ks, k)
		}
	}
	slices.Sort(q.ks)
	q.ks = slices.Compact(q.ks)
	return q
}

// seen are the figures of many clients.
type seen struct {
	starts, delays      [][]float64 // by the place of k in ks
	retries             []float64   // made by t
	made                []float64   // made at all; +Inf: without end
	last                []float64
	waiting             []float64
	wait, relative      []float64 // reconnect delay
	wasted              []float64
	gaveUp, clients     float64
	endless, unfinished bool // some client makes a great many retries
}

// many is more retries than any client is played.
const many = 20_000

// play plays clients for a question.
func play(q question, clients int, r *rand.Rand) seen {
	p := q.policy
	s := seen{clients: float64(clients), starts: make([][]float64, len(q.ks)), delays: make([][]float64, len(q.ks))}
	near := 1 + 1e-12 // a time so close to a point is the point
	for range clients {
		c := journey{policy: p, random: r}
		for i, k := range q.ks {
			for c.k < k {
				c.next()
			}
			s.starts[i], s.delays[i] = append(s.starts[i], c.at), append(s.delays[i], c.delay)
		}
		x := q.outage.Quantile(r.Float64())
		c = journey{policy: p, random: r}
		last, wasted := 0.0, 0.0
		by, waits, met, ended := -1.0, math.NaN(), false, false
		for {
			if by >= 0 && met && (math.IsInf(p.Deadline, 1)) {
				break
			}
			if c.k >= many {
				s.endless = true
				break
			}
			c.next()
			if float64(c.k) > p.Retries || c.at > p.Deadline*near {
				ended = true
				break
			}
			last = c.at
			if by < 0 && c.at > q.t*near {
				by, waits = float64(c.k-1), c.delay
			}
			if !met {
				if c.at*near >= x {
					met = true
					s.wait, s.relative = append(s.wait, math.Max(0, c.at-x)), append(s.relative, math.Max(0, c.at-x)/x)
				} else {
					wasted++
				}
			}
		}
		if by < 0 {
			by = float64(c.k - 1)
		}
		if !ended && math.IsInf(p.Deadline, 1) && !math.IsInf(p.Retries, 1) {
			for float64(c.k) < p.Retries {
				c.next()
			}
			last = c.at
		}
		s.last = append(s.last, last)
		s.retries, s.wasted = append(s.retries, by), append(s.wasted, wasted)
		made := float64(c.k)
		if ended {
			made--
		} else {
			made = p.Retries
		}
		s.made = append(s.made, made)
		if !math.IsNaN(waits) {
			s.waiting = append(s.waiting, waits)
		}
		if !met {
			s.gaveUp++
		}
	}
	return s
}

// A verifier compares figures with those of played clients.
type verifier struct {
	off   float64 // stated error of a CDF
	slack float64 // seconds: times as close are the same
	wrong []string
	count int
}

func (v *verifier) say(format string, args ...any) {
	v.wrong = append(v.wrong, fmt.Sprintf(format, args...))
}

// share compares a probability with a share of n.
func (v *verifier) share(what string, got, share, n float64) {
	v.count++
	p := min(max(got, 1/n), 1-1/n)
	if tol := 5*math.Sqrt(p*(1-p)/n) + 2/n + v.off; !(math.Abs(got-share) <= tol) {
		v.say("%s: %.6g, played %.6g, apart %.2g, allowed %.2g", what, got, share, math.Abs(got-share), tol)
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
	if far > 0.02*sq && sq > 1e-20*m*m || math.IsInf(m, 1) || math.IsNaN(m) || m == 0 {
		return
	}
	v.count++
	rare := 0.0 // what is seen once in n times is not seen in all samples
	if sq <= 1e-20*m*m {
		rare = 5/n + v.off
	}
	if tol := 5*math.Sqrt(sq)/n + 4*v.off*math.Sqrt(sq/n) + (1e-9+rare)*math.Abs(m); !(math.Abs(got-m) <= tol) {
		v.say("%s: mean %.7g, played %.7g, apart %.2g standard deviations, allowed %.2g", what, got, m, math.Abs(got-m)/math.Sqrt(sq/n), tol/math.Sqrt(sq/n))
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

// quantile checks that x is the quantile at q of a sorted sample.
func (v *verifier) quantile(what string, x, q float64, y []float64) {
	v.count++
	n := float64(len(y))
	below, upTo := v.shares(y, x)
	if tol := 5*math.Sqrt(q*(1-q)/n) + 2/n + v.off; !(below <= q+tol) || !(upTo >= q-tol) {
		v.say("%s p%g: %.9g, where the played CDF goes from %.5f to %.5f, allowed %.2g", what, 100*q, x, below, upTo, tol)
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
	if y[0] < lo-1e-9*math.Abs(lo) || y[len(y)-1] > hi*(1+1e-9) {
		v.say("%s: played %g to %g, support %g to %g", what, y[0], y[len(y)-1], lo, hi)
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

// verify asks everything and compares it with what was played; it returns what is
// wrong, and how many figures were compared.
func verify(q question, c elapsed.Clients, s seen) (wrong []string, count int) {
	p := q.policy
	v := &verifier{slack: 1e-12 * p.InitialDelay}
	for i, k := range q.ks {
		if p.Stateful() {
			d := c.Delay(k)
			v.off = c.Error() + 1e-4
			v.distribution(fmt.Sprint("delay ", k), d, s.delays[i])
		}
		d := c.Start(k)
		v.off = c.Error() + 1e-4
		v.distribution(fmt.Sprint("start ", k), d, s.starts[i])
		started, made := 0.0, 0.0
		for j, at := range s.starts[i] {
			if at <= min(q.t, p.Deadline)*(1+1e-12) && float64(k) <= p.Retries {
				started += 1 / s.clients
			}
			if s.made[j] >= float64(k) {
				made += 1 / s.clients
			}
		}
		v.share(fmt.Sprint("started ", k), c.StartedBy(k, q.t), started, s.clients)
		v.share(fmt.Sprint("at least ", k), c.AtLeast(k), made, s.clients)
	}
	if s.endless {
		return v.wrong, v.count
	}
	n := c.RetriesBy(q.t)
	v.off = c.Error() + 1e-4
	v.mean("retries by t", n, s.retries)
	if !math.IsInf(p.Deadline, 1) || !math.IsInf(p.Retries, 1) && p.Retries < many {
		last := c.Last()
		v.off = c.Error() + 1e-4
		v.distribution("last", last, s.last)
	}
	d, waiting := c.Waiting(q.t)
	v.off = c.Error() + 1e-4
	v.share("waiting", waiting, float64(len(s.waiting))/s.clients, s.clients)
	if len(s.waiting) > 200 {
		v.off /= waiting
		v.distribution("waited in", d, s.waiting)
	}
	r := c.Reconnect(q.outage)
	v.off = max(c.Error(), r.Error) + 1e-4
	v.share("gave up", r.GaveUp, s.gaveUp/s.clients, s.clients)
	v.mean("wasted", r.Wasted, s.wasted)
	if len(s.wait) > 200 {
		v.off = max(c.Error()/(1-r.GaveUp), r.Error) + 1e-4
		slices.Sort(s.wait)
		v.mean("reconnect delay", r.Mean, s.wait)
		if a, _ := q.outage.Support(); a > 0 {
			v.mean("relative reconnect delay", r.RelativeMean, s.relative)
		}
		v.quantile("reconnect delay", r.P50, 0.5, s.wait)
		v.quantile("reconnect delay", r.P95, 0.95, s.wait)
		v.quantile("reconnect delay", r.P99, 0.99, s.wait)
		if most := s.wait[len(s.wait)-1]; !(most <= r.Max*(1+1e-9)+1e-12) {
			v.say("longest reconnect delay %.9g, played %.9g", r.Max, most)
		}
	}
	return v.wrong, v.count
}

// checkSeed plays one random policy and reports what differs.
func checkSeed(t *testing.T, seed uint64, stateful bool, number int) {
	r := rand.New(rand.NewPCG(seed, 1))
	q := draw(r, stateful)
	s := play(q, number, r)
	wrong, count := verify(q, elapsed.New(context.Background(), q.policy, elapsed.Coarse), s)
	if count < 10 {
		t.Errorf("seed %d: only %d figures were compared", seed, count)
	}
	if len(wrong) > 0 {
		t.Errorf("seed %d stateful %v: %+v at %g outage %+v", seed, stateful, q.policy, q.t, q.outage)
		for _, w := range wrong {
			t.Log("   ", w)
		}
	}
}

// TestMonteCarlo compares all that is said of random policies with clients played
// one by one, within five standard errors and the stated error.
func TestMonteCarlo(t *testing.T) {
	for i := range *policies {
		checkSeed(t, uint64(i), i%2 == 0, *journeys)
	}
}

// FuzzMonteCarlo does so for policies drawn from fresh seeds.
func FuzzMonteCarlo(f *testing.F) {
	f.Add(uint64(7), true)
	f.Fuzz(func(t *testing.T, seed uint64, stateful bool) {
		checkSeed(t, seed, stateful, 2000)
	})
}
