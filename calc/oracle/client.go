// Package oracle simulates clients and fleets as literally as the rules read: one attempt after the other, each at its
// exact time. It is slow, and shares no formula with the packages that it tests. It only uses their structs for a
// policy, a fleet and a result. Only tests import it. Begin with [NewClient] and [Run].
package oracle

import (
	"math"
	"math/rand/v2"

	"retune/calc/jitter"
)

// A Client is one request that is tried until it succeeds or its policy ends.
//
//	retry n starts at T_n = n s + t_1 + ... + t_n, if n is at most the number of
//	retries and T_n is not after the deadline, or as the rule of the policy says
type Client struct {
	*Delays
	Retry   int     // n of the last attempt; 0: the first
	Delay   float64 // t_n, seconds
	Elapsed float64 // T_n, seconds

	window window
}

// NewClient returns a client that has made its first attempt.
func NewClient(p *jitter.Policy, r *rand.Rand) *Client { return &Client{Delays: NewDelays(p, r)} }

// Wait draws the next delay. It returns when the retry after it would start, in seconds, and whether it starts.
func (c *Client) Wait() (start float64, starts bool) {
	p, failed := c.Policy, c.Elapsed+c.Policy.AttemptTime
	if float64(c.Retry) >= p.Retries && p.Rule.Stop != jitter.CountAndAge {
		return math.Inf(1), false
	}
	c.Delay = c.Next()
	start = failed + c.Delay
	if start, starts = Starts(p, float64(c.Retry+1), failed, start); !starts || !c.window.lets(p, start) {
		return start, false
	}
	c.Retry, c.Elapsed = c.Retry+1, start
	return start, true
}

// Starts reports whether retry k, which is due at start, starts, and when, both in seconds since the first attempt. The
// previous attempt failed at failed.
func Starts(p *jitter.Policy, k, failed, start float64) (at float64, starts bool) {
	const tiny = 1e-12 // rounding of a time that is due at the deadline
	deadline := p.Deadline
	if deadline == 0 && !p.ZeroDeadline {
		deadline = math.Inf(1)
	}
	late, within, at := start > deadline*(1+tiny), k <= p.Retries, start
	switch p.Rule.Stop {
	case jitter.LookBehind:
		starts = within && failed < deadline*(1-tiny)
	case jitter.Clip:
		at, starts = math.Min(start, deadline), within && failed < deadline*(1-tiny)
	case jitter.CountAndAge:
		starts = within || !late
	default:
		starts = within && !late
	}
	return at, starts && (p.TotalTimeout == 0 || at < p.TotalTimeout*(1-tiny))
}

// A window counts the attempts that start within an interval.
type window struct {
	opened, count float64 // when the interval began, and the attempts after the one that opened it
}

// lets reports whether another attempt may start at t seconds.
func (w *window) lets(p *jitter.Policy, t float64) bool {
	limit := p.Rule.Starts
	switch {
	case limit.Most == 0:
		return true
	case t >= w.opened+limit.Within:
		w.opened, w.count = t, 0
		return true
	case w.count+1 >= limit.Most:
		return false
	}
	w.count++
	return true
}

// An Outage is the result of an outage for a client whose first attempt is at its start.
type Outage struct {
	GaveUp    bool
	Reconnect float64 // from the end of the outage to the next retry, seconds; 0 if it gave up
	Wasted    float64 // retries before the end of the outage
}

// Through simulates a client through an outage that ends at time x, in seconds. The first retry that does not start
// before x ends it. A client that makes more than most retries before x counts as having given up, because delays with
// feedback can shrink to nothing.
func Through(p *jitter.Policy, x float64, most int, r *rand.Rand) Outage {
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

// A Try is the result of a request whose attempts fail at random.
type Try struct {
	Success  bool
	Attempts float64
	Elapsed  float64 // start of the last attempt, seconds
}

// WithFailures simulates a client whose attempts fail with probability q.
func WithFailures(p *jitter.Policy, q float64, r *rand.Rand) Try {
	c := NewClient(p, r)
	for {
		t := Try{r.Float64() >= q, float64(c.Retry + 1), c.Elapsed}
		if w := p.TotalTimeout; w > 0 && c.Elapsed+p.AttemptTime >= w*(1-1e-12) { // the call ends before
			t.Success = false
		}
		if t.Success {
			return t
		}
		if _, starts := c.Wait(); !starts {
			return t
		}
	}
}
