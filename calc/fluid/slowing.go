package fluid

import (
	"math"
	"slices"

	"retune/calc/system"
)

// newServer returns the server of a system.
func newServer(w system.System, g grid) server {
	switch {
	case w.Server.Kind == system.Queue:
		return &queue{departures: make(departures, g.n), free: w.Server.Workers}
	case w.Server.Kind == system.Limited:
		return &limited{departures: make(departures, g.n)}
	case w.Server.AtArrival:
		return &arrival{departures: make(departures, g.n)}
	}
	q := max(1, int(math.Round(min(w.Server.CheckInterval/g.h, float64(g.n))))) // after the run nobody looks
	return &slowing{classes: make([]line, q), latency: w.Server.Latency()}
}

// A slowing server that looks: the cohorts in it are in classes by the cell in
// which they are looked at, modulo the time between two looks. In each the oldest
// is answered first, so that a class is a line of which only the head is tried.
type slowing struct {
	classes []line
	latency func(c float64) float64
}

// A line is cohorts in order, those before head are done.
type line struct {
	cohorts []waiter
	head    int
}

// A waiter is a cohort in the server: it is looked at every CheckInterval seconds from
// base on, and its age counts from its start, seconds.
type waiter struct {
	cohort      int
	base, start float64
}

func (s *slowing) room(_ *model, m, _ float64) float64 { return m }

func (s *slowing) leave(*model, int, float64, float64) {}

func (s *slowing) enter(f *model, j int, _, _ float64) {
	c := &s.classes[j%len(s.classes)]
	if n := len(c.cohorts); n == 0 || c.cohorts[n-1].cohort != j {
		if n > 0 && n == cap(c.cohorts) && 2*c.head >= n { // in the memory of those that are done
			c.cohorts, c.head = c.cohorts[:copy(c.cohorts, c.cohorts[c.head:])], 0
		}
		c.cohorts = append(c.cohorts, waiter{cohort: j, base: -1})
	}
}

// work looks at the attempts whose turn it is. C is that of the middle of the cell,
// half of the attempts included that come in it, and falls as attempts leave.
// Attempts that are looked at together for the first time after a hang, or that came
// at one time, see all that have not left. Those of another cohort leave in order: if
// the first is done so are the rest, as C only falls. So the first is tested.
func (s *slowing) work(f *model, j int, coming float64) {
	end := f.start + f.h
	slow := 1.0
	if f.nearOutage {
		slow = f.Share(system.Brownout, f.start+f.h/2)
	}
	for _, x := range f.Outages {
		if f.nearOutage && x.Kind == system.Hang && x.Length > 0 && x.End() >= f.start-eps*f.h && x.End() < end-eps*f.h {
			s.resume(f, j, x)
		}
	}
	look := f.Server.CheckInterval
	c := &s.classes[j%len(s.classes)]
	for ; c.head < len(c.cohorts); c.head++ {
		q := &c.cohorts[c.head]
		f.did += perBegun
		in := &f.cohorts[q.cohort]
		if in.inside <= 0 {
			continue
		}
		if q.base < 0 {
			q.base, q.start = in.at, in.at
		}
		// The looks in this cell; with many in one, an attempt of the last cell may
		// have been due in that already.
		from := f.start
		if q.cohort == j-1 {
			from = min(from, q.base+look)
		}
		first := math.Ceil((from-q.base)/look - eps)
		if q.base == q.start {
			first = max(1, first)
		}
		last := math.Ceil((end-q.base)/look-eps) - 1
		seen := f.inside + coming/2
		if q.base == q.start && !(f.Traffic.Kind == system.Burst && (q.cohort == 0 || f.inStep)) {
			seen -= min(coming, in.inside) / 2
		}
		latency := s.latency(seen) / slow
		at := max(first, math.Ceil((latency+q.start-q.base)/look-eps))
		if t := q.base + at*look; at > last || f.nearOutage && f.On(system.Hang, t+eps*f.h) {
			break
		} else {
			f.answer(q.cohort, in.inside, t) // or it times out in this cell, and leaves as well
		}
	}
	if c.head == len(c.cohorts) {
		c.cohorts, c.head = c.cohorts[:0], 0
	}
}

// resume ends a hang: all attempts in the server are looked at in step from then on.
func (s *slowing) resume(f *model, j int, x system.Outage) {
	var all line
	for i := range s.classes {
		c := &s.classes[i]
		for _, q := range c.cohorts[c.head:] {
			if in := f.cohorts[q.cohort]; in.inside > 0 {
				start := in.at
				if q.base >= 0 {
					start = q.start
				}
				if start >= x.At-eps*f.h {
					start = x.End()
				}
				all.cohorts = append(all.cohorts, waiter{q.cohort, x.End(), start})
			}
		}
		*c = line{cohorts: c.cohorts[:0]}
	}
	slices.SortFunc(all.cohorts, func(a, b waiter) int { return a.cohort - b.cohort })
	s.classes[j%len(s.classes)] = all
}
