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
