package elapsed_test

import (
	"errors"
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

// variants are the policies with which every type of jitter is tested.
var variants = []func(p *jitter.Policy){
	func(*jitter.Policy) {},
	func(p *jitter.Policy) { p.Cap, p.AttemptTime, p.Retries = 5, 0.25, 12 },
	func(p *jitter.Policy) { p.Cap, p.CapAfter, p.Factor = 3, true, 1.5 },
	func(p *jitter.Policy) { p.Cap, p.Factor, p.Deadline, p.Retries = 8, 3, 15.3, 20 },
	func(p *jitter.Policy) { p.Feedback, p.Cap, p.Factor = true, 10, 1.4 },
}

// TestEveryType compares all printed figures of every type of jitter, with each of several policies, with clients
// drawn by other code, within the documented errors and five standard errors. -journeys sets the number of clients.
func TestEveryType(t *testing.T) {
	for kind := range jitter.Types {
		for v, change := range variants {
			p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: math.Inf(1)}, Retries: 6,
				Deadline: math.Inf(1), Jitter: jitter.Jitter{Type: jitter.Type(kind), Amount: 0.4}}
			change(&p)
			row := p.Jitter.Type.Row()
			if row.Unit == jitter.Multiplier {
				p.Jitter.Amount = row.Default
			}
			if row.TwoAmounts {
				p.Jitter.From, p.Jitter.Amount = 0.7, 1.4
			}
			if p.Validate() != nil || p.Feedback && !p.Stateful() {
				continue // incompatible with feedback
			}
			if *policies < 6 && v != kind%4 {
				continue
			}
			t.Run(fmt.Sprintf("%s %d", row.Name, v), func(t *testing.T) { typed(t, p, uint64(100*kind+v)) })
		}
	}
}

// typed compares one policy.
func typed(t *testing.T, p jitter.Policy, seed uint64) {
	const k = 5
	ctx, r, n := t.Context(), rand.New(rand.NewPCG(seed, 12)), *journeys
	length := 0.8 * p.Elapsed(k)
	var delays, starts, waits, wasted []float64
	started, gaveUp := 0.0, 0.0
	for range n {
		d, at, delay := oracle.NewDelays(&p, r), 0.0, 0.0
		for range k {
			delay = d.Next()
			at += p.AttemptTime + delay
		}
		delays, starts = append(delays, delay), append(starts, at)
		if at <= p.Deadline*(1+1e-12) {
			started++
		}
		o := oracle.Through(&p, length, 100_000, r)
		if wasted = append(wasted, o.Wasted); o.GaveUp {
			gaveUp++
		} else {
			waits = append(waits, o.Reconnect)
		}
	}
	share, relative := 1e-4, 1e-3
	c := elapsed.New(p, elapsed.Fine)
	switch {
	case p.Stateful() && *policies < 6: // as on the screen, with a tenth of the clients
		share, relative, c = 5e-3, 5e-2, coarse(p)
	case p.Stateful():
		share, relative = 5e-4, 5e-3
	}
	delay, err := c.Delay(ctx, k)
	start, err2 := c.Start(ctx, k)
	back, err3 := c.Reconnect(ctx, elapsed.OutageOf(length))
	by, err4 := c.StartedBy(ctx, k, math.Inf(1))
	if err := errors.Join(err, err2, err3, err4); err != nil {
		t.Fatal(err)
	}
	slices.Sort(delays)
	slices.Sort(starts)
	slices.Sort(waits)
	compare(t, "delay", delay, delays, 1e-3, 1e-4)
	compare(t, "start", start, starts, relative, share)
	v := &verifier{far: 5, off: share, slack: 1e-9}
	v.share("started", by, started/float64(n), float64(n))
	v.share("gave up", back.GaveUp, gaveUp/float64(n), float64(n))
	v.mean("wasted", back.Wasted, wasted)
	if m := float64(len(waits)); m > 0.05*float64(n) {
		v.off = share * float64(n) / m
		v.mean("reconnect delay", back.Mean, waits)
		for q, x := range map[float64]float64{0.5: back.P50, 0.95: back.P95, 0.99: back.P99} {
			below, _ := slices.BinarySearch(waits, x*(1-relative)-1e-9)
			upTo, _ := slices.BinarySearch(waits, x*(1+relative)+1e-9)
			if tol := 5*math.Sqrt(q*(1-q)/m) + 1/m + v.off; !(float64(below)/m <= q+tol) || !(float64(upTo)/m >= q-tol) {
				v.say("reconnect delay p%g is %g, where the simulated CDF goes from %g to %g", 100*q, x,
					float64(below)/m, float64(upTo)/m)
			}
		}
	}
	for _, wrong := range v.wrong {
		t.Errorf("%+v: %s", p, wrong)
	}
}
