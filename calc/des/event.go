package des

import "math"

// An event is something that a client does at some time, with all that the
// client has to remember until then. It is carried in the queue itself, so that
// nothing has to be fetched from elsewhere when it is due.
//
//	at     time (40 bits), kind (3), the last call timed out (1), retry (20)
//	from   start of call 0, or of the call if it succeeds (40), memory (24)
//
// The memory is a float32 without its last 8 bits and its sign, shifted: the
// last delay of a stateful plan, or the think, to 1 in 100,000.
type event struct {
	at, from uint64
}

// The kinds of event.
const (
	calls    = iota // call 0 or a retry starts
	timesOut        // the client stops waiting; only where that changes what all share
	succeeds        // the answer comes; likewise
	arrives         // the next request of an open fleet
)

const (
	retryBits = 20
	topRetry  = 1<<retryBits - 1 // the number of a retry is not counted further
	lateBit   = 1 << retryBits
	atShift   = retryBits + 4
	fromShift = 24
)

func newEvent(at uint64, kind uint64, k uint64) event {
	return event{at: at<<atShift | kind<<(retryBits+1) | k}
}

// none says that a client is not heard of before the horizon, or is in a list.
func none() event { return event{at: math.MaxUint64} }

func (e event) isNone() bool  { return e.at == math.MaxUint64 }
func (e event) time() uint64  { return e.at >> atShift }
func (e event) kind() uint64  { return e.at >> (retryBits + 1) & 7 }
func (e event) late() bool    { return e.at&lateBit != 0 }
func (e event) retry() uint64 { return e.at & topRetry }
func (e event) start() uint64 { return e.from >> fromShift }

// remembers returns the memory, seconds.
func (e event) remembers() float64 {
	return float64(math.Float32frombits(uint32(e.from&(1<<24-1)) << 7))
}

// memory packs x >= 0 seconds. The exponent has 8 bits, the mantissa 16.
func memory(x float64) uint64 {
	return uint64(math.Float32bits(float32(x))+1<<6) >> 7
}
