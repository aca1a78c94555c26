package fleet

import (
	"math"
	"math/rand/v2"
	"testing"
)

func near(t *testing.T, name string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) && !(math.IsNaN(want) && math.IsNaN(got)) && got != want {
		t.Errorf("%s is %v, want %v", name, got, want)
	}
}

// TestSmira checks the published server with numbers that another program computed to 40 digits.
func TestSmira(t *testing.T) {
	w := smira()
	s := w.Server
	near(t, "beta", s.slope(), 0.00325268, 5e-9)
	near(t, "C_W", s.Reaches(2), 951.005, 5e-4)
	best, at := s.Best(w.Client.Timeout)
	near(t, "1/beta", at, 307.44, 5e-3)
	near(t, "Lambda_max", best, 1246.93, 5e-3)
	for rate, want := range map[float64][2]float64{475.502: {50.894, 951.005}, 1246: {295.697, 319.488},
		100: {10, math.NaN()}} {
		stable, unstable := s.Equilibria(rate)
		near(t, "stable", stable, want[0], 5e-4)
		if want[1] == want[1] {
			near(t, "unstable", unstable, want[1], 5e-4)
		}
		for _, c := range []float64{stable, unstable} {
			near(t, "C/L(C)", c/s.LatencyAt(c), rate, 1e-9*rate)
		}
	}
	if a, b := s.Equilibria(1247); a == a || b == b {
		t.Errorf("more than the server can take: %v, %v", a, b)
	}
	near(t, "L(1980) - W", s.LatencyAt(1980)-2, 55, 1.5)
	near(t, "C with latency 57", s.Reaches(s.LatencyAt(1980)), 1980, 1e-9)
}

// TestBest searches attempt by attempt for the greatest throughput, and for the number of attempts at which the
// latency passes the timeout.
func TestBest(t *testing.T) {
	for _, s := range []Server{
		{ServiceTime: 0.1, Concurrency: 30, Slowdown: 1.05}, {ServiceTime: 0.1, Concurrency: 400, Slowdown: 1.05},
		{ServiceTime: 0.1, Concurrency: 0, Slowdown: 2}, {ServiceTime: 1, Concurrency: 3, Slowdown: 1.5},
	} {
		timeouts := [...]float64{0.05, 0.11, 0.3, 1, 2, 100, math.Inf(1)}
		var best, edge [len(timeouts)]float64
		for c := 0.0; c < 4000; c += 0.05 {
			l := s.LatencyAt(c)
			for i, timeout := range timeouts {
				if l < timeout {
					best[i], edge[i] = math.Max(best[i], c/l), c
				}
			}
		}
		for i, timeout := range timeouts {
			rate, at := s.Best(timeout)
			near(t, "best", rate, best[i], 0.05/s.ServiceTime)
			if rate > 0 {
				near(t, "rate there", at/s.LatencyAt(at), rate, 1e-9*rate)
			}
			if c := s.Reaches(timeout); c < 3999 {
				near(t, "edge", c, edge[i], 0.051)
			}
		}
	}
}

// TestLinear compares the closed forms for a latency that grows by a fixed time per attempt with a search for the
// equilibria.
func TestLinear(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 7))
	for range 100 {
		s := Server{ServiceTime: 0.1 + r.Float64(), Concurrency: float64(r.IntN(20)), Slowdown: 1,
			PerAttempt: 0.02 + 0.3*r.Float64()}
		rate, x := 20*r.Float64(), s.ServiceTime*(1.1+3*r.Float64())
		var crossings []float64
		best, step := 0.0, 0.01
		for c := step; c < 700; c += step {
			l := s.ServiceTime + s.PerAttempt*math.Max(0, c-s.Concurrency)
			if l < x {
				best = math.Max(best, c/l)
			}
			next := s.ServiceTime + s.PerAttempt*math.Max(0, c+step-s.Concurrency)
			if (c < rate*l) != (c+step < rate*next) {
				crossings = append(crossings, c)
			}
		}
		stable, unstable := s.Equilibria(rate)
		for i, got := range []float64{stable, unstable} {
			if i < len(crossings) && !(math.Abs(got-crossings[i]) <= 2*step) || i >= len(crossings) && got < 690 {
				t.Fatalf("%+v at %g/s: %g and %g, found %v", s, rate, stable, unstable, crossings)
			}
		}
		if got, at := s.Best(x); !(math.Abs(got-best) <= 0.05*best && got >= best*(1-1e-9)) ||
			s.LatencyAt(at) > x*(1+1e-9) {
			t.Fatalf("%+v before %g s: best %g at %g, found %g", s, x, got, at, best)
		}
	}
}

// TestEquilibria compares with bisection, below and above the best.
func TestEquilibria(t *testing.T) {
	for _, s := range []Server{
		{ServiceTime: 0.1, Concurrency: 30, Slowdown: 1.05}, {ServiceTime: 0.1, Concurrency: 400, Slowdown: 1.05},
		{ServiceTime: 0.01, Concurrency: 0, Slowdown: 2}, {ServiceTime: 0.1, Concurrency: 5000, Slowdown: 2},
	} {
		most, at := s.Best(math.Inf(1))
		for _, share := range []float64{1e-6, 0.1, 0.5, 0.9, 0.999, 0.999999} {
			rate := share * most
			halve := func(lo, hi float64, up bool) float64 { // C/L(C) rises up to at, then falls
				for range 200 {
					if c := (lo + hi) / 2; (c/s.LatencyAt(c) < rate) == up {
						lo = c
					} else {
						hi = c
					}
				}
				return lo
			}
			stable, unstable := s.Equilibria(rate)
			near(t, "stable", stable, halve(0, at, true), 1e-9*at)
			near(t, "unstable", unstable, halve(at, 100*at+1e5, false), 1e-9*at)
		}
		if a, _ := s.Equilibria(1.000001 * most); a == a {
			t.Errorf("beyond the best: %v", a)
		}
	}
	never := Server{ServiceTime: 0.1, Concurrency: math.Inf(1), Slowdown: 1.05}
	if a, b := never.Equilibria(1e6); a != 1e5 || !math.IsInf(b, 1) {
		t.Errorf("a server that never slows: %v, %v", a, b)
	}
}

// TestNormal searches for the least fixed point of a closed fleet attempt by attempt.
func TestNormal(t *testing.T) {
	s := smira().Server
	normal := func(s Server, t Traffic) (load, latency float64) {
		return System{Server: s, Traffic: t, Client: Client{Timeout: math.Inf(1)}}.Normal()
	}
	for _, n := range []float64{10, 1000, 5000, 11000, 20000} {
		load, latency := normal(s, Traffic{Clients: n, Think: 10})
		c := 0.0
		for l := s.LatencyAt(0); c < n && n/(10+l)*l > c; l = s.LatencyAt(c) {
			c += 0.01
		}
		near(t, "attempts in the server", load*latency, math.Min(c, n), 0.02)
		near(t, "load", load*(10+latency), n, 1e-9*n)
	}
	q := Server{Kind: Queue, ServiceTime: 0.1, Workers: 5, QueueSize: 50}
	for n, want := range map[float64]float64{100: 0.1, 505: 0.1, 520: 0.4, 1000: 1.1} {
		_, latency := normal(q, Traffic{Clients: n, Think: 10})
		near(t, "latency of a queue", latency, want, 1e-12)
	}
	if load, latency := normal(s, Traffic{Kind: Open, Rate: 1e4}); load != 1e4 || !math.IsInf(latency, 1) {
		t.Errorf("too much: %v, %v", load, latency)
	}
	_, latency := normal(s, Traffic{Kind: Open, Rate: 475.502})
	near(t, "latency", latency, 50.894/475.502, 1e-5)
}

// TestOthers checks the other kinds of server.
func TestOthers(t *testing.T) {
	best := func(s Server, timeout float64) float64 { rate, _ := s.Best(timeout); return rate }
	q := Server{Kind: Queue, ServiceTime: 0.1, Workers: 20, QueueSize: math.Inf(1)}
	near(t, "capacity", best(q, 2), 200, 1e-12)
	near(t, "attempts that fill the timeout", q.Reaches(2), 400, 1e-12)
	q.QueueSize = 100
	near(t, "a short queue never times out", q.Reaches(2), math.Inf(1), 0)
	near(t, "workers", q.Reaches(0.5), 100, 1e-12)
	l := Server{Kind: Limited, ServiceTime: 0.1, Capacity: 150}
	near(t, "capacity", best(l, 2), 150, 0)
	near(t, "no timeouts", l.Reaches(2), math.Inf(1), 0)
	near(t, "answers in time", best(l, 0.1)+l.Reaches(0.1), 0, 0)
}

// TestNoNormalState searches for an equilibrium of closed traffic among all numbers of attempts in the server up to
// the timeout: the server finishes as many as the other clients send. Without an equilibrium the fleet is overloaded
// without any outage, and no number of attempts is stable.
func TestNoNormalState(t *testing.T) {
	none := 0
	for _, n := range []float64{500, 1000, 2000, 2400, 2700, 2800, 2850, 2900, 3000, 3500, 5000, 20000} {
		for _, think := range []float64{0.1, 1, 2, 5} {
			w := System{Traffic: Traffic{Kind: Closed, Clients: n, Think: think}, Duration: 100, Step: 1,
				Client: Client{Timeout: 2},
				Server: Server{Kind: Slowing, AtArrival: true, ServiceTime: 0.1, Concurrency: 30, Slowdown: 1.05}}
			found := false
			for c := 1.0; c < 951; c += 0.05 {
				found = found || c/w.Server.LatencyAt(c) >= (n-c)/think
			}
			_, latency := w.Normal()
			if math.IsInf(latency, 1) == found ||
				NewResult(1, 100).Baseline(w).Beyond == found {
				t.Errorf("%g clients that think for %g s: a state is there: %v, with latency %v", n,
					think, found, latency)
			}
			if !found {
				none++
			}
		}
	}
	if none == 0 {
		t.Error("all have one")
	}
}

// TestWhoseFault: closed traffic that a queue cannot take is not the breaker's fault.
func TestWhoseFault(t *testing.T) {
	w := System{Traffic: Traffic{Kind: Closed, Clients: 1000, Think: 2},
		Server: Server{Kind: Queue, ServiceTime: 0.1, Workers: 10, QueueSize: math.Inf(1)},
		Client: Client{Timeout: 2, Breaker: Breaker{Share: 0.5}}}
	if w.hasRoom() {
		t.Error("1000 clients keep 10 workers busy for 8 s and time out after 2 s")
	}
	if w.Traffic.Clients = 200; !w.hasRoom() {
		t.Error("200 are too many")
	}
}
