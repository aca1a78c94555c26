package setting

import (
	"strings"
	"testing"
)

// TestAssumed checks that an answer states settings at their defaults, and none that was set or has no effect.
func TestAssumed(t *testing.T) {
	never := func(string) bool { return false }
	for _, c := range []struct {
		from, set string
		fleet     bool
		want      string
	}{
		{"", "", false, "1s x2, no cap, no jitter, 10 retries"},
		{"", "factor=1.5 retries=3", false, "initial delay 1s, no cap, no jitter"},
		{"default", "", true, "1s x2, no cap, no jitter, 10 retries; 1000 closed clients with a think time of 10s, timeout " +
			"2s; a queue with 15 workers of 100ms, 66% utilisation; an outage of 30s in which attempts hang"},
		{"default", "clients=500 outage=5s", true, "1s x2, no cap, no jitter, 10 retries; a think time of 10s, timeout " +
			"2s; a queue with 15 workers of 100ms, 33% utilisation; an outage in which attempts hang"},
		{"default", "outage=0s jitter=full cap=5s workers=20", true, "1s x2, 10 retries; 1000 closed clients with a think " +
			"time of 10s, timeout 2s; a service time of 100ms, 50% utilisation; no outage"},
		{"default", "server=limited capacity=110 rate=90 traffic=open service-time=50ms", true, "1s x2, no cap, no jitter, " +
			"10 retries; timeout 2s; an outage of 30s in which attempts hang"},
		{"outage", "", true, "scenario outage; 1s x2, no cap, no jitter, 10 retries; 1000 closed clients with a think time " +
			"of 10s, timeout 2s; a service time of 100ms, 7.9% utilisation; an outage in which attempts hang"},
		{"brownout", "", true, "scenario brownout; factor 2, no jitter; timeout 2s; a service time of 100ms, 75% utilisation"},
		{"", "jitter=decorrelated", false, "initial delay 1s, no cap, 10 retries"},
	} {
		s := Preset(c.from)
		for pair := range strings.FieldsSeq(c.set) {
			name, text, _ := strings.Cut(pair, "=")
			if k, ok := Find(name); !ok || k.Set(&s, text) != nil {
				t.Fatalf("cannot set %s", pair)
			}
		}
		if got := s.Assumed(c.fleet, never); got != c.want {
			t.Errorf("%s %s assumes %q, want %q", c.from, c.set, got, c.want)
		}
	}
	turned := func(name string) bool { return name == "factor" }
	if got := Default().Assumed(false, turned); got != "initial delay 1s, no cap, no jitter, 10 retries" {
		t.Errorf("what is solved for is assumed: %q", got)
	}
}

// TestImplied checks that a failure rate alone removes the default outage, and does not beside a setting of the outage.
func TestImplied(t *testing.T) {
	for _, c := range []struct {
		given string
		want  bool
	}{{"failure-rate", false}, {"failure-rate outage-at", true}, {"failure-rate scenario", true}, {"budget", true}} {
		given := func(name string) bool { return strings.Contains(" "+c.given+" ", " "+name+" ") }
		s, _ := Preset("default").Implied(given)
		if got := s.HasOutage(); got != c.want {
			t.Errorf("with %s there is an outage: %v", c.given, got)
		}
	}
}

// TestImpliedKinds checks that a setting that needs a value of another setting implies that value, unless the other is
// given.
func TestImpliedKinds(t *testing.T) {
	for given, want := range map[string]string{"rate": "open queue", "rate traffic": "closed queue",
		"capacity workers": "closed rate-limited", "slowdown rate": "open slowing", "concurrency scenario": "closed queue"} {
		s, implied := Preset("default").Implied(func(name string) bool {
			return strings.Contains(" "+given+" ",
				" "+name+" ")
		})
		if got := traffics.Text(s) + " " + servers.Text(s); got != want || (implied == nil) != (want == "closed queue") {
			t.Errorf("%s implies %s, want %s: %v", given, got, want, implied)
		}
	}
}
