package jitter

// equal returns the law of equal jitter: half the envelope, and anything up to
// the other half.
//
//	d/2 + U(0, d/2)    mean 3d/4, variance d^2/48
//
//	d  envelope, seconds
//
// Source: Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog,
// 2015.
func equal(d, limit float64) Dist {
	return between(d/2, d, limit)
}
