package answer

import (
	"math"

	"retune/ui/unit"
)

// A Status is the kind of an absent value.
type Status string

// The kinds of absent values.
const (
	Unbounded     Status = "unbounded"      // no limit exists, or the value grows without end
	NotReached    Status = "not_reached"    // the event does not happen in the time considered or with this policy
	NotApplicable Status = "not_applicable" // the question makes no sense here
	Unknown       Status = "unknown"        // the value exists but was not computed
	Overflow      Status = "overflow"       // the value is beyond the largest number
	Pending       Status = "pending"        // the value is being computed
)

// A Value is a number or words, or absent. In a table the unit is that of the column, if the value has none.
type Value struct {
	Number float64   // finite, unless there are words or a status: see [Value.Checked]
	Words  string    // instead of the number, or ""
	Kind   unit.Kind // unit of Number
	Status Status    // kind of absence; if "", NaN means NotApplicable and +Inf Unbounded
	Why    string    // reason for the absence

	Sample        Sample  // whether Number is a mean over runs
	Error         float64 // standard error of Number; values within two standard errors are equal
	ErrorEstimate float64 // estimate of the error of Number, which is computed from distributions; 0: none
	Digits        int     // significant digits known of Number; 0: as many as are shown
	UpperBound    float64 // the exact value was not found: it is from Number to this; 0: Number is exact
	ExceededBound float64 // a bound that the value exceeds if it is not reached, or 0
	IsLimit       bool    // +Inf means no limit and reads "none", without a warning
	InYears       bool    // long durations are written in years instead of > 100y
	TableText     string  // text that people read in a table instead; or ""

	Tally    Tally   // how often each word occurred, if Words is the most frequent one; "": runs with a number
	Origin           // the runs of a fleet that it is of
	Attempts float64 // attempts simulated for the value
}

// A Sample says whether a number is a mean over runs. JSON and CSV have the standard error of such a mean, even where
// it is 0 or unknown.
type Sample uint8

// The samples.
const (
	Computed Sample = iota // no mean over runs
	Sampled                // the mean over several runs
	TooFew                 // the mean of too few runs for a standard error
)

// Amount returns a number with its unit.
func Amount(x float64, kind unit.Kind) Value { return Value{Number: x, Kind: kind} }

// Word returns a value in words.
func Word(words string) Value { return Value{Words: words} }

// OrNone returns a limit with its unit. +Inf means that there is no limit.
func OrNone(x float64, kind unit.Kind) Value { return Value{Number: x, Kind: kind, IsLimit: true} }

// WithReason returns the value with the reason for its absence, if it is absent.
func (v Value) WithReason(why string) Value {
	v.Why = why
	return v
}

// WithDigits returns the value with the number of its known significant digits.
func (v Value) WithDigits(n int) Value {
	v.Digits = n
	return v
}

// WithUnit returns the value with a unit.
func (v Value) WithUnit(kind unit.Kind) Value {
	v.Kind = kind
	return v
}

// Number returns a value that is x, or absent for the reason why if x is NaN.
func Number(x float64, why string) Value { return Value{Number: x, Why: why}.Checked() }

// Checked returns the value with its status and the digits that are known of it. A number or words have no status.
func (v Value) Checked() Value {
	v.Digits = known(v.Number, v.Error, v.ErrorEstimate, v.Digits)
	switch {
	case v.Words != "" || unit.Finite(v.Number):
		v.Status, v.Why = "", ""
	case v.Why == "" && math.IsInf(v.Number, 0) && !v.IsLimit:
		v.Status, v.Why = Overflow, Beyond
	case v.Status != "":
	case math.IsInf(v.Number, 0):
		v.Status = Unbounded
	default:
		v.Status = NotApplicable
	}
	return v
}

// Text returns the value as people read it. An absent value reads as its status.
func (v Value) Text() string {
	switch v = v.Checked(); {
	case v.Words != "":
		return v.Word()
	case math.IsInf(v.UpperBound, 1) && v.Status == "":
		return "at least " + v.Kind.Rounded(v.Number, v.Digits)
	case v.IsRange():
		return v.Kind.Rounded(v.Number, v.Digits) + " to " + v.Kind.Rounded(v.UpperBound, v.Digits)
	case v.UpperBound > 0 && v.Number == 0:
		return "less than " + v.Kind.Rounded(v.UpperBound, v.Digits)
	case v.Status == "" && v.InYears:
		return v.Kind.Unbounded(v.Number, v.Digits)
	case v.Status == "":
		return v.Kind.Rounded(v.Number, v.Digits)
	case v.Status == NotReached && v.ExceededBound > 0:
		return "> " + v.Kind.Format(v.ExceededBound)
	case v.Status == Unbounded && !v.IsLimit:
		return "∞"
	default:
		return absent[v.Status]
	}
}

// IsRange reports whether the value is known so roughly that its lower end alone does not stand for it.
func (v Value) IsRange() bool {
	const wide = 1.4
	return v.Status == "" && v.Number > 0 && v.UpperBound > wide*v.Number
}

// absent maps the status of an absent value to its text.
var absent = map[Status]string{
	Unbounded:     "none",
	NotReached:    "never",
	NotApplicable: "n/a",
	Unknown:       "unknown",
	Overflow:      "too large",
	Pending:       "not computed yet",
}

// LimitNumber returns the number to hold against a limit: +Inf if it is not reached or has no bound. ok is false
// without a number.
func (v Value) LimitNumber() (x float64, ok bool) {
	switch {
	case v.Words != "":
		return 0, false
	case v.Status == "":
		return v.Number, true
	}
	return math.Inf(1), v.Status == NotReached || v.Status == Unbounded || v.Status == Overflow
}
