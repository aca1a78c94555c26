package simulate

import (
	"testing"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// TestLimitCosts checks what a limit of attempts costs a fleet whose backlog of half an hour drains for as long: first
// scale, then the verdict, and that the backlog is known to fall then. TestLimit has what it costs in runs.
func TestLimitCosts(t *testing.T) {
	if testing.Short() {
		t.Skip("one case after the other is long")
	}
	w := fleet.System{Traffic: fleet.Traffic{Kind: fleet.Open, Rate: 2000},
		Client: fleet.Client{Policy: jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: inf}, Deadline: inf},
			Timeout: 2},
		Server:  fleet.Server{Kind: fleet.Queue, ServiceTime: 0.1, Workers: 400, QueueSize: inf},
		Outages: []fleet.Outage{{Kind: fleet.Hang, At: 40, Length: 1800}}, Duration: inf, Step: 1}
	for attempts, want := range map[float64]struct {
		outcome fleet.Outcome
		forced  bool
	}{6e7: {fleet.Recovers, false}, 1.1e7: {fleet.Recovers, true}, 4.4e6: {fleet.Unsettled, true},
		1.7e6: {fleet.Unsettled, true}} {
		if (!want.forced || attempts == 4.4e6) && *times == 1 {
			continue // they take longest
		}
		s, err := Judge(t.Context(), w, Options{Seed: 1, Runs: 3, Cores: 2, Attempts: attempts})
		if err != nil {
			t.Errorf("%g attempts: %v", attempts, err)
			continue
		}
		t.Logf("%g attempts: %d runs at scale %g for %g s: %v, %+v", attempts, len(s.Each), s.Scale, s.System.Duration,
			s.Verdict.Outcome, s.Verdict.Unfinished)
		if s.Verdict.Outcome != want.outcome || s.Forced != want.forced || s.Attempts > attempts {
			t.Errorf("%g attempts: %v with %d runs at scale %g after %g attempts", attempts, s.Verdict.Outcome, len(s.Each),
				s.Scale, s.Attempts)
		}
		if u := s.Verdict.Unfinished; want.outcome == fleet.Unsettled && (u.Trend != fleet.Draining ||
			!(u.Growth < -1900 && u.Growth > -2100) || !(u.Gone > 3500 && u.Gone < 3800)) {
			t.Errorf("%g attempts: %+v", attempts, u)
		}
	}
}

// TestLongRuns checks that a fleet whose runs settle after very different times has most of its runs made for as long
// as the longest takes, and not for each of the shorter times before: half of the runs of this breaker recover at once,
// and the others hardly ever within an hour.
func TestLongRuns(t *testing.T) {
	if testing.Short() || *times == 1 {
		t.Skip("it simulates an hour of a breaker")
	}
	w := fleet.System{Traffic: fleet.Traffic{Kind: fleet.Closed, Clients: 2000, Think: 25},
		Client: fleet.Client{Policy: jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1, Cap: inf}, Retries: inf,
			Deadline: inf}, Timeout: 2, Breaker: fleet.Breaker{Share: 0.5, Window: 10, Least: 20, Pause: 5}},
		Server:  fleet.Server{Kind: fleet.Limited, ServiceTime: 0.1, Capacity: 120},
		Outages: []fleet.Outage{{Kind: fleet.Errors, At: 40, Length: 10, Share: 0.5}}, Duration: inf, Step: 1}
	s, err := Judge(t.Context(), w, Options{Seed: 1, Runs: 40, Cores: 2, Attempts: 3e7})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d runs for %g s, %.3g attempts, %g open", len(s.Each), s.System.Duration, s.Attempts, s.Open())
	if len(s.Each) < 4 || s.Open() > 0 {
		t.Errorf("%d runs, of which %g are open", len(s.Each), s.Open())
	}
}
