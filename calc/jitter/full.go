package jitter

// full returns the law of full jitter: anything up to the envelope.
//
//	U(0, d)    mean d/2, variance d^2/12
//
//	d  envelope, seconds
//
// Half of the waits are below half the envelope, and some are next to nothing.
// After many doublings without a cap T_n/(a 2^n) follows the Fabius function.
// Source: Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog,
// 2015; gRPC until 2024; Envoy.
func full(d, limit float64) Dist {
	return between(0, d, limit)
}
