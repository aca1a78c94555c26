package query

import (
	"context"
	"math"
	"slices"
	"strings"

	"retune/ui/knob"
	"retune/ui/unit"
)

var recommend = Query{
	Name:  "recommend",
	Short: "a policy for what matters: limits in, first delay, factor and cap out",
	Takes: []string{"at", "within", "max-retries", "max-ratio", "max-overshoot", "max-first"},
	Needs: []string{"at"},
	Lacks: func(s knob.Scenario) string {
		if len(limitsOf(s)) == 0 {
			return "within"
		}
		return ""
	},
	Ask: askRecommend,
	Long: `Proposes a policy that makes the fewest retries during a fault of length T among those that keep
the limits. A limit that is not given does not count.

    --within         no fault, however long, is followed by a longer wait: bounds the cap
    --max-first      the first delay is as long as this allows
    --max-ratio      t(T)/T, bounds the factor from above
    --max-overshoot  the longest wait after a fault of length T, bounds the factor from above
    --max-retries    n(T), bounds the factor from below
    --cap            the cap is not longer

The fewest retries come with the longest delays, so the proposal has the longest first delay and
cap that are allowed, and the greatest factor. Where only the retries are limited it has the least
factor that keeps them, which overshoots least; where every factor keeps the limits it stays what
it is. Factors are rounded to hundredths on the safe side. Jitter and call time are those of the
policy, and so is the first delay if --max-first is not given.

The table shows what other factors would do with the same first delay and cap: less overshoot
costs more retries. n(T) counts along the envelope.

` + sources,
}

// A bound is a limit that was given, and what a policy makes of it.
type bound struct {
	name  string
	kind  unit.Kind
	most  float64
	of    func(knob.Scenario) float64
	binds bool // it is why the proposal is not otherwise
}

// keeps tells whether the policy keeps the limit, but for rounding.
func (b bound) keeps(s knob.Scenario) bool { return b.of(s) <= b.most*(1+exact) }

// limitsOf is the limits that s gives.
func limitsOf(s knob.Scenario) []bound {
	kind := unit.Duration
	if s.MaxRelative {
		kind = unit.Share
	}
	list := []bound{
		{name: "max-first", kind: unit.Duration, most: s.MaxFirst, of: func(p knob.Scenario) float64 { return p.InitialDelay }},
		{name: "within", kind: unit.Duration, most: s.Within, of: longestWait},
		{name: "max-ratio", kind: unit.Number, most: s.MaxRatio, of: func(p knob.Scenario) float64 { return ratioOf(p, Full) }},
		{name: "max-overshoot", kind: kind, most: s.MaxOvershoot, of: func(p knob.Scenario) float64 {
			p.Relative = s.MaxRelative
			return overshootMax(p, Full)
		}},
		{name: "max-retries", kind: unit.Count, most: s.MaxRetries, of: func(p knob.Scenario) float64 { return p.RetryAt(p.AskAt) }},
	}
	return slices.DeleteFunc(list, func(b bound) bool { return math.IsNaN(b.most) })
}

// longestWait is the longest wait from the end of any fault to the next retry.
func longestWait(s knob.Scenario) float64 {
	if !finite(s.Cap) {
		return math.Inf(1)
	}
	wait := s.Cap
	if !s.Stateful() && !s.CapAfter {
		_, wait = s.One(s.Cap).Support()
	}
	return s.AttemptTime + wait
}

func askRecommend(_ context.Context, s knob.Scenario, effort Effort) Answer {
	s.Fault.A = math.NaN() // the overshoot is that of a fault that ends about T
	limits := limitsOf(s)
	p, none := propose(s, limits)
	if none != nil {
		return Answer{None: none}
	}
	list := []Quantity{
		{Name: "first", Label: "first delay", Symbol: "a", Kind: unit.Duration, A: p.InitialDelay},
		{Name: "factor", Symbol: "r", Kind: unit.Factor, A: p.Factor},
		{Name: "cap", Symbol: "c", Kind: unit.Duration, A: p.Cap, Limit: true},
		{Name: "command", Words: knob.Command(knob.Args(p, knob.Default(), "", []string{"at"}, nil))},
	}
	a := Answer{Groups: []Group{{"proposal", list}, {"a fault of " + unit.Duration.Format(s.AskAt), during(p)}}}
	a.Tables = []Table{factorsTable(p, limits), limitsTable(p, limits)}
	if c := overshootByRetries(p); c.Lo < c.Hi { // else the factor makes no difference
		a.Charts = []Chart{c}
	}
	a.warnAbsent()
	a.warnLaws(timelines(p, effort))
	return a
}

// during is what the policy does in a fault of length T.
func during(p knob.Scenario) []Quantity {
	const why = "a law that feeds back has none"
	return []Quantity{
		{Name: "retries", Symbol: "n(T)", Kind: unit.Number, A: p.RetryAt(p.AskAt)},
		{Name: "overshoot mean", Kind: unit.Duration, A: overshootMean(p, Full), why: why},
		{Name: "overshoot max", Kind: unit.Duration, A: overshootMax(p, Full), why: why},
		{Name: "longest wait", Kind: unit.Duration, A: longestWait(p), Limit: true},
	}
}

// factorsTable is what a handful of factors would do, with the proposal marked.
func factorsTable(p knob.Scenario, limits []bound) Table {
	factors := append([]float64{1.1, 1.25, 1.5, 2, 3, 4}, p.Factor)
	slices.Sort(factors)
	factors = slices.Compact(factors)
	with := func(i int) knob.Scenario {
		q := p
		q.Factor = factors[i]
		return q
	}
	return Table{Name: "trade_off", Len: len(factors),
		Columns: []Column{{Name: "factor", Kind: unit.Factor}, {Name: "retries", Kind: unit.Number},
			{Name: "overshoot mean", Kind: unit.Duration}, {Name: "overshoot max", Kind: unit.Duration},
			{Name: "proposed", Truth: true},
			{Name: "breaks", Words: func(i int) string {
				var names []string
				for _, b := range limits {
					if !b.keeps(with(i)) {
						names = append(names, b.name)
					}
				}
				return strings.Join(names, ", ")
			}}},
		Row: func(i int) []float64 {
			q := with(i)
			proposed := 0.0
			if q.Factor == p.Factor {
				proposed = 1
			}
			return []float64{q.Factor, q.RetryAt(q.AskAt), overshootMean(q, Full), overshootMax(q, Full), proposed, 0}
		}}
}

// limitsTable is what the proposal makes of each limit, and which of them
// decide it.
func limitsTable(p knob.Scenario, limits []bound) Table {
	kind := func(i int) unit.Kind { return limits[i].kind }
	return Table{Name: "limits", Len: len(limits), Rows: "limit", Label: func(i int) string { return limits[i].name },
		Columns: []Column{{Name: "most", KindOf: kind}, {Name: "proposal", KindOf: kind}, {Name: "binds", Truth: true}},
		Row: func(i int) []float64 {
			binds := 0.0
			if limits[i].binds || meets(limits[i].of(p), limits[i].most) {
				binds = 1
			}
			return []float64{limits[i].most, limits[i].of(p), binds}
		}}
}

// overshootByRetries is the trade-off as curves: what is waited after the fault
// against the retries made during it, as the factor goes from 1 up.
func overshootByRetries(p knob.Scenario) Chart {
	at := func(figure func(knob.Scenario) float64) func(float64) float64 {
		return func(n float64) float64 {
			q := p
			r, ok := p.FactorForElapsed(n, p.AskAt)
			if !ok { // an n that is not whole may fall where the cap makes n(T) jump
				r, ok = p.FactorForElapsed(n*1.002, p.AskAt)
			}
			if !ok {
				return math.NaN()
			}
			q.Factor = r
			return figure(q)
		}
	}
	many, few := p, p
	many.Factor, few.Factor = 1, max(4, 2*p.Factor)
	n := p.RetryAt(p.AskAt)
	c := Chart{Title: "overshoot against retries: ── longest ·· expected", X: unit.Number, Y: unit.Duration, Cross: math.NaN(), InText: true,
		Lo: few.RetryAt(p.AskAt), Hi: min(many.RetryAt(p.AskAt), 3*n),
		Marks: [][2]float64{{n, overshootMax(p, Full)}, {n, overshootMean(p, Full)}}}
	for _, figure := range []func(knob.Scenario, Effort) float64{overshootMax, overshootMean} {
		c.Curves = append(c.Curves, Curve{Y: at(func(q knob.Scenario) float64 { return figure(q, Full) }), Cap: math.Inf(1), Capped: math.NaN()})
	}
	return c
}
