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

// A Poll is a loop that starts the retries that are due: a retry starts at the first
// tick not before it is due. Its zero value is none.
//
// The first attempt is made a time Phase after a tick. Every retry starts at a tick, so
// that from the second delay on the phase is 0: the interval, attempt time and delay
// together, is rounded up to a whole number of ticks.
type Poll struct {
	Every   float64 // tau: time between two ticks, seconds, >= 0; 0: none
	Phase   float64 // phi: from a tick to the first attempt, seconds, 0 <= phi < tau; not read if Unknown
	Unknown bool    // phi is anything in [0, tau), all equally likely, and so is chance
}
