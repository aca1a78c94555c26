package jitter

import "math"

// A Type names a type of jitter, the rule by which the delay t before a retry is
// drawn around the delay before jitter d: its place in Types.
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
)

// A Unit is what the amount of a type of jitter is measured in.
type Unit uint8

// The units of an amount.
const (
	NoAmount   Unit = iota
	Share           // of the delay before jitter
	Seconds         // and then it does not grow with the delay
	Multiplier      // of the delay before this one
)

// A Row is all that is known of one type of jitter; nothing else tells types
// apart. Exactly one of the four functions is set:
//
//	Bounds     t ~ U(lo, hi)
//	Deviation  t ~ max(0, N(d, sd^2))
//	Pieces     t is a mixture of uniforms and points in ascending order, none within
//	           another, weights adding up to 1
//	After      t ~ U(lo, hi), by the delay before this one and the initial delay a
//
// d is finite and above 0, and so are the bounds.
type Row struct {
	Name    string  // as it is written; two rows share one where the unit of the amount tells them apart
	Names   string  // its other names, with spaces between them
	Formula string  // in one line
	Users   string  // who uses it, or who published it
	Unit    Unit    // of the amount
	Usual   float64 // amount if none is given
	Least   float64 // amount at which the range begins
	Most    float64 // amount at which the range ends; +Inf: any finite one
	Implied bool    // the usual amount is not written

	Bounds    func(d, amount float64) (lo, hi float64)
	Deviation func(d, amount float64) (sd float64)
	Pieces    func(d, amount float64) []Component
	After     func(a, amount, before float64) (lo, hi float64)
}

// Types is the table of the types of jitter, by Type. A new type is one row.
var Types = []Row{
	None: {Name: "none", Names: "no off false constant fixed", Formula: "d", Users: "go-retryablehttp, Temporal, Kubernetes CrashLoopBackOff; many clients by default",
		Bounds: func(d, _ float64) (float64, float64) { return d, d }},

	// Half of the delays are below d/2, and some are next to nothing. After many
	// doublings without a cap T_n/(a 2^n) follows the Fabius function.
	Full: {Name: "full", Names: "random uniform full-random randomized grpc aws yes true on", Formula: "U(0, d)", Users: "AWS SDKs (standard mode), Envoy, Google gax, Celery; gRPC until 2024. Brooker, AWS Architecture Blog, 2015",
		Bounds: func(d, _ float64) (float64, float64) { return 0, d }},

	Equal: {Name: "equal", Names: "half", Formula: "d/2 + U(0, d/2)", Users: "Brooker, AWS Architecture Blog, 2015",
		Bounds: func(d, _ float64) (float64, float64) { return d / 2, d }},

	// The delay is cut at the cap, whatever CapAfter says.
	Decorrelated: {Name: "decorrelated", Names: "decorr decorrelate", Formula: "U(a, m t), t the delay before", Users: "Brooker, AWS Architecture Blog, 2015 (m = 3)",
		Unit: Multiplier, Usual: 3, Least: 1, Most: 100, Implied: true,
		After: func(a, m, before float64) (float64, float64) { return a, math.Max(a, m*before) }},

	// With the cap before the jitter the delay reaches (1+j) times the cap.
	Spread: {Name: "spread", Names: "proportional plusminus plus-minus symmetric randomization relative", Formula: "d U(1-j, 1+j)", Users: "gRPC and Kafka (j = 0.2), cenkalti/backoff and Resilience4j (j = 0.5), Fluentd (j = 0.125)",
		Unit: Share, Usual: 0.2, Least: 0, Most: 1,
		Bounds: func(d, j float64) (float64, float64) { return d * (1 - j), d * (1 + j) }},

	Up: {Name: "up", Names: "positive", Formula: "d U(1, 1+j)", Users: "Kubernetes wait.Backoff, axios-retry (j = 0.2), p-retry and Linkerd (j = 1)",
		Unit: Share, Usual: 0.5, Least: 0, Most: 10,
		Bounds: func(d, j float64) (float64, float64) { return d, d * (1 + j) }},

	Down: {Name: "down", Names: "negative", Formula: "d U(1-j, 1)", Users: "stripe-go (j = 0.25)",
		Unit: Share, Usual: 0.25, Least: 0, Most: 1,
		Bounds: func(d, j float64) (float64, float64) { return d * (1 - j), d }},

	// Google has the cap after the jitter, and from the first d at the cap on
	// nobody draws: all wait exactly c.
	Add: {Name: "add", Names: "additive added plus", Formula: "d + U(0, m)", Users: "Google Cloud and tenacity (m = 1 s), avast/retry-go (m = 100 ms), all with the cap after the jitter",
		Unit: Seconds, Usual: 1, Least: 0, Most: math.Inf(1),
		Bounds: func(d, m float64) (float64, float64) { return d, d + m }},

	NormalRelative: {Name: "normal", Names: "gaussian gauss normally-distributed", Formula: "d + N(0, (j d)^2), not below 0", Users: "hand-written clients",
		Unit: Share, Usual: 0.1, Least: 0, Most: 10,
		Deviation: func(d, j float64) float64 { return j * d }},

	NormalAbsolute: {Name: "normal", Formula: "d + N(0, sigma^2), not below 0", Users: "smira's exponential-backoff (sigma = 0.1 s, with feedback)",
		Unit: Seconds, Usual: 0.1, Least: 0, Most: math.Inf(1),
		Deviation: func(_, sigma float64) float64 { return sigma }},
}

// Row returns the row of the type, which must be in the table.
func (t Type) Row() *Row { return &Types[t] }

// A Jitter is a type of jitter with its amount.
type Jitter struct {
	Type   Type
	Amount float64 // in the unit and the range of the row; not read where that has no amount
}

// Draws reports whether anything is left to chance. An amount of zero does not:
// then every number is that of package calc, to the last bit.
func (j Jitter) Draws() bool {
	row := j.Type.Row()
	return j.Type != None && (row.Unit == NoAmount || row.Unit == Multiplier || j.Amount > 0)
}
