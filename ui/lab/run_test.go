package lab

import (
	"context"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"retune/calc/fleet"
	"retune/calc/jitter"
)

// TestRun runs a small fleet through a hang and accounts for every attempt and request. Nothing is answered in the
// hang, and unanswered work is done afterwards.
func TestRun(t *testing.T) {
	within(t, func(t *testing.T) {
		w := small()
		p := Plan{System: w, Speed: 1, Seed: 3}
		var ended []Attempt
		run, err := ran(p, nil, func(l line) {
			if l.Attempt != nil {
				ended = append(ended, *l.Attempt)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		r, fine := run.meter.result(run.Now())
		accounted(t, run)
		hang := w.Outages[0]
		for _, a := range ended {
			if a.Result == Success && a.End > hang.At && a.End < hang.End() {
				t.Errorf("%+v succeeds in the hang from %v to %v", a, hang.At, hang.End())
			}
			if a.Result == Timeout && !(a.End-a.Start > w.Client.Timeout*0.99) {
				t.Errorf("%+v times out before %v", a, w.Client.Timeout)
			}
		}
		if sum(r.Timeouts) == 0 || sum(r.Goodput[r.Len()*3/4:]) == 0 || sum(r.Abandoned) == 0 {
			t.Errorf("%v timeouts in the hang, goodput after it %v, worked off %v", sum(r.Timeouts), r.Goodput, r.Abandoned)
		}
		q, err := Predict(context.Background(), p)
		if err != nil || math.Abs(q.System.Step-fine.Step) > 0 {
			t.Fatalf("the steps of prediction and measurement are %v and %v: %v", q.System.Step, fine.Step, err)
		}
		a := run.Answer(q)
		if a.Tables[0].Len != len(figures) || !strings.Contains(a.Summary, "Predicted: "+q.verdict()) {
			t.Errorf("%d figures; %s", a.Tables[0].Len, a.Summary)
		}
	})
}

// accounted checks that every attempt and request of a run is counted once.
func accounted(t *testing.T, run *Run) {
	t.Helper()
	r, w := run.meter.result(run.Now())
	attempts := sum(r.First) + sum(r.Retries)
	if got := sum(r.Goodput) + sum(r.Failures) + sum(r.Timeouts) + r.UnderWay; attempts < 100 || attempts != got {
		t.Errorf("%v attempts started, %v are accounted for", attempts, got)
	}
	if got := sum(r.Attempts); got != attempts {
		t.Errorf("the bins have %v attempts of %v", got, attempts)
	}
	if left := sum(r.First) - sum(r.Goodput) - sum(r.GivenUp); !(left >= 0 && left <= w.Traffic.Clients) {
		t.Errorf("%v requests are under way, of %v clients", left, w.Traffic.Clients)
	}
}

// TestProcesses runs the fleet with a server process, which is stopped and resumed.
func TestProcesses(t *testing.T) {
	run := NewRun(Plan{System: small(), Speed: 40, Seed: 3})
	if err := run.Start(context.Background(), ""); err != nil {
		t.Fatal(err)
	}
	accounted(t, run)
	if run.lost > 0 {
		t.Errorf("%d attempts never came to the server", run.lost)
	}
}

// TestPredictionOfItself measures simulated runs with other seeds: nearly all their figures must be inside the band.
func TestPredictionOfItself(t *testing.T) {
	p := Plan{System: small(), Speed: 1, Seed: 1}
	q, err := Predict(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	p.Seed = 1000
	other, _ := Predict(context.Background(), p)
	for i, f := range figures {
		b := bandOf(&q.figures[i], q.System.Step)
		if x := other.figures[i].Value(); !b.has(x) {
			t.Errorf("%s: the mean of other runs is %v, outside %+v", f.name, x, b)
		}
		if x := 3 * b.high; !math.IsNaN(b.mean) && b.has(x+1) {
			t.Errorf("%s: %v is inside %+v", f.name, x+1, b)
		}
	}
}

// TestInterrupted ends a run early and checks that the measurements so far are kept.
func TestInterrupted(t *testing.T) {
	p := Plan{System: small(), Speed: 40, Seed: 3}
	ctx, cancel := context.WithCancel(context.Background())
	run := NewRun(p)
	run.meter.keep = func(l line) {
		if l.Attempt != nil && l.End > 10 {
			cancel()
		}
	}
	if err := run.Start(ctx, ""); err == nil || run.Now() == 0 {
		t.Errorf("it ended at %v: %v", run.Now(), err)
	}
	r, w := run.meter.result(11)
	if !(w.Duration > 10 && w.Duration <= 11) || r.Len() != w.Steps() {
		t.Errorf("%d steps of %v s", r.Len(), w.Duration)
	}
}

// TestServers sends attempts to each kind of server at once, and counts what it answers.
func TestServers(t *testing.T) {
	for _, c := range []struct {
		name     string
		system   fleet.System
		at       float64 // time of the fleet
		send, ok int
	}{
		{"queue", fleet.System{Server: fleet.Server{Kind: fleet.Queue, ServiceTime: 10, Workers: 2, QueueSize: 3}}, 0, 9, 5},
		{"limited", fleet.System{Server: fleet.Server{Kind: fleet.Limited, ServiceTime: 0.1, Capacity: 7}}, 0, 20, 7},
		{"limited, slow", fleet.System{Server: fleet.Server{Kind: fleet.Limited, ServiceTime: 0.1, Capacity: 20},
			Outages: []fleet.Outage{{Kind: fleet.Brownout, Length: 1e3, Share: 0.25}}}, 0, 20, 5},
		{"reject", fleet.System{Server: fleet.Server{ServiceTime: 0.1, CheckInterval: 0.1, Slowdown: 1},
			Outages: []fleet.Outage{{Kind: fleet.Reject, Length: 1e3}}}, 0, 5, 0},
		{"after the outage", fleet.System{Server: fleet.Server{ServiceTime: 0.1, CheckInterval: 0.1, Slowdown: 1},
			Outages: []fleet.Outage{{Kind: fleet.Reject, Length: 5}}}, 10, 5, 5},
		{"hangs by itself", fleet.System{Server: fleet.Server{Kind: fleet.Queue, ServiceTime: 0.1, Workers: 1,
			QueueSize: 0}, Outages: []fleet.Outage{{Length: 3}}}, 1, 5, 5}, // in a hang no attempt finds the queue full
		{"errors", fleet.System{FailureRate: 0.999999,
			Server: fleet.Server{AtArrival: true, ServiceTime: 0.1, Slowdown: 1}}, 0, 5, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			within(t, func(t *testing.T) {
				s := newServer(Plan{c.system, 1, 1}, true, time.Now())
				defer s.close()
				time.Sleep(s.clock.span(c.at))
				var ok atomic.Int64
				var all sync.WaitGroup
				for range c.send {
					all.Go(func() {
						answer := httptest.NewRecorder()
						if s.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/", nil)); answer.Code == http.StatusOK {
							ok.Add(1)
						}
					})
				}
				if all.Wait(); ok.Load() != int64(c.ok) {
					t.Errorf("%d of %d attempts are answered, want %d", ok.Load(), c.send, c.ok)
				}
			})
		})
	}
}

// TestMeter counts a few attempts by hand.
func TestMeter(t *testing.T) {
	w := small()
	w.Duration, w.Step = 4, 1
	m := newMeter(w)
	m.begin(Attempt{ID: 1, Start: 0.5})
	m.begin(Attempt{ID: 2, Start: 1})
	m.end(Attempt{ID: 1, Start: 0.5, End: 1.5, Result: Timeout}) // stays in the server until 2.25
	m.end(Attempt{ID: 2, Start: 1, End: 1.75, Result: Success, Last: true})
	m.leave(2, 1.7)
	m.leave(1, 2.25)
	m.begin(Attempt{ID: 3, Attempt: 1, Start: 2.5})
	m.leave(3, 2.6) // before its client times out
	m.end(Attempt{ID: 3, Attempt: 1, Start: 2.5, End: 3, Result: Timeout, Last: true})
	r, _ := m.result(4)
	for name, c := range map[string][2][]float64{
		"in flight": {r.InFlight, {0.5, 1.75, 0.75, 0}},
		"abandoned": {r.AbandonedInFlight, {0, 0.5, 0.25, 0}},
		"waiting":   {r.Waiting, {0, 0.5, 0.5, 0}},
		"first":     {r.First, {1, 1, 0, 0}},
		"retries":   {r.Retries, {0, 0, 1, 0}},
		"given up":  {r.GivenUp, {0, 0, 0, 1}},
		"timeouts":  {r.Timeouts, {0, 1, 0, 1}},
	} {
		for i := range c[0] {
			if !(math.Abs(c[0][i]-c[1][i]) < 1e-12) {
				t.Errorf("%s: %v, want %v", name, c[0], c[1])
				break
			}
		}
	}
	if !(math.Abs(r.Latency[1]-0.75) < 1e-12) || len(m.ghosts)+len(m.open) > 0 {
		t.Errorf("latency %v; left are %v, %v", r.Latency, m.ghosts, m.open)
	}
}

// TestPort checks the error for a port in use.
func TestPort(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	run := NewRun(Plan{System: small(), Speed: 1})
	err = run.Serve(t.Context(), uint16(l.Addr().(*net.TCPAddr).Port), func(string) {})
	if err == nil || !strings.Contains(err.Error(), "address already in use") {
		t.Errorf("a port that is taken: %v", err)
	}
}

// TestRetryAfterInSeconds checks that the clients obey a server that has no header for milliseconds.
func TestRetryAfterInSeconds(t *testing.T) {
	within(t, func(t *testing.T) {
		w := small()
		w.Traffic, w.Outages, w.Duration = fleet.Traffic{Kind: fleet.Burst, Clients: 1}, nil, 8
		var attempts []Attempt
		_, err := ran(Plan{System: w, Speed: 5}, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
		}), func(l line) {
			if l.Attempt != nil {
				attempts = append(attempts, *l.Attempt)
			}
		})
		if err != nil || len(attempts) != 2 || !(math.Abs(attempts[1].Start-attempts[0].End-5) < 1e-6) {
			t.Errorf("%v: asked to wait for 1 s, 5 s of the fleet, the client makes %+v", err, attempts)
		}
	})
}

// TestRetryAfter checks the wait of each client after a rejection that asks for 6 s to 9 s, and that clients that
// accept at most 5 s give up.
func TestRetryAfter(t *testing.T) {
	w := small()
	w.Traffic = fleet.Traffic{Kind: fleet.Burst, Clients: 40}
	w.Server.RetryAfter = fleet.RetryAfter{Least: 6, Spread: 3}
	w.Outages, w.Duration = []fleet.Outage{{Kind: fleet.Reject, Length: 3}}, 12
	for _, honor := range []fleet.Honor{{}, {Most: 5, Leaves: true}} {
		within(t, func(t *testing.T) {
			w.Client.Honor = honor
			rejected := map[int]float64{} // by client
			again := 0
			_, err := ran(Plan{System: w, Speed: 10, Seed: 3}, nil, func(l line) {
				switch {
				case l.Attempt == nil:
				case l.Result == Rejected:
					rejected[l.Client] = l.End
				default:
					again++
					if wait := l.Start - rejected[l.Client]; !(wait > 5.98 && wait < 9) { // asked for in milliseconds
						t.Errorf("a client waits for %v s", wait)
					}
				}
			})
			if err != nil || len(rejected) != 40 || again != 40 && !honor.Leaves || again > 0 && honor.Leaves {
				t.Errorf("%d clients are rejected, and %d come again (%+v): %v", len(rejected), again, honor, err)
			}
		})
	}
}

// TestFromThink checks that the first delay of a client without jitter is the factor times its think time.
func TestFromThink(t *testing.T) {
	within(t, func(t *testing.T) {
		w := small()
		w.Traffic.Clients, w.Outages = 5, []fleet.Outage{{Kind: fleet.Reject, At: 0, Length: 100}}
		w.Client.FirstFromThink, w.Client.Jitter = true, jitter.Jitter{}
		w.Client.Factor, w.Client.Cap = 2, math.Inf(1)
		starts := map[int][]float64{}
		_, err := ran(Plan{System: w, Speed: 1, Seed: 1}, nil, func(l line) {
			if l.Attempt != nil && l.Result == Rejected {
				starts[l.Client] = append(starts[l.Client], l.Start)
			}
		})
		for client, at := range starts { // the first request starts after the first think time
			for k := 1; k < len(at); k++ {
				if want := at[0] * math.Pow(2, float64(k)); err == nil && !(math.Abs(at[k]-at[k-1]-want) < 1e-3) {
					t.Errorf("client %d waits for %v before retry %d, want %v", client, at[k]-at[k-1], k, want)
				}
			}
		}
		if err != nil || len(starts) != 5 {
			t.Errorf("%d clients: %v", len(starts), err)
		}
	})
}
