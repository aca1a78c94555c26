package fluid

import (
	"math"

	"retune/calc/system"
)

// A limited server accepts so many attempts in every whole second.
type limited struct {
	departures
	second   float64
	accepted float64 // in that second
}

func (s *limited) leave(*model, int, float64, float64) {}

func (s *limited) work(f *model, j int, _ float64) { s.answers(f, j) }

func (s *limited) room(f *model, m, t float64) float64 {
	if f.after(t) > t {
		return m
	}
	if second := math.Floor(t + eps*f.h); second != s.second {
		s.second, s.accepted = second, 0
	}
	x := f.Server.Capacity * f.Share(system.Brownout, t+eps*f.h)
	whole := math.Floor((s.second+1)*x+1e-6) - math.Floor(s.second*x+1e-6)
	return max(0, min(m, whole-s.accepted))
}

func (s *limited) enter(f *model, j int, m, t float64) {
	from := f.after(t)
	if from == t {
		s.accepted += m
	}
	s.put(&f.grid, j, j, m, f.after(from+f.Server.ServiceTime/f.Share(system.Brownout, from+eps*f.h)))
}
