package world

import (
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
)

// at returns the law of a delay at a cap of 10 s.
func at(kind jitter.Kind, amount float64) jitter.Dist {
	return jitter.Plan{Policy: calc.Policy{First: 0.1, Factor: 2, Cap: 10}, Law: jitter.Law{Kind: kind, Amount: amount}}.One(10)
}

// TestReturned has the curves in closed form, and for a normal delay the integral
// by the mean of draws.
func TestReturned(t *testing.T) {
	for x := 0.0; x < 15; x += 0.1 {
		near(t, "full", Returned(at(jitter.Full, 0), x), 1-math.Pow(math.Max(0, 1-x/10), 2), 1e-14)
		equal := 4 * x / 30
		if x > 5 {
			equal = 1 - 4.0/3*math.Pow(math.Max(0, 1-x/10), 2)
		}
		near(t, "equal", Returned(at(jitter.Equal, 0), x), equal, 1e-14)
		near(t, "none", Returned(at(jitter.None, 0), x), math.Min(1, x/10), 1e-14)
	}
	d, r := at(jitter.NormalAbsolute, 4), rand.New(rand.NewPCG(1, 1))
	const draws = 200_000
	var least [20]float64
	for range draws {
		delay := d.Sample(r)
		for x := range least {
			least[x] += math.Min(delay, float64(x)) / draws
		}
	}
	for x, l := range least {
		near(t, "normal", Returned(d, float64(x)), l/d.Mean(), 5e-3)
	}
}

// TestBacklog has queues in closed form, x = H c/N.
func TestBacklog(t *testing.T) {
	for _, c := range []struct {
		d                jitter.Dist
		x, peak, emptyAt float64 // peak per client, seconds with c = 10
	}{
		{at(jitter.Full, 0), 1, 0.25, 10}, {at(jitter.Full, 0), 0.5, 0.5625, 20}, {at(jitter.Full, 0), 1.5, 0.0625, 5}, {at(jitter.Full, 0), 2, 0, 0},
		{at(jitter.Equal, 0), 1, 1 - 3 + 3.0/16 + 2, 10}, {at(jitter.Equal, 0), 0.5, 0.546875, 20}, {at(jitter.Equal, 0), 1.34, 0, 0},
		{at(jitter.None, 0), 0.5, 0.5, 20},
	} {
		peak, empty := Backlog(1000, 100*c.x, c.d)
		near(t, "peak", peak, 1000*c.peak, 1e-9)
		near(t, "empty", empty, c.emptyAt, 1e-9)
	}
	near(t, "factor", 1000/(60*math.Log(LeastFactor(1000, 20, 60))), 20, 1e-12)
}

// TestRejects compares with shares that were played in slots of 5 ms, and puts the
// share back into the sum in closed form.
func TestRejects(t *testing.T) {
	s := Server{Kind: Limited, Latency: 0.005, Capacity: 1000}
	for _, c := range []struct{ cap, clients, want float64 }{
		{10, 2000, 0.6476}, {10, 5000, 0.7684}, {10, 20000, 0.8836}, {10, 100000, 0.9612},
		{1, 2000, 0.7782}, {1, 5000, 0.9091}, {1, 20000, 0.9757}, {1, 100000, 0.9950},
	} {
		client := Client{Plan: jitter.Plan{Policy: calc.Policy{First: 0.1, Factor: 2, Cap: c.cap}, Law: jitter.Law{Kind: jitter.Full}},
			Retries: math.Inf(1), Deadline: math.Inf(1), Timeout: 2}
		fleet := Traffic{Clients: c.clients, Think: 1}
		p := s.Rejects(client, fleet)
		near(t, "share", p, c.want, 0.005) // there a call that fails takes 5 ms, too
		m := client.CapRetry() - 1
		sum := 0.05*p*(1-math.Pow(2*p, m))/(1-2*p) + c.cap/2*math.Pow(p, m+1)/(1-p)
		near(t, "clients", 1000*(1.005+sum), c.clients, 1e-9*c.clients)
		near(t, "tipping", s.Tipping(client, fleet).Rejected, p, 0)

		// With three retries: requests end after four calls, and the clients think again.
		client.Retries = 3
		p = s.Rejects(client, fleet)
		cycle := 1 + 0.005*(1-p*p*p*p) + 0.05*p + 0.1*p*p + 0.2*p*p*p
		near(t, "clients with 3 retries", 1000/(1-p*p*p*p)*cycle, c.clients, 1e-6*c.clients)
	}
	near(t, "within capacity", s.Rejects(Client{}, Traffic{Clients: 1000, Think: 1}), 0, 0)
	near(t, "open", s.Rejects(Client{}, Traffic{Kind: Open, Rate: 2000}), math.NaN(), 0)
}
