package knob

import (
	"math"
	"slices"
	"strings"

	"retune/calc/elapsed"
	"retune/calc/fleet"
)

// presets are worlds by name: what each changes of the default.
var presets = []struct {
	name string
	also string // other names that people know it by
	set  func(*Scenario)
}{
	{"outage", "default hang smirnov", func(s *Scenario) { s.Outage = elapsed.OutageOf(usualOutage) }}, // the classic one, which is the default
	{"stampede", "thundering-herd herd reconnect reconnect-storm reconnection-storm connect-storm", func(s *Scenario) { // everybody starts at once, into a server that is refusing
		s.Traffic.Kind, s.Clients, s.Retries = fleet.Burst, 1000, math.Inf(1)
		s.InitialDelay, s.Factor, s.Cap = 0.1, 2, 10
		s.Server.Kind, s.Server.Capacity = fleet.Limited, 200
		s.ServerOutage, s.Outage = fleet.Outage{Kind: fleet.Reject, Share: 0.5}, elapsed.OutageOf(10)
		s.Duration = 120
	}},
	{"brownout", "degraded slow overload retry-storm partial-outage", func(s *Scenario) { // half of the capacity for two minutes, under open traffic
		s.Traffic.Kind, s.Rate = fleet.Open, 150
		s.InitialDelay, s.Cap, s.Retries = 0.1, 10, 4
		s.Server.Kind, s.Server.Workers = fleet.Queue, 20
		s.ServerOutage, s.Outage = fleet.Outage{Kind: fleet.Brownout, At: 60, Share: 0.5}, elapsed.OutageOf(120)
		s.Duration = 600
	}},
	{"spike", "traffic-spike surge flash-crowd load-spike", func(s *Scenario) { // four times the traffic for half a minute, and no outage
		s.InitialDelay, s.Retries = 0.1, 5
		s.Clients = 5000
		s.Outage = elapsed.OutageOf(0)
		s.Events = []fleet.Outage{{Kind: fleet.Spike, At: 60, Length: 30, Share: 4}}
	}},
	{"contend", "contention occ lock", func(s *Scenario) { // clients that want one row, as published: see the query of that name
		s.InitialDelay, s.Factor, s.Cap, s.Retries = 0.01, 2, 2, math.Inf(1)
		s.Traffic.Kind, s.Clients = fleet.Burst, 100
		s.Server.Kind, s.Server.Workers, s.Server.QueueSize, s.Server.ServiceTime = fleet.Queue, 1, 0, 0.02
		s.Outage = elapsed.OutageOf(0)
		s.Duration, s.Step, s.Runs = 60, 0.1, 100
	}},
}

// scenarios is the Value of the knob that sets the others. It holds nothing: the
// command that reproduces a scenario says what it has set.
var scenarios = word{still: true, wrong: "unknown scenario %s: use %s",
	words: func() (names []string) {
		for _, p := range presets {
			names = append(names, p.name)
		}
		return names
	},
	find: func(text string) (string, bool) {
		for _, p := range presets {
			if word := Fold(text); word == p.name || slices.Contains(strings.Fields(p.also), word) {
				return p.name, true
			}
		}
		return "", false
	},
	get: func(Scenario) string { return "" },
	put: func(s *Scenario, name string) {
		if name != "" {
			b := s.Versus // which is no part of it
			*s = Preset(name)
			s.Versus = b
		}
	}}

// PresetOf is the name of the scenario that s is, whatever is asked of its policy, or
// "".
func PresetOf(s Scenario) string {
	s.Versus = nil
	for _, p := range presets {
		is := Preset(p.name)
		if !slices.ContainsFunc(Knobs, func(k Knob) bool {
			return (k.Fleet || !k.Asks) && k.Name != presetKnob && k.Text(s) != k.Text(is)
		}) {
			return p.name
		}
	}
	return ""
}

// presetKnob is the knob that sets a whole scenario.
const presetKnob = "scenario"

// Preset is the scenario of that name.
func Preset(name string) Scenario {
	s := Default()
	for _, p := range presets {
		if p.name == name {
			p.set(&s)
		}
	}
	return s
}
