package elapsed_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retune/calc"
	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/calc/numeric"
	"retune/calc/oracle"
)

var (
	outages = flag.Int("outages", 10, "random policies in random outages that TestOutages simulates")
	firstly = flag.Uint64("first", 0, "number of the first of them")
)

// limited returns a random policy with a limit of time or of retries, in an outage of random length about as long. Half
// of them draw one number for a call.
func limited(r *rand.Rand) (jitter.Policy, elapsed.Outage) {
	pick := func(x ...float64) float64 { return x[r.IntN(len(x))] }
	scale := math.Pow(10, 3*r.Float64()-2)
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: scale, Factor: 1 + 2*r.Float64(), Cap: math.Inf(1)},
		Deadline: math.Inf(1), Retries: pick(1, 2, 3, 4, 5, 7, 10, 20)}
	if r.IntN(5) == 0 {
		p.Factor = 1
	}
	if r.IntN(3) == 0 {
		p.Cap, p.CapAfter = scale*(1+20*r.Float64()), r.IntN(2) == 0
	}
	if r.IntN(3) == 0 {
		p.AttemptTime = scale * 3 * r.Float64()
	}
	for p.Jitter.Type == jitter.None || p.Jitter.Type.Row().Path != nil || p.Jitter.Type.Row().After != nil {
		p.Jitter.Type = jitter.Type(r.IntN(len(jitter.Types)))
	}
	row := p.Jitter.Type.Row()
	p.Jitter.Amount = min(row.MaxAmount, pick(0.01, 0.1, 0.3, 0.5, 1))
	if row.Unit == jitter.Seconds {
		p.Jitter.Amount *= scale
	}
	if row.TwoAmounts {
		p.Jitter.From = p.Jitter.Amount * r.Float64()
	}
	p.Jitter.OncePerCall = r.IntN(2) == 0
	var starts []float64 // of some clients
	for range 5 {
		c := journey{policy: p, random: r}
		for range int(min(p.Retries, 1+float64(r.IntN(8)))) {
			c.next()
		}
		starts = append(starts, c.at)
	}
	slices.Sort(starts)
	length := starts[2] * (0.2 + 1.5*r.Float64())
	limit := starts[r.IntN(5)] * (0.5 + 1.5*r.Float64())
	switch r.IntN(8) {
	case 0:
	case 1:
		p.TotalTimeout = limit
	case 2, 3:
		p.Deadline, p.Rule.Stop = limit, jitter.Stop(1+r.IntN(3))
	default:
		p.Deadline = limit
	}
	low := length * (0.2 + 0.7*r.Float64())
	return p, []elapsed.Outage{{Kind: elapsed.UniformOutage, A: low, B: 2*length - low},
		{Kind: elapsed.UniformOutage, B: 2 * length}, {Kind: elapsed.ExponentialOutage, A: length},
		{Kind: elapsed.LogUniformOutage, A: length / (2 + 50*r.Float64()), B: 2 * length},
		elapsed.OutageOf(length)}[r.IntN(5)]
}

// TestOutages compares what follows a random outage with clients that are simulated one by one, within five standard
// errors and the error that each figure states.
func TestOutages(t *testing.T) {
	for i := range *outages {
		seed := *firstly + uint64(i)
		p, o := limited(rand.New(rand.NewPCG(seed, 40)))
		if p.Validate() != nil {
			continue
		}
		got, err := elapsed.New(p, elapsed.Fine).Reconnect(t.Context(), o)
		if err != nil {
			t.Errorf("%d: %v", seed, err)
			continue
		}
		for n := *journeys; ; n *= 30 { // simulates more clients if few differ
			wrong := returned(p, o, got, n, rand.New(rand.NewPCG(seed, 41)))
			if len(wrong) == 0 {
				break
			}
			if n > *journeys {
				t.Errorf("%d: %+v in %+v", seed, p, o)
				for _, w := range wrong {
					t.Log("   ", w)
				}
				break
			}
		}
	}
}

// returned simulates clients after an outage and returns what differs.
func returned(p jitter.Policy, o elapsed.Outage, got elapsed.Reconnect, clients int, r *rand.Rand) []string {
	var waits []float64
	var wait, relative, wasted, lost numeric.Mean
	for range clients {
		x := o.Quantile(r.Float64())
		one := oracle.Through(&p, x, many, r)
		wasted.Add(one.Wasted)
		if one.GaveUp {
			lost.Add(1)
			continue
		}
		lost.Add(0)
		wait.Add(one.Reconnect)
		relative.Add(one.Reconnect / x)
		waits = append(waits, one.Reconnect)
	}
	v := &verifier{far: 5, slack: 1e-12 * p.InitialDelay}
	v.near("gave up", got.GaveUp, lost, 1e-4)
	v.near("wasted", got.Wasted, wasted, 1e-3*got.Wasted)
	if len(waits) < 400 {
		return v.wrong
	}
	slices.Sort(waits)
	v.near("mean", got.Mean, wait, 1e-3*got.Mean)
	if lo, _ := o.Support(); lo > 0 {
		v.near("relative mean", got.RelativeMean, relative, 1e-3*got.RelativeMean)
	}
	for q, x := range map[float64]float64{0.5: got.P50, 0.95: got.P95, 0.99: got.P99} {
		v.within(fmt.Sprintf("p%g", 100*q), x, q, waits, 1e-3*x)
	}
	if most := waits[len(waits)-1]; !(most <= got.Max*(1+1e-9)+v.slack) {
		v.say("longest %.9g, simulated %.9g", got.Max, most)
	}
	return v.wrong
}

// near compares a figure with the mean of a sample.
func (v *verifier) near(what string, got float64, m numeric.Mean, off float64) {
	v.count++
	tol := v.far*m.Error() + off + 5*math.Abs(m.Value())/m.Count()
	if m.Variance() == 0 {
		tol += 5 / m.Count()
	}
	if !(math.Abs(got-m.Value()) <= tol) {
		v.say("%s: %.7g, simulated %.7g +- %.2g", what, got, m.Value(), m.Error())
	}
}

// within checks that x is the quantile at q of a sorted sample, with an error of at most off in seconds.
func (v *verifier) within(what string, x, q float64, y []float64, off float64) {
	v.count++
	n := float64(len(y))
	below, _ := slices.BinarySearch(y, x-off-v.slack)
	upTo, _ := slices.BinarySearch(y, x+off+v.slack)
	if tol := v.far*math.Sqrt(q*(1-q)/n) + 2/n; !(float64(below)/n <= q+tol) || !(float64(upTo)/n >= q-tol) {
		v.say("%s: %.7g +- %.2g, where the simulated CDF goes from %.6f to %.6f", what, x, off, float64(below)/n,
			float64(upTo)/n)
	}
}

// TestNobodyReturns checks cases that arithmetic decides: no retry can start by the deadline, and a policy whose
// initial delay is 0 makes its retries at once, whatever its jitter.
func TestNobodyReturns(t *testing.T) {
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: math.Inf(1)}, Retries: 2, Deadline: 0.99,
		Jitter: jitter.Jitter{Type: jitter.Up, Amount: 0.5}}
	o := elapsed.Outage{Kind: elapsed.ExponentialOutage, A: 1}
	if r := must(elapsed.New(p, elapsed.Fine).Reconnect(t.Context(), o)); r.GaveUp != 1 || r.Wasted != 0 {
		t.Errorf("no retry starts by the deadline: %+v", r)
	}
	p.InitialDelay, p.Deadline, p.Jitter = 0, math.Inf(1), jitter.Jitter{Type: jitter.Smooth}
	o = elapsed.Outage{Kind: elapsed.UniformOutage, A: 20, B: 60}
	if r := must(elapsed.New(p, elapsed.Fine).Reconnect(t.Context(), o)); r.GaveUp != 1 || r.Wasted != 2 {
		t.Errorf("all retries are made at once: %+v", r)
	}
}

// TestNoRetryAtTheLimit checks that clients make no retry if their first attempt lasts until the deadline or longer,
// and the policy allows retries only after an attempt that fails before it.
func TestNoRetryAtTheLimit(t *testing.T) {
	for _, stop := range []jitter.Stop{jitter.LookBehind, jitter.Clip} {
		for _, attempt := range []float64{2, 3} {
			for _, retries := range []float64{1, 5, math.Inf(1)} {
				p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: 9, AttemptTime: attempt}, Retries: retries,
					Deadline: 2, Jitter: jitter.Jitter{Type: jitter.Full}, Rule: jitter.Rule{Stop: stop}}
				c := elapsed.New(p, elapsed.Fine)
				for _, o := range []elapsed.Outage{elapsed.OutageOf(1), elapsed.OutageOf(4),
					{Kind: elapsed.UniformOutage, A: 1, B: 4}, {Kind: elapsed.ExponentialOutage, A: 3}} {
					if r := must(c.Reconnect(t.Context(), o)); r.GaveUp != 1 || r.Wasted != 0 {
						t.Errorf("%v, attempts of %v s, %v retries, in %+v: %v give up, %v wasted", stop, attempt, retries, o,
							r.GaveUp, r.Wasted)
					}
				}
				if n := must(c.RetriesBy(t.Context(), 9)); n != 0 {
					t.Errorf("%v, attempts of %v s, %v retries: %v retries", stop, attempt, retries, n)
				}
				if last := must(c.Last(t.Context())); last.Mean() != 0 {
					t.Errorf("%v, attempts of %v s, %v retries: the last starts at %v s", stop, attempt, retries, last.Mean())
				}
			}
		}
	}
}

// TestShrinks checks that a question about delays that shrink towards 0 ends with that reason.
func TestShrinks(t *testing.T) {
	p := follow(0.2093, 1, 0.6694, jitter.NormalRelative, 0.666, true)
	if _, err := coarse(p).Reconnect(t.Context(), elapsed.OutageOf(3.279)); err == nil ||
		!strings.Contains(err.Error(), "shrink") {
		t.Errorf("the reason is %v", err)
	}
}

// TestBeyond compares the share of clients beyond a percentile of the reconnect delay with that percentile.
func TestBeyond(t *testing.T) {
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1.3, Cap: 40}, Retries: math.Inf(1),
		Deadline: math.Inf(1), Jitter: jitter.Jitter{Type: jitter.Full}}
	c := elapsed.New(p, elapsed.Fine)
	for _, x := range []float64{0.7, 5, 60, 900} {
		r := must(c.Reconnect(t.Context(), elapsed.OutageOf(x)))
		for want, y := range map[float64]float64{0.5: r.P50, 0.05: r.P95, 0.01: r.P99} {
			if got := must(elapsed.Beyond(t.Context(), c, x, y)); !(math.Abs(got-want) <= 2e-4) {
				t.Errorf("after %v s a share of %v waits for more than %v s, want %v", x, got, y, want)
			}
		}
	}
}
