package num

import "math"

// whole returns the smallest whole number at which F has reached or passed
// Want, as seen from the first number at which F has a value. One after the
// other where F may turn round, up to 1000; then in steps that double, and by
// halving the last of them.
func (s *search) whole() Found {
	const small = 1000
	side := 0
	// done also learns the side from which F comes.
	done := func(p point) bool {
		if math.IsNaN(p.f) {
			return false
		}
		now := s.sign(p)
		if side == 0 {
			side = now
		}
		return now == 0 || now != side
	}
	answer := func(p point, ok bool) Found {
		return Found{OK: ok, X: p.x, F: p.f, From: p.x, To: p.x, Evals: s.evals}
	}
	p := s.at(s.Lo)
	if done(p) {
		return answer(p, true)
	}
	for step := 1.0; p.x < s.Hi; {
		next := s.at(math.Min(s.Hi, p.x+step))
		if done(next) {
			for next.x-p.x > 1 {
				if z := s.at(p.x + math.Floor((next.x-p.x)/2)); done(z) {
					next = z
				} else {
					p = z
				}
			}
			return answer(next, true)
		}
		if s.Monotone && math.Abs(next.v) > math.Abs(p.v) {
			break // it leads away from Want, and never turns
		}
		if p = next; s.Monotone || p.x >= s.Lo+small {
			step *= 2
		}
	}
	return answer(s.best, false)
}
