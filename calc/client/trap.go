package client

import (
	"math"
	"slices"
	"strings"

	"retune/calc/jitter"
)

// A Weight is how much a finding matters.
type Weight uint8

// The weights.
const (
	Note    Weight = iota + 1 // good to know
	Caution                   // it does something else than most people think
	Serious                   // it harms in an outage
)

func (w Weight) String() string { return [...]string{"", "note", "caution", "serious"}[w] }

// A Sentence is words and the figures that stand in them.
type Sentence struct {
	Text    string // {} stands for the next figure
	Figures []Figure
}

// A Finding is what values do that is not obvious from them.
type Finding struct {
	Weight Weight
	Sentence

	remedies func(v Values) []remedy
	gives    outcome // of what is better; nil: what any policy makes
	why      string  // nothing is better, or ""
	place    int     // of its trap
}

// A Figure is a number in a sentence.
type Figure struct {
	X    float64
	Unit Unit // Count, Number or Seconds
	Part bool // of all: a share
}

// A Trap looks whether values spring it; the Finding has no Text where they do not.
type Trap func(v Values, p jitter.Policy) Finding

func says(w Weight, text string, figures ...Figure) Finding {
	return Finding{Weight: w, Sentence: Sentence{text, figures}}
}

func secs(x float64) Figure { return Figure{X: x, Unit: Seconds} }
func many(x float64) Figure { return Figure{X: x, Unit: Count} }
func part(x float64) Figure { return Figure{X: x, Unit: Number, Part: true} }

// named returns a text in which {NAME} is the value of that parameter.
func (v Values) named(text string) (s Sentence) {
	for {
		before, rest, found := strings.Cut(text, "{")
		s.Text += before
		if !found {
			return s
		}
		name, after, _ := strings.Cut(rest, "}")
		if s.Text, text = s.Text+"{}", after; name != "" {
			p, i := v.Row.Find(name)
			s.Figures = append(s.Figures, Figure{X: v.of[i], Unit: p.Unit})
		}
	}
}

// fact is a trap that is always sprung.
func fact(w Weight, text string, figures ...func(v Values) []Figure) Trap {
	return when(w, func(Values) bool { return true }, text, figures...)
}

// since is a note of what the versions before one do otherwise.
func since(text string) Trap { return because(fact(Note, text), "the version decides") }

// when is a trap that is sprung where that holds. In its text {NAME} is the value of a
// parameter, and {} after those the next of the figures.
func when(w Weight, holds func(v Values) bool, text string, figures ...func(v Values) []Figure) Trap {
	return func(v Values, _ jitter.Policy) Finding {
		if !holds(v) {
			return Finding{}
		}
		s := v.named(text)
		for _, more := range figures {
			s.Figures = append(s.Figures, more(v)...)
		}
		return Finding{Weight: w, Sentence: s}
	}
}

// overflows is a trap that is sprung, where that holds, by a limit that reaches the first retry
// whose delay before the cap is 2^bits units or more; its number is the figure of the text.
func overflows(w Weight, initial, factor string, size, bits float64, holds func(v Values) bool, text string) Trap {
	return func(v Values, p jitter.Policy) Finding {
		r := 2.0
		if factor != "" {
			r = v.At(factor)
		}
		k := 1 + math.Max(0, math.Ceil((bits-math.Log2(v.At(initial)/size))/math.Log2(r)-1e-9))
		if !holds(v) || v.At(initial) == 0 || p.Retries < k {
			return Finding{}
		}
		return says(w, text, many(k))
	}
}

// Findings returns what is not obvious of the values, the weightiest first, those of the
// client itself before those that any policy may have.
func Findings(v Values, p jitter.Policy) (list []Finding) {
	var all []Finding
	for i, trap := range v.Row.traps() {
		if f := trap(v, p); f.Text != "" {
			f.place = i
			all = append(all, f)
		}
	}
	for w := Serious; w >= Note; w-- {
		for _, f := range all {
			if f.Weight == w {
				list = append(list, f)
			}
		}
	}
	return list
}

// traps is all that the values may spring.
func (r *Row) traps() []Trap { return slices.Concat(r.Traps, everyPolicy) }

// name is the parameter that has that role in the row, or "".
func (r *Row) name(role Role) string {
	for _, p := range r.Parameters {
		if p.Role == role {
			return p.Name
		}
	}
	return ""
}

// called is the parameter of that role as a sentence names it.
func (r *Row) called(role Role, else_ string) string {
	if name := r.name(role); name != "" {
		return name
	}
	return else_
}
