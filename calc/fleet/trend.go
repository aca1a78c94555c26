package fleet

import "math"

// backlog returns the mean over steps a to b of what is still to be done: attempts
// in the server, abandoned ones included, and clients that wait to retry.
func (r Result) backlog(a, b int) float64 {
	sum := 0.0
	for i := a; i < b; i++ {
		sum += r.InFlight[i] + r.Waiting[i]
	}
	return sum / float64(b-a)
}

// trend tells draining from metastable in a run that is not back by its end: the
// means of the backlog over three windows of a quarter of the time since the outage
// each, B1, B2 and B3, fall by d1 and then by d2. If the next falls are to be as d2/d1
// says, the backlog tends to
//
//	B3 - d2 q/(1-q),  q = d2/d1 < 1
//
// and the fleet is draining if that is at most the baseline and a tenth of what is
// above it. The estimate is when the backlog gets there; d2 must be a twentieth of
// what is above, and two standard errors of a count. A burst, of which no more comes,
// drains however large it is if the server takes off a hundredth of the most that it can.
func (r Result) trend(w System, base Baseline) (Outcome, float64) {
	first := int(math.Ceil(w.OutageEnd()/r.Step - 1e-6))
	width := (r.Len() - first) / 4
	if width < 1 { // the outage lasts to the end of the run
		return Draining, math.NaN()
	}
	normal := base.InFlight + base.Waiting
	if w.Traffic.Kind == Burst {
		normal = 0
	}
	var b [3]float64
	for k := range b {
		b[k] = r.backlog(r.Len()-(3-k)*width, r.Len()-(2-k)*width)
	}
	d1, d2, above := b[0]-b[1], b[1]-b[2], b[2]-normal
	span, least, chance := float64(width)*r.Step, above/20, max(0, b[2])/float64(width)
	if w.Traffic.Kind == Burst {
		if best, _ := w.Server.Best(w.Client.Timeout); best > 0 {
			least = min(least, best*span/100)
		}
		chance = min(chance, max(0, d2)) // of those that are done alone
	}
	if !(d2 > max(least, 2*math.Sqrt(chance))) {
		return Metastable, math.NaN()
	}
	at := float64(r.Len())*r.Step - span/2 - w.OutageEnd() // the middle of the last window
	q := d2 / d1
	if !(d1 > d2) { // in a straight line, or faster
		return Draining, at + span*max(0, above)/d2
	}
	if rest := above - d2*q/(1-q); rest > above/10 {
		return Metastable, math.NaN()
	}
	// above falls by d2 q (1-q^m)/(1-q) in m windows more
	left := 1 - above*(1-q)/(d2*q)
	m := math.Log(max(left, 0.01)) / math.Log(q)
	return Draining, at + span*max(0, m)
}

// thinsOut tells whether a burst is done in the end, however late that is: its clients retry
// without end and wait ever longer, by chance up to a share of the delay longer or shorter, so that
// ever fewer come in a second, and the server queues or rejects. Clients who stay in step come
// all together ever more seldom: of a million that may be never.
func (w System) thinsOut() bool {
	c := w.Client
	best, _ := w.Server.Best(c.Timeout)
	return w.Traffic.Kind == Burst && best > 0 && w.Server.Kind != Slowing && c.Budget.Kind == NoBudget &&
		c.Jitter.Draws() && c.Scales() && math.IsInf(c.Total(), 1) && math.IsInf(c.LongDelay(), 1)
}
