package jitter

// A Unit is the unit of the amount of a type of jitter.
type Unit uint8

// The units of an amount.
const (
	NoAmount   Unit = iota
	Share           // share of the delay before jitter
	Seconds         // seconds: the jitter does not grow with the delay
	Multiplier      // multiplier of the previous delay
)

// A Row defines one type of jitter. No other code distinguishes types. Exactly one of the functions is set:
//
//	Bounds     t ~ U(lo, hi)
//	Deviation  t ~ max(0, N(d, sd^2))
//	CDF        the function P(t <= x) of x, 0 below 0 and 1 from (2 + Amount) d on
//	After      t ~ U(lo, hi), by the delay before this one; stateful
//	Path       t = Path(k-1+u) - Path(k-2+u before), u uniform on [0, 1), 0 before the first; stateful
//
// d is finite and above 0, and the bounds are finite. A draw below 0 becomes 0.
type Row struct {
	Name        string   // name in arguments; two rows share one if the unit of the amount distinguishes them
	Names       []string // other names
	Formula     string   // the formula in one line
	Description string   // description in sentences, for a type without an entry in the glossary
	Users       string   // clients that use it, or its publication
	Unit        Unit     // unit of the amount
	Default     float64  // default amount
	MinAmount   float64  // least amount
	MaxAmount   float64  // greatest amount; +Inf: any finite amount
	OmitDefault bool     // the default amount is not written

	Rare          bool // only one or two clients use it: comparisons of types leave it out
	OwnPerRetry   bool // each retry has its own distribution, not one of another retry scaled or moved
	ByRetryNumber bool // the distribution also depends on the number of the retry; incompatible with Feedback
	// a longer delay before jitter may give a shorter draw, at whole seconds or steps; incompatible with Feedback
	NotMonotone bool
	TwoAmounts  bool    // has a second amount, Jitter.From, from 0 to the first, in the same unit
	DefaultFrom float64 // default second amount

	Bounds    func(x DrawArgs) (lo, hi float64)
	Deviation func(x DrawArgs) (sd float64)
	CDF       func(x DrawArgs) func(t float64) float64
	After     func(x DrawArgs, before float64) (lo, hi float64)
	Path      func(x DrawArgs, at float64) float64
}

// DrawArgs has the arguments of the functions of a Row.
type DrawArgs struct {
	Delay   float64 // d: delay before jitter, seconds
	Retry   float64 // k; for After 1 means the first retry and any other value a later one
	Initial float64 // a: initial delay, seconds
	Factor  float64 // r
	Amount  float64 // in the unit of the row
	From    float64 // the second amount
}

// Row returns the row of the type, which must be in the table.
func (t Type) Row() *Row { return &Types[t] }

// DependsOnFactor reports whether delays depend on the factor of the policy.
func (r Row) DependsOnFactor() bool {
	if r.After == nil {
		return true
	}
	lo, hi := r.After(DrawArgs{Initial: 1, Factor: 2, Amount: 1, Retry: 2}, 1)
	l, h := r.After(DrawArgs{Initial: 1, Factor: 3, Amount: 1, Retry: 2}, 1)
	return l != lo || h != hi
}

// A Jitter is a type of jitter with its amount.
type Jitter struct {
	Type        Type
	Amount      float64 // in the unit and the range of the row; ignored if the row has no amount
	From        float64 // second amount, 0 <= From <= Amount; ignored if the row has none
	OncePerCall bool    // one number is drawn for a call, and every delay is that quantile of its distribution (CoAP)
}

// Draws reports whether the delays are random. With an amount of zero they are not, and every number equals the number
// in package calc, to the last bit.
func (j Jitter) Draws() bool {
	row := j.Type.Row()
	return j.Type != None && (row.Unit == NoAmount || row.Unit == Multiplier || j.Amount > 0)
}

// DrawArgs returns the arguments for a draw before retry k with a delay before jitter of d seconds.
func (p *Policy) DrawArgs(k, d float64) DrawArgs {
	j := p.Jitter
	return DrawArgs{Delay: d, Retry: k, Initial: p.InitialDelay, Factor: p.Factor, Amount: j.Amount, From: j.From}
}
