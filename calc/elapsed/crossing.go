package elapsed

import (
	"context"
	"errors"
	"math"
	"math/bits"

	"retune/calc/jitter"
	"retune/calc/numeric"
)

// A crossing is the state of one client of a sample at a time X: between two retries, or at the end of its policy.
type crossing struct {
	x       float64 // X, seconds
	retries float64 // retries started before X, an expected number if they were not simulated one by one
	last    float64 // start of the last of these, seconds
	waits   bool    // the client makes another retry
	delay   float64 // delay before the next retry, seconds
	next    float64 // start of the next retry, seconds
	enough  bool    // the client has made the number of retries of the goal
}

// A goal is the state in which a client is visited: at a time X, or after a number of retries, both quantiles of some
// distribution. A retry at X itself counts as started, or with meets as the next one.
type goal struct {
	at      func(q float64) float64 // seconds
	retries func(q float64) float64 // nil: any number
	meets   bool
	started func(at float64) // called with the start of each retry that no client leaps over; nil: not called
}

// drawn returns the time and the number of retries at which each client is visited, from stratified draws.
func (g goal) drawn(c *crowd) (ends, most []float64) {
	ends, most = make([]float64, len(c.at)), make([]float64, len(c.at))
	x, n := c.strata(), c.strata()
	for i := range ends {
		ends[i], most[i] = g.at(x(i)), math.Inf(1)
		if g.retries != nil {
			most[i] = g.retries(n(i))
		}
	}
	return ends, most
}

// by returns the goal at a time, seconds.
func by(t float64) goal { return goal{at: func(float64) float64 { return t }} }

// Limits of the delays that are drawn for one question.
const (
	mostDrawn = 200     // delays a client, on average
	anyDrawn  = 1 << 22 // delays of all clients, if that is more
	fewBits   = 14      // log2 of the number of clients if all take too many
	shrunk    = 1e-3    // part of the initial delay below which most delays of active clients are if they shrink towards 0
)

var errShrinks = errors.New("these delays shrink towards 0, and a client makes more retries than are followed")

// cross simulates every client to a goal and calls visit with its crossing. If that takes too many delays it simulates
// fewer clients: begin is called before the first and whenever it starts again.
func (s *sample) cross(ctx context.Context, g goal, begin func(clients float64), visit func(crossing)) error {
	if s.policy.Rule.Starts.Most > 0 {
		return errStarts
	}
	s.mu.Lock()
	r, err := s.leaps(ctx)
	late, failed := s.late, s.failed
	s.mu.Unlock()
	if failed != nil && g.at(0.5) >= late {
		return failed
	}
	for bits := s.bits; err == nil; bits = fewBits {
		begin(math.Exp2(float64(bits)))
		c := s.crowdOf(bits)
		if err = s.crossAll(ctx, c, r, g, max(mostDrawn<<s.bits, anyDrawn), visit); err == nil {
			return nil
		}
		if err == errUnsettled && bits > fewBits {
			err = nil
		}
	}
	if err == errUnsettled || err == errShrinks {
		s.mu.Lock()
		s.late, s.failed = g.at(0.5), err
		s.mu.Unlock()
	}
	return err
}

// shrinks reports whether most of the active clients of a policy with feedback wait for far less than the initial
// delay.
func (c *crowd) shrinks(p *jitter.Policy, active []int32) bool {
	short := 0
	for _, i := range active {
		if c.memory[i] < shrunk*p.InitialDelay {
			short++
		}
	}
	return p.Feedback && p.Chained() && len(active) > len(c.at)/10_000 && short > len(active)/2
}

// crossAll simulates the clients of a crowd, with at most so many delays. Otherwise the error is errUnsettled.
func (s *sample) crossAll(ctx context.Context, c *crowd, r rate, g goal, delays int, visit func(crossing)) error {
	p := &s.policy
	ends, most := g.drawn(c)
	made, tie := make([]float64, len(c.at)), 1+closePoint
	if g.meets {
		tie = 1 - closePoint
	}
	for active := c.everybody(); len(active) > 0; {
		switch err := ctx.Err(); {
		case err != nil:
			return err
		case c.k >= mostCrossed && len(active) > len(ends)/10_000, delays < 0:
			return errUnsettled
		case c.k >= mostCrossed:
			return nil
		case c.k == mostWalk/2 && c.shrinks(p, active):
			return errShrinks
		case c.k == max(mostWalk/2, r.from) && r.mean > 0:
			c.leap(leap{r, p.Deadline}, p.MostRetries(), most, active, ends, made)
		}
		on := active[:0]
		delays -= len(active)
		c.draw(active, func(i int32, delay float64) {
			failed := c.at[i] + p.AttemptTime
			next, goes := p.RetryStart(made[i]+1, failed, failed+delay)
			if enough := made[i] >= most[i]; enough || !goes || next > ends[i]*tie {
				visit(crossing{x: ends[i], retries: made[i], last: c.at[i], waits: goes,
					delay: next - failed, next: next, enough: enough})
				return
			}
			if made[i]++; g.started != nil {
				g.started(next)
			}
			c.at[i], on = next, append(on, i)
		})
		active = on
	}
	return nil
}

// StartedBy returns P(T_k <= min(t, D)).
func (s *sample) StartedBy(ctx context.Context, k int, t float64) (float64, error) {
	if float64(k) > s.policy.MostRetries() {
		return 0, nil
	}
	if d, err := s.Start(ctx, k); s.policy.Rule.Starts.Most == 0 &&
		(s.policy.Rule.Stop == jitter.LookAhead || highest(d, err) <= s.policy.Deadline) {
		if err != nil {
			return 0, err
		}
		return d.CDF(min(t, s.policy.Deadline)), nil
	}
	started, n := 0.0, 0.0
	err := s.cross(ctx, by(t), func(clients float64) { started, n = 0, clients },
		func(c crossing) { started += one(c.retries >= float64(k)) })
	return started / n, err
}

// RetriesBy returns the mean number of retries that start by t.
func (s *sample) RetriesBy(ctx context.Context, t float64) (float64, error) {
	if math.IsInf(t, 1) && math.IsInf(s.policy.Deadline, 1) {
		return s.policy.Retries, nil
	}
	total, n := 0.0, 0.0
	err := s.cross(ctx, by(min(t, s.policy.LatestStart())), func(clients float64) { total, n = 0, clients },
		func(c crossing) { total += c.retries })
	return total / n, err
}

// Last returns the distribution of the time at which the last retry starts.
func (s *sample) Last(ctx context.Context) (jitter.Dist, error) {
	p := &s.policy
	switch {
	case math.IsInf(p.Deadline, 1) && math.IsInf(p.Retries, 1):
		return nil, nil
	case p.MostRetries() == 0:
		return jitter.Constant(0), nil
	case math.IsInf(p.Deadline, 1):
		return s.Start(ctx, int(p.Retries))
	}
	if n := p.MostRetries(); n <= float64(s.mostWalked()) && p.Rule.Starts.Most == 0 {
		if d, err := s.Start(ctx, int(n)); highest(d, err) <= p.Deadline { // the deadline ends no client
			return d, nil
		}
	}
	var last []float64
	err := s.cross(ctx, by(math.Inf(1)), func(float64) { last = nil }, func(c crossing) { last = append(last, c.last) })
	if err != nil {
		return nil, err
	}
	latest := p.LatestStart()
	if n := p.MostRetries(); n <= float64(s.mostWalked()) {
		latest = min(latest, highest(s.Start(ctx, int(n))))
	}
	return sorted(last, latest), nil
}

// succeed draws the number of failures of each client.
func (s *sample) succeed(ctx context.Context, q, _ float64) (jitter.Dist, float64, error) {
	failures := func(u float64) float64 { return math.Floor(math.Log1p(-u) / math.Log(q)) }
	var times []float64
	g, n := by(math.Inf(1)), 0.0
	g.retries = failures
	err := s.cross(ctx, g, func(clients float64) { times, n = nil, clients }, func(c crossing) {
		if c.enough {
			times = append(times, c.last)
		}
	})
	return sorted(times, s.policy.LatestStart()), float64(len(times)) / n, err
}

// Waiting returns the distribution of the delay under way at t, and the share of clients that wait.
func (s *sample) Waiting(ctx context.Context, t float64) (jitter.Dist, float64, error) {
	var delays []float64
	most, n := 0.0, 0.0
	err := s.cross(ctx, by(t), func(clients float64) { delays, most, n = nil, 0, clients }, func(c crossing) {
		if c.waits {
			delays, most = append(delays, c.delay), max(most, c.retries)
		}
	})
	if err != nil {
		return nil, 0, err
	}
	longest := min(highest(s.Delay(ctx, 1+int(most))), s.policy.LatestStart())
	return sorted(delays, longest), float64(len(delays)) / n, nil
}

// Reconnect returns the figures of the clients after an outage. If few of them come back it simulates more, so that
// those are as many as clients that all come back.
func (s *sample) Reconnect(ctx context.Context, o Outage) (Reconnect, error) {
	var waits []float64
	lost, relative, most, n, drawn := 0.0, 0.0, 0.0, 0.0, 0.0
	begin := func(clients float64) { waits, lost, relative, most, n, drawn = nil, 0, 0, 0, clients, 0 }
	cross := func() error {
		return s.cross(ctx, goal{at: o.Quantile, meets: true}, begin, func(c crossing) {
			drawn += min(c.retries+1, 2*mostWalk)
			lost, most = lost+c.retries, max(most, c.retries)
			if c.waits {
				w := max(0, c.next-c.x)
				waits, relative = append(waits, w), relative+w/c.x
			}
		})
	}
	err := cross()
	// not more than in a question about many retries
	room := bits.Len(uint(mostDrawn*n/max(1, drawn))) - 1
	if err == nil && 1 < len(waits) && float64(len(waits)) < n/2 && n == math.Exp2(float64(s.bits)) && room > 0 {
		more := s.bits + min(mostMore, room, bits.Len(uint(n/float64(len(waits)))))
		s = &sample{policy: s.policy, chain: s.chain, bits: more, group: s.group, mu: s.mu, starts: s.starts[:1]}
		s.started = s.crowd()
		err = cross()
	}
	back := float64(len(waits))
	r := NoReconnect(lost / n)
	if err != nil || back < 2 {
		return r, err
	}
	r.GaveUp = 1 - back/n
	if math.IsInf(s.policy.MostRetries(), 1) && math.IsInf(s.policy.Deadline, 1) {
		r.GaveUp = 0
	}
	numeric.Sort(waits)
	d := points(waits, moments(waits))
	r.Mean, r.P50, r.P95, r.P99 = d.Mean(), d.Quantile(0.5), d.Quantile(0.95), d.Quantile(0.99)
	r.RelativeMean, r.Max = relative/back, s.longest(o, int(min(most, 1<<52)), d.hi)
	if lo, _ := o.Support(); lo == 0 {
		r.RelativeMean = math.Inf(1)
	}
	return r, nil
}

// longest returns the longest reconnect delay, seconds, of clients that make at most made retries before the outage
// ends. It is the longest interval that can follow delays that fit into the outage.
func (s *sample) longest(o Outage, made int, seen float64) float64 {
	lo, hi := o.Support()
	p, until := &s.policy, s.policy.LatestStart()-lo
	if s.chain == nil {
		next, late := min(float64(made+1), p.MostRetries()), math.Inf(1)
		_, top := p.Following(next, 0).Support()
		if next <= mostWalk {
			_, late = p.PathEnds(int(next))
			late += next*p.AttemptTime - lo
		}
		return max(seen, min(p.AttemptTime+top, late, until))
	}
	least, most, before, late := 0.0, 0.0, 0.0, 0.0 // delay before retry k-1; T_(k-2) at least, T_(k-1) at most
	for k := 1; k <= min(made+1, mostDelays); k++ {
		first, _ := p.Next(least, k == 1).Support()
		_, top := p.Next(most, k == 1).Support()
		_, fits := p.Next(max(0, min(most, hi-p.AttemptTime-before)), k == 1).Support()
		late += p.AttemptTime + top
		same := top == most // all later delays are the same too
		if same && k <= made {
			late += float64(made+1-k) * (p.AttemptTime + top)
		}
		seen = max(seen, min(late-lo, p.AttemptTime+fits, until))
		if same {
			break
		}
		if k > 1 {
			before += p.AttemptTime + least
		}
		least, most = first, top
	}
	return seen
}
