package setting

// A Group is what a setting is part of, for those who list settings.
type Group string

// The groups, in the order in which help lists them.
const (
	GroupQuestion   Group = "Question"   // what is asked
	GroupParameters Group = "Parameters" // what the client is told whose policy it is
	GroupPolicy     Group = "Policy"     // how one client retries
	GroupTraffic    Group = "Traffic"    // where requests come from
	GroupClient     Group = "Client"     // what clients do beside retrying
	GroupServer     Group = "Server"     // how it answers
	GroupOutage     Group = "Outage"     // what goes wrong
	GroupSimulation Group = "Simulation" // how a fleet is worked out
	GroupLimits     Group = "Limits"     // what a recommendation must keep
	GroupResults    Group = "Results"    // what can be asked for by what and solve
)

// Groups is the groups in their order.
func Groups() []Group {
	return []Group{GroupQuestion, GroupLimits, GroupParameters, GroupPolicy, GroupTraffic, GroupClient, GroupServer,
		GroupOutage, GroupSimulation, GroupResults}
}

// Part is the group that the setting is in: where its row has none, that of what asks or does not.
func (k Setting) Part() Group {
	switch {
	case k.Group == "" && k.Asks:
		return GroupQuestion
	case k.Group == "":
		return GroupPolicy
	}
	return k.Group
}

// InGroup is those settings of a list that are in the group and have a flag.
func InGroup(list []Setting, g Group) (in []Setting) {
	for _, k := range list {
		if k.Part() == g && k.HasFlag() {
			in = append(in, k)
		}
	}
	return in
}
