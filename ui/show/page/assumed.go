package page

import (
	"slices"
	"strings"

	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/files/scenario"
)

// assumed returns the settings of the fleet and the outages, and the commands that reproduce the answers.
func (r Review) assumed() (list []Table) {
	commands := Table{Title: "The commands that show more of each", Heads: []string{"", "command"}, Words: true}
	add := func(heading string, parts []Part) {
		for _, p := range parts {
			commands.Rows = append(commands.Rows, []string{strings.Trim(heading+": "+p.Name, ": "), p.Command})
		}
	}
	add("", r.Fleets)
	for _, t := range r.Topics {
		add(t.Heading, t.Parts)
	}
	if len(r.Fleets) == 0 {
		return []Table{commands}
	}
	q := question.Fleet()
	t := Table{Title: "The fleet, the server and the simulation", Heads: []string{"setting", "value",
		"what it is"}, Words: true}
	s := r.Cases[0].Scenario
	for _, k := range setting.Settings {
		if k.OfQuestion && k.HasFlag() && k.Group != setting.GroupOutage && q.IncludesSetting(k, &s) &&
			(k.Idle == nil || k.Idle(&s) == "") &&
			!slices.ContainsFunc(r.Cases, func(c scenario.Case) bool { return k.Text(&c.Scenario) != k.Text(&s) }) {
			t.Rows = append(t.Rows, []string{k.Name, k.Text(&s), k.Help})
		}
	}
	return []Table{t, r.outageSettings(), commands}
}

func (r Review) outageSettings() Table {
	outages := Table{Title: "The outages", Heads: []string{"outage"}, Words: true}
	columns := setting.InGroup(setting.Settings, setting.GroupOutage)
	for _, k := range columns {
		outages.Heads = append(outages.Heads, k.Name)
	}
	for j, o := range r.File.Outages[:min(len(r.Cases), len(r.File.Outages))] {
		row := []string{name(o)}
		for _, k := range columns {
			row = append(row, k.Text(&r.Cases[j].Scenario))
		}
		outages.Rows = append(outages.Rows, row)
	}
	return outages
}
