package fleet

import (
	"math"
	"testing"

	"retune/calc/fleet"
	"retune/calc/simulate"
)

// TestNoVerdictSays checks the sentence for each trend of a fleet without a verdict.
func TestNoVerdictSays(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		u    fleet.Unfinished
		want string
	}{
		{fleet.Unfinished{Trend: fleet.Early, Gone: nan, Return: nan, Duration: 660},
			"the simulation ends at 10m, the outage at 15m; add --duration 11m"},
		{fleet.Unfinished{Trend: fleet.Draining, Backlog: 21_000, Growth: -19.2, Gone: 2000, Return: nan, Duration: 2520},
			"the backlog of 21000 attempts falls by 19/s and would be gone after about 18m when the simulation ends at " +
				"10m; add --duration 42m"},
		{fleet.Unfinished{Trend: fleet.Draining, Backlog: 5, Growth: -0.01, Gone: 1100, Return: 5000, Duration: 1380},
			"the backlog of 5 attempts falls by 0.01/s and would be gone after about 3m20s, clients wait until 1h23m, " +
				"when the simulation ends at 10m; add --duration 23m"},
		{fleet.Unfinished{Trend: fleet.Waiting, Goodput: 2, Gone: nan, Return: 111_600, Duration: 139_500},
			"goodput is 2/s and the server has nothing to do, clients wait until 1d 7h, when the simulation ends at 10m; " +
				"add --duration 1d14h45m"},
		{fleet.Unfinished{Trend: fleet.Growing, Goodput: 0, Growth: 84, Gone: nan, Return: nan, Duration: 1200},
			"goodput is 0/s and the backlog grows by 84/s when the simulation ends at 10m; add --duration 20m"},
		{fleet.Unfinished{Trend: fleet.Level, Goodput: 3, Backlog: 812, Gone: nan, Return: nan, Duration: 40 * 86400},
			"goodput is 3/s and the backlog of 810 attempts does not fall when the simulation ends at 10m"},
		{fleet.Unfinished{Trend: fleet.Approaching, Goodput: 90, Gone: nan, Return: 610, Duration: 1200},
			"the fleet is still approaching its baseline when the simulation ends at 10m; add --duration 20m"},
	} {
		w := fleet.System{Duration: 600, Outages: []fleet.Outage{{At: 40, Length: 860}}}
		p := fleetRun{Study: &simulate.Study{System: w, Verdict: fleet.Verdict{Outcome: fleet.Unsettled, Unfinished: c.u}}}
		if got := noVerdict(p); got != c.want {
			t.Errorf("trend %d: %q, want %q", c.u.Trend, got, c.want)
		}
	}
}
