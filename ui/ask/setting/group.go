package setting

// A Group is the heading under which lists show a setting.
type Group string

// The groups.
const (
	GroupQuestion   Group = "Question"   // the question
	GroupParameters Group = "Parameters" // parameters of the client
	GroupPolicy     Group = "Policy"     // how one client retries
	GroupTraffic    Group = "Traffic"    // where requests come from
	GroupClient     Group = "Client"     // what clients do besides retrying
	GroupServer     Group = "Server"     // how the server answers
	GroupOutage     Group = "Outage"     // what goes wrong
	GroupSimulation Group = "Simulation" // how a fleet is computed
	GroupLimits     Group = "Limits"     // what a recommendation must keep
	GroupResults    Group = "Results"    // results that the commands what and solve accept
)

// Groups returns the groups in the order of help.
func Groups() []Group {
	return []Group{GroupQuestion, GroupLimits, GroupParameters, GroupPolicy, GroupTraffic, GroupClient, GroupServer,
		GroupOutage, GroupSimulation, GroupResults}
}

// DisplayGroup returns the group of the setting. Without a group it is the question's or the policy's.
func (k Setting) DisplayGroup() Group {
	switch {
	case k.Group == "" && k.OfQuestion:
		return GroupQuestion
	case k.Group == "":
		return GroupPolicy
	}
	return k.Group
}

// InGroup returns the settings of list that are in group g and have a flag.
func InGroup(list []Setting, g Group) (in []Setting) {
	for _, k := range list {
		if k.DisplayGroup() == g && k.HasFlag() {
			in = append(in, k)
		}
	}
	return in
}
