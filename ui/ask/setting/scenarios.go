package setting

import (
	"slices"
	"sync"
)

// presets are example scenarios: the names of each, as [spellings], and the settings that differ from [Default].
var presets = [][2]string{
	// the published fleet of Default, with its outage
	{"outage default hang smirnov", "outage=20s"},
	// all clients start at once while the server refuses requests
	{"stampede thundering-herd herd reconnect reconnect-storm reconnection-storm connect-storm", "traffic=burst," +
		"initial-delay=100ms,cap=10s,retries=none,server=rate-limited,outage=10s,outage-at=0s,outage-kind=reject"},
	// half of the capacity for two minutes under open traffic
	{"brownout degraded slow overload retry-storm partial-outage", "traffic=open,rate=150/s,initial-delay=100ms," +
		"cap=10s,retries=4,server=queue,workers=20,outage=2m,outage-at=1m,outage-kind=brownout"},
	// four times the traffic for half a minute, without an outage
	{"spike traffic-spike surge flash-crowd load-spike", "clients=5000,initial-delay=100ms,retries=5,outage=0s," +
		"event=spike=4@1m+30s"},
	// requests arrive at a constant rate
	{"api rest http microservice service rpc", "traffic=open,timeout=1s,initial-delay=100ms,cap=5s,retries=3," +
		"jitter=full,server=queue,workers=20,outage=30s,outage-kind=reject"},
	// all clients lose their connections to a server that is down for a minute
	{"devices iot mobile sensors agents", "traffic=burst,clients=10000,cap=2m,retries=none,jitter=full," +
		"server=rate-limited,outage=1m,outage-at=0s,outage-kind=reject"},
	// one receiver is down for ten minutes
	{"webhook webhooks callback notifications", "traffic=open,rate=5/s,timeout=10s,initial-delay=5s,factor=3,cap=1h," +
		"retries=8,jitter=full,server=queue,workers=2,outage=10m,outage-kind=reject"},
	// each worker starts the next job after it finishes one
	{"workers batch jobs job-queue consumers", "clients=50,think=1s,timeout=30s,cap=1m,retries=none,jitter=full," +
		"server=queue,workers=20,service-time=200ms,outage=2m,outage-kind=reject"},
	// clients that update one row, as in the published example of the question contend
	{"contend contention occ lock", "traffic=burst,clients=100,initial-delay=10ms,cap=2s,retries=none,server=queue," +
		"workers=1,queue-size=0,service-time=20ms,outage=0s,step=100ms,runs=100"},
}

// presetNames are the names of the presets.
var presetNames = func() (list spellings) {
	for _, p := range presets {
		list = append(list, p[0])
	}
	return list
}()

// examples returns the presets.
var examples = sync.OnceValue(func() (list []Scenario) {
	for _, p := range presets {
		s, err := Default().changed(p[1], func(Setting) bool { return true })
		if err != nil {
			panic(err)
		}
		list = append(list, s)
	}
	return list
})

// scenarios is the Value of the setting that loads a preset. It stores nothing: the printed command names the settings
// that the preset changed.
var scenarios = word{still: true, wrong: "unknown scenario %s: use %s",
	words: presetNames.words, find: presetNames.find,
	get: func(Scenario) string { return "" },
	put: func(s *Scenario, name string) {
		if name != "" {
			b := s.Versus // a preset does not change the other policies
			*s = Preset(name)
			s.Versus = b
		}
	}}

// PresetOf returns the name of the preset that s matches apart from the question, or "".
func PresetOf(s Scenario) string {
	s.Versus = nil
	for i, is := range examples() {
		if !slices.ContainsFunc(Settings, func(k Setting) bool {
			return (k.Fleet || !k.Asks) && k.Name != presetSetting && k.Text(s) != k.Text(is)
		}) {
			return presetNames.word(i)
		}
	}
	return ""
}

// presetSetting is the name of the setting that loads a preset.
const presetSetting = "scenario"

// Preset returns the preset of that name, or Default if there is none.
func Preset(name string) Scenario {
	if i := slices.Index(presetNames.words(), name); i >= 0 {
		return examples()[i]
	}
	return Default()
}
