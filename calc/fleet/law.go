package fleet

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"retune/calc/numeric"
)

// LawKind is a kind of distribution of the service time.
type LawKind uint8

// The kinds of distribution.
const (
	Constant    LawKind = iota // every attempt takes the mean
	Exponential                // memoryless, as in M/M/c
	Lognormal                  // the logarithm is normal with standard deviation Sigma
	Listed                     // each value of Sample is equally likely
)

// A Law is the distribution of a service time over its mean, so that its own mean is 1. Times are drawn independently,
// when the server starts to serve an attempt.
//
//	exponential   P(X > x) = exp(-x)
//	lognormal     X = exp(sigma Z - sigma^2/2), Z standard normal
type Law struct {
	Kind   LawKind
	Sigma  float64 // finite and > 0; for Lognormal
	Sample *Sample // for Listed
}

// A Sample is equally likely values with mean 1, sorted. [ListOf] makes one; its fields are for encoding.
type Sample struct {
	Sorted []float64
	Sums   []float64 // Sums[i] is the sum of the first i values
	Square float64   // variance
}

// ListOf returns the law in which each of the times is equally likely, and the mean of the times. The times must be
// finite and at least 0. The error says that there are none or that all are 0.
func ListOf(times []float64) (law Law, mean float64, err error) {
	sum := 0.0
	for _, x := range times {
		sum += x
	}
	n := float64(len(times))
	if mean = sum / n; !(mean > 0) || math.IsInf(mean, 1) {
		return law, 0, errors.New("no time is above 0")
	}
	t := &Sample{Sorted: make([]float64, len(times)), Sums: make([]float64, len(times)+1)}
	for i, x := range times {
		t.Sorted[i] = x / mean
	}
	numeric.Sort(t.Sorted)
	for i, x := range t.Sorted {
		t.Sums[i+1] = t.Sums[i] + x
		t.Square += (x - 1) * (x - 1) / n
	}
	return Law{Kind: Listed, Sample: t}, mean, nil
}

// LognormalOf returns the lognormal law with the given quotient of p99 and median, which must be above 1, and the
// quotient of mean and median.
//
//	sigma = ln(p99/p50)/z    mean/p50 = exp(sigma^2/2)    z = 2.326..., the 99 % point of the normal law
func LognormalOf(p99 float64) (law Law, mean float64) {
	sigma := math.Log(p99) / z99
	return Law{Kind: Lognormal, Sigma: sigma}, math.Exp(sigma * sigma / 2)
}

// LognormalFrom returns the lognormal law with the given quotient of p99 and mean. Two laws have it, and the law is the
// one with the smaller sigma, which has the larger median. ok is false unless the quotient is above 1 and at most
// [MostOverMean].
//
//	sigma = z - sqrt(z^2 - 2 ln(p99/mean))
func LognormalFrom(p99 float64) (law Law, ok bool) {
	room := z99*z99 - 2*math.Log(p99)
	if !(p99 > 1 && room >= 0) {
		return law, false
	}
	return Law{Kind: Lognormal, Sigma: 2 * math.Log(p99) / (z99 + math.Sqrt(room))}, true
}

// z99 is the 99 % point of the standard normal law.
var z99 = normalQuantile(0.99)

// MostOverMean is the greatest quotient of p99 and mean of a lognormal law, exp(z^2/2) = 14.97.
var MostOverMean = math.Exp(z99 * z99 / 2)

func normalQuantile(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }

// normalTail returns P(Z >= x) for a standard normal Z.
func normalTail(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 }

// Draw returns a random value.
func (l Law) Draw(r *rand.Rand) float64 {
	switch l.Kind {
	case Exponential:
		return r.ExpFloat64()
	case Lognormal:
		return math.Exp(l.Sigma * (r.NormFloat64() - l.Sigma/2))
	case Listed:
		return l.Sample.Sorted[r.IntN(len(l.Sample.Sorted))]
	}
	return 1
}

// AtLeast returns P(X >= x), x >= 0.
func (l Law) AtLeast(x float64) float64 {
	switch l.Kind {
	case Exponential:
		return math.Exp(-x)
	case Lognormal:
		return normalTail(math.Log(x)/l.Sigma + l.Sigma/2)
	case Listed:
		i, _ := slices.BinarySearch(l.Sample.Sorted, x)
		n := len(l.Sample.Sorted)
		return float64(n-i) / float64(n)
	}
	if x <= 1 {
		return 1
	}
	return 0
}

// Until returns E min(X, x), x >= 0: the mean of the time that an attempt occupies a worker if it leaves at x.
//
//	exponential   1 - exp(-x)
//	lognormal     P(Z < (ln x - sigma^2/2)/sigma) + x P(X >= x)
func (l Law) Until(x float64) float64 {
	if math.IsInf(x, 1) {
		return 1
	}
	switch l.Kind {
	case Exponential:
		return -math.Expm1(-x)
	case Lognormal:
		return normalTail(l.Sigma/2-math.Log(x)/l.Sigma) + x*l.AtLeast(x)
	case Listed:
		i, _ := slices.BinarySearch(l.Sample.Sorted, x)
		return l.Sample.Sums[i]/float64(len(l.Sample.Sorted)) + x*l.AtLeast(x)
	}
	return min(1, x)
}

// Quantile returns the least x with P(X <= x) >= p, 0 < p < 1.
func (l Law) Quantile(p float64) float64 {
	switch l.Kind {
	case Exponential:
		return -math.Log1p(-p)
	case Lognormal:
		return math.Exp(l.Sigma * (normalQuantile(p) - l.Sigma/2))
	case Listed:
		n := float64(len(l.Sample.Sorted))
		return l.Sample.Sorted[int(max(0, math.Ceil(p*n-1e-9)-1))]
	}
	return 1
}

// Least returns a value below which practically none of a run is: P(X < x) is at most 1e-13.
func (l Law) Least() float64 { return l.Quantile(1e-13) }

// Variance returns the variance, which is the squared coefficient of variation of the service time.
//
//	exponential 1    lognormal exp(sigma^2) - 1
func (l Law) Variance() float64 {
	switch l.Kind {
	case Exponential:
		return 1
	case Lognormal:
		return math.Expm1(l.Sigma * l.Sigma)
	case Listed:
		return l.Sample.Square
	}
	return 0
}

// FalseTimeouts returns the share of the attempts whose service alone lasts for the timeout x or longer: P(S >= x). An
// answer at the timeout is too late. A healthy server without a queue answers the other attempts in time.
//
//	x  seconds, > 0, or +Inf
func (s Server) FalseTimeouts(x float64) float64 {
	if s.Law.Kind == Constant && x > s.ServiceTime {
		return 0
	}
	return s.Law.AtLeast(x / s.ServiceTime)
}
