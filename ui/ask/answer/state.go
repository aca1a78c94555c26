package answer

// A State is the state of a fleet at the end of its runs. The zero State belongs to figures of a policy alone.
type State string

// The states.
const (
	Settled    State = "settled"    // the fleet is back at its baseline, or has no work left
	Lost       State = "lost"       // the fleet stays down, or its traffic is too much without any outage
	Unfinished State = "unfinished" // the runs end before their outcome is known
)

// A Course is what a figure of a fleet can do while a run goes on.
type Course int

// The courses.
const (
	Rises  Course = iota // it can only grow: a peak, a count, a time to recovery
	Varies               // it can grow and shrink: a ratio, a mean
	Final                // it does not depend on the length of the run: a baseline
)

// Runs counts the runs of a fleet by their state.
type Runs struct{ Settled, Lost, Unfinished int }

// All returns the number of runs.
func (r Runs) All() int { return r.Settled + r.Lost + r.Unfinished }

// An Origin says of which runs of a fleet a value is. It is zero for a value of a policy alone.
type Origin struct {
	State  State
	Course Course
	Runs   Runs
}

// one reports whether the value is of a single run, which has no standard error.
func (o Origin) one() bool { return o.State != "" && o.Course != Final && o.Runs.All() == 1 }
