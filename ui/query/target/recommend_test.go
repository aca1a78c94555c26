package target

import (
	"math"
	"strings"
	"testing"

	"retune/calc/elapsed"
	"retune/calc/outage"
	"retune/ui/knob"
)

// set is the default scenario with some knobs set, as "jitter full".
func set(t *testing.T, settings ...string) knob.Scenario {
	t.Helper()
	s := knob.Default()
	for _, setting := range settings {
		name, text, _ := strings.Cut(setting, " ")
		k, _ := knob.Find(name)
		if err := k.Try(&s, text); err != nil {
			t.Fatalf("%s: %v", setting, err)
		}
	}
	return s
}

// TestRecommendOutlasts asks the proposal forwards: no outage up to T is outlasted
// by a client's patience, nor followed by a longer wait than the limits allow.
func TestRecommendOutlasts(t *testing.T) {
	for _, limits := range [][]string{{"max-reconnect-delay 10%"}, {"max-reconnect-delay 1m"}, {"reconnect-within 45s"}, {"max-reconnect-delay 50%", "reconnect-within 2m"},
		{"max-ratio 0.2", "attempt-time 2s"}, {"max-wasted-retries 12"}, {"max-reconnect-delay 12%", "deadline 10m"}, {"reconnect-within 1m", "deadline 2h"}} {
		for _, draw := range []string{"none", "spread=0.2", "equal", "full", "normal=0.1", "decorrelated"} {
			if draw == "decorrelated" && limits[0] == "max-wasted-retries 12" {
				continue
			}
			s := set(t, append([]string{"at 10m", "jitter " + draw}, limits...)...)
			bounds := limitsOf(s)
			p, none := propose(t.Context(), s, bounds)
			if none != nil {
				t.Errorf("%q with jitter %s: %s", limits, draw, none.Reason)
				continue
			}
			if p.Retries < 1e6 || p.Deadline < s.AskAt+longestAt(p, s.AskAt) {
				t.Errorf("%q with jitter %s gives up: %v retries, deadline %v", limits, draw, p.Retries, p.Deadline)
			}
			for _, b := range bounds {
				if !b.keeps(p) {
					t.Errorf("%q with jitter %s: %s is %v", limits, draw, b.name, b.of(p))
				}
			}
			if p.Stateful() {
				continue // every wait is at most the cap
			}
			first := longestAt(p, 0)
			for _, x := range []float64{5, 30, 120, 600} {
				p.Outage = outage.Outage{Kind: outage.Fixed, A: x, B: x}
				wait := elapsed.New(t.Context(), p.Policy, elapsed.Fine).Reconnect(p.Outage)
				got := wait.P99
				if draw == "none" || finite(s.Within) || finite(s.MaxReconnect) && !s.MaxRelative {
					got = wait.Max
					if draw == "normal=0.1" {
						got = wait.P99
					}
				}
				most := math.Inf(1)
				switch {
				case s.MaxRelative:
					most = s.MaxReconnect*x + first
				case finite(s.MaxReconnect):
					most = s.MaxReconnect
				}
				if finite(s.Within) {
					most = min(most, s.Within)
					if s.MaxRelative && draw != "none" {
						got = wait.P99
					}
				}
				if wait.GaveUp > 1e-6 && p.RetryAt(x) < 25 || got > most*(1+1e-6) {
					t.Errorf("%q with jitter %s: the wait after %v is %v, more than %v, and %v give up", limits, draw, x, got, most, wait.GaveUp)
				}
			}
		}
	}
}

// TestRecommendBetween holds that a share is kept by outages of every length, with delays that
// grow fast, so that the longest waits follow short ranges of lengths.
func TestRecommendBetween(t *testing.T) {
	s := set(t, "initial-delay 1.68s", "jitter spread=0.3", "attempt-time 168ms", "at 2720s", "reconnect-within 78.7s", "max-reconnect-delay 70%")
	p, none := propose(t.Context(), s, limitsOf(s))
	if none != nil {
		t.Fatal(none.Reason)
	}
	first, times := longestAt(p, 0), elapsed.New(t.Context(), p.Policy, elapsed.Coarse)
	for x := 2.0; x < 2720; x *= 1.013 {
		got := times.Reconnect(outage.Outage{Kind: outage.Fixed, A: x, B: x}).P99
		if most := 0.7*x + first; !(got <= most*1.002) {
			t.Errorf("the wait after %v is %v, more than %v", x, got, most)
		}
	}
}
