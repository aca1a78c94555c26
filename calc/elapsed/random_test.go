package elapsed

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"testing"

	"retune/calc/jitter"
	"retune/calc/outage"
)

// Garbage is collected but rarely, which takes a fifteenth off the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

// TestRandom simulates random policies: every figure within six standard errors.
func TestRandom(t *testing.T) {
	rounds, clients := 50, 1500
	r := rand.New(rand.NewPCG(3, 4))
	pick := func(x ...float64) float64 { return x[r.IntN(len(x))] }
	for i := range rounds {
		a := math.Exp(r.NormFloat64())
		typ := jitter.Type(r.IntN(len(jitter.Types)))
		for typ.Row().After != nil || typ.Row().Path != nil || typ == jitter.None || typ == jitter.AddGrowing {
			typ = jitter.Type(r.IntN(len(jitter.Types)))
		}
		amount := typ.Row().Usual * pick(0.1, 1, 1, 2, 3)
		amount = math.Min(amount, typ.Row().Most)
		if typ.Row().Unit == jitter.Seconds {
			amount *= a
		}
		p := client(a, pick(1, 1.1, 1.5, 2, 3, 10), a*pick(1, 1.3, 3, 30, inf), a*pick(0, 0, 0.1, 3), typ, amount, r.IntN(2) == 0,
			pick(1, 2, 4, 8, 20, inf), inf)
		n := p.Retries
		if math.IsInf(n, 1) {
			n = 10
		}
		span := p.Policy.Elapsed(n) * (0.1 + r.Float64())
		if math.IsInf(p.Retries, 1) || r.IntN(2) == 0 {
			p.Deadline = span * pick(0.5, 1, 2)
		}
		o := outage.Outage{Kind: outage.Kind(r.IntN(4)), A: span / 3, B: span}
		at := span * pick(0.2, 0.7, 1)
		e := New(context.Background(), p, Fine)
		m := simulate(p, clients, []int{1}, at, o)
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			name := fmt.Sprintf("%+v at %v %+v: ", p, at, o)
			tell := func(what string, got, want, se float64) {
				if !(math.Abs(got-want) <= 6*se) {
					t.Errorf("%s%s %v, simulated %v (%.2g)", name, what, got, want, 6*se)
				}
			}
			c := float64(clients)
			mean, sd := moments(m.last)
			tell("last mean", e.Last().Mean(), mean, sd/math.Sqrt(c)+1e-6*mean+1e-4*span)
			v := math.Sqrt(e.Last().Variance())
			tell("last sd", v, sd, 0.1*sd+0.3*v+1e-6*mean)
			tell("retries", e.RetriesBy(at), m.retries, (0.3+math.Sqrt(m.retries))/math.Sqrt(c))
			d, p := e.Waiting(at)
			share := float64(len(m.waits)) / c
			tell("waiting", p, share, math.Sqrt((share*(1-share)+1/c)/c))
			if len(m.waits) > 200 && d != nil {
				mean, sd := moments(m.waits)
				tell("wait mean", d.Mean(), mean, sd/math.Sqrt(float64(len(m.waits)))+1e-3*mean)
			}
			got := e.Reconnect(o)
			share = float64(len(m.back)) / c
			tell("gave up", got.GaveUp, 1-share, math.Sqrt((share*(1-share)+1/c)/c))
			tell("wasted", got.Wasted, m.wasted, (0.3+m.wasted)/math.Sqrt(c))
			if nb := float64(len(m.back)); nb > 200 {
				mean, sd := moments(m.back)
				tell("reconnect mean", got.Mean, mean, sd/math.Sqrt(nb)+1e-3*mean)
				for q, v := range map[float64]float64{0.5: got.P50, 0.95: got.P95, 0.99: got.P99} {
					up, down := float64(sortedBy(m.back, v*(1+1e-9)+1e-12))/nb, float64(sortedBy(m.back, v*(1-1e-9)-1e-12))/nb
					se := 6*math.Sqrt(q*(1-q)/nb) + 0.002
					if !(up >= q-se && down <= q+se) {
						t.Errorf("%sreconnect p%v is %v, simulated %v to %v (%.2g)", name, q*100, v, down, up, se)
					}
				}
				if !(m.back[len(m.back)-1] <= got.Max*(1+1e-9)) {
					t.Errorf("%sreconnect max %v, simulated %v", name, got.Max, m.back[len(m.back)-1])
				}
			}
		})
	}
}

func moments(x []float64) (mean, sd float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		sd += (v - mean) * (v - mean) / float64(len(x))
	}
	return mean, math.Sqrt(sd)
}
