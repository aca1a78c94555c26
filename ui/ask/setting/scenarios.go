package setting

import (
	"slices"
	"sync"
)

// A preset is an example scenario.
type preset struct {
	names    string // its name, and other names for it, separated by spaces
	scenario func() Scenario
}

// changes returns a preset whose scenario changes [Default], in the form of --vs.
func changes(names, list string) preset {
	return preset{names, sync.OnceValue(func() Scenario {
		s, _ := Default().changed(list, func(Setting) bool { return true }) // a test reads every list
		return s
	})}
}

var presets = []preset{
	changes("default usual", "outage=30s"), // the fleet of Default, with its outage
	// Source: A. Smirnov, smira/exponential-backoff, 2014: a thousand clients with a think time of 10 s and a timeout of
	// 2 s, and a server that answers in 100 ms until it holds more than 30 attempts
	changes("outage hang smirnov published", "server=slowing,outage=20s"),
	// all clients start at once while the server refuses requests
	changes("stampede thundering-herd herd reconnect reconnect-storm reconnection-storm connect-storm",
		"initial-delay=100ms,cap=10s,retries=none,traffic=burst,server=rate-limited,outage=10s,outage-at=0s,"+
			"outage-kind=reject"),
	// half of the capacity for two minutes under open traffic
	changes("brownout degraded slow overload retry-storm partial-outage",
		"initial-delay=100ms,cap=10s,retries=4,traffic=open,rate=150/s,workers=20,outage=2m,outage-at=1m,"+
			"outage-kind=brownout"),
	// four times the traffic for half a minute, without an outage
	changes("spike traffic-spike surge flash-crowd load-spike",
		"initial-delay=100ms,retries=5,clients=5000,server=slowing,outage=0s,event=spike=4@1m+30s"),
	changes("api rest http microservice service rpc", // requests arrive at a constant rate
		"initial-delay=100ms,cap=5s,jitter=full,retries=3,traffic=open,timeout=1s,workers=20,outage=30s,"+
			"outage-kind=reject"),
	// all clients lose their connections to a server that is down for a minute
	changes("devices iot mobile sensors agents",
		"cap=2m,jitter=full,retries=none,clients=10000,traffic=burst,server=rate-limited,outage=1m,outage-at=0s,"+
			"outage-kind=reject"),
	changes("webhook webhooks callback notifications", // one receiver is down for ten minutes
		"initial-delay=5s,factor=3,cap=1h,jitter=full,retries=8,traffic=open,rate=5/s,timeout=10s,workers=2,outage=10m,"+
			"outage-kind=reject"),
	// each worker starts the next job after it finishes one
	changes("workers batch jobs job-queue consumers",
		"cap=1m,jitter=full,retries=none,clients=50,think=1s,timeout=30s,service-time=200ms,workers=20,outage=2m,"+
			"outage-kind=reject"),
	// jobs that all start at the full hour and call a server that accepts fewer per second
	changes("cron midnight scheduled cronjob cron-jobs nightly",
		"cap=1m,jitter=full,clients=500,traffic=burst,server=rate-limited,capacity=50,outage=0s"),
	// clients that update one row, as in the published example of the question contend
	changes("contend contention occ lock",
		"initial-delay=10ms,cap=2s,retries=none,clients=100,traffic=burst,service-time=20ms,workers=1,queue-size=0,"+
			"outage=0s,step=100ms,runs=100"),
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
	for i, p := range presets {
		if presetNames.word(i) == name {
			return p.scenario()
		}
	}
	return Default()
}
