package simulate

import (
	"math"
	"slices"
	"testing"

	"retune/calc"
	"retune/calc/elapsed"
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// plain is a burst of n clients without jitter that are refused until the outage
// is over.
func plain(n, outage float64) fleet.System {
	return fleet.System{
		Traffic: fleet.Traffic{Kind: fleet.Burst, Clients: n},
		Client: fleet.Client{
			Policy: jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: 10}, Retries: inf,
				Deadline: inf},
			Timeout: 1,
		},
		Server:   fleet.Server{Kind: fleet.Slowing, ServiceTime: 0.05, Concurrency: inf, CheckInterval: 0.05},
		Outages:  []fleet.Outage{{Kind: fleet.Reject, At: 0, Length: outage}},
		Duration: 200,
		Step:     0.1,
	}
}

// TestElapsed checks that the attempts of every step are as in package calc, with and without a queue.
func TestElapsed(t *testing.T) {
	for _, p := range []calc.Policy{
		{InitialDelay: 0.1, Factor: 2, Cap: 10}, {InitialDelay: 0.1, Factor: 1.1, Cap: inf},
		{InitialDelay: 0.3, Factor: 1, Cap: 0.3},
		{InitialDelay: 1, Factor: 1.5, Cap: 60}, {InitialDelay: 0.7, Factor: 3, Cap: inf},
		{InitialDelay: 0.1, Factor: 1.001, Cap: 0.15},
	} {
		for _, limit := range []float64{inf, 1e9} {
			for _, after := range []bool{false, true} {
				w := plain(7, 1000)
				w.Client.Policy.Policy, w.Client.CapAfter, w.Server.Concurrency, w.Server.Slowdown = p, after, limit, 2
				run := once(w, 1)
				// for clients that begin at once, and late
				want, late := make([]float64, run.Len()), make([]float64, run.Len()+1)
				for k := 1.0; p.Elapsed(k) < w.Duration-1e-9; k++ {
					want[int((p.Elapsed(k)+1e-9)/w.Step)] += 7
					late[int((p.Elapsed(k)+fleet.BurstSpan)/w.Step)] += 7
				}
				for i := range want {
					if run.Retries[i] != want[i] && want[i] == late[i] ||
						run.Failures[i] != run.Retries[i]+run.First[i] {
						t.Fatalf("%+v, limit %g: step %d has %g retries, want %g", p, limit, i, run.Retries[i], want[i])
					}
				}
			}
		}
	}
}

// TestTimeouts checks that a timeout delays the retry by its length: retry k starts at k W + S_k, which is Elapsed
// with the timeout as attempt time.
func TestTimeouts(t *testing.T) {
	for _, limit := range []float64{inf, 1e9} {
		w := plain(3, 0)
		w.Outages = []fleet.Outage{{Kind: fleet.Hang, At: 0, Length: 1000}}
		w.Client.Timeout, w.Server.Concurrency, w.Server.Slowdown = 0.7, limit, 2
		run := once(w, 1)
		p := w.Client.Policy
		p.AttemptTime = w.Client.Timeout
		want := make([]float64, run.Len())
		for k := 1.0; p.Elapsed(k) < w.Duration-1e-9; k++ {
			want[int((p.Elapsed(k)+1e-9)/w.Step)] += 3
		}
		attempts := 0.0
		for i := range want {
			if run.Retries[i] != want[i] {
				t.Fatalf("limit %g: step %d has %g retries, want %g", limit, i, run.Retries[i], want[i])
			}
			attempts += want[i] + run.First[i]
		}
		if last := run.InFlight[run.Len()-1]; last != attempts {
			t.Errorf("%g attempts in a server that hangs, want all %g", last, attempts)
		}
	}
}

// TestLimited is a thousand clients of a server that takes 200 attempts a second,
// after 10 s of refusal. They attempt at 0.1 (2^k - 1) s, that is 0, 0.1, 0.3, 0.7,
// 1.5, 3.1, 6.3, 12.7, and then every 10 s: 22.7, 32.7, ... From 12.7 s on 200
// succeed each time, all in the same second, so that the last 200 do at 52.7 s.
func TestLimited(t *testing.T) {
	w := plain(1000, 10)
	w.Server = fleet.Server{Kind: fleet.Limited, ServiceTime: 0.05, Capacity: 200}
	w.Duration = 100
	run := once(w, 1)
	want := fleet.NewResult(w.Step, run.Len())
	for _, at := range []int{1, 3, 7, 15, 31, 63} {
		want.Retries[at], want.Failures[at] = 1000, 1000
	}
	want.First[0], want.Failures[0] = 1000, 1000
	for i, left := 127, 1000.0; left > 0; i, left = i+100, left-200 {
		want.Retries[i], want.Goodput[i], want.Failures[i] = left, 200, left-200
	}
	for k, series := range map[string][2][]float64{"first": {run.First, want.First},
		"retries":  {run.Retries, want.Retries},
		"failures": {run.Failures, want.Failures}, "successes": {run.Goodput, want.Goodput}} {
		if !slices.Equal(series[0], series[1]) {
			t.Errorf("%s %v, want %v", k, series[0], series[1])
		}
	}
	if total(run.GivenUp) != 0 || run.UnderWay != 0 {
		t.Error("clients are left over")
	}
}

// TestLimitedBrownout offers a server of 7/s far more than that. With a share of 0.43 it takes 3.01/s: 3 in most
// seconds, and 4 where a hundredth more a second has come to a whole attempt.
func TestLimitedBrownout(t *testing.T) {
	w := plain(0, 0)
	w.Traffic = fleet.Traffic{Kind: fleet.Open, Rate: 500}
	w.Server = fleet.Server{Kind: fleet.Limited, ServiceTime: 0.01, Capacity: 7}
	w.Outages = []fleet.Outage{{Kind: fleet.Brownout, At: 3, Length: 120, Share: 0.43}}
	w.Client.Retries, w.Duration, w.Step = 0, 130, 1
	run := once(w, 1)
	for i, got := range run.Goodput {
		want := 7.0
		if i >= 3 && i < 123 {
			want = float64((i+1)*301/100 - i*301/100)
		}
		if got != want {
			t.Errorf("%v succeed in second %d, want %v", got, i, want)
		}
	}
}

// TestQueue is 10 attempts within a millisecond for 2 workers with room for 3: 2 are served
// from 0 to 1 s, 2 from 1 to 2 s, one from 2 to 3 s, and 5 find no room.
func TestQueue(t *testing.T) {
	w := plain(10, 0)
	w.Server = fleet.Server{Kind: fleet.Queue, ServiceTime: 1, Workers: 2, QueueSize: 3}
	w.Client.Timeout, w.Client.Retries, w.Duration, w.Step = 2.5, 0, 5, 0.5
	run := once(w, 1)
	if run.Failures[0] != 5 || run.Goodput[2] != 2 || run.Goodput[4] != 2 || run.Timeouts[5] != 1 ||
		run.Abandoned[6] != 1 {
		t.Errorf("%+v", run)
	}
	for i, want := range []float64{5, 5, 3, 3, 1, 1, 0} {
		if abandoned := map[int]float64{5: 1}[i]; !(math.Abs(run.InFlight[i]-want) <= 0.01) ||
			!(math.Abs(run.AbandonedInFlight[i]-abandoned) <= 0.01) {
			t.Errorf("step %d: %g in the server, %g abandoned, want %g and %g", i, run.InFlight[i],
				run.AbandonedInFlight[i],
				want, abandoned)
		}
	}
}

// TestOpenJitter is an open stream whose every attempt is refused. The attempts of a step then come from all requests
// before it:
//
//	rate (1 + sum over k of P(T_k <= age))    age of the stream
//
// per second, integrated over the step.
func TestOpenJitter(t *testing.T) {
	w := plain(0, 1000)
	w.Traffic = fleet.Traffic{Kind: fleet.Open, Rate: 400}
	w.Client.Jitter = jitter.Jitter{Type: jitter.Full}
	w.Client.Cap, w.Client.Retries, w.Duration, w.Step = 1, 12, 8, 1
	const parts = 25
	dist, want := elapsed.New(w.Client.Policy, elapsed.Coarse), make([]float64, int(w.Duration))
	for i := range want {
		for j := range parts {
			n, err := dist.RetriesBy(t.Context(), float64(i)+(float64(j)+0.5)/parts)
			if err != nil {
				t.Fatal(err)
			}
			want[i] += w.Traffic.Rate * (1 + n) / parts
		}
	}
	for _, limit := range []float64{inf, 1e9} {
		w.Server.Concurrency, w.Server.Slowdown = limit, 2
		s := sample(t, w, 3, 20)
		mean := s.Mean()
		for i := range mean.First {
			near(t, "attempts", mean.Load(i), want[i], s.Load(i).Error())
		}
	}
}

// TestAmplification uses an open stream in which a share x of the attempts fails. A request with n retries makes
//
//	1 + x + ... + x^n = (1 - x^(n+1))/(1 - x)    attempts
func TestAmplification(t *testing.T) {
	const x, n = 0.6, 4
	w := plain(0, 0)
	w.Traffic = fleet.Traffic{Kind: fleet.Open, Rate: 2000}
	w.Client.Jitter, w.Client.Retries, w.Client.Cap = jitter.Jitter{Type: jitter.Full}, n, 0.1
	w.Outages = []fleet.Outage{{Kind: fleet.Errors, Length: 1000, Share: x}}
	w.Duration, w.Step = 40, 40
	run := once(w, 1)
	want := (1 - math.Pow(x, n+1)) / (1 - x)
	if got := 1 + run.Retries[0]/run.First[0]; !(math.Abs(got-want) < 0.02) {
		t.Errorf("%g attempts a request, want %g", got, want)
	}
	if got := run.GivenUp[0] / run.First[0]; !(math.Abs(got-math.Pow(x, n+1)) < 0.005) {
		t.Errorf("%g of the requests are given up, want %g", got, math.Pow(x, n+1))
	}
}

// TestLittle checks that the number of attempts in a server is its rate times its latency, and the number of waiting
// clients the rate of retries times their mean delay.
func TestLittle(t *testing.T) {
	for _, limit := range []float64{inf, 1e9} {
		w := plain(0, 0)
		w.Traffic = fleet.Traffic{Kind: fleet.Closed, Clients: 5000, Think: 0.5}
		w.Server = fleet.Server{Kind: fleet.Slowing, ServiceTime: 0.12, Concurrency: limit, Slowdown: 2,
			CheckInterval: 0.05}
		w.Outages = []fleet.Outage{{Kind: fleet.Errors, Length: 1000, Share: 0.2}}
		w.Client.Factor, w.Client.Cap = 1, 0.1
		w.Duration, w.Step = 30, 10
		run := once(w, 1)
		for i := 1; i < run.Len(); i++ {
			if got, want := run.InFlight[i], run.Goodput[i]/w.Step*0.15; !(math.Abs(got-want) < 0.003*want) ||
				!(math.Abs(run.Latency[i]-0.15) < 1e-9) {
				t.Errorf("step %d: %g attempts in the server, want %g; latency %g", i, got, want, run.Latency[i])
			}
			if got, want := run.Waiting[i], run.Retries[i]/w.Step*0.1; !(math.Abs(got-want) < 0.003*want) {
				t.Errorf("step %d: %g clients wait, want %g", i, got, want)
			}
		}
	}
}

// TestEngset uses a closed fleet and few workers without a queue, with ten attempts per tick. A refused client thinks
// again. The probability that j of N clients are being served is proportional to
//
//	C(N, j) (latency/think)^j,  j <= workers
//
// whatever the distribution of the service (Engset, 1918; Kelly, Reversibility and Stochastic
// Networks, 1979). Workers that were given to attempts out of order would idle longer.
func TestEngset(t *testing.T) {
	w := plain(2000, 0)
	w.Traffic.Kind, w.Traffic.Think = fleet.Closed, 1
	w.Server = fleet.Server{Kind: fleet.Queue, ServiceTime: 0.1, Workers: 20}
	w.Client.Retries, w.Duration, w.Step = 0, 1000, 1 // long, because attempts of a fixed time stay synchronized
	p, sum, mean := 1.0, 1.0, 0.0
	for j := 1.0; j <= w.Server.Workers; j++ {
		p *= (w.Traffic.Clients - j + 1) / j * w.Server.ServiceTime / w.Traffic.Think
		sum, mean = sum+p, mean+j*p
	}
	run := once(w, 1)
	if got, want := total(run.InFlight[100:])/900, mean/sum; !(math.Abs(got-want) <= 0.003) {
		t.Errorf("%.4f workers are busy, want %.4f", got, want)
	}
}
