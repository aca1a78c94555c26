package setting

import (
	"math"
	"slices"

	"retune/calc/elapsed"
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// presets are example scenarios by name, as changes to [Default].
var presets = []struct {
	names string // its name, and other names for it, separated by spaces
	set   func(*Scenario)
}{
	// the fleet of Default, with its outage
	{"default usual", func(s *Scenario) { s.Outage = elapsed.OutageOf(usualOutage) }},
	// Source: A. Smirnov, smira/exponential-backoff, 2014: a thousand clients with a think time of 10 s and a timeout of
	// 2 s, and a server that answers in 100 ms until it holds more than 30 attempts
	{"outage hang smirnov published", func(s *Scenario) {
		s.Server.Kind, s.Outage = fleet.Slowing, elapsed.OutageOf(20)
	}},
	// all clients start at once while the server refuses requests
	{"stampede thundering-herd herd reconnect reconnect-storm reconnection-storm connect-storm", func(s *Scenario) {
		s.Traffic.Kind, s.Clients, s.Retries = fleet.Burst, 1000, math.Inf(1)
		s.InitialDelay, s.Factor, s.Cap = 0.1, 2, 10
		s.Server.Kind, s.Server.Capacity = fleet.Limited, 200
		s.ServerOutage, s.Outage = fleet.Outage{Kind: fleet.Reject, Share: 0.5}, elapsed.OutageOf(10)
	}},
	// half of the capacity for two minutes under open traffic
	{"brownout degraded slow overload retry-storm partial-outage", func(s *Scenario) {
		s.Traffic.Kind, s.Rate = fleet.Open, 150
		s.InitialDelay, s.Cap, s.Retries = 0.1, 10, 4
		s.Server.Kind, s.Server.Workers = fleet.Queue, 20
		s.ServerOutage, s.Outage = fleet.Outage{Kind: fleet.Brownout, At: 60, Share: 0.5}, elapsed.OutageOf(120)
	}},
	// four times the traffic for half a minute, without an outage
	{"spike traffic-spike surge flash-crowd load-spike", func(s *Scenario) {
		s.InitialDelay, s.Retries = 0.1, 5
		s.Clients, s.Server.Kind = 5000, fleet.Slowing
		s.Outage = elapsed.OutageOf(0)
		s.Events = []fleet.Outage{{Kind: fleet.Spike, At: 60, Length: 30, Share: 4}}
	}},
	{"api rest http microservice service rpc", func(s *Scenario) { // requests arrive at a constant rate
		s.Traffic.Kind, s.Rate, s.Timeout = fleet.Open, 100, 1
		s.InitialDelay, s.Cap, s.Retries, s.Jitter = 0.1, 5, 3, jitter.Jitter{Type: jitter.Full}
		s.Server.Kind, s.Server.Workers = fleet.Queue, 20
		s.ServerOutage.Kind, s.Outage = fleet.Reject, elapsed.OutageOf(30)
	}},
	// all clients lose their connections to a server that is down for a minute
	{"devices iot mobile sensors agents", func(s *Scenario) {
		s.Traffic.Kind, s.Clients, s.Retries = fleet.Burst, 10_000, math.Inf(1)
		s.Cap, s.Jitter = 120, jitter.Jitter{Type: jitter.Full}
		s.Server.Kind, s.Server.Capacity = fleet.Limited, 200
		s.ServerOutage, s.Outage = fleet.Outage{Kind: fleet.Reject, Share: 0.5}, elapsed.OutageOf(60)
	}},
	{"webhook webhooks callback notifications", func(s *Scenario) { // one receiver is down for ten minutes
		s.Traffic.Kind, s.Rate, s.Timeout = fleet.Open, 5, 10
		s.InitialDelay, s.Factor, s.Cap, s.Retries, s.Jitter = 5, 3, 3600, 8, jitter.Jitter{Type: jitter.Full}
		s.Server.Kind, s.Server.Workers = fleet.Queue, 2
		s.ServerOutage.Kind, s.Outage = fleet.Reject, elapsed.OutageOf(600)
	}},
	// each worker starts the next job after it finishes one
	{"workers batch jobs job-queue consumers", func(s *Scenario) {
		s.Clients, s.Think, s.Timeout = 50, 1, 30
		s.InitialDelay, s.Cap, s.Retries, s.Jitter = 1, 60, math.Inf(1), jitter.Jitter{Type: jitter.Full}
		s.Server.Kind, s.Server.Workers, s.Server.ServiceTime = fleet.Queue, 20, 0.2
		s.ServerOutage.Kind, s.Outage = fleet.Reject, elapsed.OutageOf(120)
	}},
	// jobs that all start at the full hour and call a server that accepts fewer per second
	{"cron midnight scheduled cronjob cron-jobs nightly", func(s *Scenario) {
		s.Traffic.Kind, s.Clients = fleet.Burst, 500
		s.Cap, s.Jitter = 60, jitter.Jitter{Type: jitter.Full}
		s.Server.Kind, s.Server.Capacity = fleet.Limited, 50
		s.Outage = elapsed.OutageOf(0)
	}},
	// clients that update one row, as in the published example of the question contend
	{"contend contention occ lock", func(s *Scenario) {
		s.InitialDelay, s.Factor, s.Cap, s.Retries = 0.01, 2, 2, math.Inf(1)
		s.Traffic.Kind, s.Clients = fleet.Burst, 100
		s.Server.Kind, s.Server.Workers, s.Server.QueueSize, s.Server.ServiceTime = fleet.Queue, 1, 0, 0.02
		s.Outage = elapsed.OutageOf(0)
		s.Step, s.Runs = 0.1, 100
	}},
}

// presetNames are the names of the presets.
var presetNames = func() (list spellings) {
	for _, p := range presets {
		list = append(list, p.names)
	}
	return list
}()

// scenarios is the Value of the setting that loads a preset. It stores nothing: the printed command names the settings
// that the preset changed.
var scenarios = word{still: true, wrong: "unknown scenario %s: use %s",
	words: presetNames.words, find: presetNames.find,
	get: func(*Scenario) string { return "" },
	put: func(s *Scenario, name string) {
		if name != "" {
			b := s.Versus // a preset does not change the other policies
			*s = Preset(name)
			s.Versus = b
		}
	}}

// PresetOf returns the name of the preset that s matches apart from the question, or "".
func PresetOf(given *Scenario) string {
	s := *given
	s.Versus = nil
	for _, name := range presetNames.words() {
		is := Preset(name)
		if !slices.ContainsFunc(Settings, func(k Setting) bool {
			return (k.Fleet || !k.OfQuestion) && k.Name != presetSetting && k.Text(&s) != k.Text(&is)
		}) {
			return name
		}
	}
	return ""
}

// presetSetting is the name of the setting that loads a preset.
const presetSetting = "scenario"

// Preset returns the preset of that name, or Default if there is none.
func Preset(name string) Scenario {
	s := Default()
	for i, p := range presets {
		if presetNames.word(i) == name {
			p.set(&s)
		}
	}
	return s
}
