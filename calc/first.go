package calc

// A First is the rule for the delay before retry 1.
type First uint8

// The kinds of first delays.
const (
	LikeOthers First = iota // as later delays
	NoDelay                 // 0: retry 1 starts as the first attempt fails (urllib3, CrashLoopBackOff, azure-core)
	Exact                   // the delay before jitter, without jitter (Fluentd, gRPC connections, object_store)
)

// A Quantum is the unit in which a client counts its delays. The zero value is none.
type Quantum struct {
	Size  float64  // q, seconds, >= 0; 0: none
	Round Rounding // how values between two multiples are rounded

	// Inclusive includes the upper end of a uniform range. U(lo, hi) rounded down becomes U(lo, hi+q) rounded down.
	// Celery draws from 0, 1, ..., x seconds, and Envoy, not inclusive, from 0, 1, ..., x-1 milliseconds.
	Inclusive bool

	// WholeEnds rounds the ends of a uniform range inwards to whole quanta before the draw. Spring 7 and Reactor cut
	// what they add or subtract to whole milliseconds.
	WholeEnds bool
}

// A Rounding is a way to round a delay to a multiple of the quantum.
type Rounding uint8

// The roundings.
const (
	Down    Rounding = iota // to the multiple below: integer conversion
	Nearest                 // to the nearest multiple, halves up
	Up                      // to the multiple above
)
