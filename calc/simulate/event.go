package simulate

import "math"

// An event is an action of a client at some time, with all that the client remembers until then. The calendar holds
// the event itself, so that nothing else is fetched when it is due.
//
//	at     time (40 bits), kind (3), the last attempt timed out (1), retry (20)
//	from   start of the request, or of the attempt if it succeeds (40), memory (24)
//	owner  the process of the client
//	more   of a limit of starts: when its interval opened (40), attempts after that (24);
//	       of a count that outlives a success: retries before this request
//
// The memory is a float32 without its sign and its last 7 bits: the last delay of a stateful policy, the think time or
// the phase of the ticks, to 1 in 100,000.
type event struct {
	at, from, owner, more uint64
}

// The kinds of event.
const (
	starts   = iota // an attempt starts
	timesOut        // the client stops waiting; only if that affects other clients
	succeeds        // the answer comes; only if that affects other clients
	arrives         // the next request of an open stream
)

const (
	retryBits = 20
	topRetry  = 1<<retryBits - 1 // retries are not counted beyond this number
	lateBit   = 1 << retryBits
	atShift   = retryBits + 4
	fromShift = 24
	memory    = 1<<fromShift - 1
)

// none returns the event of a client that does nothing more before the end of the run, or that is in a list.
func none() event { return event{at: math.MaxUint64} }

func (e *event) isNone() bool  { return e.at == math.MaxUint64 }
func (e *event) time() uint64  { return e.at >> atShift }
func (e *event) kind() uint64  { return e.at >> (retryBits + 1) & 7 }
func (e *event) late() bool    { return e.at&lateBit != 0 }
func (e *event) retry() uint64 { return e.at & topRetry }
func (e *event) start() uint64 { return e.from >> fromShift }

// then returns the event of the end of the attempt at t.
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
