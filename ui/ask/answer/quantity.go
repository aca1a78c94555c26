package answer

import (
	"math"
	"slices"
	"strings"

	"retune/ui/unit"
)

// A Group is a titled list of quantities.
type Group struct {
	Title      string
	Quantities []Quantity
}

// A Quantity is a named figure, with a value for policy A and, if several are compared, for the others. A value that is
// not finite is absent: see [Quantity.Of].
type Quantity struct {
	Name   string // "next delay", with JSON key next_delay_s
	Label  string // name for people, or ""
	Symbol string // as in the formulas of package calc, or ""
	Kind   unit.Kind
	A      float64 // value for policy A
	Single bool    // A is the value for all policies
	Error  bool    // the standard error of the quantity before it
	Far    bool    // long durations are written in years instead of > 100y
	Limit  bool    // +Inf means no limit and reads "none", without a warning
	As     string  // JSON key, if it is not made of the name and the unit, or ""

	Detail bool    // left out of text that must fit a screen
	Better Better  // which of two values is better
	Ranks  string  // word for the policy with the best value: "soonest back"; or ""
	Tells  bool    // sentences that compare policies mention it
	Over   float64 // a bound that the value exceeds if it is not reached, or 0
	Digits int     // significant digits of A; 0: as many as are shown
	Noise  float64 // standard error of A; values within two standard errors are equal
	Off    float64 // estimate of the error of A, which is computed from distributions; 0: none
	Binds  string  // what determines the value for policy A: a time, an outage; or ""

	Tally  Tally    // how often each word occurred, if Words is the most frequent one; "": runs with a number
	Words  string   // value in words, if it is not a number
	Among  []string // all possible words, if they are few
	Why    string   // reason for an absent value
	Status Status   // kind of absence; if "", NaN means NotApplicable and +Inf Unbounded

	UpTo   float64 // the exact value was not found: it is from A to this; 0: A is exact
	Origin         // the runs of a fleet that it is of

	Others []Quantity // the same quantity for policies B, C ...
}

// A Tally counts the runs that gave each word. A number is the mean over the runs of the word "".
type Tally map[string]int

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

// A Value is the value of a quantity for one policy: a number, words, or absent.
type Value struct {
	Number float64 // finite, unless there are words or a status
	Words  string
	Status Status    // kind of absence, or ""
	Why    string    // reason for the absence
	Error  float64   // standard error of Number, or 0
	Off    float64   // estimate of the error of Number, or 0
	Digits int       // significant digits known of it; 0: as many as are shown
	Kind   unit.Kind // in a table whose rows have several units
	Read   string    // text that people read in a table instead; or ""

	UpTo   float64 // the exact value was not found: it is from Number to this; 0: Number is exact
	Tally  Tally   // as in a Quantity
	Origin         // the runs of a fleet that it is of

	Attempts float64 // attempts simulated for the value
}

// For returns the quantity for policy i alone: 0 for A, 1 for B.
func (q Quantity) For(i int) Quantity {
	if i > 0 && i <= len(q.Others) {
		better := q.Better
		q = q.Others[i-1]
		q.Better = better
	}
	return q
}

// Of returns the value for policy i.
func (q Quantity) Of(i int) Value {
	q = q.For(i)
	v := Value{Number: q.A, Words: q.Words, Status: q.Status, Why: q.Why, Tally: q.Tally, Origin: q.Origin,
		UpTo: q.UpTo, Off: q.Off, Digits: known(q.A, q.Noise, q.Off, q.Digits)}
	switch {
	case v.Words != "" || unit.Finite(v.Number):
		v.Status, v.Why = "", ""
	case v.Why == "" && math.IsInf(v.Number, 0) && !q.Limit:
		v.Status, v.Why = Overflow, Beyond
	case v.Status != "":
	case math.IsInf(v.Number, 0):
		v.Status = Unbounded
	default:
		v.Status = NotApplicable
	}
	return v
}

// Text returns the value for policy i as people read it. An absent value reads as its status.
func (q Quantity) Text(i int) string {
	q = q.For(i)
	switch v := q.Of(0); {
	case v.Words != "":
		return v.Words
	case math.IsInf(v.UpTo, 1) && v.Status == "":
		return "at least " + q.Kind.Rounded(v.Number, v.Digits)
	case v.UpTo > 0 && v.Number == 0:
		return "less than " + q.Kind.Rounded(v.UpTo, v.Digits)
	case v.Status == "" && q.Far:
		return q.Kind.Unbounded(v.Number, v.Digits)
	case v.Status == "":
		return q.Kind.Rounded(v.Number, v.Digits)
	case v.Status == NotReached && q.Over > 0:
		return "> " + q.Kind.Format(q.Over)
	case v.Status == Unbounded && !q.Limit:
		return "∞"
	default:
		return absent[v.Status]
	}
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

// Set sets the value for policy A.
func (q *Quantity) Set(v Value) {
	q.A, q.Words, q.Status, q.Why, q.Noise, q.Digits = v.Number, v.Words, v.Status, v.Why, v.Error, v.Digits
	q.UpTo, q.Tally, q.Origin, q.Off = v.UpTo, v.Tally, v.Origin, v.Off
}

// Text returns the value as people read it.
func (v Value) Text(kind unit.Kind) string {
	q := Quantity{Kind: kind}
	q.Set(v)
	return q.Text(0)
}

// lacking returns the quantity for a policy that does not have it.
func (q Quantity) lacking() Quantity {
	q.Set(Value{Number: math.NaN(), Status: NotApplicable, Why: "not set for this one"})
	q.Others, q.Digits, q.Tally = nil, 0, nil
	return q
}

// Each merges the quantities of several policies by name. A quantity that a policy lacks is NotApplicable there.
func Each[P any](policies []P, of func(P) []Quantity) []Quantity {
	list := of(policies[0])
	for k, p := range policies[1:] {
		next := 0 // index after the last quantity that both have
		for _, q := range of(p) {
			i := slices.IndexFunc(list, func(of Quantity) bool { return of.Name == q.Name })
			if i < 0 {
				i = next
				own := q.lacking()
				own.Others = slices.Repeat([]Quantity{own}, k)
				list = slices.Insert(list, i, own)
			}
			list[i].Others = append(list[i].Others, q)
			next = i + 1
		}
		for i := range list {
			if len(list[i].Others) == k {
				list[i].Others = append(list[i].Others, list[i].lacking())
			}
		}
	}
	return list
}

// Called returns the name of the quantity for people.
func (q Quantity) Called() string {
	if q.Label != "" {
		return q.Label
	}
	return q.Name
}

// Key returns the JSON key of the quantity: its name in snake_case with its unit as suffix.
func (q Quantity) Key() string {
	if q.As != "" {
		return q.As
	}
	return key(q.Name, q.Kind)
}

// Ratio returns B / A, or NaN if either is not finite or there are not two policies.
func (q Quantity) Ratio() float64 {
	if len(q.Others) != 1 || !unit.Finite(q.A) || !unit.Finite(q.Others[0].A) || !unit.Finite(q.Others[0].A/q.A) {
		return math.NaN()
	}
	return q.Others[0].A / q.A
}

var snake = strings.NewReplacer(" ", "_", "-", "_")

func key(name string, kind unit.Kind) string {
	return snake.Replace(strings.ToLower(name)) + kind.Suffix()
}
