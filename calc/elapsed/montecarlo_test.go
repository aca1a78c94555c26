package elapsed_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"retune/calc"
	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/calc/oracle"
)

var (
	policies = flag.Int("policies", 3, "random policies that TestMonteCarlo simulates")
	journeys = flag.Int("journeys", 2000, "clients of each that it simulates")
)

// A journey is one client, simulated as package reference does.
type journey struct {
	policy jitter.Policy
	random *rand.Rand
	delays *oracle.Delays
	k      int     // retries made
	delay  float64 // before retry k
	at     float64 // T_k
}

// next advances to the next retry, ignoring the limits of the policy.
func (j *journey) next() {
	if j.delays == nil {
		j.delays = oracle.NewDelays(&j.policy, j.random)
	}
	j.delay = j.delays.Next()
	j.k, j.at = j.k+1, j.at+(j.policy.AttemptTime+j.delay)
}

// A question is a policy with the arguments of questions about it.
type question struct {
	policy jitter.Policy
	ks     []int          // retries for the questions about starts and delays
	t      float64        // seconds
	outage elapsed.Outage // ends around t
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
	for p.Jitter.Type == jitter.None || j.Type.Row().Path != nil || j.Type.Row().ByRetryNumber || stateful &&
		j.Type.Row().NotMonotone {
		j.Type = jitter.Type(r.IntN(len(jitter.Types)))
	}
	p.Feedback = stateful && (j.Type != jitter.Decorrelated || r.IntN(2) == 0)
	for !stateful && j.Type.Row().After != nil || j.Type.Row().Path != nil || j.Type.Row().ByRetryNumber {
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
	return ask(p, r)
}

// ask returns a question about one policy, with times of the scale of its retries.
func ask(p jitter.Policy, r *rand.Rand) question {
	pick := func(x ...float64) float64 { return x[r.IntN(len(x))] }
	a := p.InitialDelay
	for !math.IsInf(p.Retries, 1) && p.Policy.Delay(p.Retries) > 1e150 { // a time that is no number of seconds
		p.Retries /= 10
	}
	// The scale of time is about the start of some retry.
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
	if r.IntN(2) == 0 || p.Rule.Stop != jitter.LookAhead {
		q.policy.Deadline = q.t * (0.5 + 2*r.Float64())
	}
	q.outage = []elapsed.Outage{{Kind: elapsed.FixedOutage, A: q.t},
		{Kind: elapsed.UniformOutage, A: q.t / 2, B: q.t * 1.5},
		{Kind: elapsed.UniformOutage, A: 0, B: q.t}, {Kind: elapsed.ExponentialOutage, A: q.t},
		{Kind: elapsed.LogUniformOutage, A: q.t / 20, B: q.t * 2}}[r.IntN(5)]
	for _, k := range []int{1, 2, 3, 5, 12, 40, steps, 200, 600} {
		made := float64(k) <= math.Max(1, p.Retries) // of others a stated error does not tell
		seconds := p.Policy.Delay(float64(k)) < 1e150
		if (made || !p.Stateful()) && (k <= 40 || k <= 2*steps) && seconds {
			q.ks = append(q.ks, k)
		}
	}
	slices.Sort(q.ks)
	q.ks = slices.Compact(q.ks)
	return q
}

// seen has the figures of many simulated clients.
type seen struct {
	starts, delays  [][]float64 // by index in ks
	retries         []float64   // made by t
	made            []float64   // made in total; +Inf: endless
	last            []float64
	waiting         []float64
	wait, relative  []float64 // reconnect delay
	wasted          []float64
	gaveUp, clients float64
	endless         bool // some client makes a great many retries
}

// many is more retries than any simulated client makes.
const many = 20_000

// simulate follows clients for a question.
func simulate(q question, clients int, r *rand.Rand) seen {
	p := q.policy
	s := seen{clients: float64(clients), starts: make([][]float64, len(q.ks)),
		delays: make([][]float64, len(q.ks))}
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
		who := oracle.NewClient(&q.policy, r)
		wasted := 0.0
		by, waits, met, ended := -1.0, math.NaN(), false, false
		for !ended && !(by >= 0 && met && math.IsInf(p.Deadline, 1) && p.Rule.Starts.Most == 0) {
			if who.Retry >= many {
				s.endless = true
				break
			}
			before := who.Elapsed
			at, starts := who.Wait()
			if ended = !starts; ended {
				break
			}
			if by < 0 && at > q.t*near {
				by, waits = float64(who.Retry-1), math.Min(who.Delay, at-before-p.AttemptTime+1e-12*at)
			}
			if !met {
				if at*near >= x {
					met = true
					s.wait, s.relative = append(s.wait, math.Max(0, at-x)), append(s.relative, math.Max(0, at-x)/x)
				} else {
					wasted++
				}
			}
		}
		if by < 0 {
			by = float64(who.Retry)
		}
		made := p.Retries
		if !ended && math.IsInf(p.Deadline, 1) && !math.IsInf(p.Retries, 1) {
			for starts := true; starts; {
				_, starts = who.Wait()
			}
		} else if ended {
			made = float64(who.Retry)
		}
		s.last = append(s.last, who.Elapsed)
		s.retries, s.wasted = append(s.retries, by), append(s.wasted, wasted)
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

// checkSeed simulates one random policy and reports what differs.
func checkSeed(t *testing.T, seed uint64, stateful bool, number int, far float64) {
	r := rand.New(rand.NewPCG(seed, 1))
	q := draw(r, stateful)
	check(t, q, coarse(q.policy), fmt.Sprintf("seed %d stateful %v", seed, stateful), number, far, r)
}

// coarse returns the clients of a policy with coarse results, as on the screen.
func coarse(p jitter.Policy) elapsed.Clients {
	return elapsed.New(p, elapsed.Coarse)
}

// check simulates the clients of a question and reports where c differs.
func check(t *testing.T, q question, c elapsed.Clients, name string, number int, far float64, r *rand.Rand) {
	t.Helper()
	s := simulate(q, number, r)
	wrong, count := verify(t, q, c, s, far)
	if count < 10 {
		t.Errorf("%s: only %d figures were compared", name, count)
	}
	if len(wrong) > 0 {
		t.Errorf("%s: %+v at %g outage %+v", name, q.policy, q.t, q.outage)
		for _, w := range wrong {
			t.Log("   ", w)
		}
	}
}

// TestMonteCarlo compares all figures of random policies with clients simulated
// one by one, within five standard errors and the stated error.
func TestMonteCarlo(t *testing.T) {
	for i := range *policies {
		checkSeed(t, uint64(i), i%2 == 0, *journeys, 5)
	}
}

// TestFine does the same for fine results and independent delays.
func TestFine(t *testing.T) {
	for i := range *policies {
		r := rand.New(rand.NewPCG(uint64(i), 2))
		q := draw(r, false)
		check(t, q, elapsed.New(q.policy, elapsed.Fine), fmt.Sprintf("seed %d fine", i), *journeys/2, 5, r)
	}
}

// TestTwoDelays does the same for delays that end up at either 0 or the cap, so that the first delays always matter,
// with attempts as long as the cap, short or of no length.
func TestTwoDelays(t *testing.T) {
	for i, x := range []struct{ attempt, amount, retries, deadline, from, to float64 }{
		{1, 1, 25, 32, 29.5, 29.5}, {0.3, 0.7, math.Inf(1), 40, 20, 20.4},
	} {
		p := jitter.Policy{CapAfter: true, Retries: x.retries, Deadline: x.deadline,
			Jitter: jitter.Jitter{Type: jitter.NormalRelative, Amount: x.amount}}
		p.InitialDelay, p.Factor, p.Cap, p.AttemptTime = 0.01, 1000, 1, x.attempt
		o := elapsed.OutageOf(x.from)
		if x.from < x.to {
			o = elapsed.Outage{Kind: elapsed.UniformOutage, A: x.from, B: x.to}
		}
		check(t, question{policy: p, ks: []int{1, 12}, t: x.from, outage: o}, elapsed.New(p, elapsed.Fine),
			fmt.Sprint("two delays, ", i), *journeys, 5, rand.New(rand.NewPCG(uint64(i), 3)))
	}
}

// FuzzMonteCarlo does the same for policies from fresh seeds, within six standard errors. It uses few clients, because
// the fuzzing engine stops a case after ten seconds.
func FuzzMonteCarlo(f *testing.F) {
	f.Add(uint64(7), true)
	f.Add(uint64(131), false) // delays that overflow
	f.Fuzz(func(t *testing.T, seed uint64, stateful bool) {
		checkSeed(t, seed, stateful, 400, 6)
	})
}
