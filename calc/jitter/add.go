package jitter

// add returns the law of jitter of a fixed width, added to the envelope.
//
//	d + U(0, m)    mean d + m/2, variance m^2/12
//
//	d  envelope, seconds
//	m  width, seconds
//
// Google's rule is min(c, 2^n + random_number_milliseconds), m = 1 s and the
// cap after: from the first envelope at the cap on nobody draws, all wait
// exactly c. Source: Google Cloud, Memorystore, "Exponential backoff".
func add(d, m, limit float64) Dist {
	return between(d, d+m, limit)
}
