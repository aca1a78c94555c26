package fleet

import (
	"context"
	"fmt"
	"slices"

	"retune/calc"
	"retune/calc/contention"
	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/question/explain"
	"retune/ui/ask/setting"
)

// Contend answers with clients that update one row, by jitter type.
var Contend = answer.Question{
	Command: answer.Command{
		Examples: []string{"retune contend --clients 50", "retune contend --clients 50 -a 5ms"},
		Name:     "contend",
		Names:    "contention occ",
		Short:    "simulate many writers of one row (optimistic locking), by type of jitter",
		Long: `N clients update one row under optimistic concurrency control. Each reads the row and writes it
with the version that it read. If another client was faster, it waits by the policy and starts
again. Every hop to or from the server takes |N(10, 2)| ms. Attempts are the writes of all clients
together; time ends when the last client knows that it succeeded.

    no delay      immediate retry
    none          d_n, without jitter
    equal, full   d_n/2 + U(0, d_n/2),  U(0, d_n)
    decorrelated  min(c, U(b, 3 t)), t the previous delay, first b = a/r

By default a is 10 ms, r 2 and c 2 s, as in the published simulator, whose first wait is twice its
base of 5 ms. Another type given by --jitter has its own row; there decorrelated begins at b = a.
--cap-after and --feedback apply to all rows. Retries, deadline, total timeout and attempt time
have no effect: a client tries until it succeeds, and an attempt takes as long as its hops. Figures
are means over --runs.

Sources: M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015,
and its simulator.`,
	},
	Scope:        answer.Scope{Preset: "contend", Takes: []string{"clients", "runs", "seed"}},
	SettingsRead: answer.SettingsRead{ComparesJitter: true, NoAssumptions: true},
	Computation:  answer.Computation{Worked: explain.Contend, Slow: answer.Slow, Ask: askContend},
}

// A contender is one jitter type of the comparison.
type contender struct {
	name   string
	system contention.System
}

// contenders returns the jitter types to compare: the published ones and, if it is another, the type of s.
func contenders(s *setting.Scenario) (list []contender) {
	add := func(name string, plan jitter.Policy, none bool) {
		list = append(list, contender{name, contention.System{Clients: int(s.Clients), Policy: plan, NoDelay: none,
			HopMean: 0.010, HopSD: 0.002}})
	}
	with := func(kind jitter.Type) jitter.Policy {
		p := s.Policy
		p.Policy = calc.Policy{InitialDelay: min(s.InitialDelay, s.Cap), Factor: s.Factor, Cap: s.Cap}
		p.Jitter, p.Rule = jitter.Jitter{Type: kind, Amount: 3}, jitter.Rule{}
		if kind.Row().After != nil { // the published rule begins at a/r
			p.InitialDelay /= p.Factor
		}
		return p
	}
	add("no delay", with(jitter.None), true)
	published := []jitter.Type{jitter.None, jitter.Equal, jitter.Full, jitter.Decorrelated}
	for _, kind := range published {
		add(kind.Row().Name, with(kind), false)
	}
	name, row := setting.JitterText(s.Jitter), s.Jitter.Type.Row()
	switch same := name == row.Name && slices.Contains(published, s.Jitter.Type); {
	case same && row.After != nil:
		name += " from a"
	case same && s.ByDelayAlone():
		return list
	case same:
		name += " by its rule"
	}
	add(name, s.Policy, false)
	return list
}

// mostWrites is the largest number of writes to simulate over all runs and jitter types. The estimate is up to four
// times too high.
const mostWrites = 4e8

// tooManyWrites returns an answer without a result if the clients would make too many writes, else nil.
func tooManyWrites(s *setting.Scenario, list []contender) *answer.None {
	writes := 0.0
	for _, c := range list {
		writes += s.Runs * contention.Work(c.system)
	}
	if writes <= mostWrites {
		return nil
	}
	return &answer.None{Reason: fmt.Sprintf("these clients would make about %.2g writes; the limit is 400 million",
		writes), Hint: "fewer --clients or --runs"}
}

func askContend(ctx context.Context, s *setting.Scenario, _ answer.Effort) answer.Answer {
	if none := notCarried(s); none != nil {
		return answer.Answer{None: none}
	}
	list := contenders(s)
	if none := tooManyWrites(s, list); none != nil {
		return answer.Answer{None: none}
	}
	results := make([]contention.Result, len(list))
	for i, c := range list {
		results[i] = contention.Run(ctx, c.system, uint64(s.Seed), int(s.Runs), cores)
	}
	if ctx.Err() != nil {
		return answer.Cancelled
	}
	a := answer.Answer{Tables: []answer.Table{answer.Table{Name: "contend", Named: true,
		Columns: answer.Columns("jitter: words, clients: count, attempts: number ±, time: duration ±"),
	}.WithRows(len(list), func(i int) []answer.Value {
		r := results[i]
		return []answer.Value{{Words: list[i].name}, {Number: s.Clients}, {Number: r.Attempts, Error: r.AttemptsSE},
			{Number: r.Time, Error: r.TimeSE}}
	})}}
	a.Summary = contendSummary(list, results)
	for _, k := range s.PolicyLimits() {
		a.Warn(answer.NoEffect, "the "+k.SentenceName()+" has no effect: a client tries until it succeeds", k.Key())
	}
	if s.AttemptTime > 0 {
		a.Warn(answer.NoEffect, "the attempt time has no effect: an attempt takes as long as its hops", "attempt_time_s")
	}
	if s.Runs < 2 {
		a.Warn(answer.OneRun, "one run has no standard error: raise --runs", "runs")
	}
	return a
}
