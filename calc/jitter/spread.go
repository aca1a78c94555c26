package jitter

// spread returns the law of jitter to both sides of the envelope.
//
//	d U(1-j, 1+j)    mean d, variance (j d)^2/3
//
//	d  envelope, seconds
//	j  share of it, 0 to 1
//
// Cap before jitter, the wait reaches (1+j) times the cap. Source: gRPC
// proposal A6 (j = 0.2); cenkalti/backoff (j = 0.5); Fluentd (j = 0.125).
func spread(d, j, limit float64) Dist {
	return between(d*(1-j), d*(1+j), limit)
}
