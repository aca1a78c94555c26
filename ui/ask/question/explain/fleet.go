package explain

import (
	"fmt"
	"math"

	"retune/calc/fleet"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// Reconnect works out the retry that finds the end of the outage.
func Reconnect(s setting.Scenario, _ answer.Answer) []string {
	var lines []string
	x := s.Outage.B
	if s.Outage.A != s.Outage.B {
		x = (s.Outage.A + s.Outage.B) / 2
	}
	if finite(x) && !s.Stateful() {
		n := s.RetriesBy(x)
		if n < 1 || s.Policy.Elapsed(n) < x {
			n++
		}
		if n > s.Total() {
			return []string{fmt.Sprintf("without jitter the policy ends with retry %s at %s, before an outage of %s does", number(s.Total()), span(s.Policy.Elapsed(s.Total())), span(x))}
		}
		lines = append(sum(s, n), fmt.Sprintf("without jitter this is the first retry after an outage of %s: the reconnect delay is %s - %[1]s = %[3]s, with %[4]s wasted retries",
			span(x), span(s.Policy.Elapsed(n)), span(s.Policy.Elapsed(n)-x), number(n-1)))
	}
	if finite(s.Cap) && !s.Stateful() {
		d := s.One(s.Cap)
		m := d.Mean() + s.AttemptTime
		lines = append(lines, fmt.Sprintf("at the cap the mean delay is %s; an outage that ends at a random moment leaves E t² / 2 E t = %s of a delay",
			span(m), span((m*m+d.Variance())/(2*m))))
	}
	return lines
}

// Fleet works out what is offered, what the server can take, and what retries add.
func Fleet(s setting.Scenario, a answer.Answer) []string {
	w := s.Fleet()
	tip := w.Tipping()
	_, with := w.Server.Best(w.Client.Timeout) // attempts in flight
	long := w.Client.LongDelay()
	var lines []string
	switch w.Traffic.Kind {
	case fleet.Closed:
		lines = append(lines, fmt.Sprintf("offered load: %s clients / (%s think time + %s service time) = %s",
			number(w.Traffic.Clients), span(w.Traffic.Think), span(w.Server.ServiceTime), rate(w.Traffic.Clients/(w.Traffic.Think+w.Server.ServiceTime))))
	case fleet.Open:
		lines = append(lines, "offered load: "+rate(w.Traffic.Rate))
	case fleet.Burst:
		lines = append(lines, fmt.Sprintf("offered load: %s simultaneous requests", number(w.Traffic.Clients)))
	}
	switch {
	case w.Server.Kind == fleet.Queue:
		lines = append(lines, fmt.Sprintf("capacity: %s workers / %s service time = %s", number(w.Server.Workers), span(w.Server.ServiceTime), rate(w.Server.Workers/w.Server.ServiceTime)))
	case finite(tip.Best) && finite(with) && with > 0:
		lines = append(lines, fmt.Sprintf("capacity: %s attempts in flight / %s latency with them = %s", number(with), span(with/tip.Best), rate(tip.Best)))
	case finite(tip.Best):
		lines = append(lines, "capacity: "+rate(tip.Best))
	}
	if n := w.Traffic.Clients; w.Traffic.Kind != fleet.Open && finite(long) && finite(w.Client.Timeout) && long > 0 {
		lines = append(lines, fmt.Sprintf("if every attempt kept timing out: %s clients / (%s timeout + %s delay) = %s",
			number(n), span(w.Client.Timeout), span(long), rate(n/(w.Client.Timeout+long))))
	}
	if finite(tip.Unstable) {
		lines = append(lines, fmt.Sprintf("normal attempts in flight: %s; above %s the server finishes fewer attempts than arrive", number(tip.Stable), number(tip.Unstable)))
	}
	if x, ok := find(a, "retry amplification"); ok {
		line := "retry amplification: attempts / requests = " + number(x.A)
		if n := s.Retries; finite(n) {
			line += fmt.Sprintf(", at most %s with %s retries", number(n+1), number(n))
		}
		lines = append(lines, line)
	}
	return lines
}

// Levers works out the edges of the fleet.
func Levers(s setting.Scenario, a answer.Answer) []string {
	lines := Fleet(s, a)
	for _, t := range a.Tables {
		if t.Name != "edges" {
			continue
		}
		for i := range t.Len {
			row := t.Row(i)
			lines = append(lines, fmt.Sprintf("%s: edge / now = %s / %s = %s", t.Label(i), t.Columns[1].At(i).Format(row[1]), t.Columns[0].At(i).Format(row[0]), number(row[1]/row[0])))
		}
	}
	return lines
}

// Contend works out the least that the clients need.
func Contend(s setting.Scenario, _ answer.Answer) []string {
	n := s.Clients
	return []string{
		fmt.Sprintf("one write wins per round: %s clients need at least %[1]s attempts", number(n)),
		fmt.Sprintf("if all remaining clients tried in every round they would need %s + %s + ... + 1 = %s", number(n), number(n-1), number(n*(n+1)/2)),
	}
}

// Jitter works out the last retry before jitter, which the types are compared over.
func Jitter(s setting.Scenario, _ answer.Answer) []string {
	n := math.Min(last(s), 20)
	if n < 1 {
		return nil
	}
	lines := fixed(s, n)
	if s.Jitter.Draws() {
		return append(lines, drawn(s, n)...)
	}
	return append(lines, fmt.Sprintf("full jitter halves each delay on average, equal jitter leaves 3/4 of each: retry %s starts at %s and %s on average",
		number(n), span(n*s.AttemptTime+(s.Policy.Elapsed(n)-n*s.AttemptTime)/2), span(n*s.AttemptTime+(s.Policy.Elapsed(n)-n*s.AttemptTime)*3/4)))
}

// Recommend works out the proposal at the end of the longest outage.
func Recommend(s setting.Scenario, a answer.Answer) []string {
	p := s
	for name, to := range map[string]*float64{"first": &p.InitialDelay, "initial delay": &p.InitialDelay, "factor": &p.Factor, "cap": &p.Cap} {
		if x, ok := find(a, name); ok {
			*to = x.A
		}
	}
	n := p.RetriesBy(s.AskAt)
	lines := sum(p, n+1)
	lines = append(lines, fmt.Sprintf("so an outage of %s costs %s retries without jitter, and retry %s is the first after its end", span(s.AskAt), number(n), number(n+1)), delay(p, n+1))
	if d := p.Grown(n + 1); !p.Stateful() && finite(d) && p.Jitter.Draws() {
		_, hi := p.One(d).Support()
		if finite(hi) {
			lines = append(lines, fmt.Sprintf("%s jitter makes at most %s of it", setting.JitterText(p.Jitter), span(hi)))
		}
	}
	return lines
}

// Solve puts the value that was found back into the policy.
func Solve(s setting.Scenario, a answer.Answer) []string {
	k, ok := setting.Find(s.Turn)
	if !ok {
		return nil
	}
	for _, g := range a.Groups {
		for _, q := range g.Quantities {
			if q.Name != "achieved" && finite(q.A) && q.Words == "" {
				p := s
				if k.Set(&p, q.Kind.Exact(q.A)) != nil {
					return nil
				}
				lines := append([]string{fmt.Sprintf("with %s = %s:", k.Name, q.Kind.Format(q.A))}, What(p, a)...)
				if got, ok := find(a, "achieved"); ok {
					lines = append(lines, fmt.Sprintf("%s: %s", s.Want, got.Kind.Format(got.A)))
				}
				return lines
			}
		}
	}
	return nil
}

// What works out the result, or the times that it is made of.
func What(s setting.Scenario, a answer.Answer) []string {
	of := Schedule
	switch {
	case s.FailureRate > 0:
		of = Success
	case finite(s.Outage.A):
		of = Reconnect
	case finite(s.AskAt):
		of = At
	}
	lines := of(s, a)
	for _, g := range a.Groups {
		for _, q := range g.Quantities {
			if s.Result != "" && q.Words == "" && finite(q.A) {
				return append(lines, fmt.Sprintf("%s: %s", q.Called(), q.Kind.Format(q.A)))
			}
		}
	}
	return lines
}
