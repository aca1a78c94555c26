package setting

import (
	"math"
	"slices"
	"strings"

	"retune/calc/elapsed"
	"retune/calc/fleet"
	"retune/ui/unit"
)

// An assumption is a group of settings whose defaults an answer states when the user gave none of them.
type assumption struct {
	group string // kind of assumption: "policy", "traffic", "server" or "outage"; commas join those of one kind
	names string // the settings assumed, separated by spaces
	says  string // the assumption in words; {NAME} stands for the shown value of a setting
}

// assumptions lists the assumptions in print order. An assumption about several settings comes before those about some
// of them, so that no setting is stated twice.
var assumptions = []assumption{
	{"policy", "initial-delay factor", "{initial-delay} x{factor}"},
	{"policy", "initial-delay", "initial delay {initial-delay}"},
	{"policy", "factor", "factor {factor}"},
	{"policy", "cap", "no cap"},
	{"policy", "jitter", "no jitter"},
	{"policy", "retries", "{retries} retries"},
	{"traffic", "traffic clients think", "{clients} closed clients with a think time of {think}"},
	{"traffic", "traffic clients", "{clients} closed clients"},
	{"traffic", "think", "a think time of {think}"},
	{"traffic", "timeout", "timeout {timeout}"},
	{"server", "server workers service-time", "a queue with {workers} workers of {service-time}"},
	{"server", "workers service-time", "{workers} workers of {service-time}"},
	{"server", "workers", "{workers} workers"},
	{"server", "service-time", "a service time of {service-time}"},
	{"server", "", ""}, // its utilisation
	{"outage", "outage outage-kind", "an outage of {outage} in which attempts hang"},
	{"outage", "outage", "an outage of {outage}"},
	{"outage", "outage-kind", "an outage in which attempts hang"},
}

// Assumed returns in words the settings of s that stand at their defaults, such as
//
//	1s x2, no cap, no jitter, 10 retries; 1000 closed clients with a think time of 10s, timeout 2s
//
// It covers the policy, and the fleet if fleet is true. It leaves out settings for which varied is true and settings
// without effect in s.
func (s Scenario) Assumed(fleet bool, varied func(name string) bool) string {
	var text, group string
	var stated []string // settings stated by an earlier assumption
	usual := Preset("default")
	if fleet && math.IsNaN(s.Outage.A) { // a comparison of fleets has one all the same
		s.Outage = usual.Outage
	}
	for _, a := range assumptions {
		names := strings.Fields(a.names)
		given := func(name string) bool {
			k, _ := Find(name)
			return slices.Contains(stated, name) || varied(name) || k.Text(s) != k.Text(usual) || s.without(k)
		}
		if !s.assumes(a.group, fleet) || slices.ContainsFunc(names, given) {
			continue
		}
		says := a.says
		if a.names == "" {
			if says = s.utilised(stated, varied); says == "" {
				continue
			}
		}
		for _, name := range names {
			k, _ := Find(name)
			says = strings.ReplaceAll(says, "{"+name+"}", k.Show(s))
		}
		if a.group == group {
			text += ", "
		} else if text != "" {
			text += "; "
		}
		text, group, stated = text+says, a.group, append(stated, names...)
	}
	if !fleet {
		return text
	}
	return s.named(text)
}

// utilised returns the utilisation of the server in words. It returns "" if the traffic and the server were given, which
// are then nothing assumed, or if one of them varies or has no utilisation.
func (s Scenario) utilised(stated []string, varied func(name string) bool) string {
	u := s.Fleet().Utilisation()
	demand := []string{"traffic", "clients", "think", "rate", "server", "workers", "service-time", "capacity", "concurrency",
		"slowdown"}
	if math.IsNaN(u) || slices.ContainsFunc(demand, varied) || !slices.ContainsFunc(demand, func(name string) bool {
		return slices.Contains(stated, name)
	}) {
		return ""
	}
	return unit.Share.Rounded(u, 2) + " utilisation"
}

// named puts the name of the preset that s matches before text, and appends "no outage" if s has none.
func (s Scenario) named(text string) string {
	if !s.HasOutage() && text != "" {
		text += "; no outage"
	}
	if name := PresetOf(s); name != "" && name != presetNames.word(0) {
		text = strings.TrimSuffix("scenario "+name+"; "+text, "; ")
	}
	return text
}

// assumes reports whether assumptions of the group apply to s. A policy from a client or a list of delays is not
// assumed.
func (s Scenario) assumes(group string, fleet bool) bool {
	if group == "policy" {
		return s.Library.Row == nil && !listed(s)
	}
	return fleet
}

// without reports whether setting k has no effect in s.
func (s Scenario) without(k Setting) bool {
	return k.Fleet && k.Idle != nil && k.Idle(s) != "" || k.Name == "factor" && !s.Jitter.Type.Row().Factored()
}

// An implication is the value of a setting that another setting needs.
type implication struct {
	given, name, value string
	unless             func(Scenario) bool // nil: never
}

// applies reports whether the given settings of s imply the value.
func (i implication) applies(s Scenario, given func(name string) bool) bool {
	k, _ := Find(i.name)
	return given(i.given) && !given(i.name) && !given(presetSetting) && k.Text(s) == k.Text(Default()) &&
		(i.unless == nil || !i.unless(s))
}

// implications lists settings that only have an effect at one value of another setting. Giving the first without the
// second sets the second to that value, unless the first has an effect already. A burst meets the outage at its start.
var implications = []implication{
	{"rate", "traffic", "open", nil}, {"capacity", "server", "rate-limited", nil},
	{"concurrency", "server", "slowing", nil}, {"slowdown", "server", "slowing", nil},
	{"check-interval", "server", "slowing", nil},
	{"retry-after", "outage-kind", "reject", func(s Scenario) bool { return s.Fleet().Rejects() }},
	{"traffic", "outage-at", "0s", func(s Scenario) bool {
		return s.System.Traffic.Kind != fleet.Burst || s.OutageLength() == 0
	}},
}

// Implied returns s with the values that the given settings imply, and a note for each. A given failure rate without an
// outage setting removes the default outage, because the question is then about the failures.
func (s Scenario) Implied(given func(name string) bool) (_ Scenario, implied []string) {
	for _, i := range implications {
		if k, _ := Find(i.name); i.applies(s, given) && k.Set(&s, i.value) == nil {
			implied = append(implied, "--"+i.given+" implies --"+i.name+" "+i.value)
		}
	}
	usual := s.HasOutage() || s.OutageLength() > 0 && given("vs") // a comparison of fleets uses the default outage
	if usual && given("failure-rate") && !given(presetSetting) && !given("retry-after") &&
		!slices.ContainsFunc(InGroup(Settings, GroupOutage), func(k Setting) bool {
			return k.Name != "failure-rate" && given(k.Name)
		}) {
		s.Outage = elapsed.OutageOf(0)
	}
	return s, implied
}
