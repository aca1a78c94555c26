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
