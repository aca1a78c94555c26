package calc

// A First is how the delay before retry 1 differs from those after it.
type First uint8

// The first delay.
const (
	Usual   First = iota // it follows the rule
	NoDelay              // 0: retry 1 starts when the first attempt has failed (urllib3, CrashLoopBackOff, azure-core)
	Exact                // the delay before jitter, whatever the jitter (Fluentd, gRPC connections, object_store)
)

// A Quantum is the unit in which a client counts its delays. Its zero value is none.
type Quantum struct {
	Size  float64  // q, seconds, >= 0; 0: none
	Round Rounding // of what lies between two multiples

	// The upper end of a uniform range can be drawn, too: of U(lo, hi) that is rounded
	// down, what is rounded is U(lo, hi+q). Celery draws from 0, 1, ..., x seconds, and
	// Envoy, not inclusive, from 0, 1, ..., x-1 milliseconds.
	Inclusive bool

	// The ends of a uniform range are whole quanta, too, the one below rounded up and the
	// one above down, before anything is drawn from it: Spring 7 and Reactor cut what they
	// add or take away to whole milliseconds.
	WholeEnds bool
}

// A Rounding is the way in which a delay is made a multiple of the quantum.
type Rounding uint8

// The roundings.
const (
	Down    Rounding = iota // to the multiple below: integer conversion
	Nearest                 // to the nearest one, halves up
	Up                      // to the multiple above
)
