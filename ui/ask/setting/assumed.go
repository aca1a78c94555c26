package setting

import (
	"slices"
	"strings"

	"retune/calc/elapsed"
)

// An assumption is what a scenario takes for granted where some settings are not given.
type assumption struct {
	group string // of assumptions that stand together: "policy", "traffic", "server", "outage"
	names string // the settings that are assumed, separated by spaces
	says  string // their values in words, with {NAME} for a setting as people read it
}

// assumptions lists the assumptions in the order in which they are printed. One that needs
// several settings stands before those that need a part of them.
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
	{"server", "server service-time", "a server slowed by load"},
	{"outage", "outage outage-kind", "an outage of {outage} in which attempts hang"},
	{"outage", "outage", "an outage of {outage}"},
	{"outage", "outage-kind", "an outage in which attempts hang"},
}

// Assumed returns what s takes for granted: the settings of the policy, and with fleet those
// of the fleet, that stand at their default, apart from those that the question varies.
//
//	1s x2, no cap, no jitter, 10 retries; 1000 closed clients that think 10s, timeout 2s
func (s Scenario) Assumed(fleet bool, varied func(name string) bool) string {
	var text, group string
	var told []string // by a former assumption
	usual := Preset("outage")
	for _, a := range assumptions {
		names := strings.Fields(a.names)
		given := func(name string) bool {
			k, _ := Find(name)
			return slices.Contains(told, name) || varied(name) || k.Text(s) != k.Text(usual) || s.without(k)
		}
		if !s.assumes(a.group, fleet) || slices.ContainsFunc(names, given) {
			continue
		}
		says := a.says
		for _, name := range names {
			says = strings.ReplaceAll(says, "{"+name+"}", s.shown(name))
		}
		if a.group == group {
			text += ", "
		} else if text != "" {
			text += "; "
		}
		text, group, told = text+says, a.group, append(told, names...)
	}
	if !fleet {
		return text
	}
	return s.named(text)
}

// named adds to what is assumed of a fleet the scenario that s is, and that there is no outage.
func (s Scenario) named(text string) string {
	if !s.HasOutage() && text != "" {
		text += "; no outage"
	}
	if name := PresetOf(s); name != "" && name != presets[0].name {
		text = strings.TrimSuffix("scenario "+name+"; "+text, "; ")
	}
	return text
}

// assumes reports whether assumptions of the group may be made in s.
func (s Scenario) assumes(group string, fleet bool) bool {
	if group == "policy" {
		return s.Library.Row == nil && !listed(s)
	}
	return fleet
}

// without reports whether the setting has no effect in s.
func (s Scenario) without(k Setting) bool {
	return k.Fleet && k.Idle != nil && k.Idle(s) != "" || k.Name == "factor" && !s.Jitter.Type.Row().Factored()
}

// shown is the value of the setting for people.
func (s Scenario) shown(name string) string {
	k, _ := Find(name)
	return k.Show(s)
}

// implications lists settings that count with one value of another setting: whoever gives the first
// and not the second means that value.
var implications = []struct{ given, name, value string }{
	{"rate", "traffic", "open"}, {"capacity", "server", "rate-limited"}, {"queue-size", "server", "queue"},
	{"workers", "server", "queue"},
}

// Implied returns s with the values that the given settings imply, and what they are. A share of
// attempts that fail at any time implies no usual outage, because the failures are then what is
// asked about.
func (s Scenario) Implied(given func(name string) bool) (_ Scenario, implied []string) {
	told := ""
	for _, i := range implications {
		if k, _ := Find(i.name); given(i.given) && !given(i.name) && !given(presetSetting) && told != i.name &&
			k.Text(s) == k.Text(Default()) && k.Set(&s, i.value) == nil {
			told = i.name
			implied = append(implied, "--"+i.given+" implies --"+i.name+" "+i.value)
		}
	}
	usual := s.HasOutage() || s.OutageLength() > 0 && given("vs") // which a comparison of fleets takes
	if usual && given("failure-rate") && !given(presetSetting) &&
		!slices.ContainsFunc(InGroup(Settings, GroupOutage), func(k Setting) bool {
			return k.Name != "failure-rate" && given(k.Name)
		}) {
		s.Outage = elapsed.OutageOf(0)
	}
	return s, implied
}
