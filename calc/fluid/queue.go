package fluid

import (
	"math"
	"sort"

	"retune/calc/system"
)

// A queue is workers and a line before them. Every attempt has its own worker for
// its time, so that attempts that begin together end together, as they do one by
// one.
type queue struct {
	departures
	free   float64 // workers that were when the cell began
	fresh  []batch // those that became so in it since, and when
	first  int     // of those, the first that is free yet
	line   []held
	head   int
	length float64 // attempts in the line
	cell   int     // the one at hand
}

// Held are attempts of a cohort that wait for the server to begin with them.
type held struct {
	cohort int
	m      float64
}

func (s *queue) room(f *model, m, t float64) float64 {
	if f.after(t) > t {
		return m
	}
	return max(0, min(m, s.idle()+f.Server.QueueSize-s.length))
}

func (s *queue) enter(f *model, j int, m, t float64) {
	if s.head > 1024 && 2*s.head > len(s.line) {
		s.line = s.line[:copy(s.line, s.line[s.head:])]
		s.head = 0
	}
	s.line = append(s.line, held{j, m})
	s.length += m
	s.begin(f, t)
}

// begin lets free workers begin with the head of the line at time t, unless the
// server hangs.
func (s *queue) begin(f *model, t float64) {
	if f.after(t) > t {
		return
	}
	for s.head < len(s.line) {
		q, free, from := &s.line[s.head], &s.free, t
		if s.free <= 0 {
			for s.first < len(s.fresh) && s.fresh[s.first].m <= 0 {
				s.first++
			}
			if s.first == len(s.fresh) {
				return
			}
			b := &s.fresh[s.first]
			free, from = &b.m, max(t, b.at)
		}
		m := min(q.m, *free)
		s.put(&f.grid, s.cell, q.cohort, m, f.done(from))
		*free -= m
		s.length = max(0, s.length-m)
		if q.m -= m; q.m <= 0 {
			s.head++
		}
	}
}

// idle is how many workers are free.
func (s *queue) idle() float64 {
	free := s.free
	for _, b := range s.fresh[s.first:] {
		free += b.m
	}
	return free
}

// work frees the workers that are done. Those done at nearly the same time begin
// again together, or the pieces in which attempts are served would become ever more.
func (s *queue) work(f *model, j int, _ float64) {
	const parts = 8 // of a cell
	var done [parts]batch
	s.cell = j
	s.free, s.fresh, s.first = s.idle(), s.fresh[:0], 0
	due := s.take(j)
	f.did += perAnswer * len(due)
	for _, a := range due {
		if c := &f.cohorts[a.cohort]; f.Client.Cancel && (c.late || f.tooLate(c, a.at)) {
			continue // its worker is free when it leaves
		}
		f.answer(a.cohort, a.m, a.at)
		part := int((a.at - f.start) * f.perSecond * parts)
		done[max(0, min(part, parts-1))].add(batch{a.m, a.m * a.at})
	}
	for _, d := range done {
		if d.m > 0 {
			s.fresh = append(s.fresh, batch{d.m, d.at / d.m})
			s.begin(f, d.at/d.m)
		}
	}
	s.begin(f, f.begins())
}

// done returns when a worker is done with an attempt that it begins with at time t: a
// slow server works at a part of its speed, one that hangs not at all.
func (f *model) done(t float64) float64 {
	for left := f.Server.ServiceTime; ; {
		speed, until := f.Share(system.Brownout, t+eps*f.h), f.NextEdge(t+2*eps*f.h)
		if f.On(system.Hang, t+eps*f.h) {
			speed = 0
		}
		if left < speed*(until-t)-eps*f.h || math.IsInf(until, 1) { // what ends with a hang's start does so with its end
			return t + left/speed
		}
		left = max(0, left-speed*(until-t))
		t = until
	}
}

// begins returns when in the cell at hand the server can begin with what waits: when the
// cell does, or when a hang ends in it.
func (f *model) begins() float64 {
	if t := f.after(f.start); t < f.start+f.h-eps*f.h {
		return t
	}
	return f.start
}

// leave takes the attempts of a cohort out of the line, where the cohorts are in order, and
// from the workers.
func (s *queue) leave(f *model, i int, m, t float64) {
	line := s.line[s.head:]
	first := sort.Search(len(line), func(k int) bool { return line[k].cohort >= i })
	for k := first; k < len(line) && line[k].cohort == i; k++ {
		m -= line[k].m
		s.length = max(0, s.length-line[k].m)
		line[k].m = 0
	}
	s.fresh = append(s.fresh, batch{max(0, m), t})
	s.begin(f, t)
}
