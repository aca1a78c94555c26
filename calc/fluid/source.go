package fluid

import (
	"math"

	"retune/calc/system"
)

// A source is where first attempts come from.
type source struct {
	system.Traffic
	hazard float64   // share of the thinking clients that begin a request, per second, without a spike
	idle   float64   // clients that think
	early  float64   // clients whose think began and ended in the cell before
	left   float64   // of a burst: clients whose request has not ended
	begun  []float64 // by cell: thinks that began in it, where the length of a think matters
	passed []float64 // by cell: the integral of the hazard up to it
	ages   []float64 // by entry: clients whose think is as long as the entry says so far
	edges  []int     // of the entries, cells

	lives, share, later float64 // of the last cell: mean thinks in it, the share that ends in it, and how much after its middle
}

func newSource(f *model) *source {
	s := &source{Traffic: f.Traffic, left: f.Traffic.Clients}
	if s.Kind != system.Closed {
		return s
	}
	s.hazard = 1 / s.Think
	s.idle = s.Clients
	if f.thinks != nil {
		s.begun, s.passed = make([]float64, f.n+1), make([]float64, f.n+1)
		s.ages = make([]float64, f.entries)
		for _, t := range f.thinks {
			s.edges = append(s.edges, int(min(math.Round(t/f.h), float64(f.n+1))))
		}
		s.begun[0] = s.Clients
	}
	return s
}

// take lets the requests of cell j begin and returns how many they are.
func (s *source) take(f *model, j int) float64 {
	start := float64(j) * f.h
	span, mean := f.traffic(start)
	switch s.Kind {
	case system.Burst:
		if j > 0 {
			return 0
		}
		f.arrive[0] = batch{s.Clients, 0}
		return s.Clients
	case system.Open:
		m := s.Rate * span
		f.arrive[0] = batch{m, m * mean}
		return m
	}
	x := span * s.hazard
	if x != s.lives { // it changes with a spike only
		s.lives, s.share = x, -math.Expm1(-x)
		// The mean time of those that leave at a constant rate for x mean lives.
		if s.later = -f.h * x / 12; x > 1e-4 {
			s.later = f.h * (1/x - 1/math.Expm1(x) - 0.5)
		}
	}
	share := s.share
	mean += s.later
	if s.begun == nil {
		m := s.idle * share
		s.idle -= m
		f.arrive[0] = batch{m + s.early, m * mean}
		m += s.early
		s.early = 0
		return m
	}
	return s.byThink(f, j, x, share, mean)
}

// byThink is take where the first retry follows the think: those that think are
// told apart by how long they have. Thinks of one length pass through an entry
// between its edges, fewer by the hazard in between.
func (s *source) byThink(f *model, j int, x, share, mean float64) (total float64) {
	reached := func(age int) float64 {
		if i := j - age; i >= 0 && i < j+1 && age <= j {
			return s.begun[i] * math.Exp(s.passed[i]-s.passed[j])
		}
		return 0
	}
	in := reached(s.edges[0])
	for e := range s.ages {
		out := 0.0
		if s.edges[e] == s.edges[e+1] {
			continue // shorter than the grid can tell
		}
		if e+1 < len(s.ages) {
			out = reached(s.edges[e+1])
		}
		s.ages[e] = max(0, s.ages[e]+in-out)
		in = out
		m := s.ages[e] * share
		s.ages[e] -= m
		f.arrive[e] = batch{m, m * mean}
		total += m
	}
	f.arrive[0].add(batch{s.early, 0})
	total += s.early
	s.early = 0
	s.passed[j+1] = s.passed[j] + x
	return total
}

// done lets m clients that are done with a request at time t think again. The last of a burst
// is done when half a client is left, as the model serves parts of clients.
func (s *source) done(f *model, t, m float64) {
	if s.Kind == system.Burst && s.left > 0.5 {
		f.run.LastEnd = max(f.run.LastEnd, t)
		s.left -= m
	}
	if s.Kind != system.Closed {
		return
	}
	j := max(f.grid.cell(t), f.grid.cell(f.start)) // an answer of the last cell may come in this one
	if j >= f.n {
		s.idle += m
		return
	}
	left := float64(j+1)*f.h - t
	gone := -math.Expm1(-max(0, left) * s.hazard * f.Share(system.Spike, t))
	s.early += m * gone
	s.idle += m * (1 - gone)
	if s.begun != nil {
		s.begun[j+1] += m * (1 - gone)
	}
}

// traffic returns the integral over the cell of what a spike multiplies traffic
// by, and the mean time since its start of what comes at such a rate.
func (f *model) traffic(start float64) (span, mean float64) {
	span, moment := f.h, f.h*f.h/2
	for _, x := range f.Outages {
		if x.Kind == system.Spike && x.At < start+f.h && x.End() > start {
			from, to := max(0, x.At-start), min(f.h, x.End()-start)
			span += (x.Share - 1) * (to - from)
			moment += (x.Share - 1) * (to*to - from*from) / 2
		}
	}
	return span, moment / span
}
