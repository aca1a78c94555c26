package num

import "math"

// climb looks for the one crossing of an F that never turns round: from Near
// in growing steps, so that the far ends, where F may be infinite or slow, are
// reached only when nothing nearer does it. It gives up, not decided, where F
// has no value.
func (s *search) climb() (roots []point, decided bool) {
	if math.IsNaN(s.near.f) {
		return nil, false
	}
	if s.sign(s.near) == 0 {
		return []point{s.near}, true
	}
	for _, end := range []float64{s.Hi, s.Lo} {
		step := math.Copysign(1, end-s.Lo-0.5*(s.Hi-s.Lo))
		for p := s.near; p.x != end; step *= 3 {
			next := s.at(s.along(p, step))
			switch {
			case math.IsNaN(next.f):
				return nil, false
			case s.sign(next) == 0:
				return []point{next}, true
			case s.sign(next) != s.sign(p):
				root, ok := s.bracket(p, next)
				if !ok {
					return nil, true
				}
				return []point{root}, true
			}
			const noise = 1e-9 // of F, which next to Lo may be all that changes
			if math.Abs(next.v) > math.Abs(p.v)+s.Rough+noise {
				break // it leads away from Want, and never turns
			}
			p = next
		}
	}
	return nil, true
}
