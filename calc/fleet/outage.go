package fleet

// OutageKind is a kind of outage.
type OutageKind uint8

// The kinds of outage. A Spike belongs to the traffic: the server stays up.
const (
	// Hang: the server accepts attempts and answers none until the hang ends, and then goes on with all of them. For
	// an attempt that came during the hang, checks, age and the wait for a worker begin when the hang ends. An attempt
	// that was there before goes on where it was, and its age includes the hang: the server checks it when the hang
	// ends and every CheckInterval after that. With AtArrival or a Limited server, an answer due during the hang comes
	// when the hang ends. Attempts that came during it take their latency from then on, with C as it is once those
	// answers have left. A Limited server does not count attempts that come during a hang.
	Hang   OutageKind = iota
	Reject            // every attempt that starts fails at once; those in the server go on
	// Brownout: latencies are divided by Share, and service rates and capacities are multiplied by it. It applies if
	// it is on when the latency is computed: at the check, or else when the server begins with the attempt.
	Brownout
	Errors // an attempt that starts fails at once with probability Share
	Spike  // traffic is multiplied by Share; see Traffic
)

// String returns the kind in one word.
func (k OutageKind) String() string {
	return [...]string{"hang", "reject", "brownout", "errors", "spike"}[k]
}

// An Outage is one fault from At until At + Length, the end not included.
type Outage struct {
	Kind   OutageKind
	At     float64 // seconds, >= 0
	Length float64 // seconds, >= 0
	Share  float64 // 0 < Share <= 1 of Brownout and Errors, >= 0 of Spike; 0 stops the traffic
}

// End returns when the outage is over, seconds.
func (f Outage) End() float64 { return f.At + f.Length }

// OutageEnd returns when the last outage is over, spikes included, seconds; 0 without an outage. Recovery is measured
// from it.
func (w System) OutageEnd() float64 {
	end := 0.0
	for _, f := range w.Outages {
		end = max(end, f.End())
	}
	return end
}

// OutageStart returns when the first outage begins, seconds; the end of the run without an outage.
func (w System) OutageStart() float64 {
	start := w.Duration
	for _, f := range w.Outages {
		start = min(start, f.At)
	}
	return start
}
