package explain

import (
	"retune/calc/fleet"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// Reconnect explains the first retry after the outage.
func Reconnect(s *setting.Scenario, _ answer.Answer) []string {
	var list lines
	x := s.Outage.B
	if s.Outage.A != s.Outage.B {
		x = (s.Outage.A + s.Outage.B) / 2
	}
	if s.Stateful() {
		return nil
	}
	if unit.Finite(x) {
		n := s.RetriesBy(x)
		if n < 1 || s.Policy.Elapsed(n) < x {
			n++
		}
		if most := s.RetriesMade(); n > most {
			list.add("without jitter the policy ends with retry %s at %s, before an outage of %s does", number(most),
				span(s.Policy.Elapsed(most)), span(x))
			return list
		}
		at := s.Policy.Elapsed(n)
		list = append(list, sum(s, n))
		list.add("without jitter this is the first retry after an outage of %s: "+
			"the reconnect delay is %s - %[1]s = %[3]s, with %[4]s wasted retries", span(x), span(at), span(at-x), number(n-1))
	}
	if unit.Finite(s.Cap) {
		d := s.One(s.Cap)
		m := d.Mean() + s.AttemptTime
		list.add("at the cap the mean delay is %s; an outage that ends at a random moment "+
			"leaves E t² / 2 E t = %s of a delay", span(m), span((m*m+d.Variance())/(2*m)))
	}
	return list
}

// Fleet explains the offered load and the capacity of the server.
func Fleet(s *setting.Scenario, _ answer.Answer) []string {
	w := s.Fleet()
	t := w.Traffic
	best, _ := w.Server.Best(w.Client.Timeout)
	var list lines
	switch t.Kind {
	case fleet.Closed:
		list.add("offered load: %s clients / (%s think time + %s service time) = %s", number(t.Clients), span(t.Think),
			span(w.Server.ServiceTime), rate(t.Clients/(t.Think+w.Server.ServiceTime)))
	case fleet.Open:
		list.add("offered load: %s", rate(t.Rate))
	case fleet.Burst:
		if t.Spread > fleet.BurstSpan {
			list.add("offered load: %s requests / %s = %s, until all have started", number(t.Clients), span(t.Spread),
				rate(t.Clients/t.Spread))
			break
		}
		list.add("offered load: %s simultaneous requests", number(t.Clients))
	}
	switch {
	case w.Server.Kind == fleet.Queue:
		list.add("capacity: %s workers / %s service time = %s", number(w.Server.Workers), span(w.Server.ServiceTime),
			rate(w.Server.Workers/w.Server.ServiceTime))
	case unit.Finite(best):
		list.add("capacity: %s", rate(best))
	}
	return list
}

// Contend explains the least number of attempts that the clients need.
func Contend(s *setting.Scenario, _ answer.Answer) []string {
	var list lines
	n := s.Clients
	list.add("one write wins per round: %s clients need at least %[1]s attempts", number(n))
	list.add("if all remaining clients tried in every round they would need %s + %s + ... + 1 = %s", number(n),
		number(n-1), number(n*(n+1)/2))
	return list
}

// Recommend explains the proposal at the end of the longest outage.
func Recommend(s *setting.Scenario, a answer.Answer) []string {
	p := *s
	for name, to := range map[string]*float64{"initial delay": &p.InitialDelay, "factor": &p.Factor, "cap": &p.Cap} {
		if x := a.Value(name, 0).Number; unit.Finite(x) {
			*to = x
		}
	}
	n := p.RetriesBy(s.AskAt)
	list := lines{sum(&p, n+1)}
	list.add("so an outage of %s costs %s retries without jitter, and retry %s is the first after its end", span(s.AskAt),
		number(n), number(n+1))
	return append(list, delay(&p, n+1))
}

// Solve checks the solution in the formulas of the policy.
func Solve(given *setting.Scenario, a answer.Answer) []string {
	s := *given
	k, ok := setting.Find(s.Unknown)
	if !ok {
		return nil
	}
	q, ok := a.Figure(k.Name)
	if !ok || !unit.Finite(q.Number) || k.Set(&s, q.Kind.Exact(q.Number)) != nil {
		return nil
	}
	var list lines
	list.add("with %s = %s:", k.Name, q.Kind.Format(q.Number))
	list = append(list, What(&s, a)...)
	if got, ok := a.Figure("achieved"); ok && unit.Finite(got.Number) {
		list.add("%s: %s", s.Want, got.Kind.Format(got.Number))
	}
	return list
}

// What explains the times that the result depends on.
func What(s *setting.Scenario, a answer.Answer) []string {
	of := Schedule
	switch {
	case s.FailureRate > 0:
		of = Success
	case unit.Finite(s.Outage.A):
		of = Reconnect
	case unit.Finite(s.AskAt):
		of = At
	}
	return of(s, a)
}
