package client

import (
	"math"
	"slices"

	"retune/calc"
	"retune/calc/jitter"
	"retune/calc/system"
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

// A Finding is what values do that is not obvious from them: a sentence and the figures
// that stand in it.
type Finding struct {
	Weight  Weight
	Text    string // {} stands for the next figure
	Figures []Figure

	remedies []remedy
	place    int // of its trap
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
	return Finding{Weight: w, Text: text, Figures: figures}
}

func secs(x float64) Figure { return Figure{X: x, Unit: Seconds} }
func many(x float64) Figure { return Figure{X: x, Unit: Count} }
func part(x float64) Figure { return Figure{X: x, Unit: Number, Part: true} }

// fact is a trap that is always sprung.
func fact(w Weight, text string) Trap {
	return func(Values, jitter.Policy) Finding { return says(w, text) }
}

// when is a trap that is sprung where that holds.
func when(w Weight, holds func(v Values) bool, text string, figures func(v Values) []Figure) Trap {
	return func(v Values, p jitter.Policy) Finding {
		if !holds(v) {
			return Finding{}
		}
		if figures == nil {
			return says(w, text)
		}
		return says(w, text, figures(v)...)
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

// looked is how many retries are looked at in search of what a policy does.
const looked = 64

// most is how many retries are added up.
const most = 1000

// longest is the longest wait that a policy can come to, seconds.
func longest(p jitter.Policy) (most float64) {
	for k := 1.0; k <= math.Min(looked, p.MostRetries()); k++ {
		_, hi := p.Retry(k).Support()
		most = math.Max(most, hi)
	}
	return most
}

// limit is the longest delay that the values ask for, which the client may have as the cap of
// something else, seconds.
func (v Values) limit(p jitter.Policy) float64 {
	if name := v.Row.name(Cap); name != "" {
		return v.Or(name, p.Cap)
	}
	return p.Cap
}

// everyPolicy is what any policy may do.
var everyPolicy = []Trap{
	// the limit of starts
	byRole(func(v Values, p jitter.Policy) Finding {
		most, within := p.Rule.Starts.Most, p.Rule.Starts.Within
		if most == 0 || p.Stateful() {
			return Finding{}
		}
		elapsed := 0.0
		for k := 1.0; k < most; k++ {
			elapsed += p.Retry(k).Mean() + p.AttemptTime
		}
		next := elapsed + p.Retry(most).Mean() + p.AttemptTime
		if !(next < within) {
			return Finding{}
		}
		return says(Serious, "the limit of starts ends it at start {}, {} after the first: longer waits are never seen", many(most), secs(elapsed))
	}, Initial),
	byJitter(func(v Values, p jitter.Policy) Finding {
		if p.Jitter.Draws() || p.Rule.Plus > 0 || p.MostRetries() == 0 || p.Poll.Unknown {
			return Finding{}
		}
		if d := p.Delay(1); d > 0 {
			return says(Caution, "no jitter: clients that fail together retry together, all {} later", secs(d))
		}
		return Finding{}
	}),
	byRole(func(v Values, p jitter.Policy) Finding {
		if !p.Jitter.Draws() || math.IsInf(p.Cap, 1) || p.Stateful() {
			return Finding{}
		}
		for k := 2.0; k <= math.Min(looked, p.MostRetries()); k++ {
			if lo, hi := p.Retry(k).Support(); lo == hi && lo >= p.Limited(p.Cap)*(1-1e-9) {
				return says(Caution, "all clients wait exactly {} from retry {} on: nothing is drawn any more", secs(lo), many(k))
			}
		}
		return Finding{}
	}, Cap, Limit),
	byWhat(func(v Values, p jitter.Policy) Finding {
		if math.IsInf(p.Cap, 1) || p.Stateful() || p.MostRetries() == 0 {
			return Finding{}
		}
		most, limit := longest(p), v.limit(p)
		if !(most > limit*(1+1e-6)) || math.IsInf(most, 1) {
			return Finding{}
		}
		return says(Note, "with "+v.Row.called(Cap, "the cap")+" {} the wait can reach {}", secs(limit), secs(most))
	}, func(v Values) []remedy {
		p, _ := v.Policy()
		return []remedy{{name: v.Row.name(Cap), enough: func(q jitter.Policy) bool { return longest(q) <= v.limit(p)*(1+1e-9) }}}
	}),
	func(v Values, p jitter.Policy) Finding {
		if p.First != calc.NoDelay || p.MostRetries() == 0 {
			return Finding{}
		}
		return says(Caution, "the first retry follows at once")
	},
	byWhat(func(v Values, p jitter.Policy) Finding {
		if p.First == calc.NoDelay || p.Stateful() || p.MostRetries() == 0 {
			return Finding{}
		}
		d := p.Retry(1)
		switch at := d.Atom(0); {
		case at >= 1:
			return says(Serious, "retries follow at once: there is no wait")
		case at >= 0.02:
			return says(Caution, "{} of the first retries are immediate", part(at))
		}
		return Finding{}
	}, func(v Values) []remedy {
		name := v.Row.name(Initial)
		if name != "" && v.At(name) == 0 {
			return []remedy{{name: name, to: []float64{0.1, 0.2, 0.5, 1}}}
		}
		return []remedy{{name: name}}
	}),
	func(v Values, _ jitter.Policy) Finding {
		b := v.Budget()
		if b.Kind != system.Quota {
			return Finding{}
		}
		n, late := math.Floor(b.Reserve/b.Price(false)), math.Floor(b.Reserve/b.Price(true))
		if n == late {
			return says(Note, "in an outage the quota pays for {} retries, and then for none", many(n))
		}
		return says(Note, "in an outage the quota pays for {} retries, or {} after timeouts, and then for none", many(n), many(late))
	},
	func(v Values, p jitter.Policy) Finding {
		if !math.IsInf(p.Retries, 1) || !math.IsInf(p.Deadline, 1) || p.Rule.Starts.Most > 0 {
			return Finding{}
		}
		return says(Note, "it never stops by itself")
	},
	byWhat(func(v Values, p jitter.Policy) Finding {
		if math.IsInf(p.Deadline, 1) || math.IsInf(p.Retries, 1) || p.Stateful() {
			return Finding{}
		}
		elapsed, n := 0.0, 0.0
		for k := 1.0; k <= math.Min(p.Retries, most); k++ {
			if elapsed += p.Retry(k).Mean() + p.AttemptTime; elapsed > p.Deadline {
				break
			}
			n = k
		}
		if n >= math.Min(p.Retries, most) || p.Rule.Stop == jitter.CountAndAge {
			return Finding{}
		}
		return says(Note, v.Row.called(Deadline, "the deadline")+" {} ends it first: about {} of {} retries", secs(p.Deadline), many(n), many(p.Retries))
	}, func(v Values) []remedy {
		if p, _ := v.Policy(); p.Retries > most {
			return nil
		}
		return []remedy{{name: v.Row.name(Deadline)}, {name: v.Row.name(Limit)}}
	}),
	byRole(func(v Values, p jitter.Policy) Finding {
		if math.IsInf(p.Cap, 1) || math.IsInf(p.Retries, 1) || p.Stateful() || p.MostRetries() == 0 || v.Row.name(Cap) == "" {
			return Finding{}
		}
		if last := p.Grown(p.Retries); last < p.Cap {
			return says(Note, v.Row.name(Cap)+" {} is never reached: the last retry waits about {}", secs(v.limit(p)), secs(p.Retry(p.Retries).Mean()))
		}
		return Finding{}
	}, Cap),
}
