package jitter

import (
	"math"
	"math/rand/v2"
	"slices"

	"retune/calc/outage"
)

// played returns the overshoot of a stateful plan, from 10,000 clients (Fine:
// 200,000) played one by one, always the same ones. The standard error of a
// mean is 1/100 (1/450) of the standard deviation, of a quantile at q it is
// sqrt(q (1-q)) 1/100 (1/450) in probability. Max comes from the supports of
// delay and elapsed time.
//
// The weights of chain.go would give the same without noise, but not where each
// delay nearly decides the next: there they come in clumps, and the wait after a
// fixed X showed errors of 1/25 in probability on the finest grid. A client that
// is played is right for every law.
func (s *Schedule) played(f outage.Outage) outage.Reconnect {
	clients := 10_000
	if s.effort == Fine {
		clients = 200_000
	}
	r := rand.New(rand.NewPCG(0x7265, 0x74756e65))
	waits := make([]float64, 0, clients)
	var o outage.Reconnect
	var sum, relative total
	for range clients {
		x := f.Quantile(r.Float64())
		at, t := 0.0, 0.0
		for k := 0; k < s.Len() && at < x; k++ {
			if k > 0 {
				o.Wasted++
			}
			t = s.plan.Next(t, k == 0).Sample(r)
			at += s.plan.AttemptTime + t
		}
		if at < x {
			o.GaveUp++
			if s.Len() > 0 {
				o.Wasted++
			}
			continue
		}
		waits = append(waits, at-x)
		sum = sum.plus(at - x)
		relative = relative.plus((at - x) / x)
	}
	met := float64(len(waits))
	o.Wasted /= float64(clients)
	o.GaveUp /= float64(clients)
	o.Mean, o.RelativeMean = sum.value()/met, relative.value()/met
	if a, _ := f.Support(); a == 0 {
		o.RelativeMean = math.Inf(1)
	}
	if met == 0 {
		nan := math.NaN()
		o.P50, o.P95, o.P99, o.Max, o.RelativeMean = nan, nan, nan, nan, nan
		return o
	}
	slices.Sort(waits)
	at := func(q float64) float64 { return waits[int(math.Ceil(q*met))-1] }
	o.P50, o.P95, o.P99 = at(0.5), at(0.95), at(0.99)
	o.Max = s.worst(f)
	return o
}
