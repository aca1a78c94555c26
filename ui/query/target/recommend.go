package target

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/calc/numeric"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query/worked"
	"retune/ui/unit"
)

// Recommend proposes a policy. What is to be known of the jitter of a policy, traits
// says.
func Recommend(traits func(context.Context, knob.Scenario, answer.Effort) []answer.Warning) answer.Query {
	return answer.Query{
		Try: []string{"retune recommend -T 1h --reconnect-within 2m --jitter full",
			"retune recommend -T 1h --max-reconnect-delay 10% --max-initial-delay 1s"},
		Worked: worked.Recommend,
		Name:   "recommend", Names: "plan suggest propose tune optimize optimise",
		Short: "a policy that keeps your limits: initial delay, factor and cap",
		Takes: []string{"at", "reconnect-within", "max-wasted-retries", "max-ratio", "max-reconnect-delay",
			"max-initial-delay"},
		Needs: []string{"at"},
		Means: map[string]string{"outage": "at"},
		Choose: "the limits are --reconnect-within, --max-reconnect-delay, --max-ratio, --max-wasted-retries and " +
			"--max-initial-delay",
		Lacks: func(s knob.Scenario) string {
			if len(limitsOf(s)) == 0 {
				return "reconnect-within"
			}
			return ""
		},
		Draws: true,
		Slow:  answer.Slow,
		Ask: func(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Answer {
			a, p := askRecommend(ctx, s)
			if a.None == nil {
				a.Warnings = append(a.Warnings, traits(ctx, p, effort)...)
			}
			return a
		},
		Long: aboutRecommend,
	}
}

const aboutRecommend = `Proposes the policy that makes the fewest retries by T, the length of an outage, among those
that keep the limits after every outage of length X up to T. A limit that is not given does not
apply. w(X) is the longest wait after an outage of length X, t(X) the delay before jitter there.

    --reconnect-within      w <= W after any outage, however long    the longest cap
    --max-reconnect-delay   w(X) <= M, as a time                     the longest cap
                            w(X) <= p X + w(0), as a share           factor and cap
    --max-ratio             t(X) <= p X + a                          factor and cap
    --max-wasted-retries    n(T) <= N
    --max-initial-delay     a <= this, and as long as this allows
    --cap                   the cap is not longer

A share is of the outage, with the initial delay on top: without jitter and attempt time 10% is the
factor 1.1. A time is kept by the cap alone. Factors are tried by hundredths from 1.01 to 4, and by
thousandths around the best, each with the longest cap that the limits allow with it; a factor
above 4 is proposed only where no other keeps --max-wasted-retries, and one below 1.01 where a
share is that small. Where nothing but retries is limited the fewest would be those of the steepest
factor; there the proposal is the least factor that keeps them, after which the wait is the
smallest share.

The number of retries is none, and the deadline stays only if the retry after the outage still
starts by then: the policy outlasts the outage that it is made for. Jitter and attempt time are
those of the policy, and so is the initial delay if --max-initial-delay is not given.

With jitter w(X) is the attempt time and the longest delay that is drawn around t(X), for normal
jitter its 99th percentile. An outage is timed, and its retries counted, by the mean delays; a share
is made smaller until the 99th percentile of the wait after outages from the initial delay up to T
keeps it as well. Where the drawn delay feeds the next (decorrelated jitter, --feedback) a share is
kept by a cap on the second delay, as the delays may then grow faster than the outage, and the
retries are counted in a sample of clients.

The table shows what other factors would do with the same initial delay and cap.

` + answer.Sources

// A bound is a limit that was given, and what a policy makes of it.
type bound struct {
	name    string
	kind    unit.Kind
	most    float64
	of      func(knob.Scenario) float64
	longest func(knob.Scenario) float64 // the longest cap that keeps it whatever the factor, or nil
	cap     func(knob.Scenario) float64 // the longest cap that keeps it with the factor, or nil
	binds   bool                        // it is why the proposal is not otherwise
}

// keeps tells whether the policy keeps the limit, but for rounding.
func (b bound) keeps(s knob.Scenario) bool { return b.of(s) <= b.most*(1+answer.Exact) }

// limitsOf is the limits that s gives.
func limitsOf(s knob.Scenario) []bound {
	wait := bound{name: "max-reconnect-delay", kind: unit.Duration, most: s.MaxReconnect, longest: capFor(s.MaxReconnect),
		of: func(p knob.Scenario) float64 { return longestAt(p, p.AskAt) }}
	if s.MaxRelative {
		wait = bound{name: "max-reconnect-delay", kind: unit.Share, most: s.MaxReconnect, of: share(longestAt),
			cap: capOfShare(s.MaxReconnect, longestAt)}
	}
	list := []bound{
		{name: "max-initial-delay", kind: unit.Duration, most: s.MaxInitial,
			of: func(p knob.Scenario) float64 { return p.InitialDelay }},
		{name: "reconnect-within", kind: unit.Duration, most: s.Within, of: longestWait, longest: capFor(s.Within)},
		{name: "max-ratio", kind: unit.Number, most: s.MaxRatio, of: share(beforeJitter),
			cap: capOfShare(s.MaxRatio, beforeJitter)},
		wait,
		{name: "max-wasted-retries", kind: unit.Count, most: s.MaxWasted, of: retriesDuring},
	}
	return slices.DeleteFunc(list, func(b bound) bool { return math.IsNaN(b.most) })
}

func askRecommend(ctx context.Context, s knob.Scenario) (_ answer.Answer, proposal knob.Scenario) {
	if s.InitialDelay == 0 {
		return answer.Answer{None: &answer.None{Reason: "an initial delay of 0s does not grow, whatever the factor",
			Hint: "choose an initial delay above 0s"}}, s
	}
	s.Outage.A = math.NaN() // the outage is any that lasts up to T
	limits := limitsOf(s)
	p, none := propose(ctx, s, limits)
	if none != nil {
		return answer.Answer{None: none}, p
	}
	list := []answer.Quantity{
		{Name: "initial delay", Symbol: "a", Kind: unit.Duration, A: p.InitialDelay},
		{Name: "factor", Symbol: "r", Kind: unit.Factor, A: p.Factor},
		{Name: "cap", Symbol: "c", Kind: unit.Duration, A: p.Cap, Limit: true},
		{Name: "number of retries", Symbol: "n", Kind: unit.Count, A: p.Retries, Limit: true},
		{Name: "deadline", Symbol: "D", Kind: unit.Duration, A: p.Deadline, Limit: true},
		{Name: "command", As: "proposed_command", Words: knob.Command(knob.Args(p, knob.Default(), "", []string{"at"}, nil))},
	}
	a := answer.Answer{Groups: []answer.Group{{Title: "proposal", Quantities: list},
		{Title: "an outage of " + s.As("at"), Quantities: during(p)}}}
	a.Tables = []answer.Table{factorsTable(p, limits), limitsTable(p, limits)}
	if a.InText = true; !p.Stateful() {
		a.Plot = func() []answer.Chart {
			c := reconnectByRetries(p)
			if !(c.Lo < c.Hi) { // the factor makes no difference
				return nil
			}
			return []answer.Chart{c}
		}
	}
	a.Summary = proposalSummary(a, s)
	a.WarnAbsent()
	warnProposal(&a, s, p)
	return a, p
}

// warnProposal says what is not seen from the proposal itself.
func warnProposal(a *answer.Answer, s, p knob.Scenario) {
	if finite(s.Deadline) && !finite(p.Deadline) {
		a.Warn(answer.LimitDropped, fmt.Sprintf("a deadline of %s would end the policy before the outage ends: the "+
			"proposal has none", s.As("deadline")), "deadline_s")
	}
	if p.Factor > mostFactor {
		a.Warn(answer.LimitDropped, fmt.Sprintf("no factor up to %d keeps --max-wasted-retries", mostFactor),
			"max_wasted_retries")
	}
	if share := clock(p).InitialDelay / p.InitialDelay; math.Abs(share-1) > 1e-9 && !p.Stateful() {
		a.Warn(answer.JitterTrait, fmt.Sprintf("jitter makes the mean delay %s of the delay before jitter: the retries "+
			"during the outage are counted with mean delays", unit.Share.Format(share)), "jitter")
	}
	if p.Jitter.Type.Row().Deviation != nil {
		a.Warn(answer.JitterTrait, "normal jitter has no longest delay: its 99th percentile is taken instead", "jitter")
	}
}

// during is what the policy does in an outage of length T.
func during(p knob.Scenario) []answer.Quantity {
	const why = "there is no longest wait"
	mean, longest := waitsAt(p)
	return []answer.Quantity{
		{Name: "retries", Symbol: "n(T)", Kind: unit.Number, A: retriesDuring(p)},
		{Name: "reconnect delay mean", Kind: unit.Duration, A: mean},
		{Name: "reconnect delay max", Kind: unit.Duration, A: longest, Why: why},
		{Name: "longest wait", Kind: unit.Duration, A: longestWait(p), Limit: true},
	}
}

// factorsTable is what a handful of factors would do, with the proposal marked.
func factorsTable(p knob.Scenario, limits []bound) answer.Table {
	factors := []float64{p.Factor}
	if p.Jitter.Type.Row().Factored() {
		factors = append(factors, 1.1, 1.25, 1.5, 2, 3, 4)
	}
	slices.Sort(factors)
	factors = slices.Compact(factors)
	with := func(i int) knob.Scenario {
		q := p
		q.Factor = factors[i]
		return q
	}
	return answer.Table{Name: "trade_off", Len: len(factors),
		Columns: []answer.Column{{Name: "factor", Kind: unit.Factor}, {Name: "retries", Kind: unit.Number},
			{Name: "reconnect delay mean", Kind: unit.Duration}, {Name: "reconnect delay max", Kind: unit.Duration},
			{Name: "chosen", Truth: true},
			{Name: "violates", Words: func(i int) string {
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
			mean, longest := waitsAt(q)
			return []float64{q.Factor, retriesDuring(q), mean, longest, proposed, 0}
		}}
}

// limitsTable is what the proposal makes of each limit, and which of them
// decide it.
func limitsTable(p knob.Scenario, limits []bound) answer.Table {
	kind := func(i int) unit.Kind { return limits[i].kind }
	return answer.Table{Name: "limits", Len: len(limits), Rows: "limit",
		Label: func(i int) string { return limits[i].name },
		Columns: []answer.Column{{Name: "at most", KindOf: kind}, {Name: "proposal", KindOf: kind},
			{Name: "limiting", Truth: true}},
		Row: func(i int) []float64 {
			binds := 0.0
			if limits[i].binds || meets(limits[i].of(p), limits[i].most) {
				binds = 1
			}
			return []float64{limits[i].most, limits[i].of(p), binds}
		}}
}

// reconnectByRetries is the trade-off as curves: what is waited after the outage
// against the retries made during it, as the factor goes from 1 up.
func reconnectByRetries(p knob.Scenario) answer.Chart {
	many, few := withFactor(p, 1), withFactor(p, max(4, 2*p.Factor))
	fewer := func(r float64) float64 { return -retriesDuring(withFactor(p, r)) }
	mean := func(p knob.Scenario) float64 { x, _ := waitsAt(p); return x }
	most := func(p knob.Scenario) float64 { _, x := waitsAt(p); return x }
	at := func(figure func(knob.Scenario) float64) func(float64) float64 {
		return func(n float64) float64 { return figure(withFactor(p, numeric.Least(fewer, -n, 1, few.Factor))) }
	}
	n := retriesDuring(p)
	c := answer.Chart{Title: "reconnect delay against retries: ── longest ·· expected", X: unit.Number, Y: unit.Duration,
		Cross: math.NaN(), Lo: retriesDuring(few), Hi: min(retriesDuring(many), 3*n),
		Marks: [][2]float64{{n, most(p)}, {n, mean(p)}}}
	for _, figure := range []func(knob.Scenario) float64{most, mean} {
		c.Curves = append(c.Curves, answer.Curve{Y: at(figure), Cap: math.Inf(1), Capped: math.NaN()})
	}
	return c
}
