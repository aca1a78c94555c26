package numeric

import "math"

// Wilson returns Wilson's interval for a probability after n successes in the given number of runs, z standard
// deviations to both sides:
//
//	(p + z²/2N ± z sqrt(p(1-p)/N + z²/4N²)) / (1 + z²/N)    p = n/N, N trials
//
// The interval is [0, 1] without a trial. Source: E. B. Wilson, JASA 22 (1927).
func Wilson(n, runs, z float64) (lo, hi float64) {
	if runs == 0 {
		return 0, 1
	}
	p, zz := n/runs, z*z/runs
	middle, half := p+zz/2, z*math.Sqrt(p*(1-p)/runs+zz/(4*runs))
	return max(0, (middle-half)/(1+zz)), min(1, (middle+half)/(1+zz))
}

// Reaches reports whether the probability of a success is at least p after n successes in the given number of runs, of
// which open ones are undecided and may still be successes: 1 if the lower end of Wilson's interval without these is at
// least p, -1 if the upper end with all of them is below, and 0 if the runs do not show it. z is as in [Wilson].
func Reaches(n, open, runs int, p, z float64) int {
	lo, _ := Wilson(float64(n), float64(runs), z)
	_, hi := Wilson(float64(min(runs, n+open)), float64(runs), z)
	switch {
	case runs == 0:
		return 0
	case lo >= p:
		return 1
	case hi < p:
		return -1
	}
	return 0
}
