package fleet

import (
	"math"

	"retune/calc/world"
)

// after returns t, or when the hang ends in which it is.
func (f *flow) after(t float64) float64 {
	for _, x := range f.Faults {
		if x.Kind == world.Hang && x.At <= t+eps*f.h && t < x.End()-eps*f.h {
			return x.End()
		}
	}
	return t
}

// An arrival is a slowing server whose calls take what C says when they start.
type arrival struct {
	post
	left float64  // calls that left in this cell
	held []holdup // calls that came in a hang
}

func (s *arrival) room(_ *flow, _ int, m, _ float64) float64 { return m }

func (s *arrival) leave(_ *flow, _ int, m, _ float64) { s.left += m }

func (s *arrival) work(f *flow, j int, _ float64) {
	inside := f.inside
	s.each(j, func(a dueAnswer) { f.answer(a.cohort, a.m, a.at) })
	s.left = inside - f.inside
	if len(s.held) == 0 {
		return
	}
	at := f.begins(j)
	if f.after(at) > at {
		return
	}
	for _, h := range s.held {
		s.put(&f.grid, j, h.cohort, h.m, f.after(at+s.latency(f, f.inside, at)))
	}
	s.held = nil
}

func (s *arrival) latency(f *flow, c, t float64) float64 {
	return f.Server.LatencyAt(c) / f.Share(world.Slow, t+eps*f.h)
}

// enter promises the answers. The calls of a cell see C grow as they come and
// fall as others leave: where that changes the latency by more than a cell they
// are answered in parts.
func (s *arrival) enter(f *flow, j int, m, t float64) {
	if f.after(t) > t {
		s.held = append(s.held, holdup{j, m})
		return
	}
	without := f.inside - m
	seen := func(x float64) float64 { return s.latency(f, without+s.left*(1-x)+m*x, t) }
	parts := math.Ceil(math.Max(1, math.Min(64, math.Abs(seen(1)-seen(0))/f.h)))
	if !(parts >= 1) {
		parts = 1 // it never answers
	}
	for i := range int(parts) {
		s.put(&f.grid, j, j, m/parts, f.after(t+seen((float64(i)+0.5)/parts)))
	}
}
