package elapsed

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
	"retune/calc/outage"
)

var inf = math.Inf(1)

func client(a, r, c, s float64, typ jitter.Type, amount float64, after bool, n, deadline float64) jitter.Policy {
	return jitter.Policy{Policy: calc.Policy{InitialDelay: a, Factor: r, Cap: c, AttemptTime: s},
		Jitter: jitter.Jitter{Type: typ, Amount: amount}, CapAfter: after, Retries: n, Deadline: deadline}
}

// simulated is what a number of clients did, each by the rules alone.
type simulated struct {
	starts  map[int][]float64 // T_k of those retries, as if there were no deadline
	last    []float64
	waits   []float64 // delays waited at the time asked about
	retries float64   // mean number by that time
	back    []float64 // reconnect delays
	wasted  float64
}

func simulate(p jitter.Policy, clients int, ks []int, at float64, o outage.Outage) simulated {
	r := rand.New(rand.NewPCG(7, 11))
	var out simulated
	out.starts = map[int][]float64{}
	most := slices.Max(ks)
	one := make([]jitter.Delay, 0, most)
	for range clients {
		x := o.Quantile(r.Float64())
		t, last, met, ended := 0.0, 0.0, false, false
		for k := 1; ; k++ {
			if len(one) < k {
				one = append(one, p.One(p.BeforeJitter(float64(k))))
			}
			delay := one[k-1].Sample(r)
			before := t
			t += p.AttemptTime + delay
			if slices.Contains(ks, k) {
				out.starts[k] = append(out.starts[k], t)
			}
			if float64(k) > p.Retries || t > p.Deadline {
				ended = true
			}
			if !ended {
				last = t
				if before <= at && at < t {
					out.waits = append(out.waits, delay)
				}
				if t <= at {
					out.retries += 1 / float64(clients)
				}
				switch {
				case t < x:
					out.wasted += 1 / float64(clients)
				case !met:
					met = true
					out.back = append(out.back, t-x)
				}
			}
			if k >= most && (ended || p.Retries == inf && p.Deadline == inf && met && t > at) {
				break
			}
		}
		out.last = append(out.last, last)
	}
	for _, s := range out.starts {
		slices.Sort(s)
	}
	slices.Sort(out.last)
	slices.Sort(out.waits)
	slices.Sort(out.back)
	return out
}

// near5 reports what is further away than five standard errors and tol.
func near5(t *testing.T, name string, got, want, se, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 5*se+tol) {
		t.Errorf("%s: %v, simulated %v (%v)", name, got, want, 5*se+tol)
	}
}

// agree compares a distribution with draws, in order: mean, and the CDF at quantiles.
func agree(t *testing.T, name string, d jitter.Dist, x []float64, off float64) {
	t.Helper()
	n := float64(len(x))
	mean, square := 0.0, 0.0
	for _, v := range x {
		mean += v / n
	}
	for _, v := range x {
		square += (v - mean) * (v - mean) / n
	}
	sd := math.Sqrt(square)
	near5(t, name+" mean", d.Mean(), mean, sd/math.Sqrt(n), 2*off*sd+1e-12*mean)
	near5(t, name+" sd", math.Sqrt(d.Variance()), sd, 2*sd/math.Sqrt(n), 0.01*sd+1e-7*mean)
	lo, hi := d.Support()
	if !(x[0] >= lo*(1-1e-12) && x[len(x)-1] <= hi*(1+1e-12)) {
		t.Errorf("%s: support %v to %v, simulated %v to %v", name, lo, hi, x[0], x[len(x)-1])
	}
	for _, q := range []float64{0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999} {
		v := d.Quantile(q)
		up := float64(sortedBy(x, v*(1+1e-12)+1e-12)) / n
		down := float64(sortedBy(x, v*(1-1e-12)-1e-12)) / n
		se := 5*math.Sqrt(q*(1-q)/n) + off
		if !(up >= q-se && down <= q+se) {
			t.Errorf("%s: quantile %v is %v, simulated %v to %v (%.2g)", name, q, v, down, up, se)
		}
		w := x[int(q*n)]
		up, down = float64(sortedBy(x, w+1e-9*w))/n, float64(sortedBy(x, w-1e-9*w-1e-300))/n
		least, most := d.CDF(w-2e-9*w-1e-300), d.CDF(w+2e-9*w)
		if !(least <= up+se+1/n && most >= down-se-1/n) {
			t.Errorf("%s: CDF at %v is %v to %v, simulated %v to %v (%.2g)", name, w, least, most, down, up, se)
		}
	}
}

// sortedBy returns how many of x, in order, are at most v.
func sortedBy(x []float64, v float64) int {
	i, _ := slices.BinarySearch(x, math.Nextafter(v, inf))
	return i
}

// The policies that are simulated, with a time that is asked about and an outage.
var games = []struct {
	p  jitter.Policy
	ks []int
	at float64
	o  outage.Outage
}{
	{client(1, 2, inf, 0, jitter.Full, 0, false, 8, inf), []int{1, 2, 3, 8}, 20, outage.Outage{Kind: outage.Fixed, A: 30}},
	{client(1, 2, 10, 0.1, jitter.Full, 0, false, 20, 60), []int{1, 2, 5, 20}, 10, outage.Outage{Kind: outage.Fixed, A: 20}},
	{client(1, 2, 10, 0, jitter.Full, 0, true, 12, 40), []int{1, 2, 5, 12}, 25, outage.Outage{Kind: outage.Uniform, A: 5, B: 50}},
	{client(1, 3, 5, 0.5, jitter.Add, 1, true, inf, 60), []int{1, 2, 3, 9}, 7, outage.Outage{Kind: outage.Fixed, A: 30}},
	{client(2, 1, 2.3, 0, jitter.Spread, 0.5, true, inf, inf), []int{1, 2, 3, 9, 60}, 40, outage.Outage{Kind: outage.LogUniform, A: 1, B: 300}},
	{client(1, 1.5, 20, 0, jitter.Equal, 0, false, inf, inf), []int{2, 30, 90}, 300, outage.Outage{Kind: outage.Exponential, A: 60}},
	{client(1, 2, 10, 0, jitter.NormalRelative, 0.5, true, 60, inf), []int{1, 2, 5, 20, 60}, 12, outage.Outage{Kind: outage.Fixed, A: 100}},
	{client(1, 2, inf, 0, jitter.NormalRelative, 0.6, false, 6, 40), []int{1, 2, 6}, 10, outage.Outage{Kind: outage.Fixed, A: 20}},
	{client(10, 1, 13, 0, jitter.NormalRelative, 0.3, true, 20, inf), []int{1, 2, 3, 20}, 100, outage.Outage{Kind: outage.LogUniform, A: 10, B: 1000}},
	{client(0.1, 2, 5, 0, jitter.NormalAbsolute, 0.1, false, 40, inf), []int{1, 2, 3, 10, 40}, 30, outage.Outage{Kind: outage.Uniform, A: 30, B: 90}},
	{client(1, 10, inf, 0, jitter.Spread, 0.2, false, 5, inf), []int{1, 2, 3, 5}, 30, outage.Outage{Kind: outage.Fixed, A: 500}},
	{client(0.339, 2, 0.339, 2.37, jitter.NormalRelative, 1.5, true, 60, inf), []int{1, 2, 7, 60}, 30, outage.Outage{Kind: outage.Fixed, A: 50}},
	{client(8, 2, inf, 0, jitter.NormalRelative, 0.6, false, 1, inf), []int{1}, 5, outage.Outage{Kind: outage.Fixed, A: 4}},
	{client(1, 3, 4, 0, jitter.NormalRelative, 0.6, true, inf, inf), []int{5}, 900, outage.Outage{Kind: outage.Fixed, A: 1200}},
	{client(1, 4, 10, 1, jitter.Full, 0, true, inf, 1200), []int{5}, 700, outage.Outage{Kind: outage.LogUniform, A: 500, B: 1300}},
	{client(1, 2, 10, 1, jitter.Spread, 0.2, true, inf, inf), []int{5}, 700, outage.Outage{Kind: outage.Fixed, A: 995}},
	{client(1, 4, inf, 0.1, jitter.Full, 0, false, inf, inf), []int{1, 4}, 700, outage.Outage{Kind: outage.LogUniform, A: 1, B: 3600}},
	{client(0.1, 2, 5, 0, jitter.Up, 0.3, false, 400, inf), []int{100, 400}, 1000, outage.Outage{Kind: outage.Fixed, A: 600}},
}

// reconnects is what the fine clients of a game say of its outage, worked out once.
var reconnects = map[int]outage.Reconnect{}

func reconnect(i int, fine Clients) outage.Reconnect {
	if _, ok := reconnects[i]; !ok {
		reconnects[i] = fine.Reconnect(games[i].o)
	}
	return reconnects[i]
}

func TestSimulated(t *testing.T) {
	clients := 3_000
	for i, g := range games {
		name := fmt.Sprintf("%d: %+v %+v", i, g.p, g.o)
		_ = name
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			e := New(context.Background(), g.p, Fine)
			off := 1e-5
			if g.p.Jitter.Type.Row().Deviation != nil {
				off = 1e-4
			}
			m := simulate(g.p, clients, g.ks, g.at, g.o)
			n := float64(clients)
			for k, x := range m.starts {
				agree(t, fmt.Sprint("T_", k), e.Start(k), x, off)
			}
			if last := e.Last(); last != nil {
				agree(t, "last", last, m.last, 2*off)
			}
			near5(t, "retries by T", e.RetriesBy(g.at), m.retries, math.Sqrt(1+m.retries)/math.Sqrt(n), 1e-4)
			d, p := e.Waiting(g.at)
			share := float64(len(m.waits)) / n
			near5(t, "waiting", p, share, math.Sqrt(share*(1-share)/n), 2*off)
			if len(m.waits) > 1000 {
				agree(t, "wait", d, m.waits, 2*off)
			}
			o := reconnect(i, e)
			share = float64(len(m.back)) / n
			near5(t, "gave up", o.GaveUp, 1-share, math.Sqrt(share*(1-share)/n), 5*off)
			near5(t, "wasted", o.Wasted, m.wasted, (1+m.wasted)/math.Sqrt(n), 1e-4)
			off += o.Error
			for q, v := range map[float64]float64{0.5: o.P50, 0.95: o.P95, 0.99: o.P99} {
				nb := float64(len(m.back))
				up, down := float64(sortedBy(m.back, v*(1+1e-9)+1e-12))/nb, float64(sortedBy(m.back, v*(1-1e-9)-1e-12))/nb
				se := 5*math.Sqrt(q*(1-q)/nb) + off
				if !(up >= q-se && down <= q+se) {
					t.Errorf("reconnect p%v is %v, simulated %v to %v (%.2g)", q*100, v, down, up, se)
				}
			}
			mean, sq := 0.0, 0.0
			for _, v := range m.back {
				mean += v / float64(len(m.back))
				sq += v * v / float64(len(m.back))
			}
			near5(t, "reconnect mean", o.Mean, mean, math.Sqrt((sq-mean*mean)/float64(len(m.back))), 1e-3*mean)
			if len(m.back) > 0 && !(m.back[len(m.back)-1] <= o.Max*(1+1e-9)) {
				t.Errorf("reconnect max %v, simulated %v", o.Max, m.back[len(m.back)-1])
			}
		})
	}
}

// TestCoarse holds coarse figures of an outage against fine ones.
func TestCoarse(t *testing.T) {
	for i, g := range games {
		fine := reconnect(i, New(context.Background(), g.p, Fine))
		coarse := New(context.Background(), g.p, Coarse).Reconnect(g.o)
		off := fine.Error + coarse.Error
		near5(t, fmt.Sprint(i, " gave up"), coarse.GaveUp, fine.GaveUp, 0, off)
		near5(t, fmt.Sprint(i, " wasted"), coarse.Wasted, fine.Wasted, 0, 1e-3*fine.Wasted)
		if fine.GaveUp < 0.999 {
			near5(t, fmt.Sprint(i, " mean"), coarse.Mean, fine.Mean, 0, 0.01*fine.Mean)
			near5(t, fmt.Sprint(i, " p50"), coarse.P50, fine.P50, 0, 0.01*fine.P50)
		}
	}
}
