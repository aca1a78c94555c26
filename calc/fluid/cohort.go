package fluid

// A cohort is the attempts that the server took in one cell.
type cohort struct {
	at     float64 // mean start, seconds
	sent   float64
	live   float64 // of those, neither answered nor timed out
	inside float64 // of those, in the server
	refund float64 // tokens that a success of one puts back, of Quota
	again  float64 // share of retries
	late   bool    // timed out
}

// answer gives m answers to attempts of cohort i at time t: successes, or abandoned
// where the client has timed out.
func (f *model) answer(i int, m, t float64) {
	c := &f.cohorts[i]
	age := t - c.at
	late := c.late || f.tooLate(c, t)
	if m = min(m, c.inside); m <= 0 || late && f.Client.Cancel {
		return
	}
	c.inside -= m
	f.inside = max(0, f.inside-m)
	f.change(inServer, t, -m)
	if late {
		f.enter(f.run.Abandoned, t, m)
		f.change(staleIn, t, -m)
		if !c.late { // it times out in this very cell
			c.live -= m
			f.change(staleIn, c.at+f.Client.Timeout, m)
			f.lose(i, m)
		}
		return
	}
	c.live -= m
	f.underWay -= m
	f.enter(f.run.Goodput, t, m)
	f.enter(f.run.Latency, t, m*age)
	f.breaker.good += m
	f.budget.succeeded(m, m*c.refund)
	f.budget.retries -= m * c.again
	f.source.done(f, t, m)
}

// tooLate tells whether an answer to a cohort at time t is.
func (f *model) tooLate(c *cohort, t float64) bool { return t-c.at >= f.Client.Timeout-eps*f.h }

// timeout ends what is left of cohort i.
func (f *model) timeout(i int) {
	c := &f.cohorts[i]
	c.late = true
	m := c.live
	if m <= 0 {
		return
	}
	c.live = 0
	t := c.at + f.Client.Timeout
	if f.Client.Cancel {
		c.inside -= m
		f.inside = max(0, f.inside-m)
		f.change(inServer, t, -m)
		f.server.leave(f, i, m, t)
	} else {
		f.change(staleIn, t, m)
	}
	f.lose(i, m)
}

// lose times out m attempts of cohort i, of every state as many in proportion.
func (f *model) lose(i int, m float64) {
	c := f.cohorts[i]
	f.enter(f.run.Timeouts, c.at+f.Client.Timeout, m)
	f.underWay -= m
	f.breaker.bad += m
	f.budget.failed(m)
	f.budget.retries -= m * c.again
	f.failing = true
	share := m / c.sent
	f.did += perState * len(f.states)
	later := float64(i)*f.h + f.Client.Timeout - f.start
	for l, s := range f.history[(i&(f.kept-1))*len(f.states):][:len(f.states)] {
		if s.m > 0 {
			f.failed[l].add(batch{s.m * share, (s.at + s.m*later) * share})
		}
	}
}
