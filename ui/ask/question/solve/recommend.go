package solve

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/calc/client"
	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/question/explain"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A Fitter returns s with the nearest policy that a client can express, the client's parameters as text, and what it
// cannot express.
type Fitter func(s *setting.Scenario, client string) (_ setting.Scenario, values string, becomes []string)

// Recommend proposes a policy. traits returns warnings about the jitter of a policy. fit restricts the proposal to what
// a client can express.
func Recommend(traits func(context.Context, *setting.Scenario, answer.Effort) []answer.Warning,
	fit Fitter) answer.Question {
	return answer.Question{
		Command: answer.Command{
			Examples: []string{"retune recommend -T 1h --reconnect-within 2m",
				"retune recommend -T 1h --max-reconnect-delay 10% --max-initial-delay 1s"},
			Name:          "recommend",
			Names:         "plan suggest propose tune optimize optimise",
			Short:         "suggest initial delay, factor and cap that meet your limits",
			MeantSettings: map[string]string{"outage": "at"},
			MissingHint: "the limits are --reconnect-within, --max-reconnect-delay, --max-ratio, --max-wasted-retries and " +
				"--max-initial-delay",
			Long: aboutRecommend,
		},
		Scope: answer.Scope{
			Takes: strings.Fields("at reconnect-within max-wasted-retries max-ratio max-reconnect-delay max-initial-delay"),
			Needs: []string{"at"},
			Lacks: func(s *setting.Scenario) string {
				if newProposer(context.Background(), s).limited() {
					return ""
				}
				return "reconnect-within"
			},
		},
		SettingsRead: answer.SettingsRead{NoAssumptions: true, Prepare: func(s *setting.Scenario) {
			s.Jitter, s.AnyJitter = jitter.Jitter{Type: jitter.Full}, true
			s.Retries = math.Inf(1)
		}},
		Computation: answer.Computation{
			Worked: explain.Recommend,
			Slow:   answer.Slow,
			Ask: func(ctx context.Context, s *setting.Scenario, effort answer.Effort) answer.Answer {
				a, p := askRecommend(ctx, s, fit)
				if a.None == nil {
					a.Warnings = append(a.Warnings, traits(ctx, &p, effort)...)
				}
				return a
			},
		},
	}
}

const aboutRecommend = `Proposes a policy that keeps the limits after every outage of length X up to T. It keeps
the settings that you give; the jitter is full unless you set --jitter. Only the limits that you
give apply. w(X) is the wait after an outage of length X.

    --reconnect-within      w <= W after any outage, however long    by the cap
    --max-reconnect-delay   w <= M, as a time                        by the cap
                            w(X) <= p X + w(0), as a share           by the factor
    --max-ratio             the same share
    --max-wasted-retries    E retries by T <= N                      by the initial delay
    --max-initial-delay     a <= this
    --cap                   the cap is not longer

A limit in time applies to the longest delay with jitter (normal jitter: the 99th percentile). A
share is relative to the outage, plus w(0), the longest first wait: without jitter 10% means
factor 1.1; with jitter it holds for 99 of 100 clients, not for the longest delay. The number of
retries is the expected value. If it is too high, the initial delay becomes longer, or the factor
greater if the initial delay is limited.
Without other limits the factor is the smallest that keeps the limit. Delays have three digits,
rounded to the side that keeps the limits.

There is no limit on retries unless you set one. Then the initial delay becomes longer until at most
1 client in 100 gives up before the outage ends; if no delay does that, the proposal has no limit.
The deadline stays only if the retry after the outage still starts by then. With --client the
values are the nearest that the client can express, and the answer has the command that writes its
configuration.

` + answer.Sources

func askRecommend(
	ctx context.Context, given *setting.Scenario, fit Fitter,
) (_ answer.Answer, proposal setting.Scenario) {
	s := *given
	named := ""
	if row := s.Library.Row; row != nil { // the client's parameters may change
		if p, err := row.Defaults().Policy(); err == nil && p.Cap == s.Cap {
			s.Cap = math.Inf(1)
		}
		s.Library, named, s.AnyJitter = client.Values{}, row.Name, false
	}
	if s.InitialDelay == 0 {
		return answer.Answer{None: answer.NoGrowth}, s
	}
	s.Outage.A = math.NaN() // any outage up to T
	p, none := propose(ctx, &s)
	instead := ""
	if none != nil {
		q, ok := another(ctx, &s)
		if ok && !s.AnyJitter {
			none.Hint = "another jitter keeps them: " + commandOf(&q)
		}
		if !ok || !s.AnyJitter {
			return answer.Answer{None: none}, p
		}
		p, instead = q, none.Reason
	}
	values, becomes := "", []string(nil)
	endless := ""
	if named != "" {
		p, values, becomes = fit(&p, named)
	} else if unit.Finite(s.Retries) {
		p, endless = newProposer(ctx, &p).outlasting(s.Retries)
	}
	q := newProposer(ctx, &p)
	a := answer.Answer{Groups: []answer.Group{{Title: "proposal", Quantities: q.proposal(named, values)},
		{Title: "an outage of " + s.SentenceText("at"), Quantities: q.during()}}, Tables: []answer.Table{q.limits()}}
	a.Summary = proposalSummary(a, &p)
	a.WarnAbsent()
	if instead != "" {
		a.Summary += " No policy with full jitter keeps the limits."
		a.Warn(answer.LimitDropped, instead, "jitter")
	}
	for _, text := range becomes {
		a.Warn(answer.LimitDropped, named+" cannot express all: "+text, "client")
	}
	warnDropped(&a, &s, &p, endless)
	q.warn(&a)
	return a, p
}

// warnDropped warns that the proposal p has no limit on retries, for the reason given, or no deadline, as s has.
func warnDropped(a *answer.Answer, s, p *setting.Scenario, given string) {
	if given != "" {
		a.Warn(answer.LimitDropped, given, "retries")
	}
	if unit.Finite(s.Deadline) && !unit.Finite(p.Deadline) {
		a.Warn(answer.LimitDropped, fmt.Sprintf("a deadline of %s would end the policy before the outage ends: the "+
			"proposal has none", s.SentenceText("deadline")), "deadline_s")
	}
}

// another returns a proposal with another jitter type, whose delays are less often short. ok is false if there is none.
func another(ctx context.Context, s *setting.Scenario) (setting.Scenario, bool) {
	for _, kind := range []jitter.Type{jitter.Equal, jitter.None} {
		if kind == s.Jitter.Type {
			continue
		}
		other := *s
		other.Jitter = jitter.Jitter{Type: kind}
		if q, none := propose(ctx, &other); none == nil {
			return q, true
		}
	}
	return *s, false
}

// proposal returns the policy as quantities, with the parameters of the named client.
func (p proposer) proposal(named, values string) []answer.Quantity {
	list := []answer.Quantity{
		{Name: "initial delay", Symbol: "a", Value: answer.Amount(p.InitialDelay, unit.Duration)},
		{Name: "factor", Symbol: "r", Value: answer.Amount(p.Factor, unit.Factor)},
		{Name: "cap", Symbol: "c", Value: answer.OrNone(p.Cap, unit.Duration)},
		{Name: "number of retries", Symbol: "n", Value: answer.OrNone(p.Retries, unit.Count)},
		{Name: "deadline", Symbol: "D", Value: answer.OrNone(p.Deadline, unit.Duration)},
		{Name: "command", JSONKey: "proposed_command", Value: answer.Word(commandOf(&p.Scenario)), Detail: true},
	}
	if values == "" {
		return list
	}
	export := setting.Args(&p.Scenario, new(setting.Default()), "export "+named, nil, nil)
	return append(list, answer.Quantity{Name: named, JSONKey: "client_values", Value: answer.Word(values)},
		answer.Quantity{Name: "configuration", Value: answer.Word(setting.Command(export))})
}

// warn warns if clients give up before the outage ends, and says what the limits apply to.
func (p proposer) warn(a *answer.Answer) {
	if gone := p.gaveUp(); gone > 0 {
		text := unit.Share.Rounded(gone, 3) + " of the clients give up before an outage of " + p.SentenceText("at") + " ends"
		if gone <= mostGone {
			a.Summary = strings.TrimSuffix(a.Summary, ".") + "; " + text + "."
		} else {
			a.Summary = a.FigureText("command", 0) + ": " + text + "."
		}
		a.Warn(answer.PolicyEnded, "the figures of the outage are those of clients without a limit on retries", "retries")
	}
	if p.Jitter.Type.Row().Deviation != nil {
		a.Warn(answer.JitterTrait, "normal jitter has no longest delay; the limits apply to its 99th percentile", "jitter")
	}
}

// commandOf returns the command that shows a proposal.
func commandOf(p *setting.Scenario) string {
	return setting.Command(setting.Args(p, new(setting.Default()), "", []string{"at"}, nil))
}

// during returns the behaviour of the policy in an outage of length T. With jitter it uses the distribution.
func (p proposer) during() []answer.Quantity {
	mean, longest := elapsed.ReconnectNear(p.Policy, p.AskAt)
	p99, digits := longest, 0
	if p.Jitter.Type != jitter.None {
		digits = 3
		if r, err := p.clientsWithoutLimits().Reconnect(p.ctx, elapsed.OutageOf(p.AskAt)); err == nil {
			mean, p99, longest = r.Mean, r.P99, r.Max
		}
	}
	return []answer.Quantity{
		{Name: "retries", Value: answer.Amount(p.expected(), unit.Number).WithDigits(digits)},
		{Name: "reconnect delay mean", Value: answer.Amount(mean, unit.Duration).WithDigits(digits)},
		{Name: "reconnect delay p99", Value: answer.Amount(p99, unit.Duration).WithDigits(digits), Detail: true},
		{Name: "reconnect delay max", Value: answer.OrNone(longest, unit.Duration), Detail: true},
		{Name: "longest wait", Value: answer.OrNone(longestWait(&p.Scenario), unit.Duration), Detail: true},
	}
}

// limits returns a row for each given limit, with the value of the proposal.
func (p proposer) limits() answer.Table {
	type limit struct {
		name     string
		kind     unit.Kind
		most, is float64
	}
	share := func(most float64) float64 { return most * p.worstRelativeWait(most) }
	reconnect := limit{"max-reconnect-delay", unit.Duration, p.MaxReconnect, longestWait(&p.Scenario)}
	if p.MaxRelative {
		reconnect.kind, reconnect.is = unit.Share, share(p.MaxReconnect)
	}
	list := slices.DeleteFunc([]limit{
		{"max-initial-delay", unit.Duration, p.MaxInitial, p.InitialDelay},
		{"reconnect-within", unit.Duration, p.Within, longestWait(&p.Scenario)},
		{"max-ratio", unit.Number, p.MaxRatio, share(p.MaxRatio)},
		reconnect,
		{"max-wasted-retries", unit.Number, p.MaxWasted, p.expected()},
	}, func(l limit) bool { return math.IsNaN(l.most) })
	return answer.Table{Name: "limits", Named: true,
		Columns: answer.Columns("limit: words, at most, proposal, limiting: yes-no"),
	}.WithRows(len(list), func(i int) []answer.Value {
		l := list[i]
		return []answer.Value{{Words: l.name}, {Number: l.most, Kind: l.kind}, {Number: l.is, Kind: l.kind},
			answer.YesNo(l.is >= l.most*0.99)}
	})
}
