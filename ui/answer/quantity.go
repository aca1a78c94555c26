package answer

import (
	"math"
	"slices"
	"strings"

	"retune/ui/unit"
)

// A Group is quantities that belong together under a title.
type Group struct {
	Title      string
	Quantities []Quantity
}

// A Quantity is one figure with its name, of policy A and in an answer for a pair of
// B. A value that is not finite is absent: see [Quantity.Of].
type Quantity struct {
	Name   string // "next delay"; JSON key next_delay_s
	Label  string // what people read instead, or ""
	Symbol string // as in the formulas of package calc, or ""
	Kind   unit.Kind
	A, B   float64 // for policy A, and for B in an answer for a pair
	Single bool    // one value for the pair, in A
	Error  bool    // the standard error of the quantity before it
	Far    bool    // written in years where other durations are > 100y
	Limit  bool    // may well not be there: +Inf then says none, and nobody is warned
	As     string  // its JSON key where that is not made of name and unit, or ""

	Detail bool    // left out of text that is to fit a screen
	Better Better  // which of two values is the better one
	Tells  bool    // a sentence that compares the two says it
	Over   float64 // where it is not reached: what it is greater than, or 0
	Binds  string  // what makes it what it is for policy A: a time, an outage; or ""

	Words, WordsB   string   // what it is, if that is no number
	Among           []string // the words that it may be, where these are few
	Why, WhyB       string   // why it is absent, if it is
	Status, StatusB Status   // in what way; where none is given NaN is NotApplicable and +Inf Unbounded
}

// A Status says in what way a value is absent.
type Status string

// The ways in which a value is absent.
const (
	Unbounded     Status = "unbounded"      // there is no limit, or it grows without end
	NotReached    Status = "not_reached"    // it does not come about: in the time that is looked at, or with this policy
	NotApplicable Status = "not_applicable" // the question makes no sense here
	Unknown       Status = "unknown"        // it exists, but was not worked out
	Overflow      Status = "overflow"       // it is beyond the largest number
)

// A Value is what a quantity is for one policy: a number, or words, or absent.
type Value struct {
	Number float64 // finite, unless there are words or a status
	Words  string
	Status Status  // in what way it is absent, or ""
	Why    string  // the reason
	Error  float64 // its standard error, or 0

	Attempts float64 // that were simulated for it
}

// Of is the value for policy i: 0 for A, 1 for B.
func (q Quantity) Of(i int) Value {
	v := Value{Number: q.A, Words: q.Words, Status: q.Status, Why: q.Why}
	if i > 0 {
		v = Value{Number: q.B, Words: q.WordsB, Status: q.StatusB, Why: q.WhyB}
	}
	switch {
	case v.Words != "" || finite(v.Number):
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

// Text is the value for policy i for people, in the words of its status where it is
// absent.
func (q Quantity) Text(i int) string {
	switch v := q.Of(i); {
	case v.Words != "":
		return v.Words
	case v.Status == "" && q.Far:
		return q.Kind.Unbounded(v.Number)
	case v.Status == "":
		return q.Kind.Format(v.Number)
	case v.Status == NotReached && q.Over > 0:
		return "> " + q.Kind.Format(q.Over)
	case v.Status == Unbounded && !q.Limit:
		return "∞"
	default:
		return absent[v.Status]
	}
}

// absent is what stands for a value that is absent.
var absent = map[Status]string{
	Unbounded:     "none",
	NotReached:    "never",
	NotApplicable: "n/a",
	Unknown:       "unknown",
	Overflow:      "too large",
}

// Set makes it the value for policy A.
func (q *Quantity) Set(v Value) { q.A, q.Words, q.Status, q.Why = v.Number, v.Words, v.Status, v.Why }

// Beside sets the values for policy B beside those for A: b is the quantities of policy
// B, which are those of the same names. One that A or B lacks is not applicable there.
func Beside(a, b []Quantity) []Quantity {
	for i := range a {
		a[i].B, a[i].WordsB, a[i].WhyB, a[i].StatusB = math.NaN(), "", lacks, NotApplicable
	}
	next := 0 // behind the last that both have
	for _, q := range b {
		i := slices.IndexFunc(a, func(of Quantity) bool { return of.Name == q.Name })
		if i < 0 {
			i = next
			own := q
			own.Set(Value{Number: math.NaN(), Status: NotApplicable, Why: lacks})
			a = slices.Insert(a, i, own)
		}
		a[i].B, a[i].WordsB, a[i].WhyB, a[i].StatusB = q.A, q.Words, q.Why, q.Status
		next = i + 1
	}
	return a
}

// lacks is why one of two has no value that the other has.
const lacks = "not set for this one"

// Each asks the same quantities of policy A and, if there is one, of B.
func Each[P any](policies []P, of func(P) []Quantity) []Quantity {
	list := of(policies[0])
	if len(policies) > 1 {
		list = Beside(list, of(policies[1]))
	}
	return list
}

// Called is the quantity's name for people.
func (q Quantity) Called() string {
	if q.Label != "" {
		return q.Label
	}
	return q.Name
}

// Key is the quantity's JSON key: its name in snake_case with its unit as suffix.
func (q Quantity) Key() string {
	if q.As != "" {
		return q.As
	}
	return key(q.Name, q.Kind)
}

// Ratio is B over A: NaN where that says nothing.
func (q Quantity) Ratio() float64 {
	r := q.B / q.A
	if q.Single || !finite(q.A) || !finite(q.B) || !finite(r) {
		return math.NaN()
	}
	return r
}

// snake makes snake_case of a name.
var snake = strings.NewReplacer(" ", "_", "-", "_")

func key(name string, kind unit.Kind) string {
	return snake.Replace(strings.ToLower(name)) + kind.Suffix()
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
