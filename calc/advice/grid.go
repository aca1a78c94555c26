package advice

import (
	"math"
	"slices"
)

// away returns a value that many times further on, to the end of the list if side is 1, or to its beginning if -1.
func (s *search) away(list []float64, x, times float64, side int) float64 {
	first, last := list[0], list[len(list)-1]
	end, rises := last, last > first
	if side < 0 {
		end = first
	}
	if rises == (side < 0) {
		times = 1 / times
	}
	y := s.grid(x * times)
	if y == x && s.whole {
		y += math.Copysign(1, times-1)
	}
	if times < 1 && y <= end || times > 1 && y >= end || y == x {
		return end
	}
	return y
}

// between returns a value of the grid between lo and hi. ok is false if they are near enough or nothing is between.
func (s *search) between(lo, hi float64) (x float64, ok bool) {
	if math.Abs(hi-lo) <= s.Rel*max(lo, hi) {
		return 0, false
	}
	if x = s.grid(math.Sqrt(lo * hi)); min(lo, hi) == 0 || x <= min(lo, hi) || x >= max(lo, hi) {
		x = s.grid((lo + hi) / 2)
	}
	return x, min(lo, hi) < x && x < max(lo, hi)
}

// grid returns the value of the grid next to x.
func (s *search) grid(x float64) float64 {
	if x = round(x); s.whole {
		return max(1, math.Round(x))
	}
	return x
}

// gridded returns the values of a list on the grid, and the present one.
func (s *search) gridded(list []float64) []float64 {
	for i, x := range list {
		if x != s.present {
			list[i] = s.grid(x)
		}
	}
	return slices.Compact(list)
}
