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

// A Quantity is a named value for policy A and, if several are compared, for the others. A value that is not finite is
// absent: see [Quantity.Of].
type Quantity struct {
	Name    string // "next delay", with JSON key next_delay_s
	Label   string // name for people, or ""
	Symbol  string // as in the formulas of package calc, or ""
	JSONKey string // JSON key, if it is not made of the name and the unit, or ""

	Value               // for policy A
	Shared       bool   // the value is one for all policies
	Detail       bool   // left out of text that must fit a screen
	DeterminedBy string // what determines the value for policy A: a time, an outage; or ""

	Better        Better   // which of two values is better
	BestLabel     string   // word for the policy with the best value: "soonest back"; or ""
	InComparisons bool     // sentences that compare policies mention it
	PossibleWords []string // all possible words, if they are few

	Others []Quantity // the same quantity for policies B, C ...
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
func (q Quantity) Of(i int) Value { return q.For(i).Checked() }

// Text returns the value for policy i as people read it. An absent value reads as its status.
func (q Quantity) Text(i int) string { return q.For(i).Value.Text() }

// WithErrors returns the quantities, each of the measured ones followed by its standard error as a quantity.
func WithErrors(list []Quantity) (all []Quantity) {
	for _, q := range list {
		all = append(all, q)
		each := append([]Quantity{q}, q.Others...)
		if !slices.ContainsFunc(each, func(q Quantity) bool { return q.Sample != Computed }) {
			continue
		}
		for i := range each {
			each[i] = each[i].standardError()
		}
		of := each[0]
		of.Name, of.Others = q.Name+" se", each[1:]
		all = append(all, of)
	}
	return all
}

// standardError returns the standard error of a policy's value.
func (q Quantity) standardError() Quantity {
	of := Quantity{Name: q.Name + " se", Label: "± standard error", Value: OrNone(q.Error, q.Kind)}
	switch q.Sample {
	case Computed:
		return of.withoutValue()
	case TooFew:
		of.Number, of.Status, of.Why = math.NaN(), Unknown, "too few runs have it"
	}
	return of
}

// withoutValue returns the quantity for a policy that does not have it.
func (q Quantity) withoutValue() Quantity {
	q.Value = Value{Number: math.NaN(), Kind: q.Kind, Status: NotApplicable, Why: "not set for this one"}
	q.Others = nil
	return q
}

// MergeQuantities merges the quantities of several policies by name. A quantity that a policy lacks is NotApplicable
// there.
func MergeQuantities[P any](policies []P, of func(P) []Quantity) []Quantity {
	list := of(policies[0])
	for k, p := range policies[1:] {
		next := 0 // index after the last quantity that both have
		for _, q := range of(p) {
			i := slices.IndexFunc(list, func(of Quantity) bool { return of.Name == q.Name })
			if i < 0 {
				i = next
				own := q.withoutValue()
				own.Others = slices.Repeat([]Quantity{own}, k)
				list = slices.Insert(list, i, own)
			}
			list[i].Others = append(list[i].Others, q)
			next = i + 1
		}
		for i := range list {
			if len(list[i].Others) == k {
				list[i].Others = append(list[i].Others, list[i].withoutValue())
			}
		}
	}
	return list
}

// DisplayName returns the name of the quantity for people.
func (q Quantity) DisplayName() string {
	if q.Label != "" {
		return q.Label
	}
	return q.Name
}

// Key returns the JSON key of the quantity: its name in snake_case with its unit as suffix.
func (q Quantity) Key() string {
	if q.JSONKey != "" {
		return q.JSONKey
	}
	return key(q.Name, q.Kind)
}

// Ratio returns B / A, or NaN if either is not finite or there are not two policies.
func (q Quantity) Ratio() float64 {
	if len(q.Others) != 1 || !unit.Finite(q.Number) || !unit.Finite(q.Others[0].Number) {
		return math.NaN()
	}
	if ratio := q.Others[0].Number / q.Number; unit.Finite(ratio) {
		return ratio
	}
	return math.NaN()
}

var snake = strings.NewReplacer(" ", "_", "-", "_")

func key(name string, kind unit.Kind) string {
	return snake.Replace(strings.ToLower(name)) + kind.Suffix()
}
