package jitter

import "math"

// A Type is a type of jitter, the rule that draws the delay t before a retry around the delay before jitter d. It is
// an index in Types.
type Type uint8

// The types of jitter. U(x, y) is uniform between x and y.
const (
	None           Type = iota // d
	Full                       // U(0, d)
	Equal                      // d/2 + U(0, d/2)
	Decorrelated               // U(a, m t), t the delay before; stateful
	Spread                     // d U(1-j, 1+j)
	Up                         // d U(1, 1+j)
	Down                       // d U(1-j, 1)
	Add                        // d + U(0, m)
	NormalRelative             // d + N(0, (j d)^2), never below 0
	NormalAbsolute             // d + N(0, sigma^2), never below 0
	Between                    // d U(i, j)
	Within                     // d + U(-m, m), never below 0
	AddGrowing                 // d + U(0, m k), k the retry
	WithinSteps                // d + U(-m n, m n), n = d/a in whole numbers, never below 0
	Slices                     // d (1 -+ j U(0, 1)), the sign alternates by tenths: one draw gives both
	Gap                        // d U(1-j/2, 1) or d U(1+j/2, 1+j)
	Parted                     // d + floor(S v) + (d - S) v, v = U(0, j), S the whole seconds of d
	Truncated                  // exponential, mean d, between two multiples of d
	Prior                      // r t + U(0, m t), t the delay before; stateful
	Smooth                     // F(k-1+U) - F(k-2+U before), F(x) = a r^x tanh(2 sqrt x)/1.4; stateful
)

// Types is the table of the types of jitter, by Type. A new type is one row.
var Types = []Row{
	None: {
		Name:    "none",
		Names:   []string{"no", "off", "false", "constant", "fixed"},
		Formula: "d",
		Users:   "go-retryablehttp, Temporal, Kubernetes CrashLoopBackOff; many clients by default",
		Bounds:  func(x DrawArgs) (float64, float64) { return x.Delay, x.Delay },
	},

	// Half of the delays are below d/2, and some are near 0. After many doublings without a cap T_n/(a 2^n) follows
	// the Fabius function.
	Full: {
		Name:    "full",
		Names:   []string{"random", "uniform", "full-random", "randomized", "grpc", "aws", "yes", "true", "on"},
		Formula: "U(0, d)",
		Users: "AWS SDKs (standard mode), Envoy, Google gax, Celery; gRPC until 2024. Brooker, AWS " +
			"Architecture Blog, 2015",
		Bounds: func(x DrawArgs) (float64, float64) { return 0, x.Delay },
	},

	Equal: {
		Name:    "equal",
		Names:   []string{"half"},
		Formula: "d/2 + U(0, d/2)",
		Users:   "Brooker, AWS Architecture Blog, 2015",
		Bounds:  func(x DrawArgs) (float64, float64) { return x.Delay / 2, x.Delay },
	},

	// The delay is cut at the cap, whatever CapAfter says.
	Decorrelated: {
		Name:        "decorrelated",
		Names:       []string{"decorr", "decorrelate"},
		Formula:     "U(a, m t), t the delay before",
		Users:       "Brooker, AWS Architecture Blog, 2015 (m = 3)",
		Unit:        Multiplier,
		Default:     3,
		MinAmount:   1,
		MaxAmount:   100,
		OmitDefault: true,
		After: func(x DrawArgs, before float64) (float64, float64) {
			if x.Retry == 1 {
				before = x.Initial
			}
			return x.Initial, max(x.Initial, x.Amount*before)
		},
	},

	// With the cap before the jitter the delay reaches (1+j) times the cap.
	Spread: {
		Name:      "spread",
		Names:     []string{"proportional", "plusminus", "plus-minus", "symmetric", "randomization", "relative"},
		Formula:   "d U(1-j, 1+j)",
		Users:     "gRPC and Kafka (j = 0.2), cenkalti/backoff and Resilience4j (j = 0.5), Fluentd (j = 0.125)",
		Unit:      Share,
		Default:   0.2,
		MaxAmount: 1,
		Bounds:    func(x DrawArgs) (float64, float64) { return x.Delay * (1 - x.Amount), x.Delay * (1 + x.Amount) },
	},

	Up: {
		Name:      "up",
		Names:     []string{"positive"},
		Formula:   "d U(1, 1+j)",
		Users:     "Kubernetes wait.Backoff, axios-retry (j = 0.2), p-retry and Linkerd (j = 1)",
		Unit:      Share,
		Default:   0.5,
		MaxAmount: 10,
		Bounds:    func(x DrawArgs) (float64, float64) { return x.Delay, x.Delay * (1 + x.Amount) },
	},

	Down: {
		Name:      "down",
		Names:     []string{"negative"},
		Formula:   "d U(1-j, 1)",
		Users:     "stripe-go (j = 0.25)",
		Unit:      Share,
		Default:   0.25,
		MaxAmount: 1,
		Bounds:    func(x DrawArgs) (float64, float64) { return x.Delay * (1 - x.Amount), x.Delay },
	},

	// Google applies the cap after the jitter: from the first d at the cap on all clients wait exactly c.
	Add: {
		Name:    "add",
		Names:   []string{"additive", "added", "plus"},
		Formula: "d + U(0, m)",
		Users: "Google Cloud and tenacity (m = 1 s), avast/retry-go (m = 100 ms), all with the cap after the " +
			"jitter",
		Unit:      Seconds,
		Default:   1,
		MaxAmount: math.Inf(1),
		Bounds:    func(x DrawArgs) (float64, float64) { return x.Delay, x.Delay + x.Amount },
	},

	NormalRelative: {
		Name:      "normal",
		Names:     []string{"gaussian", "gauss", "normally-distributed"},
		Formula:   "d + N(0, (j d)^2), not below 0",
		Users:     "hand-written clients",
		Unit:      Share,
		Default:   0.1,
		MaxAmount: 10,
		Deviation: func(x DrawArgs) float64 { return x.Amount * x.Delay },
	},

	NormalAbsolute: {
		Name:      "normal",
		Formula:   "d + N(0, sigma^2), not below 0",
		Users:     "smira's exponential-backoff (sigma = 0.1 s, with feedback)",
		Unit:      Seconds,
		Default:   0.1,
		MaxAmount: math.Inf(1),
		Deviation: func(x DrawArgs) float64 { return x.Amount },
	},

	// None, full, equal, spread, up and down are special cases.
	Between: {
		Name:    "between",
		Names:   []string{"multiple", "asymmetric"},
		Formula: "d U(i, j)",
		Description: "A random multiple of d, from the first amount to the second: between=0.8..1.3 is from 0.8 d " +
			"to 1.3 d, 1.05 d on average.",
		Users:       "azcore (0.8 to 1.3), retry of npm (1 to 2), Spring Retry (1 to r), AWS SDK for Go v1",
		Rare:        true,
		Unit:        Share,
		Default:     1.3,
		MaxAmount:   100,
		TwoAmounts:  true,
		DefaultFrom: 0.8,
		Bounds:      func(x DrawArgs) (float64, float64) { return x.Delay * x.From, x.Delay * x.Amount },
	},

	Within: {
		Name:    "within",
		Names:   []string{"either-side", "absolute"},
		Formula: "d + U(-m, m), not below 0",
		Description: "As much as the amount earlier or later than d, however long d is: it spreads the first " +
			"retries more, of their delay, than later ones. What would be below 0 is 0.",
		Users:     "failsafe-go (WithJitter), SmallRye (m = 200 ms), Dagster (m = a)",
		Rare:      true,
		Unit:      Seconds,
		Default:   0.2,
		MaxAmount: math.Inf(1),
		Bounds:    func(x DrawArgs) (float64, float64) { return x.Delay - x.Amount, x.Delay + x.Amount },
	},

	AddGrowing: {
		Name:    "add-growing",
		Names:   []string{"growing"},
		Formula: "d + U(0, m k)",
		Description: "d, and at random up to the amount more for the first retry, up to twice the amount for the " +
			"second, and so on with the number of the retry.",
		Users:         "Sidekiq (m = 10 s), Hangfire (m = 29 s)",
		Rare:          true,
		Unit:          Seconds,
		Default:       1,
		MaxAmount:     math.Inf(1),
		OwnPerRetry:   true,
		ByRetryNumber: true,
		Bounds:        func(x DrawArgs) (float64, float64) { return x.Delay, x.Delay + x.Amount*x.Retry },
	},

	// With a factor of 1.5 the range is m for the second retry and 2 m for the third.
	WithinSteps: {
		Name:    "within-steps",
		Names:   []string{"either-side-growing"},
		Formula: "d + U(-m n, m n), n = d/a in whole numbers, not below 0",
		Description: "Earlier or later than d by up to the amount for each whole initial delay that d has: of a d " +
			"of 2.9 initial delays, by up to twice the amount.",
		Users:       "Spring Framework 7",
		Rare:        true,
		Unit:        Seconds,
		Default:     0.2,
		MaxAmount:   math.Inf(1),
		OwnPerRetry: true,
		NotMonotone: true,
		Bounds: func(x DrawArgs) (float64, float64) {
			m := x.Amount * math.Floor(x.Delay/x.Initial*(1+1e-12))
			return x.Delay - m, x.Delay + m
		},
	},

	// If u lies in an even tenth of [0, 1) it is subtracted, in an odd tenth added.
	Slices: {
		Name:    "slices",
		Names:   []string{"alternating"},
		Formula: "d (1 - j u) or d (1 + j u), by tenths of u",
		Description: "Below or above d by up to j d. One number gives both: its first decimal place, even or odd, " +
			"says on which side, so that the slices of a tenth of j d lie below and above in turn.",
		Users:     "socket.io and backo2 (j = 0.5)",
		Rare:      true,
		Unit:      Share,
		Default:   0.5,
		MaxAmount: 1,
		CDF: func(x DrawArgs) func(t float64) float64 {
			return func(t float64) float64 {
				z := (t/x.Delay - 1) / x.Amount
				return shareOfTenths(z+1) + shareOfTenths(z)
			}
		},
	},

	Gap: {
		Name:    "gap",
		Names:   []string{"two-sided"},
		Formula: "d U(1-j/2, 1) or d U(1+j/2, 1+j)",
		Description: "Half of the delays are up to j/2 of d shorter than d, the others from j/2 to j of d longer, " +
			"and none is in between. The mean is j/4 of d longer than d.",
		Users:     "Oban.Backoff (j = 0.1)",
		Rare:      true,
		Unit:      Share,
		Default:   0.1,
		MaxAmount: 1,
		CDF: func(x DrawArgs) func(t float64) float64 {
			return func(t float64) float64 {
				z := (t/x.Delay - 1) / (x.Amount / 2)
				return (clamp(z+1) + clamp(z-1)) / 2
			}
		},
	},

	// The jitter of the whole seconds is cut to whole seconds: with 2 s and j = 0.99 it is 0 or 1 s. The jitter of the
	// rest is added to it. Above 1000 s this is ignored.
	Parted: {
		Name:    "parted",
		Names:   []string{"split-seconds"},
		Formula: "d + floor(S v) + (d - S) v, v = U(0, j), S whole seconds of d",
		Description: "d, and up to j d more; the part that the whole seconds of d add is cut to whole seconds. " +
			"Below 1 s it is the same as up; a longer delay falls into narrow pieces 1 s apart.",
		Users:       "tower (j = 0.99)",
		Rare:        true,
		Unit:        Share,
		Default:     0.99,
		MaxAmount:   10,
		OwnPerRetry: true,
		NotMonotone: true,
		CDF: func(x DrawArgs) func(t float64) float64 {
			whole := math.Floor(x.Delay * (1 + 1e-12))
			rest := math.Max(0, x.Delay-whole)
			return func(t float64) float64 {
				y := t - x.Delay
				if whole == 0 || whole > 1000 {
					return clamp(y / (x.Amount * x.Delay))
				}
				m := math.Floor(y / (1 + rest/whole) * (1 + 1e-12)) // floor(S v) at t
				v := (m + 1) / whole
				if rest > 0 {
					v = min(v, (y-m)/rest)
				}
				return clamp(v / x.Amount)
			}
		},
	},

	// With m = 1+j between d log2(2^m/(2^m - 1)) and m d. The mean stays near d: 1.001 d
	// for j = 0.3 and 1.0065 d for j = 1.
	Truncated: {
		Name:    "truncated",
		Names:   []string{"truncated-exponential", "poisson"},
		Formula: "exponential of mean d in [d log2(2^m/(2^m-1)), m d], m = 1+j",
		Description: "Drawn from an exponential distribution of mean d, without its shortest values and those " +
			"above 1 + j times d: short delays are likelier than long ones.",
		Users:     "Prefect",
		Rare:      true,
		Unit:      Share,
		Default:   0.3,
		MaxAmount: 10,
		CDF: func(x DrawArgs) func(t float64) float64 {
			m := 1 + x.Amount
			lo := -x.Delay * math.Log1p(-math.Exp2(-m)) / math.Ln2
			width := x.Delay*m - lo
			all := math.Expm1(-width / x.Delay)
			return func(t float64) float64 { return math.Expm1(-min(width, max(0, t-lo))/x.Delay) / all }
		},
	},

	// The cap comes after the jitter. The first delay is U(a, a (1+j)), which Kubernetes does not cap.
	Prior: {
		Name:    "prior",
		Names:   []string{"carried"},
		Formula: "r t + U(0, m t), t the delay before",
		Description: "The factor times the delay before, as that was drawn, and up to m times the delay before on " +
			"top: delays grow by more than the factor, and chance accumulates.",
		Users:       "Kubernetes flowcontrol",
		Rare:        true,
		Unit:        Multiplier,
		Default:     1,
		MaxAmount:   100,
		OmitDefault: true,
		After: func(x DrawArgs, before float64) (float64, float64) {
			if x.Retry == 1 {
				return x.Initial, x.Initial * (1 + x.Amount)
			}
			return x.Factor * before, (x.Factor + x.Amount) * before
		},
	},

	// F(x) = r^x tanh(2 sqrt x), and v is the u of the previous delay; F is 0 for the first. The delays add up to
	// a/1.4 F(n-1+u), whatever was drawn before: single delays vary a lot and their sum does not. 1/1.4 makes the
	// median of the first delay about 0.9 a.
	Smooth: {
		Name:    "smooth",
		Names:   []string{"decorrelated-v2", "polly"},
		Formula: "a/1.4 (F(k-1+u) - F(k-2+v)), F(x) = r^x tanh(2 sqrt x), v the u before",
		Description: "The time of each retry is drawn, and not the delay: the first k delays add up to a/1.4 " +
			"F(k-1+u) with one random number u, so that a long delay is followed by a shorter one. The " +
			"cap cuts each delay.",
		Users: "Polly and .NET resilience (r = 2), cockatiel",
		Rare:  true,
		Path: func(x DrawArgs, at float64) float64 {
			if at <= 0 {
				return 0
			}
			return x.Initial / 1.4 * math.Exp(at*math.Log1p(x.Factor-1)) * math.Tanh(2*math.Sqrt(at))
		},
	},
}

// clamp returns x limited to [0, 1].
func clamp(x float64) float64 { return min(1, max(0, x)) }

// shareOfTenths returns the length of the part of [0, z] in the odd tenths of [0, 1], from 0.1 to 0.2, from 0.3 to 0.4
// and so on.
func shareOfTenths(z float64) float64 {
	z = clamp(z)
	fifths := math.Floor(z * 5)
	return fifths/10 + min(0.1, max(0, z-fifths/5-0.1))
}
