package question_test

import (
	"math"
	"math/rand/v2"

	"retune/calc/jitter"
	"retune/calc/oracle"
)

// closed computes the policy without jitter by simulating one client: the retries that the smooth curve goes through,
// with straight lines between them if the delays are not min(c, a r^(n-1)).
type closed struct {
	p jitter.Policy
	m float64 // number of delays below the cap; +Inf if there is no end
	*line
}

// A line holds the retries of one client that were needed so far.
type line struct {
	client         *oracle.Client
	delays, starts []float64 // of retry 0, 1, ...
}

func (x *policy) closed() closed {
	c := closed{x.bare(), 0, nil}
	if !c.p.Exponential() || c.p.Rule.Plus > 0 {
		forever := endless(c.p)
		c.line = &line{oracle.NewClient(&forever, rand.New(least{})), []float64{0}, []float64{0}}
		for c.delay(c.m+1) < c.p.Cap && c.m < 1e4 {
			c.m++
		}
	} else {
		for e := c.p.InitialDelay; e < c.p.Cap && c.m < 1e5; e *= c.p.Factor {
			c.m++
		}
	}
	if c.p.Exponential() && c.p.InitialDelay < c.p.Cap && c.p.Factor == 1 || math.IsInf(c.p.Cap, 1) || c.m >= 1e4 &&
		c.line != nil || c.m == 1e5 {
		c.m = math.Inf(1)
	}
	return c
}

// between interpolates a list linearly at a real index.
func (l *line) between(n float64, of *[]float64) float64 {
	for float64(len(l.starts)) < n+2 {
		l.client.Wait()
		l.delays, l.starts = append(l.delays, l.client.Delay), append(l.starts, l.client.Elapsed)
	}
	k := int(n)
	f := n - float64(k)
	if f == 0 {
		return (*of)[k]
	}
	return (1-f)*(*of)[k] + f*(*of)[k+1]
}

// delay returns d_n for any real n.
func (c closed) delay(n float64) float64 {
	if c.line != nil {
		return c.between(n, &c.delays)
	}
	if c.p.Factor == 1 {
		return math.Min(c.p.Cap, c.p.InitialDelay)
	}
	return math.Min(c.p.Cap, c.p.InitialDelay*math.Exp((n-1)*math.Log(c.p.Factor)))
}

func (c closed) start(n float64) float64 {
	if math.IsInf(n, 1) {
		return n
	}
	if c.line != nil {
		return c.between(n, &c.starts)
	}
	k := math.Min(n, c.m)
	sum := c.p.InitialDelay * k
	if c.p.Factor > 1 {
		sum = c.p.InitialDelay * math.Expm1(k*math.Log(c.p.Factor)) / (c.p.Factor - 1)
	}
	if n > k {
		sum += (n - k) * c.p.Cap
	}
	return n*c.p.AttemptTime + sum
}

// by bisects for the n with T_n = t.
func (c closed) by(t float64) float64 {
	lo, hi := 0.0, 1.0
	for c.start(hi) < t {
		hi *= 2
	}
	for hi-lo > 1e-14*hi {
		if mid := (lo + hi) / 2; c.start(mid) < t {
			lo = mid
		} else {
			hi = mid
		}
	}
	return (lo + hi) / 2
}

// whole counts the retries that start by t one by one, up to rounding.
func (c closed) whole(t float64) float64 {
	n := math.Floor(c.by(t) + 1e-9)
	for c.start(n+1) <= t*(1+1e-12) {
		n++
	}
	return n
}

// last returns the start of retry n.
func (c closed) last(n float64) float64 {
	if c.p.Rule.Stop == jitter.Clip {
		return math.Min(c.start(n), c.p.Deadline)
	}
	return c.start(n)
}

// total returns the number of retries without jitter.
func (c closed) total() float64 {
	switch {
	case c.p.Rule.Stop != jitter.LookAhead || c.p.Rule.Starts.Most > 0:
		for k := oracle.NewClient(&c.p, rand.New(least{})); k.Retry < 1e5; {
			if _, starts := k.Wait(); !starts {
				return float64(k.Retry)
			}
		}
		return math.Inf(1)
	case math.IsInf(c.p.CallLimit(), 1):
		return c.p.Retries
	}
	n := c.whole(c.p.CallLimit())
	if n > 0 && c.start(n) >= c.p.TotalTimeout*(1-1e-12) {
		n--
	}
	return math.Min(c.p.Retries, n)
}
