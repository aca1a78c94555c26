package fleet

import "math"

// A Result has the series of one run or of the mean of runs, one value per Step. Step i is the time from i Step to
// (i+1) Step, the end not included. An attempt counts in the step in which it starts, its end in the step in which it
// ends.
type Result struct {
	Step float64 // seconds

	First     []float64 // first attempts that start in the step; stopped ones included
	Retries   []float64 // retries that start in the step; stopped ones included
	Stopped   []float64 // attempts among these that a breaker stopped: no load
	Goodput   []float64 // attempts that end well in the step
	Failures  []float64 // attempts that fail at once: refused, failed at random or stopped
	Timeouts  []float64 // attempts whose client stops waiting
	GivenUp   []float64 // requests that fail for good
	Abandoned []float64 // answers whose clients had gone

	InFlight          []float64 // attempts in the server, the mean over the step
	AbandonedInFlight []float64 // attempts in the server whose clients have gone, the mean over the step
	Waiting           []float64 // clients between two attempts of one request, the mean over the step
	Latency           []float64 // mean age of the attempts that end well in the step; NaN if none does

	UnderWay float64 // attempts that have started but not ended by the end of the run

	// Attempts counts the attempts that reach the server in each span of Bin seconds, see [System.PeakBin]. Peaks are
	// read from it, whatever the Step.
	Bin      float64
	Attempts []float64

	// LastEnd is when the last request of a burst ended, well or not, seconds.
	LastEnd float64

	// Returns has for each step the latest time of a retry that a client planned by the end of the step, seconds, even if
	// that is after the end of the run; 0 if none was planned. It is nil if it is not known.
	Returns []float64

	// Whole is set if the counts are whole numbers of one simulated run rather than expected values.
	Whole bool

	// Stuck is set if a run for the outcome alone ended early because the server will answer no further attempt.
	Stuck bool
}

// NewResult returns a result of n steps of zeros.
func NewResult(step float64, n int) Result {
	r := Result{Step: step}
	for _, s := range r.Series() {
		*s = make([]float64, n)
	}
	return r
}

// Series returns all series of the result.
func (r *Result) Series() []*[]float64 {
	return []*[]float64{&r.First, &r.Retries, &r.Stopped, &r.Goodput, &r.Failures, &r.Timeouts, &r.GivenUp,
		&r.Abandoned,
		&r.InFlight, &r.AbandonedInFlight, &r.Waiting, &r.Latency}
}

// Len returns the number of steps.
func (r Result) Len() int { return len(r.First) }

// Return returns when the last client that waits to retry at the end of the run makes its next attempt, seconds; NaN if
// none waits or it is not known.
func (r Result) Return() float64 {
	if n := len(r.Returns); n > 0 && r.Returns[n-1] > float64(n)*r.Step {
		return r.Returns[n-1]
	}
	return math.NaN()
}

// returned returns the last step by whose end all retries were planned that have started by the end of the run, or the
// number of steps less one if Returns is not known.
func (r Result) returned() int {
	i := r.Len() - 1
	for ; i >= 0 && i < len(r.Returns) && r.Returns[i] > float64(r.Len())*r.Step; i-- {
	}
	return i
}

// Load returns the attempts per second that reach the server in step i.
func (r Result) Load(i int) float64 { return (r.First[i] + r.Retries[i] - r.Stopped[i]) / r.Step }
