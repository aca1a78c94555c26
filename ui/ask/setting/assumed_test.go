package setting

import (
	"slices"
	"strings"
	"testing"
)

// TestAssumed checks that an answer states the settings that the user did not give, with their values, and none that
// was given, is not used or has no effect.
func TestAssumed(t *testing.T) {
	for _, c := range []struct {
		preset, set, unused, want string
	}{
		{"", "", "fleet", "1s x2, no cap, no jitter, 10 retries"},
		{"", "factor=2 retries=3", "fleet", "initial delay 1s, no cap, no jitter"},
		{"", "jitter=decorrelated", "fleet factor", "initial delay 1s, no cap, 10 retries"},
		{"", "server=slowing outage=20s", "", "1s x2, no cap, no jitter, 10 retries; 1000 closed clients with a think " +
			"time of 10s, timeout 2s; a service time of 100ms, 7.9% utilisation; an outage in which attempts hang"},
		{"", "clients=1000 outage-kind=brownout outage=5s server=slowing", "policy", "a think time of 10s, timeout 2s; " +
			"a service time of 100ms, 7.9% utilisation; an outage that leaves 50% of the capacity"},
		{"", "outage=0s jitter=full cap=5s traffic=open server=queue", "", "1s x2, 10 retries; 100/s, timeout 2s; " +
			"15 workers, a service time of 100ms, 67% utilisation"},
		{"brownout", "retries=3", "", "scenario brownout; 100ms x2, cap 10s, no jitter; open traffic of 150/s, timeout 2s; " +
			"a queue of 20 workers of 100ms, 75% utilisation; an outage of 2m that leaves 50% of the capacity"},
		{"herd", "outage=1m", "policy", "scenario stampede; 1000 clients at once, peak in 100ms, timeout 2s; a server " +
			"that takes 200 attempts per second; an outage in which attempts are rejected"},
		{"outage", "initial-delay=1s", "server outage", "scenario outage; factor 2, no cap, no jitter, 10 retries; " +
			"1000 closed clients with a think time of 10s, timeout 2s"},
		{"", "factor=2", "workers", "initial delay 1s, no cap, no jitter, 10 retries; 1000 closed clients with a think " +
			"time of 10s, timeout 2s; a service time of 100ms; an outage of 30s in which attempts hang"},
	} {
		s := Default()
		_ = scenarios.Set(&s, c.preset)
		var named []string
		for pair := range strings.FieldsSeq(c.set) {
			name, text, _ := strings.Cut(pair, "=")
			if k, ok := Find(name); !ok || k.Set(&s, text) != nil {
				t.Fatalf("cannot set %s", pair)
			}
			named = append(named, name)
		}
		uses := func(name string) bool {
			k, _ := Find(name)
			return !slices.Contains(strings.Fields(c.unused), name) &&
				!(strings.Contains(c.unused, "policy") && !k.OfQuestion) && !(strings.Contains(c.unused, "fleet") && k.Fleet) &&
				!(strings.Contains(c.unused, "server") && k.Group == GroupServer) &&
				!(strings.Contains(c.unused, "outage") && k.Group == GroupOutage)
		}
		if got := s.Assumed(c.preset, uses, func(name string) bool { return slices.Contains(named, name) }); got != c.want {
			t.Errorf("%s %s assumes %q, want %q", c.preset, c.set, got, c.want)
		}
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
		if got := traffics.Text(&s) + " " + servers.Text(&s); got != want || (implied == nil) != (want == "closed queue") {
			t.Errorf("%s implies %s, want %s: %v", given, got, want, implied)
		}
	}
}
