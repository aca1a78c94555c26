package fleet

// A Result is what an engine gives: the series of a system, one value per Step. The
// i-th step is from i Step to (i+1) Step, the start included. An attempt is counted
// where it starts, an end where it ends.
type Result struct {
	Step float64 // seconds

	First     []float64 // first attempts that start in the step; stopped ones included
	Retries   []float64 // retries that start in the step; stopped ones included
	Stopped   []float64 // of those, attempts that an open breaker stopped: no load
	Goodput   []float64 // attempts that end well in the step
	Failures  []float64 // attempts that end badly at once: refused, failed, or stopped
	Timeouts  []float64 // attempts whose client stops waiting
	GivenUp   []float64 // requests that fail for good
	Abandoned []float64 // answers whose clients had gone

	InFlight          []float64 // attempts in the server, the mean over the step
	AbandonedInFlight []float64 // of those, the ones whose clients have gone, the mean over the step
	Waiting           []float64 // clients between two attempts of one request, the mean over the step
	Latency           []float64 // mean age of the attempts that end well in the step; NaN if none does

	UnderWay float64 // attempts that have started and not ended by the end of the run

	// Bin and Attempts are what the peaks are read from, whatever the Step: the
	// attempts that reach the server in each span of Bin seconds, see [System.PeakBin].
	Bin      float64
	Attempts []float64

	// LastEnd is when the last request of a burst ended, well or not, seconds.
	LastEnd float64

	// Whole says that the counts are whole numbers, those of one simulated run, and not
	// expected ones.
	Whole bool

	// Stuck says that a run for the outcome alone ended early, as the server answers no attempt any more.
	Stuck bool
}

// NewResult returns a run of n steps of nothing.
func NewResult(step float64, n int) Result {
	r := Result{Step: step}
	for _, s := range r.Series() {
		*s = make([]float64, n)
	}
	return r
}

// Series is every series of the run.
func (r *Result) Series() []*[]float64 {
	return []*[]float64{&r.First, &r.Retries, &r.Stopped, &r.Goodput, &r.Failures, &r.Timeouts, &r.GivenUp,
		&r.Abandoned,
		&r.InFlight, &r.AbandonedInFlight, &r.Waiting, &r.Latency}
}

// Len is the number of steps.
func (r Result) Len() int { return len(r.First) }

// Load returns the attempts per second that reach the server in step i.
func (r Result) Load(i int) float64 { return (r.First[i] + r.Retries[i] - r.Stopped[i]) / r.Step }
