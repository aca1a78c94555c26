package question_test

import (
	"fmt"
	"math"
	"slices"
)

// A figure is what the reference knows of one figure of an answer: whether a value
// is right, and if not what would be.
type figure func(got float64) (right bool, want string)

// slack is the error that an answer may have besides that of the reference: a share
// of the value, and so much of a probability.
type slack struct {
	share, probability float64
	least              float64 // of a mean: how far one client in as many as are simulated may be off
}

// exactly is a figure that leaves nothing to chance.
func exactly(want float64) figure {
	return func(got float64) (bool, string) {
		right := got == want || math.Abs(got-want) <= 1e-9*math.Abs(want) || math.IsNaN(got) && math.IsNaN(want)
		return right, fmt.Sprint(want)
	}
}

// absent is a figure that cannot be given.
func absent() figure {
	return func(got float64) (bool, string) { return math.IsNaN(got) || math.IsInf(got, 1), "that nobody has one" }
}

// about is a figure with a standard error.
func about(want, se float64, e slack) figure {
	return func(got float64) (bool, string) {
		return got == want || math.Abs(got-want) <= 5*se+e.share*math.Abs(want)+1e-12, fmt.Sprintf("%.6g +- %.2g", want, se)
	}
}

// meanOf is the mean of what was drawn.
func meanOf(xs []float64, e slack) figure {
	if len(xs) == 0 {
		return absent()
	}
	m, se := meanSE(xs)
	if n := float64(len(xs)); n > 1 { // what one in n does, none of them may have done
		se += math.Max(math.Abs(m), e.least) / n
	}
	return about(m, se, e)
}

// timeOf is a mean time, unless few clients who wait long make most of it.
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

// sdOf is their standard deviation.
func sdOf(xs []float64, e slack) figure {
	m, _ := meanSE(xs)
	var squares []float64
	for _, x := range xs {
		squares = append(squares, (x-m)*(x-m))
	}
	v, se := meanSE(squares)
	if se > v/10 { // few clients who wait long make most of it
		return whichever()
	}
	return func(got float64) (bool, string) {
		return math.Abs(got*got-v) <= 5*se+(2*e.share+1e-9)*v+1e-14*m*m+v/float64(len(xs)),
			fmt.Sprintf("%.6g (variance %.6g +- %.2g)", math.Sqrt(v), v, se)
	}
}

// shareOf is how many of n had something.
func shareOf(count, n int, e slack) figure {
	p := float64(count) / float64(n)
	if n == 1 {
		return exactly(p)
	}
	se := math.Sqrt(math.Max(p*(1-p), 1/float64(n)) / float64(n)) // five of which are one in 200 where none had it
	return func(got float64) (bool, string) {
		return got >= 0 && got <= 1+1e-12 && math.Abs(got-p) <= 5*se+e.probability, fmt.Sprintf("%.6g +- %.2g", p, se)
	}
}

// quantileOf is a percentile of what was drawn: right if as many as that lie below
// it. Values that are nearer than a rounding count as one.
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

// limitOf is an end of a support: that of the client who draws the limit every time.
func limitOf(want float64) figure {
	return func(got float64) (bool, string) {
		return got == want || math.Abs(got-want) <= 1e-6*math.Abs(want)+1e-12, fmt.Sprintf("%.9g", want)
	}
}

// whichever is a figure that is judged elsewhere, or is what the question says.
func whichever() figure { return func(float64) (bool, string) { return true, "" } }
