package fleet

import (
	"fmt"
	"math"

	"retune/calc/fleet"
	"retune/ui/unit"
)

// open returns the first run without a verdict, with what is known of it, or the usual verdict if all have one.
func open(p fleetRun) fleet.Unfinished {
	if p.Verdict.Outcome == fleet.Unsettled {
		return p.Verdict.Unfinished
	}
	for _, v := range p.Each {
		if v.Outcome == fleet.Unsettled {
			return v.Unfinished
		}
	}
	return fleet.Unfinished{}
}

// noVerdict says why there is no verdict, and what would give one.
func noVerdict(p fleetRun) string {
	u, ends := open(p), unit.Duration.Format(p.System.Duration)
	longer := "; add --duration " + unit.Duration.Exact(u.Duration)
	if u.Duration > mostDuration {
		longer = ""
	}
	if u.Trend == fleet.Early {
		return fmt.Sprintf("the simulation ends at %s, the outage at %s%s", ends,
			unit.Duration.Format(p.System.OutageEnd()), longer)
	}
	return known(p.System, u) + " when the simulation ends at " + ends + longer
}

// mostDuration is the longest --duration, seconds.
const mostDuration = 30 * 86400

// known says what a fleet without a verdict was doing at the end.
func known(w fleet.System, u fleet.Unfinished) string {
	rate := func(x float64) string { return unit.Rate.Rounded(x, 2) }
	text := ""
	switch u.Trend {
	case fleet.Draining:
		text = fmt.Sprintf("the backlog of %s attempts falls by %s and would be gone after about %s",
			unit.Count.Rounded(u.Backlog, 2), rate(-u.Growth), unit.Duration.Rounded(u.Gone-w.OutageEnd(), 2))
	case fleet.Waiting:
		text = "goodput is " + rate(u.Goodput) + " and the server has nothing to do"
	case fleet.Growing:
		text = fmt.Sprintf("goodput is %s and the backlog grows by %s", rate(u.Goodput), rate(u.Growth))
	case fleet.Level:
		text = fmt.Sprintf("goodput is %s and the backlog of %s attempts does not fall", rate(u.Goodput),
			unit.Count.Rounded(u.Backlog, 2))
	default:
		text = "the fleet is still approaching its baseline"
	}
	if !math.IsNaN(u.Return) && u.Return > w.Duration && (u.Trend == fleet.Waiting || u.Return > 1.5*w.Duration) {
		text += fmt.Sprintf(", clients wait until %s,", unit.Duration.Rounded(u.Return, 2))
	}
	return text
}
