package fleet

import "math"

// A steady tells from counts per step, expected ones or those of one simulated run,
// when a rate has come back to normal. It compares sums over windows of 1, 2, 4,
// ... steps with what is expected, and takes nothing for a change that chance
// makes: short windows show what is gross, the longest what is subtle. When
// a window has shown that there is a change, its place is where the sum of what is
// missing is greatest (Page, Biometrika 41, 1954).
type steady struct {
	sums   []float64 // of the counts of all steps before, one more than steps
	expect float64   // per step
	first  int       // the step to begin at
	window int       // the longest, steps
	sign   float64   // 1: too few are not normal; -1: too many
	slack  float64   // share by which they may differ
	noise  float64   // variance of a count over its mean: 0 for expected values, 1 for independent events
}

// A count of independent events, M of them expected, is below M - z sqrt(M) with a
// probability under e^(-z^2/2) (Chernoff), at 5 one in 270,000, and almost as rarely
// above M + z sqrt(M) while M is not small; what does get there is a short relapse.
const sure = 5.0 // standard errors

// What counts as normal is more than what the formulas for the normal load leave
// out, such as the retries of attempts that a server close to its capacity refuses
// now and then, and less than what anybody would call an outage. The longest
// window has as many events as it takes for chance to make no more of them.
const (
	fewer = 0.1  // share of successes that may be missing
	more  = 0.25 // share by which the load may be higher
)

// newSteady looks at windows of no more than half of what is left, so that there
// is something to compare with even where events are few.
//
// In a simulated run nothing at all may happen by chance, where little is expected: the noise,
// which is not seen then, is 1.
func newSteady(counts []float64, whole bool, expect float64, first int, sign, slack float64) steady {
	s := steady{sums: make([]float64, len(counts)+1), expect: expect, first: first, window: 1, sign: sign, slack: slack}
	rough := 0.0
	for i, x := range counts {
		s.sums[i+1] = s.sums[i] + x
		if i > first {
			rough += (x - counts[i-1]) * (x - counts[i-1]) / 2
		}
	}
	if all := s.sums[len(counts)] - s.sums[first]; all > 0 {
		s.noise = min(1, rough/all)
	} else if whole && expect*float64(len(counts)-first) <= sure*sure {
		s.noise = 1
	}
	enough := math.Pow(sure/slack, 2) * s.noise / expect
	for half := (len(counts) - first) / 2; float64(s.window) < enough && 2*s.window <= half; {
		s.window *= 2
	}
	return s
}

// every tells whether all windows that begin at step i pass; those that would
// reach beyond the end are left out. A test gets the sum of a window, what is
// expected of it and its standard error.
func (s steady) every(i int, pass func(sum, expected, se float64) bool) bool {
	for k := 1; k <= s.window && i+k < len(s.sums); k *= 2 {
		expected := float64(k) * s.expect
		if !pass(s.sums[i+k]-s.sums[i], expected, math.Sqrt(s.noise*expected)) {
			return false
		}
	}
	return true
}

// turn returns where in the longest window from step i on the counts cross a share
// of what is expected, from the side that is not normal.
func (s steady) turn(i int, share float64) int {
	best, at := 0.0, i
	for j := i; j <= i+s.window && j < len(s.sums); j++ {
		if missing := s.sign * (share*s.expect*float64(j-i) - s.sums[j] + s.sums[i]); missing > best {
			best, at = missing, j
		}
	}
	return at
}

// reaches returns the first step from which on the counts have the share of what is
// expected, within three standard errors, as several windows must agree; or Len
// if that never is.
func (s steady) reaches(share float64) int {
	n := len(s.sums) - 1
	for i := s.first; i+s.window <= n; i++ {
		if s.every(i, func(sum, expected, se float64) bool {
			return sum >= share*expected-3*math.Sqrt(share)*se-1e-9*expected
		}) {
			return s.turn(i, share*(1-2*fewer*math.Sqrt(s.noise)))
		}
	}
	return n
}

// normal tells whether no window that begins at step i has too few, or too many.
func (s steady) normal(i int) bool {
	return s.every(i, func(sum, expected, se float64) bool {
		return s.sign*(expected-sum) <= max(s.slack*expected, sure*se)
	})
}

// since returns the first step from which on the counts are normal and stay so, or
// Len. Relapses are let go that last a tenth of the time since then at most, unless
// the last one is longer than the longest window.
func (s steady) since() int {
	n := len(s.sums) - 1
	start := s.first
	for i := s.first; i < n; i++ {
		begin := i
		for i < n && !s.normal(i) {
			i++
		}
		if 10*(i-begin) > begin-start || i == n && i-begin > s.window {
			start = max(i, s.turn(i-1, (1-s.sign*s.slack)*(1-s.sign*fewer*math.Sqrt(s.noise))))
		}
	}
	return start
}
