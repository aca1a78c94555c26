package answer

import (
	"slices"
	"strings"

	"retune/ui/ask/setting"
)

// Assumed returns what the answer to the question of s assumes because the user did not say it: see
// [setting.Scenario.Assumed].
func (q Question) Assumed(s *setting.Scenario, preset string, given func(name string) bool) string {
	if fleet := q.PresetFor != nil && q.PresetFor(s) != ""; q.NoAssumptions && !fleet {
		return ""
	}
	along := func(name string) bool {
		return slices.ContainsFunc([]string{s.Sweep, s.X, s.Y}, func(axis string) bool {
			return strings.HasPrefix(axis, name+"=")
		})
	}
	uses := func(name string) bool { // with the value that it has in s
		k, _ := setting.Find(name)
		switch {
		case name == s.Unknown || along(name):
			return false
		case k.OfQuestion:
			return slices.Contains(q.usedSettings(s), name)
		}
		return s.Layers == nil || inLayer(s, k)
	}
	return s.Assumed(preset, uses, func(name string) bool { return given(name) || q.ComparesJitter && name == "jitter" })
}

// inLayer reports whether a layer of s takes the policy's setting k from the policy.
func inLayer(s *setting.Scenario, k setting.Setting) bool {
	return slices.ContainsFunc(s.Layers, func(l setting.Scenario) bool {
		return l.Library.Row == nil && k.Text(&l) == k.Text(s) && k.Text(&l) == k.Text(new(setting.Default()))
	})
}

// ownWithValue returns the question's own settings that have a value in s.
func (q Question) ownWithValue(s *setting.Scenario) (list []setting.Setting) {
	named := func(k setting.Setting) bool { return k.Name == s.Want }
	for _, k := range q.Owned() {
		if k.Asked(s) {
			list = append(list, k)
		}
	}
	if k, ok := q.Setting(s.Want); ok && !slices.ContainsFunc(list, named) {
		list = append(list, k)
	}
	return list
}

// Args returns the arguments of the command that asks the question of s: see [setting.Args].
func (q Question) Args(given *setting.Scenario, pinned []string) []string {
	s := q.dropUnread(given)
	return setting.Args(&s, new(q.Start(&s)), q.CommandLine(&s), q.usedSettings(&s), pinned, q.ownWithValue(&s)...)
}

// IncludesSetting reports whether setting k is part of the question about s: as part of the policy, or because k has a
// value that the question reads.
func (q Question) IncludesSetting(k setting.Setting, s *setting.Scenario) bool {
	if !k.OfQuestion || !k.Asked(s) {
		return !k.OfQuestion
	}
	_, table := setting.Find(k.Name)
	return !table || slices.Contains(q.usedSettings(s), k.Name)
}

// dropUnread returns s with a policy B that differs from A only in settings that the question reads.
func (q Question) dropUnread(s *setting.Scenario) setting.Scenario {
	return s.KeepDifferences(func(k setting.Setting) bool { return !k.OfQuestion || q.Reads(k.Name) })
}

// A Pair is a key and its value: a float64, a string, or nil for an absent value.
type Pair struct {
	Key   string
	Value any
}

// Start returns the scenario that the question starts from. s supplies the argument of the subcommand.
func (q Question) Start(s *setting.Scenario) setting.Scenario {
	name := q.Preset
	if q.PresetFor != nil {
		name = q.PresetFor(s)
	}
	start := setting.Preset(name)
	if q.Prepare != nil {
		q.Prepare(&start)
	}
	return start
}

// Inputs returns a function that lists the settings that the question reads, with their values in s.
func (q Question) Inputs(s *setting.Scenario) func() []Pair {
	return func() (list []Pair) {
		s := q.dropUnread(s)
		fleet := slices.Contains(q.usedSettings(&s), "traffic") // Idle only concerns fleets
		for _, k := range slices.Concat(setting.Settings, q.ownWithValue(&s)) {
			// leave out settings without effect
			if k.PartOf != "" || (k.SetsOthers || !k.OfQuestion) && !k.Asked(&s) || fleet && k.OfQuestion && k.Idle != nil &&
				k.Idle(&s) != "" {
				continue
			}
			if q.IncludesSetting(k, &s) {
				list = append(list, Pair{k.Key(), k.JSON(&s)})
			}
		}
		return list
	}
}
