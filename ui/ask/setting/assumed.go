package setting

import (
	"math"
	"slices"
	"strings"

	"retune/calc/elapsed"
	"retune/calc/fleet"
	"retune/ui/unit"
)

// An assumption is a group of settings that an answer states when the user gave none of them.
type assumption struct {
	group        string // kind of assumption: "policy", "traffic", "server" or "outage"; commas join those of one kind
	names        string // the settings assumed, separated by spaces
	words        string // in words; {NAME} is the shown value of a setting, {failing} what happens in the outage
	wordsNoLimit string // the words where the setting is no limit; "": says
	when         func(*Scenario) bool
}

// assumptions lists the assumptions in print order. An assumption about several settings comes before those about some
// of them, so that no setting is stated twice.
var assumptions = []assumption{
	{group: "policy", names: "initial-delay factor", words: "{initial-delay} x{factor}"},
	{group: "policy", names: "initial-delay", words: "initial delay {initial-delay}"},
	{group: "policy", names: "factor", words: "factor {factor}"},
	{group: "policy", names: "cap", words: "cap {cap}", wordsNoLimit: "no cap"},
	{group: "policy", names: "jitter", words: "{jitter} jitter", wordsNoLimit: "no jitter"},
	{group: "policy", names: "retries", words: "{retries} retries", wordsNoLimit: "no limit on retries"},
	{group: "traffic", names: "traffic clients think", words: "{clients} closed clients with a think time of {think}"},
	{group: "traffic", names: "traffic clients", words: "{clients} closed clients", when: trafficIs(fleet.Closed)},
	{group: "traffic", names: "traffic clients start-spread", words: "{clients} clients at once",
		when: trafficIs(fleet.Burst)},
	{group: "traffic", names: "traffic rate", words: "open traffic of {rate}"},
	{group: "traffic", names: "clients", words: "{clients} clients"},
	{group: "traffic", names: "rate", words: "{rate}"},
	{group: "traffic", names: "think", words: "a think time of {think}"},
	{group: "traffic", names: "window", words: "peak in {window}",
		when: func(s *Scenario) bool { return s.Unknown != "start-spread" }},
	{group: "traffic", names: "timeout", words: "timeout {timeout}"},
	{group: "server", names: "server workers service-time", words: "a queue of {workers} workers of {service-time}"},
	{group: "server", names: "server capacity service-time", words: "a server that takes {capacity} attempts per second"},
	{group: "server", names: "server concurrency slowdown service-time",
		words: "a server that takes {service-time} per attempt and is slowed by load"},
	{group: "server", names: "server capacity", words: "a server that takes {capacity} attempts per second"},
	{group: "server", names: "workers", words: "{workers} workers"},
	{group: "server", names: "service-time", words: "a service time of {service-time}"},
	{group: "server", names: "capacity", words: "a capacity of {capacity} attempts per second"},
	{group: "server"}, // its utilisation
	{group: "outage", names: "outage outage-kind outage-share", words: "an outage of {outage} {failing}"},
	{group: "outage", names: "outage outage-kind", words: "an outage of {outage} {failing}"},
	{group: "outage", names: "outage outage-share", words: "an outage of {outage} {failing}"},
	{group: "outage", names: "outage-kind outage-share", words: "an outage {failing}"},
	{group: "outage", names: "outage", words: "an outage of {outage}", when: (*Scenario).HasOutage},
	{group: "outage", names: "outage-kind", words: "an outage {failing}"},
	{group: "outage", names: "outage-share", words: "an outage {failing}"},
}

func trafficIs(kind fleet.TrafficKind) func(*Scenario) bool {
	return func(s *Scenario) bool { return s.System.Traffic.Kind == kind }
}

// Assumed returns in words the settings of s that the user did not give, such as
//
//	1s x2, no cap, no jitter, 10 retries; 1000 closed clients with a think time of 10s, timeout 2s
//
// given reports whether the user gave a setting, and uses whether the answer depends on it. Settings without effect in
// s are left out. preset is the example scenario that the user named, or "".
func (s Scenario) Assumed(preset string, uses, given func(name string) bool) string {
	var stated []string // settings stated by an earlier assumption
	var parts clauses
	fleet := uses("traffic")
	if fleet && math.IsNaN(s.Outage.A) { // a comparison of fleets has one all the same
		s.Outage = Preset("default").Outage
	}
	known := func(name string) bool { // nothing needs to be said of the setting
		return slices.Contains(stated, name) || !uses(name) || given(name) || s.irrelevant(name, uses)
	}
	if name, ok := presetNames.find(preset); ok {
		parts.add("scenario", "scenario "+name)
	}
	for _, a := range assumptions {
		if !a.applies(&s) || slices.ContainsFunc(strings.Fields(a.names), known) {
			continue
		}
		parts.add(a.group, a.text(&s))
		if a.names == "" && fleet {
			parts.add(a.group, s.utilised(stated, uses))
		}
		stated = append(stated, strings.Fields(a.names)...)
	}
	if fleet && !s.HasOutage() && !given("outage") {
		parts.add("outage", "no outage")
	}
	return parts.text
}

// irrelevant reports whether the setting has no value in s, or no effect on a fleet or a server that the answer uses.
func (s *Scenario) irrelevant(name string, uses func(name string) bool) bool {
	k, _ := Find(name)
	return !k.Asked(s) || (uses("traffic") || uses("server")) && s.hasNoEffect(k)
}

// clauses is a text of clauses: commas join those of one group, semicolons the groups.
type clauses struct{ text, group string }

// add adds a clause, unless it is empty.
func (c *clauses) add(group, says string) {
	switch {
	case says == "":
		return
	case group == c.group:
		c.text += ", "
	case c.text != "":
		c.text += "; "
	}
	c.text, c.group = c.text+says, group
}

// applies reports whether the assumption can be one about s. The policy of a client and a list of delays are given.
func (a assumption) applies(s *Scenario) bool {
	if a.group == "policy" && (s.Library.Row != nil || listed(s)) {
		return false
	}
	return a.when == nil || a.when(s)
}

// utilised returns the utilisation of the server in words. It returns "" if the traffic and the server were given, so
// that nothing is assumed, if the answer varies a setting that changes it, or if the traffic is a burst.
func (s Scenario) utilised(stated []string, uses func(name string) bool) string {
	demand := []string{"traffic", "clients", "think", "rate", "server", "workers", "service-time", "capacity",
		"concurrency", "slowdown"}
	u := s.Fleet().Utilisation()
	named := func(name string) bool { return slices.Contains(stated, name) }
	varied := func(name string) bool { return !uses(name) && !s.irrelevant(name, uses) }
	if math.IsNaN(u) || !slices.ContainsFunc(demand, named) || slices.ContainsFunc(demand, varied) {
		return ""
	}
	return unit.Share.Rounded(u, 2) + " utilisation"
}

// text returns the assumption with the values of s.
func (a assumption) text(s *Scenario) string {
	text := a.words
	for name := range strings.FieldsSeq(a.names) {
		k, _ := Find(name)
		if a.wordsNoLimit != "" && k.Text(s) == "none" {
			return a.wordsNoLimit
		}
		text = strings.ReplaceAll(text, "{"+name+"}", k.Show(s))
	}
	return strings.ReplaceAll(text, "{failing}", s.failing())
}

// failing says what happens to attempts in the outage of s, behind "an outage".
func (s Scenario) failing() string {
	share := unit.Share.Format(s.ServerOutage.Share)
	switch s.ServerOutage.Kind {
	case fleet.Hang:
		return "in which attempts hang"
	case fleet.Reject:
		return "in which attempts are rejected"
	case fleet.Brownout:
		return "that leaves " + share + " of the capacity"
	}
	return "in which " + share + " of the attempts fail"
}

// hasNoEffect reports whether setting k has no effect in s.
func (s *Scenario) hasNoEffect(k Setting) bool {
	return k.Fleet && k.Idle != nil && k.Idle(s) != "" || k.Name == "factor" && !s.Jitter.Type.Row().DependsOnFactor()
}

// An implication is the value of a setting that another setting needs.
type implication struct {
	given, name, value string
	unless             func(*Scenario) bool // nil: never
}

// applies reports whether the given settings of s imply the value.
func (i implication) applies(s *Scenario, given func(name string) bool) bool {
	k, _ := Find(i.name)
	return given(i.given) && !given(i.name) && !given(presetSetting) && k.Text(s) == k.Text(new(Default())) &&
		(i.unless == nil || !i.unless(s))
}

// implications lists settings that only have an effect at one value of another setting. Giving the first without the
// second sets the second to that value, unless the first has an effect already. A burst meets the outage at its start.
var implications = []implication{
	{"rate", "traffic", "open", nil}, {"capacity", "server", "rate-limited", nil},
	{"concurrency", "server", "slowing", nil}, {"slowdown", "server", "slowing", nil},
	{"check-interval", "server", "slowing", nil},
	{"retry-after", "outage-kind", "reject", func(s *Scenario) bool { return s.Fleet().Rejects() }},
	{"start-spread", "traffic", "burst", nil},
	{"traffic", "outage-at", "0s", func(s *Scenario) bool {
		return s.System.Traffic.Kind != fleet.Burst || s.OutageLength() == 0
	}},
}

// Implied returns s with the values that the given settings imply, and a note for each. A given failure rate without an
// outage setting removes the default outage, because the question is then about the failures.
func (s Scenario) Implied(given func(name string) bool) (_ Scenario, implied []string) {
	for _, i := range implications {
		if k, _ := Find(i.name); i.applies(&s, given) && k.Set(&s, i.value) == nil {
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
