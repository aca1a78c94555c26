package fleet

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"retune/calc/fleet"
	"retune/ui/unit"
)

// bindsVerdict names the reason of the verdict.
func bindsVerdict(p fleetRun) string {
	names, _ := p.found()
	return cmp.Or(names, reasons[p.Verdict.Reason].brief, bindsOutages(p))
}

// bindsOutages names the outages of a run.
func bindsOutages(p fleetRun) string {
	var list []string
	for _, o := range p.System.Outages {
		what := "outage"
		if o.Kind == fleet.Spike {
			what = "spike"
		}
		list = append(list, "the "+what+" of "+unit.Duration.Format(o.Length))
	}
	return strings.Join(list, ", ")
}

// whenOf describes a time of a run relative to its outages.
func whenOf(p fleetRun, t float64) string {
	if math.IsNaN(t) {
		return bindsOutages(p)
	}
	where := ""
	for _, o := range p.System.Outages {
		switch {
		case t < o.At && where == "":
			where = ", before the outage"
		case t >= o.At && t < o.End():
			where = ", in the outage"
		case t >= o.End():
			where = ", after the outage"
		}
	}
	return "at " + unit.Duration.Rounded(t, 3) + where
}

// bindsRecovery names what recovers last: the goodput or the load.
func bindsRecovery(p fleetRun) string {
	v := p.Verdict
	switch {
	case !v.Outcome.Back() || math.IsNaN(v.Success99):
		return bindsVerdict(p)
	case v.Success99 >= v.Recovery:
		return "goodput"
	}
	return "load"
}

// answeredOf returns the counts of the share of requests answered in time: means over the runs.
func answeredOf(p fleetRun) string {
	asked, _ := meanOf(p.Each, func(v fleet.Verdict) float64 { return v.Asked })
	answered, _ := meanOf(p.Each, func(v fleet.Verdict) float64 { return v.Answered * v.Asked })
	return fmt.Sprintf("%s of %s requests from %s on", unit.Count.Rounded(answered, 4), unit.Count.Rounded(asked, 4),
		unit.Duration.Format(p.System.OutageStart()))
}
