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

// A Quantity is one figure with its name, of policy A and in an answer for several of
// the others. A value that is not finite is absent: see [Quantity.Of].
type Quantity struct {
	Name   string // "next delay"; JSON key next_delay_s
	Label  string // what people read instead, or ""
	Symbol string // as in the formulas of package calc, or ""
	Kind   unit.Kind
	A      float64 // for policy A
	Single bool    // one value for all policies, in A
	Error  bool    // the standard error of the quantity before it
	Far    bool    // written in years where other durations are > 100y
	Limit  bool    // may be absent: +Inf then reads "none", without a warning
	As     string  // its JSON key where that is not made of name and unit, or ""

	Detail bool    // left out of text that is to fit a screen
	Better Better  // which of two values is the better one
	Ranks  string  // what the policy with the best value is: "soonest back"; or ""
	Tells  bool    // a sentence that compares policies says it
	Over   float64 // where it is not reached: what it is greater than, or 0
	Digits int     // significant digits known of A; 0: as many as are shown
	Noise  float64 // standard error of A; values within two of them do not differ
	Binds  string  // what makes it what it is for policy A: a time, an outage; or ""

	Tally  Tally    // where the words are those of most runs
	Words  string   // what it is, if that is no number
	Among  []string // the words that it may be, where these are few
	Why    string   // why it is absent, if it is
	Status Status   // in what way; where none is given NaN is NotApplicable and +Inf Unbounded

	Others []Quantity // it for policies B, C ...
}

// A Tally is how many runs came out as each word.
type Tally map[string]int

// A Status says in what way a value is absent.
type Status string

// The ways in which a value is absent.
const (
	Unbounded     Status = "unbounded"      // there is no limit, or it grows without end
	NotReached    Status = "not_reached"    // it does not come about: in the time that is looked at, or with this policy
	NotApplicable Status = "not_applicable" // the question makes no sense here
	Unknown       Status = "unknown"        // it exists, but was not computed
	Overflow      Status = "overflow"       // it is beyond the largest number
)

// A Value is what a quantity is for one policy: a number, or words, or absent.
type Value struct {
	Number float64 // finite, unless there are words or a status
	Words  string
	Status Status  // in what way it is absent, or ""
	Why    string  // the reason
	Error  float64 // its standard error, or 0
	Down   string  // why it means little, as the fleet is down: "1000 requests wait"; or ""

	Attempts float64 // that were simulated for it
}

// For is the quantity for policy i alone: 0 for A, 1 for B.
func (q Quantity) For(i int) Quantity {
	if i > 0 && i <= len(q.Others) {
		better := q.Better
		q = q.Others[i-1]
		q.Better = better
	}
	return q
}

// Of is the value for policy i.
func (q Quantity) Of(i int) Value {
	q = q.For(i)
	v := Value{Number: q.A, Words: q.Words, Status: q.Status, Why: q.Why}
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
	q = q.For(i)
	switch v := q.Of(0); {
	case v.Words != "":
		return v.Words
	case v.Status == "" && q.Far:
		return q.Kind.Unbounded(v.Number)
	case v.Status == "":
		return q.Kind.Rounded(v.Number, q.Digits)
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
func (q *Quantity) Set(v Value) {
	q.A, q.Words, q.Status, q.Why, q.Noise = v.Number, v.Words, v.Status, v.Why, v.Error
}

// lacking is the quantity of a policy that has none.
func (q Quantity) lacking() Quantity {
	q.Set(Value{Number: math.NaN(), Status: NotApplicable, Why: "not set for this one"})
	q.Others, q.Digits, q.Tally = nil, 0, nil
	return q
}

// Each asks the same quantities of every policy: those of the same name stand beside each
// other. One that a policy lacks is not applicable there.
func Each[P any](policies []P, of func(P) []Quantity) []Quantity {
	list := of(policies[0])
	for k, p := range policies[1:] {
		next := 0 // behind the last that both have
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
	if len(q.Others) != 1 || !finite(q.A) || !finite(q.Others[0].A) || !finite(q.Others[0].A/q.A) {
		return math.NaN()
	}
	return q.Others[0].A / q.A
}

// snake makes snake_case of a name.
var snake = strings.NewReplacer(" ", "_", "-", "_")

func key(name string, kind unit.Kind) string {
	return snake.Replace(strings.ToLower(name)) + kind.Suffix()
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
