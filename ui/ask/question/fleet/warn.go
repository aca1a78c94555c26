package fleet

import (
	"fmt"
	"math"
	"slices"

	"retune/calc/fleet"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// warnFleet warns about what the figures leave out.
func warnFleet(a *answer.Answer, s *setting.Scenario, list []fleetRun) {
	warnIdle(a, s)
	for i, p := range s.Policies() {
		warnBudget(a, i, &p)
	}
	if !math.IsInf(s.TotalTimeout, 1) {
		a.Warn(answer.Input, "in a fleet the total timeout limits when retries start: an attempt under way goes on "+
			"for its --timeout", "total_timeout_s")
	}
	if s.HasOutage() && !s.Outage.IsFixed() {
		a.Warn(answer.Approximate,
			fmt.Sprintf("a fleet has one outage of fixed length: %s, the mean of --outage %s",
				unit.Duration.Format(s.OutageLength()), s.SentenceText("outage")), "outage")
	}
	if s.Runs < 2 {
		a.Warn(answer.OneRun, "one run has no standard error: raise --runs", "runs")
	}
	for i, p := range list {
		warnRuns(a, i, p, s.Runs)
		warnRetryAfter(a, i, &s.Policies()[i], p)
	}
}

// A herd is more than this share of at least so many clients that retry within one second. Waits that spread over
// herdSpread seconds bring at most a tenth of the clients into one.
const herdShare, herdClients, herdSpread = 0.2, 50, 10

// warnRetryAfter says what the client of policy i does with the Retry-After of the server, and that a wait which is the
// same for all sends them back together.
func warnRetryAfter(a *answer.Answer, i int, s *setting.Scenario, p fleetRun) {
	asked := p.System.Server.RetryAfter
	if asked.Least == 0 || !p.System.Rejects() {
		return
	}
	if s.HasOutage() && !p.System.OutageRejects() {
		a.WarnOf(i, answer.RetryAfter, "no attempt is rejected because of the outage, so it asks for no wait: Retry-After "+
			"comes with rejections by a full server; --outage-kind reject asks in the outage", "retry_after")
	}
	if row := s.Library.Row; row != nil && s.Honor == s.Library.Honor() {
		text := row.Name + " ignores Retry-After; --honor-retry-after sets another rule"
		if row.Honor != nil {
			text = fmt.Sprintf("%s takes Retry-After as %s (%s)", row.Name, setting.HonorText(s.Honor), row.HonorSource)
		}
		a.WarnOf(i, answer.RetryAfter, text, "honor_retry_after")
	}
	if clients := p.System.Traffic.Clients; p.System.Traffic.Kind != fleet.Open && clients >= herdClients {
		// retries of the fullest step, or per second if a step is longer
		share := slices.Max(p.run.Retries) / max(1, p.run.Step) / clients
		if share > herdShare && asked.Spread < herdSpread && s.Honor.Kind != fleet.Ignore {
			least := unit.Duration.Exact(asked.Least)
			a.WarnOf(i, answer.Herd, fmt.Sprintf("%s of the clients retry within one second, because Retry-After asks all "+
				"for the same wait: --retry-after %s+%ds spreads them", unit.Share.Format(share), least, herdSpread),
				"retry_after")
		}
	}
}

// warnIdle names the settings without effect.
func warnIdle(a *answer.Answer, s *setting.Scenario) {
	for i, p := range s.Policies() {
		usual, name := setting.Default(), "--"
		if i > 0 { // only settings that differ from A
			usual, name = *s, "--vs "
		}
		for _, k := range setting.Settings {
			if k.Fleet && k.Idle != nil && k.Text(&p) != k.Text(&usual) {
				if why := k.Idle(&p); why != "" {
					a.Warn(answer.NoEffect, fmt.Sprintf("%s%s has no effect %s", name, k.Name, why), k.Key())
				}
			}
		}
	}
	if s.AttemptTime > 0 {
		a.Warn(answer.NoEffect, "--attempt-time has no effect: an attempt takes as long as the server needs",
			"attempt_time_s")
	}
}

// warnBudget says which budget the client of policy i brings, and who shares it.
func warnBudget(a *answer.Answer, i int, p *setting.Scenario) {
	if own := p.Library.Budget(); own.Kind != fleet.NoBudget {
		name, text := p.Library.Row.Name, fmt.Sprintf("--budget %s replaces the retry budget of %s, %s",
			setting.BudgetText(p.Budget), p.Library.Row.Name, setting.BudgetText(own))
		if own == p.Budget {
			text = fmt.Sprintf("%s has the retry budget %s; --budget sets another", name, setting.BudgetText(own))
		}
		a.WarnOf(i, answer.ClientBudget, text, "budget")
	}
	protection := "budget and one breaker"
	switch budget, breaker := p.Budget.Kind != fleet.NoBudget, p.Breaker.Share > 0; {
	case p.Processes > 1 || p.Clients == 1 && p.Traffic.Kind != fleet.Open || !budget && !breaker:
		return
	case !breaker:
		protection = "budget"
	case !budget:
		protection = "breaker"
	}
	a.WarnOf(i, answer.SharedBudget,
		fmt.Sprintf("all clients share one %s, as if in one process; --processes P gives each of P "+
			"processes its own", protection), "processes")
}

// warnRuns warns if the runs of policy i leave the verdict uncertain.
func warnRuns(a *answer.Answer, i int, p fleetRun, runs float64) {
	if n := 1 - p.Back(); n > 0 && n < 1 {
		a.WarnOf(i, answer.OnTheEdge,
			fmt.Sprintf("%s of the runs%s do not recover: this fleet is at its tipping point",
				unit.Share.Rounded(n, 2), runsOf(p)), "runs_that_do_not_recover")
	}
	if p.Stopped {
		a.WarnOf(i, answer.Partial, fmt.Sprintf("only %d of %s runs were simulated: all of them would exceed 50 million "+
			"attempts", len(p.Each), unit.Count.Format(runs)), "runs")
	}
	if p.Forced {
		a.WarnOf(i, answer.Partial, fmt.Sprintf("one simulated client stands for %s, so that chance decides more often: a "+
			"larger fleet would exceed 50 million attempts", unit.Count.Format(p.Scale)), "scale")
	}
	if b := p.Verdict.Baseline; b.Short() && !b.Overloaded() {
		a.WarnOf(i, answer.WithoutLimit,
			fmt.Sprintf("even without an outage the goodput is %s instead of %s: a budget or a deadline ends "+
				"requests whose attempts fail at random",
				unit.Rate.Rounded(b.Goodput, 3), unit.Rate.Rounded(b.Offered, 3)), "baseline_goodput_per_s")
	}
}
