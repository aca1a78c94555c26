// Package reference simulates clients, and fleets of them, as plainly as the rules can
// be read: one attempt after the other, each at its exact time. It is slow, and
// shares no formula with the packages that it is the test of: of those it uses the
// structs that describe a policy, a fleet and a result, and nothing else. Only
// tests import it.
package reference

import (
	"math"
	"math/rand/v2"

	"retune/calc/jitter"
)

// Delays draws the delays of one client, one after the other.
//
//	before jitter   d_n = a r^(n-1), with Feedback r times the delay that was drawn
//	cap before      the delay is drawn around min(c, d_n)
//	cap after       what is drawn is at most c
//	decorrelated    min(c, U(a, max(a, m t))), t the delay before and at first a
type Delays struct {
	Policy jitter.Policy
	Least  float64 // no delay that is multiplied for the next is shorter, seconds
	Rand   *rand.Rand

	before float64 // delay before jitter of the next retry, or the last delay, seconds
}

// NewDelays returns the delays of a client that has not retried yet.
func NewDelays(p jitter.Policy, r *rand.Rand) *Delays {
	return &Delays{Policy: p, Rand: r, before: p.InitialDelay}
}

// After makes the delays follow a delay of t seconds rather than start at the
// initial delay.
func (d *Delays) After(t float64) {
	d.before = t
	if d.Policy.Jitter.Type != jitter.Decorrelated {
		d.before *= d.Policy.Factor
	}
}

// Next draws the next delay, seconds.
func (d *Delays) Next() float64 {
	p, u := d.Policy, d.Rand.Float64()
	if p.Jitter.Type == jitter.Decorrelated {
		high := math.Max(p.InitialDelay, p.Jitter.Amount*d.before)
		d.before = math.Min(p.Cap, p.InitialDelay+u*(high-p.InitialDelay))
		return d.before
	}
	around := d.before
	if !p.CapAfter {
		around = math.Min(around, p.Cap)
	}
	around = math.Min(around, 1e300) // nobody waits for that, and its jitter is still a number
	t, j := around, p.Jitter.Amount
	switch p.Jitter.Type {
	case jitter.None:
	case jitter.Full:
		t = around * u
	case jitter.Equal:
		t = around/2 + around/2*u
	case jitter.Spread:
		t = around * (1 - j + 2*j*u)
	case jitter.Up:
		t = around * (1 + j*u)
	case jitter.Down:
		t = around * (1 - j*u)
	case jitter.Add:
		t = around + j*u
	case jitter.NormalRelative:
		t = math.Max(0, around*(1+j*d.Rand.NormFloat64()))
	case jitter.NormalAbsolute:
		t = math.Max(0, around+j*d.Rand.NormFloat64())
	default:
		panic("reference: a type of jitter that it does not know")
	}
	if p.CapAfter {
		t = math.Min(t, p.Cap)
	}
	if p.Feedback && p.Jitter.Type != jitter.None && (j > 0 || p.Jitter.Type <= jitter.Equal) {
		t = math.Max(t, d.Least)
		d.before = t
	}
	d.before *= p.Factor
	return t
}

// A Client is one request that is tried until it succeeds or its policy ends.
//
//	retry n starts at T_n = n s + t_1 + ... + t_n, if n is at most the number of
//	retries and T_n is not after the deadline
type Client struct {
	*Delays
	Retry   int     // n, of the attempt that was made last; 0: the first
	Delay   float64 // t_n, seconds
	Elapsed float64 // T_n, seconds
}

// NewClient returns a client that has made its first attempt.
func NewClient(p jitter.Policy, r *rand.Rand) *Client { return &Client{Delays: NewDelays(p, r)} }

// Wait draws the next delay and when the retry after it would start, seconds, and
// tells whether it does.
func (c *Client) Wait() (start float64, starts bool) {
	p := c.Policy
	if float64(c.Retry) >= p.Retries {
		return math.Inf(1), false
	}
	c.Delay = c.Next()
	start = c.Elapsed + p.AttemptTime + c.Delay
	if start > p.Deadline {
		return start, false
	}
	c.Retry, c.Elapsed = c.Retry+1, start
	return start, true
}

// An Outage is what a client makes of an outage in which it makes its first attempt.
type Outage struct {
	GaveUp    bool
	Reconnect float64 // from the end of the outage to the next retry, seconds; 0 if it gave up
	Wasted    float64 // retries before its end
}

// Through simulates a client through an outage that ends at time x, seconds: the first
// retry that does not start before x ends it. Who has made so many retries before
// counts as having given up: delays that feed back can come to nothing.
func Through(p jitter.Policy, x float64, most int, r *rand.Rand) Outage {
	c := NewClient(p, r)
	for {
		start, starts := c.Wait()
		if !starts || c.Retry > most {
			return Outage{GaveUp: true, Wasted: float64(c.Retry)}
		}
		if start >= x {
			return Outage{Reconnect: start - x, Wasted: float64(c.Retry - 1)}
		}
	}
}

// A Try is what becomes of a request whose attempts fail by chance.
type Try struct {
	Success  bool
	Attempts float64
	Elapsed  float64 // start of the last attempt, seconds
}

// WithFailures simulates a client each of whose attempts fails with probability q.
func WithFailures(p jitter.Policy, q float64, r *rand.Rand) Try {
	c := NewClient(p, r)
	for {
		t := Try{r.Float64() >= q, float64(c.Retry + 1), c.Elapsed}
		if t.Success {
			return t
		}
		if _, starts := c.Wait(); !starts {
			return t
		}
	}
}
