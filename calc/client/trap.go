package client

import (
	"math"
	"slices"
	"strings"

	"retune/calc/jitter"
)

// A Weight is the severity of a finding.
type Weight uint8

// The weights.
const (
	Note    Weight = iota + 1 // good to know
	Caution                   // a surprise for most people
	Serious                   // harm in an outage
)

func (w Weight) String() string { return [...]string{"", "note", "caution", "serious"}[w] }

// A Sentence is a text with figures.
type Sentence struct {
	Text    string // {} stands for the next figure
	Figures []Figure
}

// A Finding is an effect of the values that is not obvious, and advice about it.
type Finding struct {
	Rule Rule
	Sentence
	Advice Sentence
}

// A Figure is a number in a sentence.
type Figure struct {
	X    float64
	Unit Unit // Count, Number or Seconds
	Part bool // a share
}

// A Trap returns a finding. Its Text is empty if it does not apply to the values.
type Trap func(v Values, p jitter.Policy) Finding

// says returns a finding. The first figures belong to the text, the others to the advice.
func says(r Rule, text, advice string, figures ...Figure) Finding {
	n, m := strings.Count(text, "{}"), strings.Count(advice, "{}")
	return Finding{r, Sentence{text, figures[:n]}, Sentence{advice, figures[n : n+m]}}
}

func secs(x float64) Figure { return Figure{X: x, Unit: Seconds} }
func many(x float64) Figure { return Figure{X: x, Unit: Count} }
func part(x float64) Figure { return Figure{X: x, Unit: Number, Part: true} }

// named replaces each {NAME} by {} and inserts the value of that parameter into the figures.
func (v Values) named(s Sentence) Sentence {
	before, rest, found := strings.Cut(s.Text, "{")
	filled := Sentence{Text: before}
	for found {
		var name string
		name, rest, _ = strings.Cut(rest, "}")
		if p, i := v.Row.Find(name); p != nil {
			filled.Figures = append(filled.Figures, Figure{X: v.of[i], Unit: p.Unit})
		} else {
			filled.Figures, s.Figures = append(filled.Figures, s.Figures[0]), s.Figures[1:]
		}
		before, rest, found = strings.Cut(rest, "{")
		filled.Text += "{}" + before
	}
	return filled
}

// when returns a trap that applies if holds is true. In its text and advice {NAME} is the value of a parameter, and {}
// the next of the figures.
func when(r Rule, holds Condition, text, advice string, figures ...func(v Values) Figure) Trap {
	return func(v Values, _ jitter.Policy) Finding {
		if !holds(v) {
			return Finding{}
		}
		var all []Figure
		for _, of := range figures {
			all = append(all, of(v))
		}
		f := says(r, text, advice, all...)
		return Finding{r, v.named(f.Sentence), v.named(f.Advice)}
	}
}

// overflows returns a trap for a limit that allows the first retry whose delay before the cap is at least 2^bits units
// of the given size. The figure of the text is the number of that retry; the figure of the advice is the number before
// it.
func overflows(r Rule, size, bits float64, holds Condition, text, advice string) Trap {
	return func(v Values, p jitter.Policy) Finding {
		a, factor := v.role(Initial, 0), v.role(Factor, 2)
		k := 1 + math.Max(0, math.Ceil((bits-math.Log2(a/size))/math.Log2(factor)-1e-9))
		if !holds(v) || a == 0 || p.Retries < k {
			return Finding{}
		}
		return says(r, text, advice, many(k), many(k-1))
	}
}

// Findings returns the findings about the values, most severe first. Findings about the client come before those for
// every policy.
func Findings(v Values, p jitter.Policy) (list []Finding) {
	for _, trap := range slices.Concat(v.Row.Traps, v.Row.trapsOf(p)) {
		if f := trap(v, p); f.Text != "" {
			list = append(list, f)
		}
	}
	slices.SortStableFunc(list, func(a, b Finding) int { return int(b.Rule.Row().Weight) - int(a.Rule.Row().Weight) })
	return list
}
