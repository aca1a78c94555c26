package jitter

// down returns the law of jitter below the envelope.
//
//	d U(1-j, 1)    mean d (1 - j/2), variance (j d)^2/12
//
//	d  envelope, seconds
//	j  share of it, 0 to 1; 1 is full jitter
//
// The wait never exceeds the cap. Source: stripe-go (j = 0.25).
func down(d, j, limit float64) Dist {
	return between(d*(1-j), d, limit)
}
