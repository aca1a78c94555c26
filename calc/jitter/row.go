package jitter

// A Unit is what the amount of a type of jitter is measured in.
type Unit uint8

// The units of an amount.
const (
	NoAmount   Unit = iota
	Share           // of the delay before jitter
	Seconds         // and then it does not grow with the delay
	Multiplier      // of the delay before this one
)

// A Row defines one type of jitter; nothing else tells types
// apart. Exactly one of the functions is set:
//
//	Bounds     t ~ U(lo, hi)
//	Deviation  t ~ max(0, N(d, sd^2))
//	CDF        P(t <= x), 0 below 0 and 1 from (2 + Amount) d on
//	After      t ~ U(lo, hi), by the delay before this one; stateful
//	Path       t = Path(k-1+u) - Path(k-2+u before), u uniform on [0, 1), 0 before the first; stateful
//
// d is finite and above 0, and so are the bounds; a lower one below 0 counts as 0, and
// what is drawn below it is 0.
type Row struct {
	Name    string   // as it is written; two rows share one where the unit of the amount tells them apart
	Names   []string // its other names
	Formula string   // in one line
	Says    string   // what it does, in sentences, where no term of the glossary says it
	Users   string   // who uses it, or who published it
	Unit    Unit     // of the amount
	Default float64  // amount if none is given
	Least   float64  // amount at which the range begins
	Most    float64  // amount at which the range ends; +Inf: any finite one
	Implied bool     // the usual amount is not written

	Rare        bool    // one client or two use it: it is left out where types are compared
	Own         bool    // each retry has its own distribution, no scaled or moved one of another retry
	ByK         bool    // the number of the retry counts beside the delay before jitter; it does not go with Feedback
	Jumps       bool    // a longer delay may be drawn shorter, at whole seconds or steps; it does not go with Feedback
	From        bool    // it has a second amount, Jitter.From, from 0 to the first, in the same unit
	DefaultFrom float64 // second amount if none is given

	Bounds    func(x Around) (lo, hi float64)
	Deviation func(x Around) (sd float64)
	CDF       func(x Around, t float64) float64
	After     func(x Around, before float64) (lo, hi float64)
	Path      func(x Around, at float64) float64
}

// Around is what a type of jitter draws around.
type Around struct {
	Delay   float64 // d: delay before jitter, seconds
	Retry   float64 // k; in After 1 means the first and any other value a later one
	Initial float64 // a: initial delay, seconds
	Factor  float64 // r
	Amount  float64 // in the unit of the row
	From    float64 // the second amount
}

// Row returns the row of the type, which must be in the table.
func (t Type) Row() *Row { return &Types[t] }

// Factored reports whether delays depend on the factor of the policy.
func (r Row) Factored() bool {
	if r.After == nil {
		return true
	}
	lo, hi := r.After(Around{Initial: 1, Factor: 2, Amount: 1, Retry: 2}, 1)
	l, h := r.After(Around{Initial: 1, Factor: 3, Amount: 1, Retry: 2}, 1)
	return l != lo || h != hi
}

// A Jitter is a type of jitter with its amount.
type Jitter struct {
	Type   Type
	Amount float64 // in the unit and the range of the row; not read where that has no amount
	From   float64 // second amount, 0 <= From <= Amount; not read where the row has none
	Once   bool    // one number is drawn for all delays of a call: each is its quantile there (CoAP)
}

// Draws reports whether the delays are random. With an amount of zero they are not:
// then every number is the one of package calc, to the last bit.
func (j Jitter) Draws() bool {
	row := j.Type.Row()
	return j.Type != None && (row.Unit == NoAmount || row.Unit == Multiplier || j.Amount > 0)
}

// Around returns what the type draws around before retry k, of a delay before jitter of
// d seconds.
func (p *Policy) Around(k, d float64) Around {
	j := p.Jitter
	return Around{Delay: d, Retry: k, Initial: p.InitialDelay, Factor: p.Factor, Amount: j.Amount, From: j.From}
}
