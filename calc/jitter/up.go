package jitter

// up returns the law of jitter above the envelope.
//
//	d U(1, 1+j)    mean d (1 + j/2), variance (j d)^2/12
//
//	d  envelope, seconds
//	j  share of it, >= 0
//
// Source: Kubernetes wait.Jitter; Linkerd (j = 1).
func up(d, j, limit float64) Dist {
	return between(d, d*(1+j), limit)
}
