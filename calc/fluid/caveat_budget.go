package fluid

import (
	"math"

	"retune/calc/system"
)

// chanceInTokens says what chance does to the tokens of a process that makes so many
// attempts per second, while a share of its attempts fails at random.
func chanceInTokens(w system.System, load float64) string {
	shares := []float64{w.FailureRate}
	for _, o := range w.Outages {
		switch o.Kind {
		case system.Errors:
			shares = append(shares, 1-(1-w.FailureRate)*(1-o.Share))
		case system.Hang, system.Reject:
			shares = append(shares, 1)
		}
	}
	for _, f := range shares {
		if f == 0 {
			continue
		}
		retries := system.Tries(f, w.Client.Retries) - 1 // of a request if none is withheld
		if w.Client.Budget.Kind == system.Expiring {
			if windowByChance(w.Client.Budget, load, load*retries) {
				return "with so few retries in a window whether one more is allowed is up to chance"
			}
			continue
		}
		if f < 1 && bucketByChance(w.Client.Budget, f, retries, load*w.Duration) {
			return "with about as many failures at random as its tokens pay for, whether the budget runs out is up to chance"
		}
	}
	return ""
}

// windowByChance tells whether what a budget of the kind Expiring grants depends on chance:
// where it may bind, and grants so few that whole retries matter or about as many as
// are asked for. Rates are per second.
func windowByChance(b system.Budget, requests, asked float64) bool {
	grants := (b.Ratio*requests + b.Reserve) * b.Window
	asked *= b.Window
	return asked+spread*math.Sqrt(asked) > grants && (grants < few || grants+spread*math.Sqrt(grants) > asked)
}

// bucketByChance tells whether a bucket runs out, or does not, by chance, in that many
// requests of which so many attempts fail. Its tokens are a random walk from the top,
// with the mean m and the variance v per step. If m > 0 they are lower than K with a probability of
// about e^(-2 m K/v) once that has settled, and if m < 0 it is as rare that the bucket is not
// empty; the walk goes no further than spread standard deviations.
//
//	throttle  a step is an attempt     m = Ratio (1-f) - f              K half of Reserve
//	ratio     a step is a request      m = Ratio - x                    K Reserve
//	quota     a step is a request      m = 1-f - Cost f x               K Reserve
//
//	f  share of the attempts that fail     x  retries of a request, if none is withheld
func bucketByChance(b system.Budget, f, x, requests float64) bool {
	var m, v float64
	depth := b.Reserve
	switch b.Kind {
	case system.Throttle:
		m, v, depth = b.Ratio*(1-f)-f, f*(1-f)*(1+b.Ratio)*(1+b.Ratio), depth/2
	case system.Ratio:
		m, v = b.Ratio-x, x*(1+x)
	case system.Quota:
		cost := b.Price(false)
		m, v = 1-f-cost*f*x, cost*cost*f*x*(1+x)+f*(1-f)
	default:
		return false
	}
	const rare = 6 // e^-6 is one in 400
	return 2*math.Abs(m)*depth < rare*v && max(0, -m)*requests+spread*math.Sqrt(v*requests) > depth
}
