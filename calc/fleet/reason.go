package fleet

import "math"

// Reason is the cause that keeps a fleet from recovering, or from recovering in time.
type Reason uint8

// The reasons, in the order in which they are tested. They are read from the attempts between the end of the outage
// and recovery or, without recovery, from the second half of the time to the end of the run.
const (
	ReasonNone      Reason = iota // it recovers in time
	ReasonOutage                  // the outage lasts to the end of the run
	ReasonTimeout                 // the timeout is not above the latency: every attempt times out, outage or not
	ReasonOverload                // the traffic is more than the server can take, outage or not
	ReasonGaveUp                  // the retries ended before the outage did, or before the server could take them
	ReasonBreaker                 // the breaker stops most attempts
	ReasonHerd                    // the clients come in waves, with few attempts between them
	ReasonAbandoned               // attempts time out, and most work in the server is for attempts that did
	ReasonLatency                 // attempts time out, though their clients still wait for most of the work
	ReasonRefused                 // the server rejects attempts
	ReasonWaiting                 // more clients wait for their delays than there are attempts in the server
	ReasonBacklog                 // the server works off the backlog of the outage
)

// hasRoom reports whether the server can take the traffic.
func (w System) hasRoom() bool {
	load, latency := w.Normal()
	best, _ := w.Server.Best(w.Client.Timeout)
	return latency < w.Client.Timeout && load*w.Served() <= best
}

// span returns the steps from a to b, at least one step of the run.
func (r Result) span(a, b int) (from, to int) {
	a = min(a, r.Len()-1)
	return a, max(b, a+1)
}

// inside returns the mean number of attempts in the server in steps a to b, and the share whose clients have gone.
func (r Result) inside(a, b int) (mean, abandoned float64) {
	a, b = r.span(a, b)
	for i := a; i < b; i++ {
		mean += r.InFlight[i]
		abandoned += r.AbandonedInFlight[i]
	}
	if mean > 0 {
		abandoned /= mean
	}
	return mean / float64(b-a), abandoned
}

// reason returns the cause that keeps the fleet from being normal in steps a to b.
//
//	abandoned  share of the attempts in the server whose clients have gone
func (r Result) reason(w System, o Outcome, a, b int, abandoned float64) Reason {
	switch {
	case w.Server.FalseTimeouts(w.Client.Timeout) == 1 && o != GaveUp:
		return ReasonTimeout
	case o == Overloaded && w.Traffic.Kind != Burst && w.Client.Breaker.Share > 0 && w.hasRoom():
		return ReasonBreaker
	case o == Overloaded:
		return ReasonOverload
	case o == GaveUp:
		return ReasonGaveUp
	case a >= r.Len():
		return ReasonOutage
	}
	if b == r.Len() {
		a = (a + b) / 2
	}
	return r.most(a, b, abandoned)
}

// most returns the reason that fits most attempts of steps a to b.
func (r Result) most(a, b int, abandoned float64) Reason {
	a, b = r.span(a, b)
	var good, failed, late, stopped, waiting, inside float64
	for i := a; i < b; i++ {
		good += r.Goodput[i]
		failed += r.Failures[i] - r.Stopped[i]
		late += r.Timeouts[i]
		stopped += r.Stopped[i]
		waiting += r.Waiting[i]
		inside += r.InFlight[i]
	}
	switch {
	case stopped > good+failed+late:
		return ReasonBreaker
	case r.waves(a, b):
		return ReasonHerd
	case late >= failed && late > fewer*good:
		if abandoned >= 0.5 {
			return ReasonAbandoned
		}
		return ReasonLatency
	case failed > fewer*good:
		return ReasonRefused
	case waiting > inside:
		return ReasonWaiting
	}
	return ReasonBacklog
}

// waves reports whether the load of steps a to b comes in at least two waves. A wave rises above twice the mean load,
// and further than chance explains, after the load was below half of the mean.
func (r Result) waves(a, b int) bool {
	mean := 0.0
	for i := a; i < b; i++ {
		mean += r.Load(i) * r.Step / float64(b-a)
	}
	waves, up := 0, false
	for i := a; i < b; i++ {
		switch attempts := r.Load(i) * r.Step; {
		case !up && attempts > 2*mean && attempts > mean+sure*math.Sqrt(mean):
			waves, up = waves+1, true
		case attempts < mean/2:
			up = false
		}
	}
	return waves >= 2
}
