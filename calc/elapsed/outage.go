package elapsed

import "math"

// OutageKind is a kind of distribution of the end of an outage.
type OutageKind uint8

// The distributions of the end X.
const (
	FixedOutage       OutageKind = iota // X = A
	UniformOutage                       // X uniform on [A, B]
	ExponentialOutage                   // X exponential, mean A
	LogUniformOutage                    // ln X uniform on [ln A, ln B]: unknown length, all scales equally likely
	WorstOutage                         // the X up to B with the longest wait, for a policy without jitter; A is 0
)

// An Outage is the distribution of the time X at which an outage ends. The first
// attempt is made at 0, in the outage.
type Outage struct {
	Kind OutageKind
	A, B float64 // seconds, 0 < A <= B; Uniform also allows A = 0; Fixed and Exponential do not use B
}

// OutageOf returns an outage of a fixed length in seconds.
func OutageOf(length float64) Outage { return Outage{Kind: FixedOutage, A: length, B: length} }

// IsFixed reports whether the end is certain: X = A.
func (o Outage) IsFixed() bool {
	return o.Kind == FixedOutage || o.Kind != ExponentialOutage && o.A == o.B
}

// Mean returns E X, seconds.
//
//	uniform (A+B)/2    exponential A    log-uniform (B-A)/ln(B/A)
func (o Outage) Mean() float64 {
	switch {
	case o.IsFixed():
		return o.A
	case o.Kind == WorstOutage:
		return o.B
	case o.Kind == UniformOutage:
		return o.A + (o.B-o.A)/2
	case o.Kind == LogUniformOutage:
		return (o.B - o.A) / math.Log(o.B/o.A)
	}
	return o.A
}

// Support returns the least interval that X never leaves, seconds.
func (o Outage) Support() (lo, hi float64) {
	switch {
	case o.IsFixed():
		return o.A, o.A
	case o.Kind == ExponentialOutage:
		return 0, math.Inf(1)
	}
	return o.A, o.B
}

// CDF returns P(X <= x), x in seconds.
func (o Outage) CDF(x float64) float64 {
	lo, hi := o.Support()
	switch {
	case x >= hi:
		return 1
	case x <= lo:
		return 0
	case o.Kind == UniformOutage:
		return (x - o.A) / (o.B - o.A)
	case o.Kind == LogUniformOutage:
		return math.Log(x/o.A) / math.Log(o.B/o.A)
	}
	return -math.Expm1(-x / o.A)
}

// Quantile returns the x with P(X <= x) = q, seconds, 0 <= q <= 1. With q uniform
// on [0, 1) it is a draw of X.
func (o Outage) Quantile(q float64) float64 {
	switch {
	case o.IsFixed():
		return o.A
	case o.Kind == UniformOutage:
		return o.A + (o.B-o.A)*q
	case o.Kind == LogUniformOutage:
		return min(o.B, o.A*math.Exp(q*math.Log(o.B/o.A)))
	}
	return -o.A * math.Log1p(-q)
}

// Partial returns E (X; X <= x), seconds, for an X that is not fixed.
//
//	uniform (x^2-A^2)/2(B-A)    exponential A - (x+A) e^(-x/A)    log-uniform (x-A)/ln(B/A)
func (o Outage) Partial(x float64) float64 {
	lo, hi := o.Support()
	switch {
	case x >= hi:
		return o.Mean()
	case x <= lo:
		return 0
	case o.Kind == UniformOutage:
		return (x - o.A) * (x + o.A) / 2 / (o.B - o.A)
	case o.Kind == LogUniformOutage:
		return (x - o.A) / math.Log(o.B/o.A)
	}
	return o.A*-math.Expm1(-x/o.A) - x*math.Exp(-x/o.A)
}

// Inverse returns E (1/X; X <= x), per second, for an X that is not fixed. It is +Inf if X may be arbitrarily close to
// 0.
//
//	uniform ln(x/A)/(B-A)    log-uniform (1/A - 1/x)/ln(B/A)
func (o Outage) Inverse(x float64) float64 {
	lo, hi := o.Support()
	x = min(x, hi)
	switch {
	case x <= lo:
		return 0
	case lo == 0:
		return math.Inf(1)
	case o.Kind == UniformOutage:
		return math.Log(x/o.A) / (o.B - o.A)
	}
	return (1/o.A - 1/x) / math.Log(o.B/o.A)
}

// A Reconnect has the figures of clients after an outage: the distribution of the reconnect delay w, the time from the
// end X of the outage to the next retry, and the retries before X. A retry that starts exactly at X succeeds, w = 0. A
// retry that starts before X fails, even if its attempt outlasts X.
//
// A policy may end before the outage does. Mean, RelativeMean, the quantiles and Max are over the clients that come
// back, and NaN if none do.
type Reconnect struct {
	Mean         float64 // E w, seconds
	P50          float64 // median of w, seconds
	P95, P99     float64 // quantiles of w, seconds
	Max          float64 // the least time that w never exceeds, seconds; may be +Inf
	RelativeMean float64 // E (w/X); +Inf if X may be arbitrarily close to 0
	Wasted       float64 // expected number of retries that start before X, the first attempt not counted
	GaveUp       float64 // probability that the policy ends before the outage
	Error        float64 // possible error of the CDF of w at the quantiles, a probability
}

// NoReconnect returns the figures if no client comes back.
func NoReconnect(wasted float64) Reconnect {
	nan := math.NaN()
	return Reconnect{nan, nan, nan, nan, nan, nan, wasted, 1, 0}
}
