package fleet

import "math"

// FirstLook is the time after the outage at which a run is first judged, seconds. The time doubles until MostLook.
const (
	FirstLook = 60.0
	MostLook  = 86400.0
)

// Wait returns the longest mean delay of the policy, or the longest wait that the server asks for, seconds, at most an
// hour. A fleet is not judged stuck before that time: its clients may still be waiting.
func (w System) Wait() float64 {
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
	if n := c.Total(); n < 1e6 {
		longest, delay := 0.0, 0.0
		for k := 1.0; k <= n && longest < mostWait; k++ {
			delay = c.meanDelay(k, delay)
			longest = max(longest, delay)
		}
		return min(longest, mostWait)
	}
	return min(max(c.LongDelay(), c.Delay(1)), mostWait)
}

// Looks returns the times at which a run of w is judged, seconds from its start: FirstLook after the outage, twice
// as long after it, and so on, then the end of the run.
func (w System) Looks() (list []float64) {
	for after := FirstLook; w.OutageEnd()+after < w.Duration; after *= 2 {
		list = append(list, w.OutageEnd()+after)
	}
	return append(list, w.Duration)
}

// until returns the first steps of the run up to time t.
func (r Result) until(t float64) Result {
	n := min(r.Len(), int(math.Round(t/r.Step)))
	for _, s := range r.Series() {
		*s = (*s)[:n]
	}
	if r.Bin > 0 {
		r.Attempts = r.Attempts[:min(len(r.Attempts), int(math.Ceil(t/r.Bin)))]
	}
	r.Stuck = false // Stuck describes the end of the run
	return r
}

// away returns how far the backlog (attempts in flight and clients that wait to retry) is above the baseline in steps
// a to b, and how far the goodput is below it.
func (r Result) away(base Baseline, a, b int) (backlog, goodput float64) {
	n := float64(b - a)
	for i := a; i < b; i++ {
		backlog += (r.InFlight[i] + r.Waiting[i]) / n
		goodput += r.Goodput[i] / r.Step / n
	}
	return backlog - base.InFlight - base.Waiting, base.Goodput - goodput
}

// stalled reports whether the run comes no nearer to the baseline. It compares the last quarter of the time since the
// outage with the last quarter of its first half: backlog and goodput have both come less than 5 % of their distance
// nearer, or one of them is less than 5 % of the baseline away. It is not stalled while the goodput is above the
// baseline, as a backlog is worked off, nor while it differs from the baseline by chance alone: by less than 5 % of the
// goodput and by a backlog of less than a second of it.
// A burst is stalled if less than 5 % of its work was done in between and ever less is done.
func (r Result) stalled(w System, base Baseline) bool {
	const nearer, close, slower = 0.05, 0.05, 0.6
	from := int(math.Ceil(w.OutageEnd()/r.Step - 1e-6))
	all := r.Len() - from
	if all < 8 || float64(all)*r.Step < w.Wait()-r.Step {
		return false
	}
	late, early := [2]int{from + all*3/4, r.Len()}, [2]int{from + all*3/8, from + all/2}
	if w.Traffic.Kind == Burst {
		left, done := r.work(late[0], late[1])
		leftBefore, doneBefore := r.work(early[0], early[1])
		return left > (1-nearer)*leftBefore && done <= slower*doneBefore
	}
	backlog, goodput := r.away(base, late[0], late[1])
	backlogBefore, goodputBefore := r.away(base, early[0], early[1])
	normal := base.InFlight + base.Waiting
	if goodput < -close*base.Goodput || goodput <= close*base.Goodput && backlog <= max(close*normal, base.Goodput) {
		return false
	}
	still := func(late, early, normal float64) bool { return late > (1-nearer)*early || late <= close*normal }
	return still(backlog, backlogBefore, normal) && still(goodput, goodputBefore, base.Goodput)
}

// work returns the mean number of clients of a burst whose request has not ended, in steps a to b, and how many
// requests end per step.
func (r Result) work(a, b int) (left, done float64) {
	n := float64(b - a)
	for i := a; i < b; i++ {
		left += (r.InFlight[i] + r.Waiting[i]) / n
		done += (r.Goodput[i] + r.GivenUp[i]) / n
	}
	return left, done
}
