package fleet

import "retune/ui/ask/answer"

// state returns the state of the fleet at the end of its runs.
func (p fleetRun) state() answer.State { return answer.State(p.Verdict.Outcome.State().String()) }

// origin returns the state of the fleet, and how many of its runs are in each.
func (p fleetRun) origin(later answer.Course) answer.Origin {
	o := answer.Origin{State: p.state(), Course: later}
	o.Runs.Settled, o.Runs.Lost, o.Runs.Unfinished = p.States()
	return o
}
