package simulate

import "math"

// An event is something that a client does at some time, with all that it has to
// remember until then. It is carried in the calendar itself, so that nothing has to be
// fetched from elsewhere when it is due.
//
//	at     time (40 bits), kind (3), the last attempt timed out (1), retry (20)
//	from   start of the request, or of the attempt if it succeeds (40), memory (24)
//	owner  the process of the client
//	more   of a limit of starts: when its interval opened (40), attempts after that (24);
//	       of a count that outlives a success: retries before this request
//
// The memory is a float32 without its last 8 bits and its sign, shifted: the last delay
// of a stateful policy, or the think, or the phase of the ticks, to 1 in 100,000.
type event struct {
	at, from, owner, more uint64
}

// The kinds of event.
const (
	starts   = iota // an attempt starts
	timesOut        // the client stops waiting; only where that changes what others feel
	succeeds        // the answer comes; likewise
	arrives         // the next request of an open stream
)

const (
	retryBits = 20
	topRetry  = 1<<retryBits - 1 // the number of a retry is not counted further
	lateBit   = 1 << retryBits
	atShift   = retryBits + 4
	fromShift = 24
	memory    = 1<<fromShift - 1
)

// none says that a client is not heard of before the end of the run, or is in a list.
func none() event { return event{at: math.MaxUint64} }

func (e *event) isNone() bool  { return e.at == math.MaxUint64 }
func (e *event) time() uint64  { return e.at >> atShift }
func (e *event) kind() uint64  { return e.at >> (retryBits + 1) & 7 }
func (e *event) late() bool    { return e.at&lateBit != 0 }
func (e *event) retry() uint64 { return e.at & topRetry }
func (e *event) start() uint64 { return e.from >> fromShift }

// then returns the event with which the attempt ends at t.
func (e *event) then(t, kind uint64) event {
	return event{at: t<<atShift | kind<<(retryBits+1) | e.at&(lateBit|topRetry), from: e.from, owner: e.owner,
		more: e.more}
}

// remembers returns the memory, seconds.
func (e *event) remembers() float64 {
	return float64(math.Float32frombits(uint32(e.from&memory) << 7))
}

// encode returns the memory of x >= 0 seconds. The exponent has 8 bits, the mantissa 16.
func encode(x float64) uint64 {
	return uint64(math.Float32bits(float32(x))+1<<6) >> 7
}
