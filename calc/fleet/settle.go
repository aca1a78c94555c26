package fleet

import (
	"math"

	"retune/calc/numeric"
)

// A run is judged at several times, its checkpoints: FirstCheckpoint after the outage, then at twice that time and so
// on, at an hour, and from then on at 1.5 times the time of the checkpoint before, up to LastCheckpoint. All are
// seconds after the outage.
const (
	FirstCheckpoint = 60.0
	LastCheckpoint  = 86400.0

	hour = 3600.0
)

// noProgressTime returns the time without any improvement after which a fleet is lost, seconds: twenty times the
// slowest cycle of a client, of think time, timeout, longest delay, and the window of its budget; from ten minutes to
// an hour. With a breaker it is an hour: a few attempts decide each time whether it closes, so chance may end a bad
// state that has lasted for long.
func (w System) noProgressTime() float64 {
	c := w.Client
	if c.Breaker.Share > 0 {
		return hour
	}
	cycle := c.Timeout + w.LongestWait() + c.Budget.Window
	if w.Traffic.Kind == Closed {
		cycle += w.Traffic.Think
	}
	return max(hour/6, min(20*cycle, hour))
}

// NextCheckpoint returns the checkpoint that follows one at the given time after the outage, seconds; LastCheckpoint
// after the last.
func NextCheckpoint(after float64) float64 {
	switch {
	case after < hour/2:
		return 2 * after
	case after < hour:
		return hour
	}
	return min(1.5*after, LastCheckpoint)
}

// CheckpointFrom returns the first checkpoint at the given time after the outage or later, seconds; LastCheckpoint
// after the last.
func CheckpointFrom(after float64) float64 {
	at := FirstCheckpoint
	for at < after && at < LastCheckpoint {
		at = NextCheckpoint(at)
	}
	return at
}

// Checkpoints returns the checkpoints of a run of w, seconds from its start. The last is the end of the run.
func (w System) Checkpoints() (list []float64) {
	for after := FirstCheckpoint; w.OutageEnd()+after < w.Duration; after = NextCheckpoint(after) {
		list = append(list, w.OutageEnd()+after)
		if after == LastCheckpoint {
			break
		}
	}
	return append(list, w.Duration)
}

// LongestWait returns the longest mean delay of the policy, or the longest wait that the server asks for, seconds, at
// most an hour.
func (w System) LongestWait() float64 {
	own := w.Client.longest()
	if a := w.Server.RetryAfter; a.Least > 0 && w.Rejects() {
		wait, _ := w.Client.Honor.Wait(own, a.Least+a.Spread, func() float64 { return 1 })
		return min(max(own, wait), mostWait)
	}
	return own
}

// mostWait is the longest wait of clients that counts, seconds.
const mostWait = 3600

// longest returns the longest mean delay of the policy, seconds, at most mostWait.
func (c Client) longest() float64 {
	if n := c.RetriesMade(); n < 1e6 {
		longest, delay := 0.0, 0.0
		for k := 1.0; k <= n && longest < mostWait; k++ {
			delay = c.meanDelay(k, delay)
			longest = max(longest, delay)
		}
		return min(longest, mostWait)
	}
	return min(max(c.LongDelay(), c.Delay(1)), mostWait)
}

// back reports whether a fleet that is normal at the end of the run stays so: few requests of open traffic still wait
// to be retried, less than returning seconds of the goodput. More of them may still come back together.
func (r Result) back(w System, base Baseline) bool {
	const returning = 5
	if w.Traffic.Kind != Open || math.IsNaN(r.Return()) || r.Len() == 0 {
		return true
	}
	return r.Waiting[r.Len()-1]-base.Waiting <= max(10, returning*base.Goodput)
}

// lost reports whether the fleet does not improve any more: by a sure sign, see [Result.sure], or because nothing has
// improved for so long as [System.noProgressTime] says, in which all clients came back that waited when it began.
func (r Result) lost(w System, base Baseline) bool {
	if r.Stuck {
		return true
	}
	from := int(math.Ceil(w.OutageEnd()/r.Step - 1e-6)) // the first step that no outage touches
	if r.Len()-from < 2*parts || w.Drains() {
		return false
	}
	if r.sure(w, from) || r.grows(w, from) {
		return true
	}
	first := min(r.returned(), r.Len()-int(math.Ceil(w.noProgressTime()/r.Step-1e-6)))
	if first < from {
		return false
	}
	if w.Traffic.Kind == Burst {
		return w.Traffic.Spread <= float64(first)*r.Step && r.level(first, r.Len()).ended == 0
	}
	return r.flat(base, first)
}

// parts is the number of parts of half a window whose means are compared.
const parts = 10

// flat reports whether the run has not improved from step first to its end: neither have attempts in the server and
// waiting clients fallen, nor has the goodput risen, from the first half to the second half or to its last part,
// beyond chance. A fleet is not flat while its goodput is above the baseline, as a backlog is worked off, nor while it
// differs from the baseline by chance alone: by less than 5% of the goodput, by a backlog of less than a second of it,
// and by a load that is less than a quarter higher.
func (r Result) flat(base Baseline, first int) bool {
	const close, sure = 0.05, 3.0
	middle := (first + r.Len()) / 2
	late := r.level(middle, r.Len())
	missing := base.Goodput - late.goodput
	backlog, normal := late.inFlight+late.waiting-base.InFlight-base.Waiting, base.InFlight+base.Waiting
	if near := missing <= close*base.Goodput && backlog <= max(close*normal, base.Goodput) &&
		late.load <= (1+more)*base.Load; near || missing < -close*base.Goodput {
		return false
	}
	for _, of := range []func(level) float64{
		func(m level) float64 { return m.goodput },
		func(m level) float64 { return -m.inFlight },
		func(m level) float64 { return -m.inFlight - m.waiting },
	} {
		before, after := r.parts(first, middle, of), r.parts(middle, r.Len(), of)
		chance := math.Hypot(before.Error(), after.Error())
		rise := after.Value() - before.Value()
		last := of(r.level(r.Len()-(r.Len()-middle)/parts, r.Len())) - before.Value()
		tiny := 1e-9 * math.Abs(before.Value())
		if rise > sure*chance+tiny || last > (sure+1)*math.Sqrt(before.Variance())+tiny {
			return false
		}
	}
	return true
}

// parts returns the mean of a figure over equal parts of the steps from a to b.
func (r Result) parts(a, b int, of func(level) float64) (m numeric.Mean) {
	for i := range parts {
		m.Add(of(r.level(a+(b-a)*i/parts, a+(b-a)*(i+1)/parts)))
	}
	return m
}

// A level has the means over some steps.
type level struct{ inFlight, waiting, goodput, load, ended float64 }

// level returns the means over steps a to b, a < b.
func (r Result) level(a, b int) (m level) {
	n := float64(b - a)
	for i := a; i < b; i++ {
		m.inFlight += r.InFlight[i] / n
		m.waiting += r.Waiting[i] / n
		m.goodput += r.Goodput[i] / r.Step / n
		m.load += r.Load(i) / n
		m.ended += (r.Goodput[i] + r.GivenUp[i]) / n
	}
	return m
}
