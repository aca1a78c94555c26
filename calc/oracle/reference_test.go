package oracle

import (
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
)

var inf = math.Inf(1)

func policy(a, r, top, s, n, deadline float64, t jitter.Type, amount float64) jitter.Policy {
	return jitter.Policy{Policy: calc.Policy{InitialDelay: a, Factor: r, Cap: top, AttemptTime: s},
		Jitter: jitter.Jitter{Type: t, Amount: amount}, Retries: n, Deadline: deadline}
}

// TestClient checks cases that can be computed by hand.
func TestClient(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	p := policy(1, 2, 5, 0.5, 10, 12, jitter.None, 0)
	for _, c := range []struct {
		x    float64
		want Outage
	}{
		// retries at 1.5, 4, 8.5
		{1, Outage{Reconnect: 0.5}}, {1.5, Outage{}}, {1.6, Outage{Reconnect: 2.4, Wasted: 1}},
		{8.5, Outage{Wasted: 2}}, {8.6, Outage{GaveUp: true, Wasted: 3}}, // the next would start at 14
	} {
		if got := Through(&p, c.x, 100, r); got != c.want {
			t.Errorf("an outage until %v gives %+v, want %+v", c.x, got, c.want)
		}
	}
	if got := WithFailures(&p, 1, r); got != (Try{false, 4, 8.5}) {
		t.Errorf("a client that never succeeds does %+v", got)
	}
	const q, n = 0.5, 100_000
	succeed, attempts := 0.0, 0.0
	for range n {
		if x := WithFailures(&p, q, r); x.Success {
			succeed++
			attempts += x.Attempts
		}
	}
	near(t, "share that succeeds", succeed/n, 15./16, math.Sqrt(15)/16/math.Sqrt(n))
	near(t, "attempts that it takes", attempts/succeed, (1*8+2*4+3*2+4)/15., 1/math.Sqrt(n))
}

// TestMeans compares the mean of the second delay with its closed form.
func TestMeans(t *testing.T) {
	for _, c := range []struct {
		kind         jitter.Type
		amount, mean float64 // of the second delay, around 2
	}{
		{jitter.None, 0, 2}, {jitter.Full, 0, 1}, {jitter.Equal, 0, 1.5}, {jitter.Spread, 0.3, 2},
		{jitter.Up, 0.5, 2.5},
		{jitter.Down, 0.5, 1.5}, {jitter.Add, 1, 2.5}, {jitter.NormalRelative, 0.1, 2}, {jitter.NormalAbsolute, 0.2, 2},
		{jitter.Decorrelated, 3, 3.5}, // U(1, 3 U(1, 3)): (1 + 3*2)/2
	} {
		p := policy(1, 2, inf, 0, inf, inf, c.kind, c.amount)
		r := rand.New(rand.NewPCG(3, uint64(c.kind)))
		const n = 100_000
		sum, squares := 0.0, 0.0
		for range n {
			d := NewDelays(&p, r)
			d.Next()
			x := d.Next()
			sum, squares = sum+x, squares+x*x
		}
		m := sum / n
		near(t, "mean delay", m, c.mean, math.Sqrt(math.Max(0, squares/n-m*m)/n)+1e-12)
	}
}

// TestFleet compares with Erlang's formula and a geometric series.
func TestFleet(t *testing.T) {
	w := fleet.System{
		Traffic:  fleet.Traffic{Kind: fleet.Open, Rate: 100},
		Client:   fleet.Client{Policy: policy(0.1, 1, inf, 0, 0, inf, jitter.Full, 0), Timeout: inf, Processes: 3},
		Server:   fleet.Server{Kind: fleet.Queue, ServiceTime: 0.1, Workers: 10},
		Duration: 400, Step: 400,
	}
	total := func() (first, retries, succeed, inServer float64) {
		r := Run(w, 5)
		return r.First[0], r.Retries[0], r.Goodput[0], r.InFlight[0]
	}
	first, _, succeed, _ := total()
	near(t, "share that Erlang's system of 10 loses", 1-succeed/first, 0.21458, 0.003)
	w.Traffic.Rate, w.Server.Workers, w.Server.QueueSize, w.Duration, w.Step = 8, 1, inf, 4000, 4000
	_, _, _, inside := total()
	near(t, "what is in a system M/D/1", inside, 0.8+0.64/0.4, 0.06)
	w.Server.Workers, w.FailureRate, w.Client.Retries = 100, 0.5, 2
	first, retries, succeed, _ := total()
	near(t, "retries of a request", retries/first, 0.75, 0.01)
	near(t, "share that succeeds", succeed/first, 0.875, 0.004)

	w = fleet.System{ // one failure takes the only token of its process
		Traffic: fleet.Traffic{Kind: fleet.Burst, Clients: 10},
		Client: fleet.Client{Policy: policy(1, 1, inf, 0, inf, inf, jitter.None, 0), Timeout: inf, Processes: 4,
			Budget: fleet.Budget{Kind: fleet.Ratio, Ratio: 1e-9, Reserve: 1}},
		Server:   fleet.Server{Kind: fleet.Limited, ServiceTime: 0.1, Capacity: 1},
		Outages:  []fleet.Outage{{Kind: fleet.Reject, Length: 10}},
		Duration: 8, Step: 8,
	}
	if _, retries, _, _ := total(); retries != 4 {
		t.Errorf("4 processes with a token each make %v retries", retries)
	}
}

func near(t *testing.T, what string, got, want, se float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 5*se) {
		t.Errorf("%s: %v, want %v +- %v", what, got, want, se)
	}
}
