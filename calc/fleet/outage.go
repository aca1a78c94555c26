package fleet

// OutageKind names what goes wrong.
type OutageKind uint8

// The kinds of outage. A Spike is kept with them though the server stays up: it is of the
// traffic, and no outage of a server.
const (
	// Hang: the server takes attempts and answers none until it ends; then it goes
	// on with all of them. An attempt that came during it begins to be worked at when
	// it ends: that is when its looks, its age or its wait for a worker begin. One
	// that was there before goes on where it was, its age counting the hang: it is
	// looked at when the hang ends, and every CheckInterval from then on. With AtArrival
	// and a Limited server an answer that was due during the hang comes when it
	// ends; attempts that came during it take their latency from then, with C as it is
	// when those answers have left. A Limited server counts no attempt that comes in a
	// hang.
	Hang   OutageKind = iota
	Reject            // every attempt that starts fails at once; those in the server go on
	// Brownout: latencies are divided by Share, service rates and capacities multiplied.
	// It counts whether it is on when a latency is found: at the look, or else when
	// the server begins with the attempt.
	Brownout
	Errors // an attempt that starts fails at once with probability Share
	Spike  // traffic is multiplied by Share; see Traffic
)

// String is the kind in a word.
func (k OutageKind) String() string {
	return [...]string{"hang", "reject", "brownout", "errors", "spike"}[k]
}

// An Outage is one thing that goes wrong for a while: from At until At + Length, the
// start included and the end not.
type Outage struct {
	Kind   OutageKind
	At     float64 // seconds, >= 0
	Length float64 // seconds, >= 0
	Share  float64 // 0 < Share <= 1 of Brownout and Errors, > 0 of Spike
}

// End is when the outage is over.
func (f Outage) End() float64 { return f.At + f.Length }

// OutageEnd is when the last outage is over, spikes included, and 0 without one:
// from when on recovery is measured.
func (w System) OutageEnd() float64 {
	end := 0.0
	for _, f := range w.Outages {
		end = max(end, f.End())
	}
	return end
}

// OutageStart is when the first outage begins, and the end of the run without one.
func (w System) OutageStart() float64 {
	start := w.Duration
	for _, f := range w.Outages {
		start = min(start, f.At)
	}
	return start
}
