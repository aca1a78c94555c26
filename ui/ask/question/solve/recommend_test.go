package solve

import (
	"flag"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"retune/calc/elapsed"
	"retune/calc/numeric"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// set returns the default scenario with the given settings, such as "jitter full".
func set(t *testing.T, settings ...string) setting.Scenario {
	t.Helper()
	s := setting.Default()
	for _, word := range settings {
		name, text, _ := strings.Cut(word, " ")
		k, _ := setting.Find(name)
		if err := k.Try(&s, text); err != nil {
			t.Fatalf("%s: %v", word, err)
		}
	}
	return s
}

// Times multiplies the number of random cases.
var Times = flag.Int("times", 1, "how many times as many cases are tried: with more than 1 all")

// TestRecommendOutlasts checks a proposal forwards: no client gives up in an outage of up to T, and no wait is longer
// than the limits allow.
func TestRecommendOutlasts(t *testing.T) {
	for i, limits := range [][]string{{"max-reconnect-delay 10%"}, {"max-reconnect-delay 1m"}, {"reconnect-within 45s"},
		{"max-reconnect-delay 50%", "reconnect-within 2m"},
		{"max-ratio 0.2", "attempt-time 2s"}, {"max-wasted-retries 12"}, {"max-reconnect-delay 12%", "deadline 10m"},
		{"reconnect-within 1m", "deadline 2h"}} {
		for j, draw := range []string{"none", "spread=0.2", "equal", "full", "normal=0.1", "decorrelated"} {
			if (i+j)%6 > 0 && *Times == 1 {
				continue
			}
			if draw == "decorrelated" && limits[0] == "max-wasted-retries 12" {
				continue
			}
			s := set(t, append([]string{"at 10m", "jitter " + draw}, limits...)...)
			p, none := propose(t.Context(), &s)
			if none != nil {
				t.Errorf("%q with jitter %s: %s", limits, draw, none.Reason)
				continue
			}
			if p.Retries < 1e6 || p.Deadline < s.AskAt+longestWait(&p) {
				t.Errorf("%q with jitter %s gives up: %v retries, deadline %v", limits, draw, p.Retries, p.Deadline)
			}
			if p.Stateful() {
				continue // every wait is at most the cap
			}
			first, times := p.AttemptTime+longest(&p, p.InitialDelay, true), elapsed.New(p.Policy, elapsed.Fine)
			for _, x := range []float64{5, 30, 120, 600} {
				p.Outage = elapsed.Outage{Kind: elapsed.FixedOutage, A: x, B: x}
				wait, err := times.Reconnect(t.Context(), p.Outage)
				if err != nil {
					t.Fatal(err)
				}
				got := wait.P99
				if draw == "none" || unit.Finite(s.Within) || unit.Finite(s.MaxReconnect) && !s.MaxRelative {
					got = wait.Max
					if draw == "normal=0.1" {
						got = wait.P99
					}
				}
				most := math.Inf(1)
				switch {
				case s.MaxRelative:
					most = s.MaxReconnect*x + first
				case unit.Finite(s.MaxReconnect):
					most = s.MaxReconnect
				}
				if unit.Finite(s.Within) {
					most = min(most, s.Within)
					if s.MaxRelative && draw != "none" {
						got = wait.P99
					}
				}
				if wait.GaveUp > 1e-6 && p.RetryAt(x) < 25 || got > most*(1+1e-6) {
					t.Errorf("%q with jitter %s: the wait after %v is %v, more than %v, and %v give up", limits, draw, x, got, most,
						wait.GaveUp)
				}
			}
		}
	}
}

// TestRecommendBetween checks that the limit relative to the outage holds for outages of every length, with fast
// growing delays whose longest waits occur only in narrow ranges of lengths.
func TestRecommendBetween(t *testing.T) {
	s := set(t, "initial-delay 1.68s", "jitter spread=0.3", "attempt-time 168ms", "at 2720s", "reconnect-within 78.7s",
		"max-reconnect-delay 70%")
	p, none := propose(t.Context(), &s)
	if none != nil {
		t.Fatal(none.Reason)
	}
	first, times := p.AttemptTime+longest(&p, p.InitialDelay, true), elapsed.New(p.Policy, elapsed.Coarse)
	for x := 2.0; x < 2720; x *= 1.013 {
		got, err := times.Reconnect(t.Context(), elapsed.OutageOf(x))
		if most := 0.7*x + first; err != nil || !(got.P99 <= most*1.002) {
			t.Errorf("the wait after %v is %v, more than %v", x, got, most)
		}
	}
}

// TestRecommendCounts compares the retries and the wait of a proposal with stateful delays with simulated clients.
func TestRecommendCounts(t *testing.T) {
	const clients, end = 4000, 600.0
	rng := rand.New(rand.NewPCG(5, 1))
	for name, next := range map[string]func(before, c, r float64) float64{
		"decorrelated": func(before, c, _ float64) float64 { return min(c, 1+(3*max(before, 1)-1)*rng.Float64()) },
		"full": func(before, c, r float64) float64 {
			if before == 0 {
				return rng.Float64()
			}
			return min(c, r*before) * rng.Float64()
		},
	} {
		s := set(t, "at 10m", "reconnect-within 40s", "jitter "+name)
		s.Feedback = name == "full"
		a, p := askRecommend(t.Context(), &s, nil)
		if a.None != nil {
			t.Errorf("%s: %s", name, a.None.Reason)
			continue
		}
		var retries, waits numeric.Mean
		for range clients {
			n, at, delay := -1.0, 0.0, 0.0
			for at < end {
				delay = next(delay, p.Cap, p.Factor)
				at += delay
				n++
			}
			retries.Add(n)
			waits.Add(at - end)
		}
		for i, want := range []numeric.Mean{retries, waits} {
			if q := a.Groups[1].Quantities[i]; !(math.Abs(q.Number-want.Value()) <= 7*want.Error()+0.005*want.Value()) {
				t.Errorf("%s: %s is %v, simulated %v ± %v", name, q.Name, q.Number, want.Value(), want.Error())
			}
		}
	}
}
