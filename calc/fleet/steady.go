package fleet

import "math"

// A steady finds when a rate has returned to normal, from counts per step that are expected values or come from one
// simulated run. It compares sums over windows of 1, 2, 4, ... steps with the expected sums and ignores differences
// that chance explains. Short windows show large changes, the longest window small ones. A change that a window has
// shown is placed where the cumulative shortfall is greatest (Page, Biometrika 41, 1954).
type steady struct {
	sums   []float64 // sums[i] is the sum of the counts before step i
	expect float64   // expected count per step
	first  int       // the first step considered
	window int       // the longest window, steps
	sign   float64   // 1: too few are abnormal; -1: too many are
	slack  float64   // relative difference that is normal
	noise  float64   // variance of a count divided by its mean: 0 for expected values, 1 for independent events
}

// sure is the number of standard errors beyond which chance does not explain a difference. A count of independent
// events with mean M is below M - z sqrt(M) with a probability under e^(-z^2/2) (Chernoff), one in 270,000 at z = 5,
// and almost as rarely above M + z sqrt(M) unless M is small. The rare exceptions are short relapses.
const sure = 5.0 // standard errors

// The relative differences that are still normal. They exceed what the formulas for the normal load ignore, such as
// retries of attempts that a server near its capacity sometimes refuses, and are smaller than any outage. The longest
// window has enough events for random differences to be no larger.
const (
	fewer = 0.1  // share of successes that may be missing
	more  = 0.25 // share by which the load may be higher
)

// newSteady returns a steady for counts from step first on. Windows are at most half of the remaining steps, to leave
// something to compare even if events are few.
//
// A simulated run with few expected events may have none by chance. Its noise cannot be measured then and is set to 1.
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

// every reports whether all windows that begin at step i and end within the run pass. pass receives the sum of a
// window, its expected sum and its standard error.
func (s steady) every(i int, pass func(sum, expected, se float64) bool) bool {
	for k := 1; k <= s.window && i+k < len(s.sums); k *= 2 {
		expected := float64(k) * s.expect
		if !pass(s.sums[i+k]-s.sums[i], expected, math.Sqrt(s.noise*expected)) {
			return false
		}
	}
	return true
}

// turn returns the step in the longest window from step i on at which the counts cross a share of the expected counts,
// coming from the abnormal side.
func (s steady) turn(i int, share float64) int {
	best, at := 0.0, i
	for j := i; j <= i+s.window && j < len(s.sums); j++ {
		if missing := s.sign * (share*s.expect*float64(j-i) - s.sums[j] + s.sums[i]); missing > best {
			best, at = missing, j
		}
	}
	return at
}

// reaches returns the first step from which on the counts reach the given share of the expected counts and do not fall
// below it again, or the number of steps if they never do. Each window may be up to three standard errors below,
// because several windows must agree.
func (s steady) reaches(share float64) int {
	s.slack = max(s.slack, 1-share)
	n := len(s.sums) - 1
	i, _ := s.since()
	for ; i+s.window <= n; i++ {
		if s.every(i, func(sum, expected, se float64) bool {
			return sum >= share*expected-3*math.Sqrt(share)*se-1e-9*expected
		}) {
			return s.turn(i, share*(1-2*fewer*math.Sqrt(s.noise)))
		}
	}
	return n
}

// normal reports whether no window that begins at step i has too few (sign 1) or too many (sign -1).
func (s steady) normal(i int) bool {
	return s.every(i, func(sum, expected, se float64) bool {
		return s.sign*(expected-sum) <= max(s.slack*expected, sure*se)
	})
}

// since returns the first step from which on the counts stay normal, or the number of steps: the first whose windows
// are all normal, and the later one at which the counts turn. It ignores relapses that last at most a tenth of the time
// since then, unless the run ends in a relapse longer than the longest window.
func (s steady) since() (first, start int) {
	n := len(s.sums) - 1
	first, start = s.first, s.first
	for i := s.first; i < n; i++ {
		begin := i
		for i < n && !s.normal(i) {
			i++
		}
		if 10*(i-begin) > begin-start || i == n && i-begin > s.window {
			first, start = i, max(i, s.turn(i-1, (1-s.sign*s.slack)*(1-s.sign*fewer*math.Sqrt(s.noise))))
		}
	}
	return first, start
}
