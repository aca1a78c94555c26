package client

import (
	"math"

	"retune/calc"
	"retune/calc/jitter"
)

var inf = math.Inf(1)

const ms = 1e-3

// byRow marks a limit of the policy that the values set: see ended.
var byRow = math.NaN()

// ended sets the limits that the rule of the row left open, from the Limit and the Deadline of the values.
func (v Values) ended(p jitter.Policy) jitter.Policy {
	if math.IsNaN(p.Deadline) {
		p = until(p, v.role(Deadline, inf), v.Row.Stop)
	}
	if math.IsNaN(p.Retries) {
		p = retries(p, v.mostRetries())
	}
	return p
}

// mostRetries returns the number of retries that the Limit of the values allows.
func (v Values) mostRetries() float64 {
	n := v.role(Limit, inf)
	switch q, _ := v.Row.Find(v.Row.name(Limit)); {
	case q != nil && q.Endless && n == q.Least:
		return inf
	case v.Row.Counts == Attempts:
		return n - 1
	}
	return n
}

// grown returns delays min(c, a r^(k-1)) with the Initial a, the Factor r and the Cap c of the values. A row without a
// Factor doubles.
func (v Values) grown() jitter.Policy {
	return exponential(v.role(Initial, 0), v.role(Factor, 2), v.role(Cap, inf))
}

// exponential returns delays min(c, a r^(k-1)), or no delays if a or c is 0. The row ends it.
func exponential(a, r, c float64) jitter.Policy {
	p := jitter.Policy{Retries: byRow, Deadline: byRow, ZeroDeadline: true, TotalTimeout: inf}
	if a <= 0 || c <= 0 {
		p.Policy = calc.Policy{
			InitialDelay: 1,
			Factor:       1,
			Cap:          inf,
			Growth:       calc.Growth{Kind: calc.Listed, List: calc.NewList(0)},
		}
		return p
	}
	p.Policy = calc.Policy{InitialDelay: math.Min(a, c), Factor: r, Cap: c}
	return p
}

// constant returns the same delay for every retry.
func constant(a float64) jitter.Policy { return exponential(a, 1, inf) }

// constant returns the Initial as the delay of every retry.
func (v Values) constant() jitter.Policy { return constant(v.role(Initial, 0)) }

func atOnce(Values) jitter.Policy { return constant(0) }

// full returns grown with full jitter.
func (v Values) full() jitter.Policy { return full(v.grown()) }

// uncapped returns exponential with a first delay that the cap does not limit.
func uncapped(a, r, c float64) jitter.Policy {
	p := exponential(a, r, c)
	switch {
	case a > 0 && c == 0:
		return listed([]float64{a, 0})
	case a > c && c > 0:
		p.InitialDelay, p.FirstUncapped = a, true
	}
	return p
}

// uncapped returns grown with a first delay that the cap does not limit.
func (v Values) uncapped() jitter.Policy {
	return uncapped(v.role(Initial, 0), v.role(Factor, 2), v.role(Cap, inf))
}

// doubled returns grown from twice the Initial.
func (v Values) doubled() jitter.Policy {
	return exponential(2*v.role(Initial, 0), v.role(Factor, 2), v.role(Cap, inf))
}

// late returns grown with the cap applied after the jitter: see after.
func (v Values) late() jitter.Policy {
	return late(v.role(Initial, 0), v.role(Factor, 2), v.role(Cap, inf))
}

// added returns grown plus U(0, m), where m is the Amount, all limited by the Cap.
func (v Values) added() jitter.Policy {
	return added(v.role(Initial, 0), v.role(Factor, 2), v.role(Cap, inf), v.role(Amount, 0))
}

// late returns delays a r^(k-1). The cap limits the delay after jitter: see after.
func late(a, r, c float64) jitter.Policy {
	p := exponential(a, r, c)
	if a > c && c > 0 {
		p.InitialDelay, p.Growth.Shift = a/r, 1 // without a shift the first delay would be at most the cap
	}
	return p
}

// linear returns delays min(c, a k).
func linear(a, c float64) jitter.Policy { return power(a, a, 1, c) }

// listed returns the delays of a list in seconds. The last repeats.
func listed(list []float64) jitter.Policy {
	p := constant(1)
	if len(list) == 1 && list[0] > 0 {
		p.InitialDelay = list[0]
	} else {
		p.Growth = calc.Growth{Kind: calc.Listed, List: calc.NewList(list...)}
	}
	return p
}

// power returns delays min(c, a + b (k-1)^p).
func power(a, b, p, c float64) jitter.Policy {
	q := exponential(a, 1, c)
	if a > 0 && c > 0 {
		q.InitialDelay = a
		q.Growth = calc.Growth{Kind: calc.Polynomial, Step: b, Power: p}
	}
	return q
}

// The functions below add a jitter type and its amount.

func full(p jitter.Policy) jitter.Policy { return draws(p, jitter.Full, 0) }

func spread(p jitter.Policy, j float64) jitter.Policy { return draws(p, jitter.Spread, j) }

func up(p jitter.Policy, j float64) jitter.Policy { return draws(p, jitter.Up, j) }

func down(p jitter.Policy, j float64) jitter.Policy { return draws(p, jitter.Down, j) }

func add(p jitter.Policy, m float64) jitter.Policy { return draws(p, jitter.Add, m) }

func between(p jitter.Policy, i, j float64) jitter.Policy {
	p = draws(p, jitter.Between, j)
	p.Jitter.From = i
	return p
}

// draws adds a jitter type, or none if its amount is 0.
func draws(p jitter.Policy, kind jitter.Type, amount float64) jitter.Policy {
	if unit := kind.Row().Unit; amount == 0 && (unit == jitter.Share || unit == jitter.Seconds) {
		return p
	}
	p.Jitter = jitter.Jitter{Type: kind, Amount: amount}
	return p
}

// once makes one draw decide all delays of a call.
func once(p jitter.Policy) jitter.Policy {
	p.Jitter.OncePerCall = p.Jitter.Draws()
	return p
}

// after applies the cap after the jitter.
func after(p jitter.Policy) jitter.Policy {
	p.CapAfter = p.Jitter.Draws()
	return p
}

// added returns delays min(c, a r^(k-1) + U(0, m)).
func added(a, r, c, m float64) jitter.Policy {
	p := exponential(a, r, c)
	if c <= 0 {
		return p
	}
	p.Cap = c // even if a is 0
	return after(add(p, m))
}

// counted rounds the delays to whole quanta of size seconds.
func counted(p jitter.Policy, size float64, round calc.Rounding, inclusive bool) jitter.Policy {
	p.Quantum = calc.Quantum{Size: size, Round: round, Inclusive: inclusive}
	return p
}

// wholeMillis rounds draws down to whole milliseconds.
func wholeMillis(p jitter.Policy) jitter.Policy { return counted(p, ms, calc.Down, false) }

// fromTo draws whole milliseconds, both ends included.
func fromTo(p jitter.Policy) jitter.Policy {
	p = counted(p, ms, calc.Down, true)
	p.Quantum.WholeEnds = true
	return p
}

// retries ends the policy after n retries.
func retries(p jitter.Policy, n float64) jitter.Policy {
	p.Retries = math.Max(0, n)
	return p
}

// attempts ends the policy after n attempts.
func attempts(p jitter.Policy, n float64) jitter.Policy { return retries(p, n-1) }

// until ends the policy at a deadline in seconds. A deadline of 0 is none.
func until(p jitter.Policy, deadline float64, stop jitter.Stop) jitter.Policy {
	if p.Deadline = orNever(deadline); !math.IsInf(deadline, 1) && deadline > 0 {
		p.Rule.Stop = stop
	}
	return p
}

// waits adds the wait after the last attempt, for protocols that give up at its end.
func waits(p jitter.Policy) jitter.Policy {
	p.WaitAfterLast = true
	return p
}

// never removes all retries.
func never(p jitter.Policy) jitter.Policy { return until(retries(p, 0), inf, jitter.LookAhead) }

// strict removes all retries if the Deadline is 0.
func (v Values) strict(p jitter.Policy) jitter.Policy {
	if v.role(Deadline, inf) == 0 {
		return never(p)
	}
	return p
}

// orNever returns n, or +Inf if n is at most 0.
func orNever(n float64) float64 {
	if n <= 0 {
		return inf
	}
	return n
}

// resets restarts the count of retries after a success of at least after seconds.
func resets(p jitter.Policy, after float64) jitter.Policy {
	p.Rule.Reset = after
	return p
}

// noFirst removes the delay before retry 1.
func noFirst(p jitter.Policy) jitter.Policy {
	p.First = calc.NoDelay
	return p
}

// shorterThan returns the number of delays before the first one that reaches least, in seconds, or +Inf. The delays
// must not decrease.
func shorterThan(p jitter.Policy, least float64) float64 {
	for k := 1.0; k <= math.Min(p.SameFrom(), 1e5) && least < inf; k++ {
		if p.Delay(k) >= least {
			return k - 1
		}
	}
	return inf
}
