package calc

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// A GrowthKind is a rule by which the delay grows from retry to retry: an index of Growths.
type GrowthKind uint8

// The kinds of growth. x = k-1+s is the position of retry k in the sequence.
const (
	Exponential GrowthKind = iota // a r^x
	Less                          // a (r^x - 1)
	Polynomial                    // a + b x^p
	Fibonacci                     // a F(x+1), F(1) = F(2) = 1
	Doublings                     // a r^x to x = m, then a r^m (x+1-m)
	Stepped                       // x_1 = a, then r times the last one, rounded down to whole steps b
	Listed                        // a list, whose last delay repeats
)

// A Growth is the growth of the delay before jitter, before any limit. Its zero value is a r^(k-1). A kind ignores the
// fields that it does not use.
type Growth struct {
	Kind   GrowthKind
	Shift  float64 // s: positions by which retry 1 is ahead in the sequence, whole, -1 to 64
	Offset float64 // o: seconds added to the delay of the kind; negative results are 0
	Step   float64 // b: seconds, >= 0
	Power  float64 // p: 0 to 16
	Until  float64 // m: the position after which nothing grows (Doublings: by r), whole, > 0; 0: none
	List   List    // the delays, seconds
}

// A GrowthRow describes one kind of growth; no other code distinguishes kinds.
type GrowthRow struct {
	Formula string   // on one line
	Params  []string // the parameters that it reads, of a r s o b p m list
	Falls   bool     // a delay can be shorter than the previous one

	// At returns the delay at position x of the sequence, seconds, >= -1, without offset and limit. x is whole, or real
	// if the rule is smooth.
	At func(p Policy, x float64) float64
	// Last returns the position from which the delay is constant, or +Inf. nil: constant if the factor is 1.
	Last func(p Policy) float64
}

// Growths is the table of the kinds of growth, indexed by GrowthKind. A new kind is one row.
var Growths = []GrowthRow{
	Exponential: {
		Formula: "a r^x",
		// used by most clients; s = 1 (the first delay is a r): the AWS simulator, axios-retry, retry-request, urllib3,
		// AWS SDK for Go v2
		Params: []string{"a", "r", "s", "o", "m"},
		At:     func(p Policy, x float64) float64 { return p.smooth(x) },
	},
	Less: { // s = 1 for a (2^k - 1), s = 0 to begin with 0
		Formula: "a (r^x - 1)",
		// used by azcore and Dagster (s = 1), EF Core (s = 0)
		Params: []string{"a", "r", "s", "o", "m"},
		At: func(p Policy, x float64) float64 {
			return p.times(math.Expm1(x * math.Log1p(p.Factor-1)))
		},
	},
	Polynomial: { // linear is p = 1, b = a; a constant has b = 0
		Formula: "a + b x^p",
		// used by linear: Polly, supervisord, go-retryablehttp; p = 2: stripe-go, Octokit; p = 4:
		// Sidekiq, Active Job, Hangfire
		Params: []string{"a", "s", "o", "b", "p", "m"},
		At: func(p Policy, x float64) float64 {
			return p.InitialDelay + p.Growth.Step*math.Pow(x, p.Growth.Power)
		},
		Last: func(p Policy) float64 {
			if p.Growth.Step == 0 || p.Growth.Power == 0 {
				return 0
			}
			return math.Inf(1)
		},
	},
	Fibonacci: { // the ratio of two delays tends to the golden ratio, 1.618
		Formula: "a F(x+1), F = 1, 1, 2, 3, 5, ...",
		// used by Vector, Nomad, SmallRye (s = 1), backon (s = 0)
		Params: []string{"a", "s", "o", "m"},
		At: func(p Policy, x float64) float64 {
			f, next := 0.0, 1.0
			for ; x > -1 && !math.IsInf(f, 1); x-- {
				f, next = next, f+next
			}
			return p.times(f)
		},
		Last: func(Policy) float64 { return math.Inf(1) },
	},
	Doublings: {
		Formula: "a r^x up to x = m, then a r^m (x+1-m)",
		// used by Google Cloud Tasks and Scheduler
		Params: []string{"a", "r", "s", "o", "m"},
		At: func(p Policy, x float64) float64 {
			m := p.Growth.Until
			return p.smooth(min(x, m)) * max(1, x+1-m)
		},
		Last: func(Policy) float64 { return math.Inf(1) },
	},
	Stepped: { // clients with intervals in whole milliseconds grow a little more slowly
		Formula: "a, then r times the last one, rounded down to whole b",
		// used by Resilience4j and Spring (b = 1 ms)
		Params: []string{"a", "r", "s", "o", "b", "m"},
		At:     Policy.steps,
	},
	Listed: {
		Formula: "the delays of a list; the last one repeats",
		// used by Laravel, Prefect, Amazon SNS
		Params: []string{"s", "o", "list"},
		Falls:  true,
		At: func(p Policy, x float64) float64 {
			l := p.Growth.List
			return l.At(int(max(0, min(x, float64(l.Len()-1)))))
		},
		Last: func(p Policy) float64 { return float64(p.Growth.List.Len() - 1) },
	},
}

// Reads reports whether the kind reads the parameter.
func (r *GrowthRow) Reads(param string) bool {
	return slices.Contains(r.Params, param)
}

// Row returns the row of the kind, which must be in the table.
func (k GrowthKind) Row() *GrowthRow { return &Growths[k] }

// steps returns the delay after that many steps, each r times the last, rounded down to whole b.
func (p Policy) steps(x float64) float64 {
	d, b := p.InitialDelay, p.Growth.Step
	for ; x >= 1 && !math.IsInf(d, 1); x-- {
		next := p.Factor * d
		if b > 0 {
			next = b * math.Floor(next/b*(1+0x1p-50))
		}
		if next == d {
			break
		}
		d = next
	}
	return d
}

// Grown returns the delay of retry k before any limit, in seconds, or +Inf if it overflows.
//
//	max(0, o + the rule of the kind at x),  x = min(k-1+s, m)    (m only for kinds that stop there)
//
//	k  retry, whole, >= 1
func (p Policy) Grown(k float64) float64 {
	if p.Growth == (Growth{}) {
		return p.at(k - 1)
	}
	g := p.Growth
	x := k - 1 + g.Shift
	if g.Until > 0 && g.Kind != Doublings {
		x = min(x, g.Until)
	}
	return max(0, p.at(x)+g.Offset)
}

// at returns the delay at position x of the sequence, in seconds.
func (p Policy) at(x float64) float64 { return p.Growth.Kind.Row().At(p, x) }

// grownLast returns the first retry from which Grown is constant, whole, >= 1, or +Inf.
func (p Policy) grownLast() float64 {
	g := p.Growth
	last := math.Inf(1)
	switch row := g.Kind.Row(); {
	case row.Last != nil:
		last = row.Last(p)
	case p.Factor == 1 || p.InitialDelay == 0:
		last = 0
	}
	if g.Until > 0 && g.Kind != Doublings {
		last = min(last, g.Until)
	}
	return max(1, last-g.Shift+1)
}

// demands returns what is wrong with the growth, or nil.
func (g Growth) demands() error {
	for i, x := range g.List.All() {
		if !finite(x) {
			return fmt.Errorf("delay %d of the list is %gs, but must be finite and at least 0s", i+1, x)
		}
	}
	return cmp.Or(
		Demand(int(g.Kind) < len(Growths), "there is no kind of growth %d", g.Kind),
		Demand(whole(g.Shift, -1, 64), "the shift of the growth is %g, but must be whole, from -1 to 64", g.Shift),
		Demand(finite(math.Abs(g.Offset)), "the offset of the growth is %gs, but must be finite", g.Offset),
		Demand(finite(g.Step), "the step of the growth is %gs, but must be finite and at least 0s", g.Step),
		Demand(g.Power >= 0 && g.Power <= 16, "the power of the growth is %g, but must be from 0 to 16", g.Power),
		Demand(whole(g.Until, 0, 1<<20),
			"the growth ends at place %g, but that must be whole, from 0 to 2^20", g.Until),
		Demand(g.Kind != Polynomial || g.Shift >= 0 || g.Power == math.Trunc(g.Power),
			"the power of the growth is %g, but must be whole where the shift is negative", g.Power),
		Demand(g.Kind != Listed || g.List.Len() > 0, "the list of delays is empty, but must have one at least"),
	)
}
