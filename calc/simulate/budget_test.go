package simulate

import (
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc/fleet"
)

// TestBudgetLooksBack compares budgets with a window with a list of all events, at random times.
func TestBudgetLooksBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, b := range []fleet.Budget{
		{Kind: fleet.Expiring, Ratio: 0.2, Reserve: 0.1, Window: 10},
		{Kind: fleet.Expiring, Ratio: 0.5, Window: 1, FromStart: true},
		{Kind: fleet.Expiring, Ratio: 0.3, Reserve: 0.5, Window: 3, OnSuccess: true},
		{Kind: fleet.Concurrent, Ratio: 0.2, Reserve: 2, Window: 2},
	} {
		w := small()
		w.Client.Budget = b
		c := newConfig(w)
		recent := b.Recent()
		g, p := &c.protection, &process{past: &recent}
		var counted, granted []float64
		at, waiting, yes := 0.0, 0, 0
		within := func(times []float64) (n float64) {
			for _, u := range times {
				slots := math.Floor(at/(b.Window/10)+1e-9) - math.Floor(u/(b.Window/10)+1e-9)
				if slots < 10 || slots == 10 && !b.FromStart {
					n++
				}
			}
			return n
		}
		for range 3000 {
			at = math.Round((at+b.Window*math.Pow(r.Float64(), 6))*1e6) / 1e6
			u := c.units(at)
			switch r.IntN(3) {
			case 0:
				if b.OnSuccess {
					g.success(p, 0, u, false, false)
				} else {
					g.request(p, u)
				}
				counted = append(counted, at)
			case 1: // a retry is over
				if waiting > 0 && b.Kind == fleet.Concurrent {
					waiting--
					p.retries--
				}
			default:
				want := within(granted)+1 <= b.Ratio*within(counted)+b.Reserve*b.Window+1e-9
				if b.Kind == fleet.Concurrent {
					want = float64(waiting+1) <= math.Max(b.Reserve, b.Ratio*within(counted)+1e-9)
				}
				got := g.failure(p, 0, u, false) && g.reserves(p, u, false)
				if got != want {
					t.Fatalf("%+v: at %gs a retry is granted: %v, want %v", b, at, got, want)
				}
				if got {
					waiting, yes, granted = waiting+1, yes+1, append(granted, at)
				}
			}
		}
		if yes < 100 || yes > 900 {
			t.Errorf("%+v: %d of about 1000 were granted, which says little", b, yes)
		}
	}
}

// TestBudgetTakesAtTheEnd lets all clients send one request into a server that hangs, long before
// the first of them times out: what they put into the full bucket by then is lost, and some find
// it empty.
func TestBudgetTakesAtTheEnd(t *testing.T) {
	for _, b := range []fleet.Budget{{Kind: fleet.Ratio, Ratio: 1, Reserve: 50}, {Kind: fleet.Quota, Reserve: 500}} {
		w := small()
		w.Traffic = fleet.Traffic{Kind: fleet.Closed, Clients: 100, Think: 1}
		w.Server = fleet.Server{Kind: fleet.Limited, ServiceTime: 0.1, Capacity: 1000}
		w.Client.InitialDelay, w.Client.Cap, w.Client.Timeout, w.Client.Budget = 1e3, inf, 10, b
		w.Outages, w.Duration, w.Step = []fleet.Outage{{Kind: fleet.Hang, Length: 100}}, 11, 1
		started, ended := 0.0, 0.0
		r := once(w, 1)
		for i := range r.First {
			started += r.First[i]
			ended += r.GivenUp[i]
		}
		if !(started >= 100 && ended >= 5) {
			t.Errorf("%+v: %v requests, and %v of them gave up", b, started, ended)
		}
	}
}
