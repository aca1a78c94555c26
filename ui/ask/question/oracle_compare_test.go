package question_test

import (
	"fmt"
	"math"
	"slices"
)

// A figure checks one figure of an answer: whether a value is right, and if not, what would be.
type figure func(got float64) (right bool, want string)

// slack is the error that an answer may have in addition to the reference: a share of the value, and an absolute error
// of a probability.
type slack struct {
	share, probability float64
	least              float64 // of a mean: the possible error from one client in as many as are simulated
}

// exactly checks a figure that is not random.
func exactly(want float64) figure {
	return func(got float64) (bool, string) {
		right := got == want || math.Abs(got-want) <= 1e-9*math.Abs(want) || math.IsNaN(got) && math.IsNaN(want)
		return right, fmt.Sprint(want)
	}
}

// absent checks that a figure is absent.
func absent() figure {
	return func(got float64) (bool, string) { return math.IsNaN(got) || math.IsInf(got, 1), "that nobody has one" }
}

// about checks a figure with a standard error.
func about(want, se float64, e slack) figure {
	return func(got float64) (bool, string) {
		return got == want || math.Abs(got-want) <= 5*se+e.share*math.Abs(want)+1e-12, fmt.Sprintf("%.6g +- %.2g", want, se)
	}
}

// meanOf checks against the mean of samples.
func meanOf(xs []float64, e slack) figure {
	if len(xs) == 0 {
		return absent()
	}
	m, se := meanSE(xs)
	if n := float64(len(xs)); n > 1 { // an event with probability 1/n may have no sample
		se += math.Max(math.Abs(m), e.least) / n
	}
	return about(m, se, e)
}

// timeOf checks a mean time, unless a few long waits dominate it.
func timeOf(xs []float64, e slack) figure {
	if m, se := meanSE(xs); se > m/10 && len(xs) > 1000 {
		return whichever()
	}
	return meanOf(xs, e)
}

func meanSE(xs []float64) (mean, se float64) {
	for _, x := range xs {
		mean += x / float64(len(xs))
	}
	squares, largest := 0.0, 0.0
	for _, x := range xs {
		squares += (x - mean) * (x - mean)
		largest = math.Max(largest, math.Abs(x))
	}
	n := float64(len(xs))
	return mean, math.Sqrt(squares/math.Max(1, n-1)/n) + 1e-12*largest
}

// sdOf checks against the standard deviation of samples.
func sdOf(xs []float64, e slack) figure {
	m, _ := meanSE(xs)
	var squares []float64
	for _, x := range xs {
		squares = append(squares, (x-m)*(x-m))
	}
	v, se := meanSE(squares)
	if se > v/10 { // a few long waits dominate it
		return whichever()
	}
	return func(got float64) (bool, string) {
		return math.Abs(got*got-v) <= 5*se+(2*e.share+1e-9)*v+1e-14*m*m+v/float64(len(xs)),
			fmt.Sprintf("%.6g (variance %.6g +- %.2g)", math.Sqrt(v), v, se)
	}
}

// shareOf checks against count of n samples.
func shareOf(count, n int, e slack) figure {
	p := float64(count) / float64(n)
	if n == 1 {
		return exactly(p)
	}
	// five standard errors of none in 200 include one in 200
	se := math.Sqrt(math.Max(p*(1-p), 1/float64(n)) / float64(n))
	return func(got float64) (bool, string) {
		return got >= 0 && got <= 1+1e-12 && math.Abs(got-p) <= 5*se+e.probability, fmt.Sprintf("%.6g +- %.2g", p, se)
	}
}

// quantileOf checks a percentile: it is right if that share of the samples is below it. Values that differ by rounding
// count as equal.
func quantileOf(sorted []float64, q float64, e slack) figure {
	n := float64(len(sorted))
	if n == 0 {
		return absent()
	}
	off := 5*math.Sqrt(q*(1-q)/n) + 5/n + e.probability
	return func(got float64) (bool, string) {
		near := (e.share + 1e-9) * math.Abs(got)
		below, _ := slices.BinarySearch(sorted, got-near)
		upTo, _ := slices.BinarySearch(sorted, math.Nextafter(got+near, math.Inf(1)))
		want := sorted[min(len(sorted)-1, int(q*n))]
		if math.IsNaN(got) {
			return false, fmt.Sprintf("%.6g", want)
		}
		return float64(below)/n-off <= q && q <= float64(upTo)/n+off,
			fmt.Sprintf("%.6g: the share of %.6g is from %.5f to %.5f, not %g +- %.2g", want, got, float64(below)/n,
				float64(upTo)/n, q, off)
	}
}

// limitOf checks an end of a support: the value of a client that always draws the limit.
func limitOf(want float64) figure {
	return func(got float64) (bool, string) {
		return got == want || math.Abs(got-want) <= 1e-6*math.Abs(want)+1e-12, fmt.Sprintf("%.9g", want)
	}
}

// whichever accepts any value. Another test checks it, or the question sets it.
func whichever() figure { return func(float64) (bool, string) { return true, "" } }
