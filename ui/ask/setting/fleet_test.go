package setting

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"retune/calc/client"
	"retune/calc/elapsed"
	"retune/calc/fleet"
)

// TestFleetTexts checks the text of each setting of the fleet: short texts stay as they are, longer ones are shortened.
func TestFleetTexts(t *testing.T) {
	for _, c := range [][3]string{
		{"traffic", "open", "open"}, {"traffic", " burst ", "burst"}, {"rate", "30/s", "30/s"},
		{"server", "slowing", "slowing"}, {"server", "slowing-at-arrival", "slowing-at-arrival"}, {"server", "queue",
			"queue"}, {"server", "limit", "rate-limited"},
		{"timeout", "none", "none"}, {"concurrency", "none", "none"}, {"queue-size", "none", "none"}, {"cancel", "true",
			"yes"}, {"max-outage", "1", "yes"},
		{"outage-kind", "errors", "errors"}, {"outage-share", "50%", "50%"}, {"outage", "0", "0s"},
		{"budget", "none", "none"}, {"budget", "10%", "10%"}, {"budget", "0.1", "10%"}, {"budget", "10%+10", "10%"},
		{"budget", "10%+100", "10%+100"},
		{"budget", "throttle=10%", "throttle=10%"}, {"budget", "throttle=10%+5", "throttle=10%+5"}, {"budget", "quota",
			"quota"},
		{"budget", "quota+500", "quota"}, {"budget", "quota+7", "quota+7"},
		{"budget", "quota:14", "quota:14"}, {"budget", "quota:5:10+7", "quota+7"}, {"budget", "quota:14:3+7",
			"quota:14:3+7"}, {"budget", "envoy", "concurrent=20%"},
		{"budget", "expiring=20%:10s+10/s", "expiring=20%"}, {"budget", "linkerd", "expiring=20%:successes"}, {"budget",
			"finagle", "expiring=20%:early"},
		{"budget", "expiring=0%:1m:early:successes+0", "expiring=0%:successes:early:1m+0"}, {"budget",
			"concurrent=20%:10s+10", "concurrent=20%:10s+10"},
		{"budget", "concurrent=0%+3", "concurrent=0%"}, {"budget", "concurrent=25%+0", "concurrent=25%+0"},
		{"breaker", "none", "none"}, {"breaker", "50%", "50%"}, {"breaker", "50%:10s:20:5s", "50%"}, {"breaker",
			"50%:1m:20:5s", "50%:1m"}, {"breaker", "50%:1m", "50%:1m"},
		{"slowdown", "10ms", "10ms"}, {"slowdown", "1.5", "1.5"}, {"breaker", "retries=50%", "retries=50%"}, {"breaker",
			"adaptive", "adaptive=2"}, {"breaker", "adaptive=1.5:30s", "adaptive=1.5:30s"}, {"breaker", " retries=0.4:1m",
			"retries=40%:1m"},
		{"event", "none", "none"}, {"event", "hang@2m+20s", "hang@2m+20s"}, {"event", "reject@60+20, slow=0.5@2m+10s",
			"reject@1m+20s,brownout=50%@2m+10s"},
		{"event", "spike=5@1m+20s", "spike=5@1m+20s"}, {"event", "partial=25%@0+1s", "errors=25%@0s+1s"},
	} {
		k, _ := Find(c[0])
		s := Default()
		if err := k.Try(&s, c[1]); err != nil || k.Text(&s) != c[2] {
			t.Errorf("%s %q is written %q, want %q: %v", c[0], c[1], k.Text(&s), c[2], err)
		}
		keeps(t, &s, c[0]+" "+c[1])
	}
}

// TestFleetRefusals checks that each wrong text is refused with a hint and changes nothing.
func TestFleetRefusals(t *testing.T) {
	for _, c := range [][3]string{
		{"scenario", "outages", "outage, stampede, brownout"}, {"scenario", "", "unknown scenario"},
		{"traffic", "clossed", "closed, open, burst"}, {"server", "fast",
			"slowing, slowing-at-arrival, queue, rate-limited"},
		{"outage-kind", "spike", "hang, reject, brownout, errors"}, {"outage-share", "0", "to 100%"}, {"outage-share",
			"101%", "to 100%"},
		{"rate", "0", "out of range"}, {"think", "0", "out of range"}, {"timeout", "0", "or none"}, {"service-time",
			"none", "out of range"},
		{"slowdown", "0.9", "out of range"}, {"workers", "0.5", "whole"}, {"queue-size", "-2", "or none"}, {"capacity",
			"none", "out of range"},
		{"runs", "0", "1 to 100000"}, {"runs", "100001", "1 to 100000"}, {"duration", "31d", "out of range"}, {"step",
			"1us", "out of range"},
		{"cancel", "maybe", "yes or no"},
		{"budget", "lots", "throttle=10%"}, {"budget", "0%", "out of range"}, {"budget", "-5%", ""}, {"budget", "10001%",
			"10000%"}, {"budget", "10%+0", "1 to"},
		{"budget", "10%+", ""}, {"budget", "quota=10%", "out of range"}, {"budget", "none+5", ""}, {"budget", "quota:0",
			"out of range"}, {"budget", "quota:1:-1", "out of range"}, {"budget", "quota:", ""}, {"budget", "concurrent=-1%",
			""}, {"budget", "10%+none", ""}, {"budget", "expiring=20%:0s", "1ms to"}, {"budget", "expiring=20%:often",
			"not a duration"}, {"budget", "10%:10s", "not a budget"}, {"budget", "concurrent=1%:successes", ""}, {"budget",
			"concurrent=1%:early", "window"}, {"budget", "expiring=20%+-1", "out of range"},
		{"breaker", "half", ""}, {"breaker", "retries=", "share"}, {"breaker", "adaptive=0.5", "1 to 1000"}, {"breaker",
			"adaptive=2:2m:20", "adaptive=2:2m"}, {"breaker", "0%", "to 100%"}, {"breaker", "101%", "to 100%"},
		{"breaker", "50%:0:20:5s", "out of range"}, {"breaker", "50%:10s:0:5s", "out of range"}, {"breaker",
			"50%:10s:20:none", "out of range"},
		{"breaker", "50%:10s:20:5s:1", "50%:10s:20:5s"},
		{"event", "", "reject@1m+20s"}, {"event", "hang", "reject@1m+20s"}, {"event", "hang@1m", "reject@1m+20s"},
		{"event", "fire@1m+2s", "brownout=50%@1m+20s, errors=30%@1m+20s"},
		{"event", "hang=2@1m+2s", "reject@1m+20s"}, {"event", "slow@1m+2s", "spike=5@2m+10s"}, {"event", "slow=2@1m+2s",
			"write 2%"}, {"event", "spike=-1@1m+2s", "out of range"},
		{"event", "spike=abc@1m+2s", ""}, {"event", "hang@-1+2s", ""}, {"event", "hang@none+2s", "out of range"},
		{"event", "hang@1m+2s,", "reject@1m+20s"},
	} {
		k, _ := Find(c[0])
		s := Default()
		err := k.Try(&s, c[1])
		if err == nil || !same(&s, new(Default())) {
			t.Errorf("%s takes %q, or changes something: %v", c[0], c[1], err)
			continue
		}
		if m := err.Error(); !strings.Contains(m, c[2]) || strings.ContainsAny(m, "\n") || strings.HasSuffix(m, ".") ||
			len(m) > 200 {
			t.Errorf("%s refuses %q with %q, which does not say %q in a clause", c[0], c[1], m, c[2])
		}
	}
}

// TestFleetTogether checks the errors of Check for settings that conflict although each is in range.
func TestFleetTogether(t *testing.T) {
	for settings, want := range map[string]string{
		"traffic open|first-from-think yes":              "only closed traffic has",
		"event hang@50s+1s":                              "of the kind hang overlap",
		"event spike=2@1s+9s,spike=3@5s+9s":              "of the kind spike overlap",
		"duration 30d":                                   "",
		"step 1ms|duration 1d":                           "",
		"server slowing|check-interval 1ms|duration 1d":  "--duration 16h40m or less",
		"service-time 1us|duration 10m":                  "",
		"timeout 4ms|duration 10m":                       "",
		"check-interval 1ms|duration 1d":                 "",
		"event hang@70s+1s":                              "", // an outage may begin as the one before ends
		"event reject@50s+1s":                            "",
		"traffic open|outage-kind brownout|max-outage 1": "",
	} {
		s := Default()
		for set := range strings.SplitSeq(settings, "|") {
			name, text, _ := strings.Cut(set, " ")
			k, _ := Find(name)
			if err := k.Set(&s, text); err != nil {
				t.Fatal(err)
			}
		}
		err := s.Check()
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s is refused with %v, want %q", settings, err, want)
		}
	}
}

// TestTurnsStand checks that stepping to a conflict with another setting leaves the scenario unchanged.
func TestTurnsStand(t *testing.T) {
	turn := func(given *Scenario, name string, n int) Scenario {
		s := *given
		k, _ := Find(name)
		k.Step(&s, n, false)
		if err := s.Check(); err != nil {
			t.Errorf("%s turned by %d: %v", name, n, err)
		}
		return s
	}
	thinks := turn(new(Default()), "first-from-think", 1)
	if !thinks.FirstFromThink || turn(&thinks, "traffic", 1).Traffic.Kind != fleet.Closed {
		t.Error("a fleet whose first delay comes from the think time stops thinking")
	}
	open := turn(new(Default()), "traffic", 1)
	if open.Traffic.Kind != fleet.Open || turn(&open, "first-from-think", 1).FirstFromThink {
		t.Error("a stream of requests thinks")
	}
	queue := Default()
	queue.Server.Kind, queue.Server.CheckInterval, queue.Duration = fleet.Queue, 1e-3, day
	if turn(&queue, "server", -2).Server.Kind != fleet.Queue {
		t.Error("a server looks more often than can be counted")
	}
	two := Default()
	two.Events = []fleet.Outage{{Kind: fleet.Reject, At: 50, Length: 1, Share: 1}}
	if turn(&two, "outage-kind", 1).ServerOutage.Kind != fleet.Hang {
		t.Error("two outages of a kind overlap")
	}
}

// TestPresets checks each preset fleet, and that it is valid.
func TestPresets(t *testing.T) {
	if s := Preset("default"); !sameValue(reflect.ValueOf(s.Fleet()), reflect.ValueOf(Default().Fleet())) {
		t.Errorf("the default fleet is %+v", s)
	}
	seen := map[string]bool{}
	for _, name := range presetNames.words() {
		s := Preset(name)
		if err := s.Check(); err != nil {
			t.Errorf("%s does not stand: %v", name, err)
		}
		keeps(t, &s, name)
		k, _ := Find("scenario")
		set := random(rand.New(rand.NewPCG(1, 2)))
		set.Versus = nil // a preset keeps the other policies
		if err := k.Set(&set, name); err != nil || !same(&set, &s) {
			t.Errorf("--scenario %s leaves something of what was set before", name)
		}
		var differs []string
		for _, k := range fleetSettings[1:] {
			if k.Text(&s) != k.Text(new(Default())) {
				differs = append(differs, k.Name+" "+k.Text(&s))
			}
		}
		text := strings.Join(differs, ", ")
		if want := map[string]string{
			"default":  "outage 30s",
			"outage":   "server slowing, outage 20s",
			"stampede": "traffic burst, server rate-limited, outage 10s, outage-at 0s, outage-kind reject",
			"brownout": "traffic open, rate 150/s, workers 20, outage 2m, outage-at 1m, outage-kind brownout",
			"spike":    "server slowing, outage 0s, event spike=4@1m+30s",
			"api":      "traffic open, timeout 1s, workers 20, outage 30s, outage-kind reject",
			"devices":  "traffic burst, server rate-limited, outage 1m, outage-at 0s, outage-kind reject",
			"webhook":  "traffic open, rate 5/s, timeout 10s, workers 2, outage 10m, outage-kind reject",
			"workers":  "think 1s, timeout 30s, service-time 200ms, workers 20, outage 2m, outage-kind reject",
			"cron":     "traffic burst, server rate-limited, capacity 50, outage 0s",
			"contend": "traffic burst, service-time 20ms, workers 1, queue-size 0, outage 0s, step 100ms, runs " +
				"100",
		}[name]; text != want {
			t.Errorf("%s is another fleet in %s, want %s", name, text, want)
		}
		if seen[text] {
			t.Errorf("%s is a fleet that has another name", name)
		}
		seen[text] = true
	}
	if !same(new(Preset("bogus")), new(Default())) || !same(new(Preset("")), new(Default())) {
		t.Error("an unknown name is a fleet")
	}
}

// TestFleetOutages checks that a fleet has its outage and its further events.
func TestFleetOutages(t *testing.T) {
	s := Default()
	s.Events = []fleet.Outage{{Kind: fleet.Spike, At: 1, Length: 2, Share: 3}, {Kind: fleet.Reject}}
	for length, want := range map[float64][]fleet.Outage{0: s.Events[:1],
		7: {{Kind: fleet.Hang, At: 40, Share: 0.5, Length: 7}, s.Events[0]}} {
		s.Outage = elapsed.OutageOf(length)
		if got := s.Fleet().Outages; !slices.Equal(got, want) {
			t.Errorf("an outage of %vs: %v, want %v", length, got, want)
		}
	}
}

func FuzzAlso(f *testing.F) {
	fuzz(f, "event", "hang@1m+20s", "reject@60+20, slow=0.5@2m+10s", "spike=5@1m+20s,partial=25%@0+1s",
		"spike=1e6@1e-9+1e13", "slow=1e-9%@1e-300+1e-300", "hang@1e+3+1")
}

func FuzzBudget(f *testing.F) {
	fuzz(f, "budget", "10%", "10%+100", "throttle=10%+5", "quota", "quota+1e12", "1e-300+1", "throttle=1e2+1.5",
		"expiring=20%:2s:early:successes+0.5", "concurrent=5%:1d", "quota+1e+3", "10\n+", "1\nk")
}

func FuzzBreaker(f *testing.F) {
	fuzz(f, "breaker", "50%", "50%:10s:20:5s", "1e-4%:1ms:1:1ms", "100%:1d:1e12:1d", "50%:1m1s:1.5:1e-2", "50\n:1s")
}

// TestEveryFieldCanBeSet moves every setting, and takes every client, until each field of the fleet and its outage has
// had another value: a field that nothing sets has no row in the table.
func TestEveryFieldCanBeSet(t *testing.T) {
	set := map[string]bool{}
	var compare func(name string, a, b reflect.Value)
	compare = func(name string, a, b reflect.Value) {
		if a.Kind() == reflect.Struct {
			for i := range a.NumField() {
				compare(name+"."+a.Type().Field(i).Name, a.Field(i), b.Field(i))
			}
			return
		}
		set[name] = set[name] || !sameValue(a, b)
	}
	try := func(change func(*Scenario)) {
		s, base := Default(), Default()
		change(&s)
		compare("System", reflect.ValueOf(s.System), reflect.ValueOf(base.System))
		compare("Outage", reflect.ValueOf(s.ServerOutage), reflect.ValueOf(base.ServerOutage))
	}
	for _, k := range Settings {
		texts := slices.Concat(k.Words(), []string{"1", "5s", "50%", "no", "on", "10ms", "spread=0.3", "between=0.5..1.5",
			"20%:7", "quota:100:1", "adaptive=2", "retries=50%", "60s+10s", "replace+50%:60s:skip", "replace:60s:give-up",
			"lognormal=p50:40ms,p99:800ms"})
		for _, text := range texts {
			try(func(s *Scenario) { _ = k.Set(s, text) })
		}
		try(func(s *Scenario) { k.Step(s, 1, false) })
		try(func(s *Scenario) { k.Limit(s, true) })
	}
	for _, row := range client.Rows() {
		try(func(s *Scenario) { _ = Client().Set(s, row.Name) })
	}
	// --outage is in Scenario.Outage, --window in Scenario.Window; a client's own rule alone leaves the first uncapped.
	// TestServiceTimes reads a list of service times from a file. A deadline of 0 is one in every scenario.
	elsewhere := []string{"Outage.Length", "System.Outages", "System.Window",
		"System.Client.Policy.Policy.FirstUncapped", "System.Client.Policy.ZeroDeadline", "System.Server.Law.Sample"}
	for name, ok := range set {
		if ok == slices.Contains(elsewhere, name) {
			t.Errorf("%s: a setting sets it: %v", name, ok)
		}
	}
}
